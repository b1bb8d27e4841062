//! Pools on the command line: the effects of a manipulation, and the lists of documents to judge.
//!
//! The manipulations are in `rejudge-pools`, and the readers of judgments and runs in `rejudge-collections`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::num::NonZeroU8;

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{Qrels, RunRankings};
use rejudge_metrics::Verdict;
use rejudge_pools::{Contributions, Mask, Pool, TestCollection, TopicIx, View, pooled_runs};

/// The effects of a manipulation of judgments.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Each count, before and after the manipulation.
    rows: Vec<(String, [usize; 2])>,
    /// The number of judged documents, before and after.
    pub judged: [usize; 2],
    /// The topics that lost all their judgments, and the topics that lost all their relevant documents, each
    /// list with the name of what was lost. A list without topics is left out.
    pub lost: Vec<(&'static str, Vec<String>)>,
    /// The number of documents in the pool that no team contributed, before and after. `None` if there are no
    /// runs.
    pub uncontributed: Option<[usize; 2]>,
    /// For each team, the numbers of its runs, of its pooled runs, and of the documents, unique documents and
    /// unique relevant documents that it contributed to the pool of the first view.
    teams: Vec<(String, [usize; 5])>,
}

impl Difference {
    /// Counts the changes from the first view to the second. `contributions` are what the runs contributed to
    /// the pool of the first view. Set `with_teams` if you know the teams of the runs. If the second view is
    /// written as binary judgments, `min_rel` is the lowest level that becomes relevant.
    pub fn new(
        collection: &TestCollection,
        views: [&View; 2],
        contributions: Option<&Contributions>,
        with_teams: bool,
        min_rel: Option<NonZeroU8>,
    ) -> Self {
        let topics = || 0..collection.topics().len();
        let mut levels = views.map(|view| levels(collection, view));
        let min_rels = [1, min_rel.map_or(1, NonZeroU8::get)];
        if min_rel.is_some() {
            let mut binary = BTreeMap::new();
            for (level, count) in std::mem::take(&mut levels[1]) {
                *binary.entry(u8::from(level >= min_rels[1])).or_default() += count;
            }
            levels[1] = binary;
        }
        let judged = levels.each_ref().map(|levels| levels.values().sum());
        let relevant: [Vec<usize>; 2] =
            [0, 1].map(|view| topics().map(|topic| views[view].relevant(topic, min_rels[view])).collect());
        let uncontributed = contributions.map(|contributions| {
            views.map(|view| without_contributor(collection, view, contributions) as usize)
        });
        let mut rows = Vec::new();
        // The argument of `count` is 0 for the first view and 1 for the second.
        let mut row = |name: &str, count: &dyn Fn(usize) -> usize| {
            rows.push((name.to_owned(), [count(0), count(1)]));
        };
        row("topics with judgments", &|view| {
            topics().filter(|&topic| views[view].mask(topic).count() > 0).count()
        });
        row("topics with relevant documents", &|view| {
            relevant[view].iter().filter(|count| **count > 0).count()
        });
        row("judged", &|view| judged[view]);
        row("relevant", &|view| levels[view].range(1..).map(|(_, count)| count).sum());
        // If another judge's labels are gains, the levels only number them, and cannot be compared with those of the first
        // view.
        if views[1].gains().is_none() {
            let all_levels: BTreeSet<u8> = levels.iter().flat_map(BTreeMap::keys).copied().collect();
            for level in all_levels {
                let count = |view: usize| levels[view].get(&level).copied().unwrap_or(0);
                row(&format!("level {level}"), &count);
            }
        }
        row("withheld", &|view| {
            topics()
                .map(|topic| (views[view].pool(topic).count() - views[view].mask(topic).count()) as usize)
                .sum()
        });
        row("relevant, fewest on a topic", &|view| relevant[view].iter().copied().min().unwrap_or(0));
        row("relevant, most on a topic", &|view| relevant[view].iter().copied().max().unwrap_or(0));
        if let Some(counts) = uncontributed {
            row("in the pool, contributed by no run", &|view| counts[view]);
        }
        let lost = |name, has: &dyn Fn(usize, TopicIx) -> bool| {
            let is_lost = |&topic: &TopicIx| has(0, topic) && !has(1, topic);
            let names = topics().filter(is_lost).map(|topic| collection.topic(topic).name.to_owned());
            (name, names.collect::<Vec<String>>())
        };
        let mut lost = vec![
            lost("judgment", &|view, topic| views[view].mask(topic).count() > 0),
            lost("relevant document", &|view, topic| relevant[view][topic] > 0),
        ];
        lost.retain(|(_, topics)| !topics.is_empty());
        let teams = match contributions {
            Some(contributions) if with_teams => teams(collection, views[0], contributions),
            _ => Vec::new(),
        };
        Self { rows, judged, lost, uncontributed, teams }
    }

    /// Returns the counts of the first view, one on each line.
    pub fn counts(&self) -> String {
        let rows = self.rows.iter().map(|(name, [before, _])| format!("{name}\t{before}\n"));
        rows.collect()
    }

    /// Returns up to three tables, separated by empty lines: the counts before and after with their
    /// differences, the topics that lost all their judgments or all their relevant documents, and the teams.
    /// Empty tables are left out.
    pub fn text(&self) -> String {
        let mut text = "what\tbefore\tafter\tdifference\n".to_owned();
        for (name, [before, after]) in &self.rows {
            let _ = writeln!(text, "{name}\t{before}\t{after}\t{}", *after as i64 - *before as i64);
        }
        if !self.lost.is_empty() {
            text += "\nleft without a\ttopics\n";
            for (name, topics) in &self.lost {
                let _ = writeln!(text, "{name}\t{}", topics.join(" "));
            }
        }
        if !self.teams.is_empty() {
            text += "\nteam\truns\tpooled runs\tcontributed documents\tunique documents\tunique relevant\n";
            for (team, counts) in &self.teams {
                let _ = writeln!(text, "{team}\t{}", counts.map(|count| count.to_string()).join("\t"));
            }
        }
        text
    }
}

/// Returns the number of documents of each level.
fn levels(collection: &TestCollection, view: &View) -> BTreeMap<u8, usize> {
    let mut levels = BTreeMap::new();
    for topic in 0..collection.topics().len() {
        for doc in view.mask(topic).iter() {
            if let Verdict::Level(level) = view.verdicts(topic)[doc as usize] {
                *levels.entry(level).or_default() += 1;
            }
        }
    }
    levels
}

/// Returns the number of documents in the pool of `view` that no team contributed.
fn without_contributor(collection: &TestCollection, view: &View, contributions: &Contributions) -> u32 {
    let count = |topic: TopicIx| {
        let no_documents = Mask::none(collection.topic(topic).verdicts.len());
        let contributed = (0..collection.teams().len())
            .fold(no_documents, |union, team| union.or(contributions.pooled(team, topic)));
        view.pool(topic).without(&contributed).count()
    };
    (0..collection.topics().len()).map(count).sum()
}

/// Returns the number of documents, judged or not, in the top `depth` ranks of the pooled runs. Documents without a
/// number are not counted.
pub fn pool_size(collection: &TestCollection, depth: usize) -> usize {
    let runs = pooled_runs(collection, None);
    let mut documents = 0;
    for (index, topic) in collection.topics().enumerate() {
        let mut pool = Mask::none(topic.documents as usize);
        for &run in &runs {
            pool.extend(collection.ranking(run, index).iter().take(depth).copied());
        }
        documents += pool.count() as usize;
    }
    documents
}

fn teams(
    collection: &TestCollection,
    before: &View,
    contributions: &Contributions,
) -> Vec<(String, [usize; 5])> {
    let row = |(number, team): (usize, &rejudge_pools::Team)| {
        let runs = || collection.runs().iter().filter(|run| run.team == number);
        let sum = |count: &dyn Fn(TopicIx) -> u32| (0..before.topics()).map(count).sum::<u32>() as usize;
        let counts = [
            runs().count(),
            runs().filter(|run| run.pooled).count(),
            sum(&|topic| contributions.pooled(number, topic).count()),
            contributions.unique_total(number) as usize,
            sum(&|topic| contributions.unique_relevant(before, number, topic, 1)),
        ];
        (team.name.clone(), counts)
    };
    collection.teams().iter().enumerate().map(row).collect()
}

/// Returns a line for each document in the pool of `view`. The view's collection must have the documents of
/// `qrels`. Topics are sorted by name, and a topic's documents are in the order in which the files first
/// mention them. A line has the level in `view`. If the labels of `view` are gains, a line has the gain, in
/// TREC's format. Withheld documents get a negative grade, which only TREC's format has.
///
/// # Errors
/// Returns the first verdict that the format cannot express: a level without a label, or a withheld judgment.
pub fn level_lines(qrels: &Qrels, view: &View, format: &QrelsFormat) -> Result<String, Verdict> {
    let mut text = String::new();
    for (topic, document, verdict) in verdicts(qrels, view) {
        let line = match (verdict, view.gains()) {
            (Verdict::Level(level), Some(gains)) => format!("{topic} 0 {document} {}", gains.gain(level)),
            _ => format.line(topic, document, verdict).ok_or(verdict)?,
        };
        text += &line;
        text.push('\n');
    }
    Ok(text)
}

/// Returns a line in TREC's format for each document in the pool of `view`, in the order of [`level_lines`].
/// The grade is 1 for level `min_rel` and above, 0 for lower levels, and -1 for withheld judgments.
pub fn binary_lines(qrels: &Qrels, view: &View, min_rel: NonZeroU8) -> String {
    let mut text = String::new();
    for (topic, document, verdict) in verdicts(qrels, view) {
        let grade = match verdict {
            Verdict::Level(level) => i8::from(level >= min_rel.get()),
            Verdict::Pooled => -1,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{topic} 0 {document} {grade}");
    }
    text
}

/// Returns each document in the pool of `view` with its topic and its verdict, which is `Pooled` if it is withheld.
fn verdicts<'a>(qrels: &'a Qrels, view: &'a View) -> impl Iterator<Item = (&'a str, &'a str, Verdict)> {
    qrels.topics().enumerate().flat_map(move |(index, topic)| {
        let verdicts = view.verdicts(index);
        let documents = (0..).zip(topic.judgments());
        let pooled = documents.filter(move |(number, _)| view.pool(index).contains(*number));
        pooled.map(move |(number, (document, _))| {
            let is_kept = view.keeps(index, number);
            let verdict = if is_kept { verdicts[number as usize] } else { Verdict::Pooled };
            (topic.name(), document, verdict)
        })
    })
}

/// The format of a pool that is listed for assessors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PoolFormat {
    /// topic docid, and nothing that could influence an assessor
    Docs,
    /// topic 0 docid -1: qrels with all judgments withheld, which other tools can read
    Qrels,
    /// A table with a header: topic, docid, number of runs with the document, sum of its ranks, best rank. For organisers
    Table,
}

impl PoolFormat {
    /// Returns the documents of `pool` in its order, one on each line.
    pub fn text(self, rankings: &RunRankings, pool: &Pool) -> String {
        let mut text = String::new();
        if self == Self::Table {
            text += "topic\tdocid\truns\trank sum\tbest rank\n";
        }
        for (index, topic) in rankings.collection.topics().enumerate() {
            for pooled in pool.topic(index) {
                let (topic, doc) = (topic.name, &rankings.documents[index][pooled.doc as usize]);
                // Writing to a string cannot fail, so the result is ignored.
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

/// Returns a table with the number of documents of each topic: in the pool, already judged, and listed.
pub fn sizes(rankings: &RunRankings, [pool, unjudged, listed]: [&[usize]; 3]) -> String {
    let mut text = "topic\tin the pool\tjudged\tlisted\n".to_owned();
    let mut row = |name: &str, [pool, unjudged, listed]: [usize; 3]| {
        let _ = writeln!(text, "{name}\t{pool}\t{}\t{listed}", pool - unjudged);
    };
    for (index, topic) in rankings.collection.topics().enumerate() {
        row(topic.name, [pool[index], unjudged[index], listed[index]]);
    }
    row("all", [pool, unjudged, listed].map(|counts| counts.iter().sum()));
    text
}
