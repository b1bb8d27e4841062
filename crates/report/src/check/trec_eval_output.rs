//! Compares the output of `trec_eval -q` for many runs with computed scores.
//!
//! Values are compared while the file is read, and are only counted. A page of half a million rows would not help you
//! find a value that differs. Instead, we report the first values that differ as failures, each with its file and line,
//! and count the others in further failures.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use rayon::prelude::*;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{
    CheckFailure, CheckOutcome, Counts, Official, OutputFile, OutputLine, Printed, Reading, lines_of,
};
use rejudge_experiment::spec::yaml::{Position, Source};
use rejudge_metrics::trec_eval;
use rejudge_names::plural::{counted, of_number};
use rejudge_pools::JudgmentSet;

use super::Computed;
use super::left_out::LeftOut;

/// For each run, at most this many values that differ or were not computed are shown. The others are only counted.
const MAX_SHOWN_VALUES: usize = 2;

/// At most this many runs with such values are shown.
const MAX_SHOWN_RUNS: usize = 5;

/// The topic in trec_eval's lines that summarise all topics.
const ALL_TOPICS: &str = "all";

/// The scores of runs by every measure of the experiment.
pub(super) struct RunScores {
    /// The index of each measure, by the name that trec_eval prints, and by its label.
    measures: HashMap<String, usize>,
    /// The index of each topic, including `all`.
    topics: HashMap<String, usize>,
    runs: HashMap<String, RunScoresByTopic>,
}

/// The scores of a run, by measure and topic.
#[derive(Default)]
struct RunScoresByTopic {
    team: String,
    scores: Vec<Vec<Option<f64>>>,
}

impl RunScores {
    /// Reads the scores of `collection` under `judgments`, row group by row group.
    fn read(grid: &Grid, computed: &Computed, collection: &str, judgments: &str) -> Result<Self> {
        let measure_indices: HashMap<&str, usize> =
            grid.measures.iter().map(|measure| measure.name.as_str()).zip(0..).collect();
        // trec_eval has no name for a measure with the rules of an earlier version, such as
        // `IPrec(rounding='trec9')@0.1`. We find such a measure by its label, unless the label is trec_eval's
        // name of another measure.
        let labels = grid.measures.iter().map(|measure| measure.label.clone()).zip(0..);
        let names = grid.measures.iter().map(|measure| trec_eval::name(&measure.metric)).zip(0..);
        let names = names.filter_map(|(name, number)| Some((name?, number)));
        let measures = labels.chain(names).collect();
        let (mut topics, mut runs) =
            (HashMap::<String, usize>::new(), HashMap::<String, RunScoresByTopic>::new());
        computed.each_score(&mut |rows| {
            let [collections, sets, names] =
                ["collection", "judgments", "measure"].map(|name| rows.text(name));
            let (collections, sets, names) = (collections?, sets?, names?);
            let [run_names, teams, topic_names] = ["run", "team", "topic"].map(|name| rows.text(name));
            let (run_names, teams, topic_names) = (run_names?, teams?, topic_names?);
            for (row, &score) in rows.number("score")?.iter().enumerate() {
                if &collections[row] != collection || &sets[row] != judgments {
                    continue;
                }
                let Some(&measure) = measure_indices.get(&names[row]) else { continue };
                let next = topics.len();
                let topic = match topics.get(&topic_names[row]) {
                    Some(&topic) => topic,
                    None => *topics.entry(topic_names[row].to_owned()).or_insert(next),
                };
                if !runs.contains_key(&run_names[row]) {
                    let scores = vec![Vec::new(); measure_indices.len()];
                    runs.insert(
                        run_names[row].to_owned(),
                        RunScoresByTopic { team: teams[row].to_owned(), scores },
                    );
                }
                let run_scores = runs.get_mut(&run_names[row]).expect("the run was added above");
                let scores = &mut run_scores.scores[measure];
                scores.resize(scores.len().max(topic + 1), None);
                scores[topic] = score;
            }
            Ok(())
        })?;
        Ok(Self { measures, topics, runs })
    }

    /// Compares a printed value of `run` with the computed one.
    ///
    /// # Errors
    /// If the computed value does not round to the printed one (or, for `num_q`, is not equal to it), or if it was not
    /// computed. The error has the outcome and the words for it, such as `computed 0.25`.
    fn compare(&self, run: &str, line: &OutputLine<'_>) -> Result<(), (CheckOutcome, String)> {
        if line.measure == "num_q" && self.runs.contains_key(run) {
            let topics = self.topics.keys().filter(|topic| *topic != ALL_TOPICS).count().to_string();
            if topics == line.text {
                return Ok(());
            }
            return Err((CheckOutcome::Mismatch, format!("computed {topics}")));
        }
        let score = || {
            let run_scores = self.runs.get(run)?;
            let scores = &run_scores.scores[*self.measures.get(line.measure)?];
            *scores.get(*self.topics.get(line.topic)?)?
        };
        let Some(score) = score() else {
            return Err((CheckOutcome::NotComputed, "but was not computed".to_owned()));
        };
        let agrees = Printed::parse(line.text, Reading::default()).is_ok_and(|printed| printed.agrees(score));
        if agrees { Ok(()) } else { Err((CheckOutcome::Mismatch, format!("computed {score}"))) }
    }
}

/// The outcome of comparing one run's output.
struct FileComparison {
    counts: Counts,
    failures: Vec<CheckFailure>,
}

/// Compares trec_eval's output. Returns how many values have each outcome.
///
/// # Errors
/// If the scores or the files cannot be read, or if trec_eval has one name for two measures of the
/// experiment.
pub(super) fn output(
    grid: &Grid,
    official: &Official,
    judgments: &str,
    (computed, left_out): (Option<&Computed>, &LeftOut<'_>),
    failures: &mut Vec<CheckFailure>,
) -> Result<Counts> {
    let numbers = official.wire.numbers;
    let mut counts = Counts::default();
    let Some(computed) = computed else {
        counts.add(CheckOutcome::NotComputed, numbers);
        return Ok(counts);
    };
    check_names(grid, official)?;
    let scores = RunScores::read(grid, computed, &official.collection, judgments)?;
    let set: Option<JudgmentSet> = judgments.parse().ok();
    let left_out_measures =
        grid.measures.iter().filter(|measure| left_out.has_measure(&official.collection, &measure.name));
    let left_out_names: Vec<String> =
        left_out_measures.filter_map(|measure| trec_eval::name(&measure.metric)).collect();
    let compare_file =
        |file: &OutputFile| compare_file(file, official, (&scores, &left_out_names), set.as_ref());
    let files: Vec<FileComparison> = official.outputs.par_iter().map(compare_file).collect::<Result<_>>()?;
    counts.extend(files.iter().flat_map(|file| file.counts.iter()));
    let compared_values = counts.total();
    let file = &official.wire.file;
    let fail =
        |outcome, message: &str| CheckFailure::new(outcome, &official.table, file.at.as_ref(), message);
    if compared_values != numbers {
        let message = format!("{}: {}, expected {numbers}", file.value, counted(compared_values, "number"));
        failures.push(fail(CheckOutcome::TranscriptionDiffers, &message));
    }
    let with_failures = files.iter().filter(|file| !file.failures.is_empty()).count();
    let shown = files.into_iter().filter(|file| !file.failures.is_empty()).take(MAX_SHOWN_RUNS);
    failures.extend(shown.flat_map(|file| file.failures));
    if let Some(more) = with_failures.checked_sub(MAX_SHOWN_RUNS).filter(|&more| more > 0) {
        let runs = counted(more, "more run");
        let message = format!("{}: values of {runs} differ or were not computed", file.value);
        failures.push(fail(worst(&counts), &message));
    }
    Ok(counts)
}

/// Refuses two measures that trec_eval prints under the same name, such as `IPrec@0.1` and `IPrec@0.101`, because a printed
/// value could belong to either.
fn check_names(grid: &Grid, official: &Official) -> Result<()> {
    let mut labels: HashMap<String, &str> = HashMap::new();
    for measure in &grid.measures {
        let Some(name) = trec_eval::name(&measure.metric) else { continue };
        if let Some(other) = labels.insert(name.clone(), &measure.label) {
            let (file, label) = (&official.wire.file, &measure.label);
            let message = format!(
                "{}: `{name}` is the name of two measures of the experiment, {other} and {label}: leave one out",
                file.value
            );
            return Err(file.error(message).into());
        }
    }
    Ok(())
}

/// Returns one outcome for all values that differ or are missing: `Mismatch` if any value differs, otherwise
/// `NotComputed`.
fn worst(counts: &Counts) -> CheckOutcome {
    let mismatches = counts.number(&[CheckOutcome::Mismatch]);
    if mismatches > 0 { CheckOutcome::Mismatch } else { CheckOutcome::NotComputed }
}

/// Compares the output of one run.
fn compare_file(
    file: &OutputFile,
    official: &Official,
    (scores, left_out_names): (&RunScores, &[String]),
    set: Option<&JudgmentSet>,
) -> Result<FileComparison> {
    let source: Arc<Source> = file.read()?;
    let (mut counts, mut failures) = (Counts::default(), Vec::new());
    let fail = |outcome, line: usize, message: &str| {
        let at = Position { source: Arc::clone(&source), line, column: 1 };
        CheckFailure::new(outcome, &official.table, Some(&at), message)
    };
    for line in lines_of(&source) {
        let line = line?;
        let Err((outcome, words)) = scores.compare(&file.run, &line) else {
            counts.add(CheckOutcome::Match, 1);
            continue;
        };
        if outcome == CheckOutcome::NotComputed && left_out_names.iter().any(|name| name == line.measure) {
            counts.add(CheckOutcome::LeftOut, 1);
            continue;
        }
        counts.add(outcome, 1);
        if failures.len() < MAX_SHOWN_VALUES {
            let OutputLine { number, measure, topic, text } = line;
            let message = match scores.runs.get(&file.run) {
                Some(RunScoresByTopic { team, .. }) => {
                    let under = set.map(|set| set.for_team(team).unwrap_or_else(|| set.clone()).to_string());
                    let under = under.unwrap_or_default();
                    format!("{measure} on {topic} under {under} is printed {text}, {words}")
                }
                None => {
                    format!("run `{}` has no scores, but {measure} on {topic} is printed {text}", file.run)
                }
            };
            failures.push(fail(outcome, number, &message));
        }
    }
    let differ = counts.total() - counts.number(&[CheckOutcome::Match, CheckOutcome::LeftOut]);
    if differ > MAX_SHOWN_VALUES {
        let more = differ - MAX_SHOWN_VALUES;
        let verb = of_number(more, "differs or was not computed", "differ or were not computed");
        let message = format!("{} of `{}` {verb}", counted(more, "more value"), file.run);
        failures.push(fail(worst(&counts), 1, &message));
    }
    Ok(FileComparison { counts, failures })
}
