//! From files to known facts: the description that the experiment starts from, and remarks on the files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::RunNames;
use rejudge_collections::{
    NumberedRuns, Reading, ScoreMatrices, ScoreTable, TeamChoice, judge_counts, read_as,
};
use rejudge_eval::own::{OwnFiles, check_read_again};
use rejudge_eval::{EvalError, Preset, Wanted};
use rejudge_experiment::spec::{NoRelevant, Rules};
use rejudge_metrics::{Metric, Verdict};
use rejudge_names::plural::{counted, few, of_number};
use rejudge_pools::inspect::{identical_runs, implied_depth, judged_depths, ties};
use rejudge_pools::{NoVerdict, TestCollection, View, check_runs_judged};

use crate::audit::files::{Description, POOLED, TEAMS, table};
use crate::audit::inputs::{AuditRequest, Inputs};
use crate::audit::new_run::{NewRun, is_of_top, new_runs};
use crate::audit::other_judge::OtherJudge;
use crate::audit::report::Remark;
use crate::audit::verdicts::listed;

/// The measures of an audit that names none, after its first.
const MEASURES: &str = "nDCG P@10 Q RBP RR Bpref AP' nDCG' Q'";

/// If runs are judged to this depth, AP is the first measure; else nDCG@10, because AP depends on all ranks.
const DEEP: usize = 50;

/// The judgments are a marked sample if at least this share of the documents of a topic is pooled and not judged, in at
/// least half of the topics. Fewer marks have another reason, such as documents that were withdrawn.
const WITHHELD: f64 = 0.1;

/// The ranks of a new run that count, by a measure without a cutoff in a pool of unknown depth.
const TOP: u32 = 10;

/// The most names in a remark.
const NAMED: usize = 5;

/// A collection that was looked at.
#[derive(Default)]
pub struct Inspected {
    /// The description that the experiment starts from.
    pub(crate) description: Description,
    /// teams.tsv and pooled.tsv, or score matrices that were not CSV.
    pub(crate) tables: Vec<(String, String)>,
    /// The measures by their names, the one of the verdicts first.
    pub(crate) measures: Vec<String>,
    /// The reason why the first measure is the first.
    pub why_measure: String,
    /// The source of the pool depth, in words; empty if it is not known.
    pub(crate) depth_from: String,
    /// Runs that did not contribute to the pool.
    pub(crate) new_runs: Vec<NewRun>,
    /// The last rank of theirs that counts: the cutoff of the first measure, or else the depth of the pool, or 10.
    pub(crate) last_rank: u32,
    /// True if the main measure depends on the documents to that rank alone.
    pub(crate) is_of_top: bool,
    /// The team of each run that was pooled.
    pub(crate) pooled: BTreeMap<String, String>,
    /// The teams with a pooled run.
    pub(crate) teams: Vec<String>,
    /// The first run of whose documents none is judged, down to the cutoff of a measure.
    pub unjudged: Option<NoVerdict>,
    /// True if there are runs without a document for any topic, which are not compared.
    pub(crate) sets_aside: bool,
    /// True if topics without a relevant document are dropped.
    pub(crate) drops_topics: bool,
    /// Remarks on the files that a reader needs before any number.
    pub remarks: Vec<Remark>,
    /// Assumptions about facts that the user did not give.
    pub assumed: Vec<String>,
}

/// Loads the collection of a request, called `id`, and looks at it.
///
/// # Errors
/// If files cannot be read, or do not fit together.
pub fn inspect(request: &AuditRequest, id: &str) -> Result<Inspected, EvalError> {
    let mut looked = match &request.given {
        Inputs::Judged(files, judges, new_runs) => inspect_judged(request, id, files, (judges, new_runs))?,
        Inputs::Scores(named) => inspect_scores(named, id)?,
    };
    if !request.set.is_empty() {
        looked.assumed.push(format!("Changed in the experiment: {}.", request.set.join(", ")));
    }
    Ok(looked)
}

fn inspect_judged(
    request: &AuditRequest,
    id: &str,
    files: &OwnFiles,
    (judges, others): (&[OtherJudge], &[PathBuf]),
) -> Result<Inspected, EvalError> {
    let rules = &request.rules.clone().over(Rules::default());
    let reading = Reading { max_rank: usize::MAX, ..rules.reading(files.reading) };
    let loaded = files.load(&reading)?;
    let collection = &loaded.collection;
    check_read_again(judges.iter().map(|judge| judge.file.file.as_path()))?;
    let seen = |judge: &OtherJudge| -> Result<_, EvalError> {
        let (qrels, named) = ((files.qrels.as_path(), &files.format), (judge.name.as_str(), &judge.file));
        Ok((judge.clone(), judge_counts(qrels, named, Path::new(""))?))
    };
    let judges = judges.iter().map(seen).collect::<Result<_, _>>()?;
    let depth = pool_depth(&loaded, request.depth.as_ref());
    let (measures, why_measure) =
        measures(collection, request.measures.as_deref(), depth.as_ref().map(|(depth, _)| *depth))?;
    let team = |run: usize| collection.teams()[collection.runs()[run].team].name.as_str();
    let all = 0..collection.runs().len();
    let is_marked = collection.runs().iter().any(|run| !run.pooled);
    let has_topic = |run: usize| collection.lengths(run).any(|length| length > 0);
    let pooled = all.clone().filter(|&run| collection.runs()[run].pooled && has_topic(run));
    let pooled: BTreeMap<String, String> =
        pooled.map(|run| (collection.runs()[run].name.clone(), team(run).to_owned())).collect();
    let mut teams: Vec<String> = pooled.values().cloned().collect();
    teams.sort();
    teams.dedup();
    let counts = format!(
        "{} of {}: {}.",
        counted(collection.runs().len(), "run"),
        counted(collection.teams().len(), "team"),
        loaded.teams
    );
    let metrics: Vec<Metric> = measures.iter().filter_map(|name| name.parse().ok()).collect();
    let refused = rules.refuse_levels(&metrics, &View::full(collection));
    refused.map_err(|error| EvalError::Usage(error.to_string()))?;
    let main = measures[0].parse::<Metric>().ok();
    let cutoff = main.as_ref().and_then(Metric::cutoff);
    let last_rank = cutoff.or(depth.as_ref().map(|(depth, _)| *depth)).unwrap_or(TOP);
    let new_runs = new_runs(others, files, &loaded, &reading, last_rank)?;
    let of = if is_marked { "the runs that are marked as pooled" } else { "all runs" };
    let assumed = match &depth {
        Some((depth, from)) => format!("The pool is assumed to be the top {depth} of {of} ({from})."),
        None => "The pool depth is unknown: --depth does not give it, and it cannot be inferred from the judgments."
            .to_owned(),
    };
    Ok(Inspected {
        description: Description {
            id: id.to_owned(),
            title: format!("{id}: own collection"),
            files: Some(files.clone()),
            by_file: loaded.names == RunNames::Files,
            some_pooled: is_marked,
            depth: depth.as_ref().map(|(depth, _)| *depth),
            pool_order: request.pool_order,
            judges,
            ..Description::default()
        },
        tables: run_tables(collection, is_marked),
        assumed: [counts, assumed].into_iter().chain(relevant_levels(collection, rules)).collect(),
        measures,
        why_measure,
        depth_from: depth.map(|(_, from)| from).unwrap_or_default(),
        new_runs,
        last_rank,
        is_of_top: main.is_some_and(|metric| is_of_top(&metric, last_rank)),
        pooled,
        teams,
        unjudged: check_runs_judged(collection, &metrics).err(),
        sets_aside: !all.clone().all(has_topic),
        drops_topics: rules.no_relevant == NoRelevant::Drop,
        remarks: remarks(&loaded, rules),
    })
}

/// Returns teams.tsv and, if runs are marked, pooled.tsv.
fn run_tables(collection: &TestCollection, is_marked: bool) -> Vec<(String, String)> {
    let runs = || collection.runs().iter();
    let teams = runs().map(|run| (run.name.as_str(), collection.teams()[run.team].name.as_str()));
    let marks = runs().map(|run| (run.name.as_str(), if run.pooled { "1" } else { "0" }));
    let mut tables = vec![(TEAMS.to_owned(), table(["run", "team"], teams))];
    tables.extend(is_marked.then(|| (POOLED.to_owned(), table(["run", "pooled"], marks))));
    tables
}

/// Returns the depth of the pool, and its source.
fn pool_depth(loaded: &NumberedRuns, given: Option<&(u32, String)>) -> Option<(u32, String)> {
    match given {
        Some((depth, from)) if *depth > loaded.collection.longest() => Some((
            loaded.collection.longest(),
            format!("{from} says {depth}, which is more than the longest ranking has"),
        )),
        Some(given) => Some(given.clone()),
        None => {
            let why = "at least 95% of the documents at each of these ranks are judged, and they hold at least 90% of the judgments";
            implied_depth(&loaded.collection).map(|depth| (depth, why.to_owned()))
        }
    }
}

/// The measures that are asked for, or those that the judgments are made for; and why the first is the first.
fn measures(
    collection: &TestCollection,
    asked: Option<&[String]>,
    depth: Option<u32>,
) -> Result<(Vec<String>, String), EvalError> {
    if let Some(names) = asked {
        let measures = Wanted::read(names, Preset::Trec10)?.metrics;
        let why = format!("Verdicts are about {}, the first measure of -m.", measures[0]);
        return Ok((measures.iter().map(ToString::to_string).collect(), why));
    }
    let mut depths = judged_depths(collection);
    depths.sort_unstable();
    let median = depths.get(depths.len() / 2).copied().unwrap_or(0);
    let (judged, whose) = match depth {
        Some(depth) => (depth as usize, format!("the pool has depth {depth}")),
        None => (median, format!("half of the rankings are judged without a gap to rank {median}")),
    };
    let (main, other, why) = if judged < DEEP {
        ("nDCG@10", "AP", "too shallow for AP, which looks at all ranks")
    } else {
        ("AP", "nDCG@10", "deep enough for AP")
    };
    let inferred = if is_sample(collection) { " infAP" } else { "" };
    let names = [format!("{main} {other} {MEASURES}{inferred}")];
    let metrics = Wanted::read(&names, Preset::Trec10)?.metrics;
    let why = format!(
        "Verdicts are about {main}: {whose}, {why} (AP is the default from depth {DEEP}; -m names another measure)."
    );
    Ok((metrics.iter().map(ToString::to_string).collect(), why))
}

/// Returns true if the judgments mark documents as pooled and not judged, as a sample does.
fn is_sample(collection: &TestCollection) -> bool {
    let topics = collection.topics();
    let sampled = topics.clone().filter(|topic| {
        let withheld = topic.verdicts.iter().filter(|verdict| **verdict == Verdict::Pooled).count();
        withheld > 0 && withheld as f64 >= WITHHELD * topic.verdicts.len() as f64
    });
    topics.len() > 0 && 2 * sampled.count() >= topics.len()
}

/// Returns which levels binary measures count as relevant, if the judgments are graded.
fn relevant_levels(collection: &TestCollection, rules: &Rules) -> Option<String> {
    if collection.gains().is_some() {
        return Some(
            "Grades are gains: binary measures count each one above 0 as relevant (--labels).".to_owned(),
        );
    }
    let verdicts = collection.topics().flat_map(|topic| topic.verdicts);
    let most = verdicts.filter_map(|verdict| match verdict {
        Verdict::Level(level) => Some(*level),
        _ => None,
    });
    let (most, least) = (most.max()?, rules.min_rel.get());
    (most > 1).then(|| {
        format!(
            "Binary measures count level {least} and above as relevant, of the levels 0 to {most} (--min-rel)."
        )
    })
}

/// Returns remarks on the files that a reader needs before any number.
fn remarks(loaded: &NumberedRuns, rules: &Rules) -> Vec<Remark> {
    let collection = &loaded.collection;
    let name = |run: usize| collection.runs()[run].name.as_str();
    let mut out: Vec<Remark> =
        loaded.unscored.iter().map(|unscored| ("Not scored".to_owned(), format!("{unscored}."))).collect();
    for group in identical_runs(collection) {
        let names: Vec<&str> = group.runs.iter().map(|&run| name(run)).collect();
        let but = match group.ends {
            0 => String::new(),
            ends => format!(", but for {} near the ends of rankings", counted(ends, "document")),
        };
        let text =
            format!("{} contain the same documents at the same ranks for every topic{but}.", listed(&names));
        out.push(("Identical runs".to_owned(), text));
    }
    let least = rules.min_rel.get().max(1);
    let is_relevant = |verdict: &Verdict| matches!(verdict, Verdict::Level(level) if *level >= least);
    let without = collection.topics().filter(|topic| !topic.verdicts.iter().any(is_relevant));
    let runs_that = |is: &dyn Fn(usize) -> bool| -> Vec<&str> {
        (0..collection.runs().len()).filter(|&run| is(run)).map(name).collect()
    };
    let ties = |run: usize| ties(collection, run, usize::MAX);
    let named = [
        ("Topics without a relevant document", without.map(|topic| topic.name).collect()),
        (
            "Runs that lack topics, for which they score 0",
            runs_that(&|run| collection.lengths(run).any(|length| length == 0)),
        ),
        (
            "Runs with ties between documents of different levels, whose order depends on --ties",
            runs_that(&|run| ties(run).is_some_and(|ties| ties.mattering > 0)),
        ),
        (
            "Runs in which all documents of a topic have one score, so that only --ties orders them",
            runs_that(&|run| ties(run).is_some_and(|ties| ties.tells_no_order())),
        ),
    ];
    let named = named.into_iter().filter(|(_, names)| !names.is_empty());
    out.extend(named.map(|(of, names)| (of.to_owned(), few(&names, NAMED, ", ") + ".")));
    out
}

impl Inspected {
    /// Returns true if there are judgments, and not only scores.
    pub(crate) fn is_judged(&self) -> bool {
        self.description.files.is_some()
    }

    /// Returns the teams that are left out, one by one: those of pooled runs, if the depth of the pool determines the
    /// contribution of each.
    pub(crate) fn left_out(&self) -> &[String] {
        let is_known = self.description.depth.is_some() && self.teams.len() > 1;
        if is_known { &self.teams } else { &[] }
    }

    /// The description of the collection with the new run `at`, from 1.
    pub(crate) fn with_new_run(&self, at: usize) -> Description {
        let id = format!("{}-new-{at}", self.description.id);
        let title = format!("{}, with {}", self.description.id, self.new_runs[at - 1].name);
        let new_run = Some(self.new_runs[at - 1].copy.clone());
        Description { id, title, new_run, ..self.description.clone() }
    }

    /// Returns the names of the judges for which `of` returns true.
    pub(crate) fn judges(&self, of: impl Fn(&OtherJudge) -> bool) -> Vec<String> {
        let judges = self.description.judges.iter().map(|(judge, _)| judge);
        judges.filter(|judge| of(judge)).map(|judge| judge.name.clone()).collect()
    }

    /// Returns true if a requested judge labelled only some of the topics, and is compared on these.
    pub(crate) fn has_judge_of_some_topics(&self) -> bool {
        self.description.judges.iter().any(|(_, counts)| counts.unlabelled_topics > 0 && !counts.is_the_same)
    }

    /// Returns true if a judge may stand in for people.
    pub(crate) fn asks_judges(&self) -> bool {
        self.description.judges.iter().any(|(judge, _)| !judge.is_people)
    }
}

/// Reads score matrices.
fn inspect_scores(files: &[(String, PathBuf)], id: &str) -> Result<Inspected, EvalError> {
    check_read_again(files.iter().map(|(_, file)| file.as_path()))?;
    let mut description =
        Description { id: id.to_owned(), title: format!("{id}: own collection"), ..Description::default() };
    let mut tables = Vec::new();
    for (measure, file) in files {
        tables.push((measure.clone(), read_as(file, ScoreTable::parse)?, file.clone()));
        description.scores.insert(measure.clone(), file.clone());
    }
    let topics = tables.first().map_or(&[][..], |(_, table, _)| &table.topics);
    let matrices = ScoreMatrices::new(&tables, topics, TeamChoice::OneEach)?;
    let measures: Vec<String> = files.iter().map(|(measure, _)| measure.clone()).collect();
    let without = format!(
        "{} over {} {} given, without judgments and rankings, so that nothing can be said of pools, unjudged documents, \
         teams and ties.",
        counted(matrices.runs.len(), "run"),
        counted(matrices.topics.len(), "topic"),
        of_number(matrices.runs.len(), "is", "are")
    );
    Ok(Inspected {
        description,
        why_measure: format!("Verdicts are about {}, the first measure of --scores.", measures[0]),
        assumed: vec![format!("Scores by {}, as they were given.", measures.join(", "))],
        measures,
        remarks: vec![("Questions that scores cannot answer".to_owned(), without)],
        ..Inspected::default()
    })
}
