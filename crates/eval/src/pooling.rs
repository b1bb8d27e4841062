//! Pools on the command line: the changes by a manipulation of judgments, and the output of a pool to be judged.
//!
//! The manipulations themselves are in `rejudge-pools`, files in `rejudge-collections`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{Qrels, RunRankings};
use rejudge_metrics::Verdict;
use rejudge_pools::{Contributions, Mask, Pool, TestCollection, TopicIx, View};

/// The changes by a manipulation.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The counts, before and after.
    rows: Vec<(String, [usize; 2])>,
    /// Judged documents, before and after.
    pub judged: [usize; 2],
    /// The kinds of documents that topics have lost all of, each with these topics.
    pub lost: Vec<(&'static str, Vec<String>)>,
    /// Documents in the pool that no pooled run retrieved, before and after; `None` without runs.
    pub brought_by_none: Option<[usize; 2]>,
    /// Team, runs, pooled runs, documents, unique ones, unique relevant ones.
    teams: Vec<(String, [usize; 5])>,
}

impl Difference {
    /// Counts the changes. `contributions` are those of the runs to the pool before; `with_teams` if their teams are
    /// known.
    pub fn new(
        collection: &TestCollection,
        views: [&View; 2],
        contributions: Option<&Contributions>,
        with_teams: bool,
    ) -> Self {
        let topics = || 0..collection.topics().len();
        let levels = views.map(|view| levels(collection, view));
        let judged = levels.each_ref().map(|levels| levels.values().sum());
        let relevant: [Vec<usize>; 2] = views.map(|view| topics().map(|at| view.relevant(at, 1)).collect());
        let brought_by_none = contributions
            .map(|contributions| views.map(|view| by_none(collection, view, contributions) as usize));
        let mut rows = Vec::new();
        let mut row = |what: &str, count: &dyn Fn(usize) -> usize| {
            rows.push((what.to_owned(), [count(0), count(1)]));
        };
        row("topics with judgments", &|of| topics().filter(|&at| views[of].mask(at).count() > 0).count());
        row("topics with relevant documents", &|of| relevant[of].iter().filter(|count| **count > 0).count());
        row("judged", &|of| judged[of]);
        row("relevant", &|of| levels[of].range(1..).map(|(_, count)| count).sum());
        // Labels that are gains have no levels to compare with those of people.
        if views[1].gains().is_none() {
            let known: BTreeSet<u8> = levels.iter().flat_map(BTreeMap::keys).copied().collect();
            for level in known {
                let count = |of: usize| levels[of].get(&level).copied().unwrap_or(0);
                row(&format!("level {level}"), &count);
            }
        }
        let withheld = |view: &View, at| (view.pool(at).count() - view.mask(at).count()) as usize;
        row("withheld", &|of| topics().map(|at| withheld(views[of], at)).sum());
        row("relevant, least of a topic", &|of| relevant[of].iter().copied().min().unwrap_or(0));
        row("relevant, most of a topic", &|of| relevant[of].iter().copied().max().unwrap_or(0));
        if let Some(counts) = brought_by_none {
            row("in the pool of no run", &|of| counts[of]);
        }
        let lost = |what, has: &dyn Fn(&View, TopicIx) -> bool| {
            let is_lost = |&at: &TopicIx| has(views[0], at) && !has(views[1], at);
            let names = topics().filter(is_lost).map(|at| collection.topic(at).name.to_owned());
            (what, names.collect::<Vec<String>>())
        };
        let mut lost = vec![
            lost("judgment", &|view, at| view.mask(at).count() > 0),
            lost("relevant document", &|view, at| view.relevant(at, 1) > 0),
        ];
        lost.retain(|(_, topics)| !topics.is_empty());
        let teams = match contributions {
            Some(contributions) if with_teams => teams(collection, views[0], contributions),
            _ => Vec::new(),
        };
        Self { rows, judged, lost, brought_by_none, teams }
    }

    /// Returns the counts before the changes.
    pub fn counts(&self) -> String {
        let rows = self.rows.iter().map(|(what, [before, _])| format!("{what}\t{before}\n"));
        rows.collect()
    }

    /// Returns the tables, separated by an empty line: counts before and after with their difference; named topics;
    /// teams.
    pub fn text(&self) -> String {
        let mut text = "what\tbefore\tafter\tdifference\n".to_owned();
        for (what, [before, after]) in &self.rows {
            let _ = writeln!(text, "{what}\t{before}\t{after}\t{}", *after as i64 - *before as i64);
        }
        if !self.lost.is_empty() {
            text += "\nleft without a\ttopics\n";
            for (what, topics) in &self.lost {
                let _ = writeln!(text, "{what}\t{}", topics.join(" "));
            }
        }
        if !self.teams.is_empty() {
            text += "\nteam\truns\tpooled runs\tin its pool\tonly in its pool\tof these relevant\n";
            for (team, counts) in &self.teams {
                let _ = writeln!(text, "{team}\t{}", counts.map(|count| count.to_string()).join("\t"));
            }
        }
        text
    }
}

/// The number of documents of each level.
fn levels(collection: &TestCollection, view: &View) -> BTreeMap<u8, usize> {
    let mut levels = BTreeMap::new();
    for at in 0..collection.topics().len() {
        for doc in view.mask(at).iter() {
            if let Verdict::Level(level) = view.verdicts(at)[doc as usize] {
                *levels.entry(level).or_default() += 1;
            }
        }
    }
    levels
}

/// Returns the documents in the pool of `view` that no team contributed.
fn by_none(collection: &TestCollection, view: &View, contributions: &Contributions) -> u32 {
    let of_topic = |at: TopicIx| {
        let brought = (0..collection.teams().len())
            .fold(Mask::none(collection.topic(at).verdicts.len()), |union, team| {
                union.or(contributions.pooled(team, at))
            });
        view.pool(at).without(&brought).count()
    };
    (0..collection.topics().len()).map(of_topic).sum()
}

fn teams(
    collection: &TestCollection,
    before: &View,
    contributions: &Contributions,
) -> Vec<(String, [usize; 5])> {
    let of_team = |(number, team): (usize, &rejudge_pools::Team)| {
        let runs = || collection.runs().iter().filter(|run| run.team == number);
        let sum = |of: &dyn Fn(TopicIx) -> u32| (0..before.topics()).map(of).sum::<u32>() as usize;
        let counts = [
            runs().count(),
            runs().filter(|run| run.pooled).count(),
            sum(&|at| contributions.pooled(number, at).count()),
            contributions.unique_total(number) as usize,
            sum(&|at| contributions.unique_relevant(before, number, at, 1)),
        ];
        (team.name.clone(), counts)
    };
    collection.teams().iter().enumerate().map(of_team).collect()
}

/// Returns a line for each document in the pool of `view`, a view of a collection with the documents of `qrels`: topics
/// in their order, documents in the order of their first occurrence in the files. The level is that of the current
/// judge; if labels are gains, it is the gain, in TREC's format. A document without a judgment has a negative grade.
///
/// # Errors
/// A level for which the format has no label.
pub fn level_lines(qrels: &Qrels, view: &View, format: &QrelsFormat) -> Result<String, Verdict> {
    let mut text = String::new();
    for (at, topic) in qrels.topics().enumerate() {
        let verdicts = view.verdicts(at);
        for (number, (document, _)) in (0..).zip(topic.judgments()) {
            if !view.pool(at).contains(number) {
                continue;
            }
            let verdict = if view.keeps(at, number) { verdicts[number as usize] } else { Verdict::Pooled };
            let line = match (verdict, view.gains()) {
                (Verdict::Level(level), Some(gains)) => {
                    format!("{} 0 {document} {}", topic.name(), gains.gain(level))
                }
                _ => format.line(topic.name(), document, verdict).ok_or(verdict)?,
            };
            text += &line;
            text.push('\n');
        }
    }
    Ok(text)
}

/// The format of a pool to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// topic docid, and nothing that could influence an assessor
    Docs,
    /// topic 0 docid -1: qrels with all judgments withheld, which other tools can read
    Qrels,
    /// A table with a header: topic, docid, runs with it, sum of its ranks, best rank. For organisers
    Table,
}

impl Form {
    /// The documents of `pool`, in its order.
    pub fn text(self, rankings: &RunRankings, pool: &Pool) -> String {
        let mut text = String::new();
        if self == Self::Table {
            text += "topic\tdocid\truns\trank sum\tbest rank\n";
        }
        for (at, topic) in rankings.collection.topics().enumerate() {
            for pooled in pool.topic(at) {
                let (topic, doc) = (topic.name, &rankings.documents[at][pooled.doc as usize]);
                // Writing to a string cannot fail.
                let _ = match self {
                    Self::Docs => writeln!(text, "{topic} {doc}"),
                    Self::Qrels => writeln!(text, "{topic} 0 {doc} -1"),
                    Self::Table => {
                        let (runs, sum, best) = (pooled.runs, pooled.rank_sum, pooled.best_rank);
                        writeln!(text, "{topic}\t{doc}\t{runs}\t{sum}\t{best}")
                    }
                };
            }
        }
        text
    }
}

/// Returns a table of the number of documents per topic: in the pool, already judged among these, and in the list.
pub fn sizes(rankings: &RunRankings, [pool, unjudged, listed]: [&[usize]; 3]) -> String {
    let mut text = "topic\tin the pool\tjudged\tlisted\n".to_owned();
    let mut row = |name: &str, [pool, unjudged, listed]: [usize; 3]| {
        let _ = writeln!(text, "{name}\t{pool}\t{}\t{listed}", pool - unjudged);
    };
    for (at, topic) in rankings.collection.topics().enumerate() {
        row(topic.name, [pool[at], unjudged[at], listed[at]]);
    }
    row("all", [pool, unjudged, listed].map(|counts| counts.iter().sum()));
    text
}
