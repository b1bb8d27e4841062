//! Loads the files of an audit, finds the facts that its experiment needs, and makes remarks for the reader.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::RunNames;
use rejudge_collections::{
    NumberedRuns, Reading, ScoreMatrices, ScoreTable, TeamChoice, judge_counts, read_as,
    remarks_on_equal_scores, remarks_on_scores,
};
use rejudge_eval::own_files::{OwnFiles, check_read_again};
use rejudge_eval::{EvalError, Preset, RequestedMeasures, left_out_remark};
use rejudge_experiment::spec::{NoRelevant, Rules};
use rejudge_metrics::{Metric, Verdict};
use rejudge_names::plural::{counted, few, of_number};
use rejudge_pools::inspect::{identical_runs, implied_depth, judged_depths, ties};
use rejudge_pools::{NoVerdict, TestCollection, View, check_runs_judged};

use crate::audit::files::{Description, POOLED, TEAMS, table};
use crate::audit::inputs::{AuditRequest, Inputs};
use crate::audit::new_run::{NewRun, depends_only_on_top, read_new_runs};
use crate::audit::other_judge::OtherJudge;
use crate::audit::report::Remark;
use crate::audit::verdicts::listed;

/// If `-m` names no measures, the first two are AP and nDCG@10, in either order, and these measures follow
/// them. If the judgments are a sample, infAP comes last.
const MORE_MEASURES: &str = "nDCG P@10 Q RBP RR Bpref AP' nDCG' Q'";

/// If runs are judged at least to this depth, the first measure is AP. Otherwise it is nDCG@10, because AP
/// depends on all ranks.
const MIN_AP_DEPTH: usize = 50;

/// The judgments are a sample if, in at least half of the topics, at least this share of the documents is
/// marked as pooled but not judged. A smaller share can have other reasons: for example, documents were
/// withdrawn from the collection.
const MIN_WITHHELD_SHARE: f64 = 0.1;

/// If the first measure has no cutoff and the pool depth is unknown, this many ranks of a new run count.
const DEFAULT_LAST_RANK: u32 = 10;

/// A remark about topics or about single runs lists at most this many names. A remark about identical runs
/// lists all of them.
const MAX_NAMED: usize = 5;

/// A loaded collection, and the facts that its audit starts from.
#[derive(Default)]
pub struct Inspected {
    /// The description of the collection, which the experiment uses.
    pub(crate) description: Description,
    /// The names and texts of teams.tsv and, if only some runs were pooled, of pooled.tsv.
    pub(crate) tables: Vec<(String, String)>,
    /// The names of the measures. Verdicts are about the first one.
    pub(crate) measures: Vec<String>,
    /// A sentence that says why verdicts are about the first measure.
    pub why_measure: String,
    /// The origin of the pool depth. Empty if the depth is unknown.
    pub(crate) depth_from: String,
    /// The runs of `--new-run`, which did not contribute to the pool.
    pub(crate) new_runs: Vec<NewRun>,
    /// The last rank of a new run that counts: the first measure's cutoff, or the pool depth if there is no
    /// cutoff, or 10 if the depth is unknown too.
    pub(crate) last_rank: u32,
    /// True if the first measure depends only on documents down to `last_rank`.
    pub(crate) depends_only_on_top: bool,
    /// The team of each pooled run that retrieved a document.
    pub(crate) pooled: BTreeMap<String, String>,
    /// The teams of the runs in `pooled`, sorted by name.
    pub(crate) teams: Vec<String>,
    /// The first run that retrieved documents, but no judged one among the ranks that a measure reads.
    /// `None` if there is no such run.
    pub unjudged: Option<NoVerdict>,
    /// True if some run retrieved no document. Such runs are left out of comparisons.
    pub(crate) excludes_empty_runs: bool,
    /// True if the grades are gains. Gains have no levels.
    pub(crate) has_gains: bool,
    /// True if topics without a relevant document are dropped.
    pub(crate) drops_topics: bool,
    /// Remarks about the files. A reader should see them before the numbers.
    pub remarks: Vec<Remark>,
    /// Sentences about what the audit assumes, such as the pool depth, and about changes of the experiment.
    /// If there are judgments, also about the number of runs and teams, and about runs that the user left
    /// out.
    pub assumed: Vec<String>,
}

/// Loads and inspects the collection of a request. `id` is the collection's name.
///
/// # Errors
/// If files cannot be read or contradict each other, or if the measures cannot be computed.
pub fn inspect(request: &AuditRequest, id: &str) -> Result<Inspected, EvalError> {
    let mut inspected = match &request.inputs {
        Inputs::Judged(files, judges, new_runs) => inspect_judged(request, id, files, (judges, new_runs))?,
        Inputs::Scores(matrices) => inspect_scores(matrices, id)?,
    };
    if !request.set.is_empty() {
        inspected.assumed.push(format!("Changed in the experiment: {}.", request.set.join(", ")));
    }
    Ok(inspected)
}

fn inspect_judged(
    request: &AuditRequest,
    id: &str,
    files: &OwnFiles,
    (judges, new_runs): (&[OtherJudge], &[PathBuf]),
) -> Result<Inspected, EvalError> {
    let rules = &request.rules.clone().over(Rules::default());
    let reading = Reading { max_rank: usize::MAX, ..rules.reading(files.reading) };
    let loaded = files.load(&reading)?;
    let collection = &loaded.collection;
    check_read_again(judges.iter().map(|judge| judge.file.file.as_path()))?;
    let mut counted_judges = Vec::new();
    for judge in judges {
        let qrels = (files.qrels.as_path(), &files.format);
        let counts = judge_counts(qrels, (judge.name.as_str(), &judge.file), Path::new(""))?;
        counted_judges.push((judge.clone(), counts));
    }
    let depth = pool_depth(&loaded, request.depth.as_ref());
    let (measures, why_measure) =
        measures(collection, request.measures.as_deref(), depth.as_ref().map(|(depth, _)| *depth))?;
    let team = |run: usize| collection.teams()[collection.runs()[run].team].name.as_str();
    let runs = 0..collection.runs().len();
    let is_marked = collection.runs().iter().any(|run| !run.pooled);
    let has_topic = |run: usize| collection.lengths(run).any(|length| length > 0);
    let pooled = runs.clone().filter(|&run| collection.runs()[run].pooled && has_topic(run));
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
    let left_out = left_out_remark(files.left_out.iter().map(|run| &*run.name), collection.runs().len());
    let left_out = left_out.map(|remark| remark + ".");
    let metrics: Vec<Metric> = measures.iter().filter_map(|name| name.parse().ok()).collect();
    let refused = rules.refuse_levels(&metrics, &View::full(collection));
    refused.map_err(|error| EvalError::Usage(error.to_string()))?;
    let main = measures[0].parse::<Metric>().ok();
    let cutoff = main.as_ref().and_then(Metric::cutoff);
    let last_rank = cutoff.or(depth.as_ref().map(|(depth, _)| *depth)).unwrap_or(DEFAULT_LAST_RANK);
    let new_runs = read_new_runs(new_runs, files, &loaded, &reading, last_rank)?;
    let pooled_runs = if is_marked { "each run that is marked as pooled" } else { "each run" };
    let assumed_pool = match &depth {
        Some((depth, from)) => {
            let documents = counted(*depth as usize, "document");
            format!("The pool is assumed to be the top {documents} of {pooled_runs} ({from}).")
        }
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
            judges: counted_judges,
            ..Description::default()
        },
        tables: run_tables(collection, is_marked),
        assumed: [Some(counts), left_out, Some(assumed_pool), relevant_levels(collection, rules)]
            .into_iter()
            .flatten()
            .collect(),
        measures,
        why_measure,
        depth_from: depth.map(|(_, from)| from).unwrap_or_default(),
        new_runs,
        last_rank,
        depends_only_on_top: main.is_some_and(|metric| depends_only_on_top(&metric, last_rank)),
        pooled,
        teams,
        unjudged: check_runs_judged(collection, &metrics).err(),
        excludes_empty_runs: !runs.clone().all(has_topic),
        has_gains: collection.gains().is_some(),
        drops_topics: rules.no_relevant == NoRelevant::Drop,
        remarks: remarks(&loaded, rules),
    })
}

/// Returns the names and texts of teams.tsv and, if `is_marked` (only some runs were pooled), of pooled.tsv.
fn run_tables(collection: &TestCollection, is_marked: bool) -> Vec<(String, String)> {
    let runs = || collection.runs().iter();
    let teams = runs().map(|run| (run.name.as_str(), collection.teams()[run.team].name.as_str()));
    let marks = runs().map(|run| (run.name.as_str(), if run.pooled { "1" } else { "0" }));
    let mut tables = vec![(TEAMS.to_owned(), table(["run", "team"], teams))];
    tables.extend(is_marked.then(|| (POOLED.to_owned(), table(["run", "pooled"], marks))));
    tables
}

/// Returns the pool depth and its source. `stated` is the depth given by the user or by the description. A
/// stated depth that exceeds the length of the longest ranking is reduced to this length. Returns `None` if
/// no depth is stated or can be inferred from the judgments.
fn pool_depth(loaded: &NumberedRuns, stated: Option<&(u32, String)>) -> Option<(u32, String)> {
    match stated {
        Some((depth, from)) if *depth > loaded.collection.longest() => Some((
            loaded.collection.longest(),
            format!("{from} says {depth}, which exceeds the length of the longest ranking"),
        )),
        Some(stated) => Some(stated.clone()),
        None => {
            let why = "at least 95% of the documents at each of these ranks are judged, and these ranks contain at least 90% of the judgments";
            implied_depth(&loaded.collection).map(|depth| (depth, why.to_owned()))
        }
    }
}

/// Returns the measures that the user chose, or else measures that suit the judgments. Also returns a
/// sentence that says why verdicts are about the first measure.
fn measures(
    collection: &TestCollection,
    chosen: Option<&[String]>,
    depth: Option<u32>,
) -> Result<(Vec<String>, String), EvalError> {
    if let Some(names) = chosen {
        let measures = RequestedMeasures::read(names, Preset::Trec10)?.metrics;
        let why = format!("Verdicts are about {}, the first measure of -m.", measures[0]);
        return Ok((measures.iter().map(ToString::to_string).collect(), why));
    }
    let mut depths = judged_depths(collection);
    depths.sort_unstable();
    let median = depths.get(depths.len() / 2).copied().unwrap_or(0);
    let (judged_depth, reason) = match depth {
        Some(depth) => (depth as usize, format!("the pool has depth {depth}")),
        None => {
            (median, format!("at least half of the rankings are judged down to rank {median} without a gap"))
        }
    };
    let (main, second, suits) = if judged_depth < MIN_AP_DEPTH {
        ("nDCG@10", "AP", "which is too shallow for AP, because AP looks at all ranks")
    } else {
        ("AP", "nDCG@10", "which is deep enough for AP")
    };
    let inferred = if is_sample(collection) { " infAP" } else { "" };
    let names = [format!("{main} {second} {MORE_MEASURES}{inferred}")];
    let metrics = RequestedMeasures::read(&names, Preset::Trec10)?.metrics;
    let why = format!(
        "Verdicts are about {main}: {reason}, {suits} (AP is the default from depth {MIN_AP_DEPTH}; -m names another measure)."
    );
    Ok((metrics.iter().map(ToString::to_string).collect(), why))
}

/// Returns true if the judgments are a sample of the pool, with the other documents of the pool marked as
/// pooled but not judged.
fn is_sample(collection: &TestCollection) -> bool {
    let topics = collection.topics();
    let sampled = topics.clone().filter(|topic| {
        let withheld = topic.verdicts.iter().filter(|verdict| **verdict == Verdict::Pooled).count();
        withheld > 0 && withheld as f64 >= MIN_WITHHELD_SHARE * topic.verdicts.len() as f64
    });
    topics.len() > 0 && 2 * sampled.count() >= topics.len()
}

/// Returns a sentence about the grades that count as relevant for binary measures. Returns `None` if the
/// grades are not gains and no level is above 1.
fn relevant_levels(collection: &TestCollection, rules: &Rules) -> Option<String> {
    if collection.gains().is_some() {
        return Some(
            "Grades are gains: binary measures count each gain above 0 as relevant (--labels).".to_owned(),
        );
    }
    let verdicts = collection.topics().flat_map(|topic| topic.verdicts);
    let levels = verdicts.filter_map(|verdict| match verdict {
        Verdict::Level(level) => Some(*level),
        _ => None,
    });
    let (highest, lowest_relevant) = (levels.max()?, rules.min_rel.get());
    (highest > 1).then(|| {
        format!(
            "Binary measures count level {lowest_relevant} and above as relevant, of the levels 0 to {highest} \
             (--min-rel)."
        )
    })
}

/// Returns remarks about the files. A reader should see them before the numbers.
fn remarks(loaded: &NumberedRuns, rules: &Rules) -> Vec<Remark> {
    let collection = &loaded.collection;
    let name = |run: usize| collection.runs()[run].name.as_str();
    let mut out: Vec<Remark> =
        loaded.unscored.iter().map(|unscored| ("Not scored".to_owned(), format!("{unscored}."))).collect();
    for group in identical_runs(collection) {
        let names: Vec<&str> = group.runs.iter().map(|&run| name(run)).collect();
        let exception = match group.ends {
            0 => String::new(),
            ends => format!(", except for {} near the ends of rankings", counted(ends, "document")),
        };
        let text = format!(
            "{} contain the same documents at the same ranks for every topic{exception}.",
            listed(&names)
        );
        out.push(("Identical runs".to_owned(), text));
    }
    let lowest_relevant = rules.min_rel.get().max(1);
    let is_relevant =
        |verdict: &Verdict| matches!(verdict, Verdict::Level(level) if *level >= lowest_relevant);
    let topics_without_relevant = collection.topics().filter(|topic| !topic.verdicts.iter().any(is_relevant));
    let runs_with = |condition: &dyn Fn(usize) -> bool| -> Vec<&str> {
        (0..collection.runs().len()).filter(|&run| condition(run)).map(name).collect()
    };
    let ties = |run: usize| ties(collection, run, usize::MAX);
    let lists = [
        (
            "Teams whose names differ only in upper and lower case, but count as different teams",
            alike_teams(collection),
        ),
        ("Topics without a relevant document", topics_without_relevant.map(|topic| topic.name).collect()),
        (
            "Runs that lack topics, for which they score 0",
            runs_with(&|run| collection.lengths(run).any(|length| length == 0)),
        ),
        (
            "Runs with ties between documents of different levels, or between judged and unjudged ones, whose order \
             depends on --ties",
            runs_with(&|run| ties(run).is_some_and(|ties| ties.with_different_verdicts > 0)),
        ),
        (
            "Runs in which, for every topic, all documents have the same score, so that only --ties orders them",
            runs_with(&|run| ties(run).is_some_and(|ties| ties.has_no_order())),
        ),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    out.extend(lists.map(|(subject, names)| (subject.to_owned(), few(&names, MAX_NAMED, ", ") + ".")));
    out
}

/// Returns the names of teams that differ from another team's name only in upper and lower case. Two such teams are
/// usually one, and each half of its runs would be judged by documents that the other half contributed.
fn alike_teams(collection: &TestCollection) -> Vec<&str> {
    let mut by_lowercase: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for team in collection.teams() {
        by_lowercase.entry(team.name.to_lowercase()).or_default().push(&team.name);
    }
    by_lowercase.into_values().filter(|names| names.len() > 1).flatten().collect()
}

impl Inspected {
    /// Returns true if the audit has judgments. Otherwise it has only scores.
    pub(crate) fn is_judged(&self) -> bool {
        self.description.files.is_some()
    }

    /// Returns true if the depth of the pool is known.
    pub(crate) fn has_depth(&self) -> bool {
        self.description.depth.is_some()
    }

    /// Returns the teams that are left out one by one. Returns no team if there is only one. Also returns no
    /// team if the pool depth is unknown, because the depth decides which documents a team contributed.
    pub(crate) fn left_out(&self) -> &[String] {
        let has_contributions = self.has_depth() && self.teams.len() > 1;
        if has_contributions { &self.teams } else { &[] }
    }

    /// Returns the description of the collection together with one new run. New runs are numbered from 1.
    pub(crate) fn with_new_run(&self, number: usize) -> Description {
        let run = &self.new_runs[number - 1];
        let id = format!("{}-new-{number}", self.description.id);
        let title = format!("{}, with {}", self.description.id, run.name);
        let new_run = Some(run.copy.clone());
        Description { id, title, new_run, ..self.description.clone() }
    }

    /// Returns the names of the judges for which `filter` returns true.
    pub(crate) fn judges(&self, filter: impl Fn(&OtherJudge) -> bool) -> Vec<String> {
        let judges = self.description.judges.iter().map(|(judge, _)| judge);
        judges.filter(|judge| filter(judge)).map(|judge| judge.name.clone()).collect()
    }

    /// Returns true if another judge has no labels for some topics, so that it is compared with people on the
    /// other topics only. A judge whose labels equal the judgments does not count, because people judged no
    /// document of the topics that it lacks.
    pub(crate) fn has_judge_of_some_topics(&self) -> bool {
        self.description
            .judges
            .iter()
            .any(|(_, counts)| counts.unlabelled_topics > 0 && !counts.equals_judgments)
    }

    /// Returns true if the audit has to say whether a judge can replace people.
    pub(crate) fn asks_judges(&self) -> bool {
        self.description.judges.iter().any(|(judge, _)| !judge.file.people)
    }
}

/// Inspects the score matrices of an audit without judgments.
fn inspect_scores(files: &[(String, PathBuf)], id: &str) -> Result<Inspected, EvalError> {
    check_read_again(files.iter().map(|(_, file)| file.as_path()))?;
    let mut description =
        Description { id: id.to_owned(), title: format!("{id}: own collection"), ..Description::default() };
    let mut tables = Vec::new();
    for (measure, file) in files {
        let table = read_as(file, |path, bytes| ScoreTable::of_measure(path, bytes, measure))?;
        tables.push((measure.clone(), table, file.clone()));
        description.scores.insert(measure.clone(), file.clone());
    }
    let topics = tables.first().map_or(&[][..], |(_, table, _)| &table.topics);
    let matrices = ScoreMatrices::new(&tables, topics, TeamChoice::OneEach)?;
    let measures: Vec<String> = files.iter().map(|(measure, _)| measure.clone()).collect();
    let limits = format!(
        "{} over {} {} given, without judgments and rankings, so nothing can be said about pools, unjudged documents, \
         teams and ties.",
        counted(matrices.runs.len(), "run"),
        counted(matrices.topics.len(), "topic"),
        of_number(matrices.runs.len(), "is", "are")
    );
    let probable_mistakes = remarks_on_scores(&tables).into_iter().chain(remarks_on_equal_scores(&tables));
    let mut remarks: Vec<Remark> =
        probable_mistakes.map(|remark| ("Scores to check".to_owned(), format!("{remark}."))).collect();
    remarks.push(("Questions that scores cannot answer".to_owned(), limits));
    Ok(Inspected {
        description,
        why_measure: format!("Verdicts are about {}, the first measure of --scores.", measures[0]),
        assumed: vec![format!("Scores by {}, as they were given.", measures.join(", "))],
        measures,
        remarks,
        ..Inspected::default()
    })
}
