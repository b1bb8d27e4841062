//! Scores the subtopic tasks of NTCIR. A run ranks subtopics, and a gold standard has the intent of each subtopic.
//!
//! [`Mining`] is the task of NTCIR-11 IMine, with two levels of subtopics (Sakai, NTCIR survey, section 2.2.2, Eq. 10, and
//! section 4.6). [`Understanding`] is the task of NTCIR-12 IMine-2, with a vertical for each subtopic (Eqs. 11 and 12). Both
//! make [`Scores`] over all topics of the gold standard. A run scores 0 on a topic that it lacks, or for which the score is
//! undefined.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::{IntentTable, Located, VerticalProbabilities, read_as};
use rejudge_experiment::labels::{GoldTopic, IntentHierarchy, RankedSubtopics, SubtopicGold, SubtopicRun};
use rejudge_metrics::diversity::{h_measure, h_score, qu_score, v_score};
use rejudge_metrics::registry::Domain;
use rejudge_metrics::{Decimal, Gains, IntentScorer, IntentScratch, Metric, PreparedTopic, Value};
use rejudge_names::plural::{counted, few};
use rejudge_pools::ScoreMatrix;
use rejudge_tables::frame::in_line;

use crate::notes::{MAX_LISTED, missing_topics};
use crate::own_files::check_stdin;
use crate::{EvalError, Scores};

/// The files and rules of the task with two levels of subtopics.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "A line of a run: topic;0;subtopic;rank;score;0;subtopic;rank;score;run")]
pub struct Mining {
    /// First-level subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    first: PathBuf,
    /// Second-level subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    second: PathBuf,
    /// Hierarchy of the intents: topic, second-level intent, first-level intent
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    hierarchy: PathBuf,
    /// Probabilities of the first-level intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    first_probabilities: Option<PathBuf>,
    /// Probabilities of the second-level intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    second_probabilities: Option<PathBuf>,
    /// Weight of the first level in the H-measure; the second level has 1 - ALPHA
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    alpha: Decimal,
    /// Weight of intent recall in D#-nDCG
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    gamma: Decimal,
    /// Cutoff of D#-nDCG [default: none]
    #[arg(long, value_name = "RANK", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    cutoff: Option<u32>,
}

impl Mining {
    /// Returns the files of the gold standard.
    pub fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        let probabilities = self.first_probabilities.iter().chain(&self.second_probabilities);
        [&self.first, &self.second, &self.hierarchy].into_iter().chain(probabilities)
    }

    /// Scores runs by Hscore, by D♯-nDCG on each level (`D1#-nDCG`, `D2#-nDCG`), and by H-measure. The cutoff does not apply
    /// to Hscore, which counts all second-level subtopics.
    ///
    /// # Errors
    /// If a file cannot be read or is malformed, if the files disagree on topics or intents, if a run has no
    /// topic of the gold standard, or if standard input is named more than once.
    pub fn scores(&self, runs: &[PathBuf]) -> Result<TaskScores, EvalError> {
        check_stdin(self.inputs().chain(runs))?;
        let first = read_gold(&self.first, self.first_probabilities.as_ref())?;
        let second = read_gold(&self.second, self.second_probabilities.as_ref())?;
        let hierarchy = read_as(&self.hierarchy, IntentHierarchy::parse)?;
        hierarchy.check(&first, &second)?;
        let Self { alpha, gamma, cutoff, .. } = self;
        let first_level = DSharp::new(&first, gamma, *cutoff)?;
        let second_level = DSharp::new(&second, gamma, *cutoff)?;
        let measures = vec![
            "Hscore".to_owned(),
            measure_name("D1#-nDCG", &[("gamma", gamma)], *cutoff),
            measure_name("D2#-nDCG", &[("gamma", gamma)], *cutoff),
            measure_name("H-measure", &[("alpha", alpha), ("gamma", gamma)], *cutoff),
        ];
        let cutoff = cutoff.map_or("all".to_owned(), |cutoff| cutoff.to_string());
        let rules = [("alpha", alpha.to_string()), ("gamma", gamma.to_string()), ("cutoff", cutoff)];
        score_runs(&self.first, &first, measures, rules, runs, SubtopicRun::parse_mined, |topic, run| {
            let h_score = h_score(&hierarchy.pairs(run, &first, &second)).unwrap_or(0.0);
            let first = first_level.score(topic, run.first.iter().map(String::as_str));
            let second =
                second_level.score(topic, run.subtopics.iter().map(|(subtopic, _)| subtopic.as_str()));
            vec![h_score, first, second, h_measure(alpha.value(), h_score, first, second)]
        })
    }
}

/// The files and rules of the task with a vertical for each subtopic.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "A line of a run: topic;0;subtopic;vertical;rank;score;run")]
pub struct Understanding {
    /// Subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    gold: PathBuf,
    /// Suitability of verticals for intents: topic, intent, vertical, probability
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    verticals: PathBuf,
    /// Probabilities of the intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    intent_probabilities: Option<PathBuf>,
    /// Weight of D#-nDCG in the QU-score; the V-score has 1 - LAMBDA
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    lambda: Decimal,
    /// Weight of intent recall in D#-nDCG
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    gamma: Decimal,
    /// Cutoff
    #[arg(long, value_name = "RANK", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    cutoff: u32,
}

impl Understanding {
    /// Returns the files of the gold standard.
    pub fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.gold, &self.verticals].into_iter().chain(&self.intent_probabilities)
    }

    /// Scores runs by D♯-nDCG@l, V-score@l and QU-score@l.
    ///
    /// # Errors
    /// If a file cannot be read or is malformed, if an intent with subtopics has no verticals, if a run has
    /// no topic of the gold standard, or if standard input is named more than once.
    pub fn scores(&self, runs: &[PathBuf]) -> Result<TaskScores, EvalError> {
        check_stdin(self.inputs().chain(runs))?;
        let gold = read_gold(&self.gold, self.intent_probabilities.as_ref())?;
        let verticals = read_as(&self.verticals, VerticalProbabilities::parse)?;
        gold.check(&verticals)?;
        let Self { lambda, gamma, cutoff, .. } = self;
        let d_sharp = DSharp::new(&gold, gamma, Some(*cutoff))?;
        let measures = vec![
            d_sharp.metric.to_string(),
            measure_name("V-score", &[], Some(*cutoff)),
            measure_name("QU-score", &[("lambda", lambda), ("gamma", gamma)], Some(*cutoff)),
        ];
        let rules =
            [("lambda", lambda.to_string()), ("gamma", gamma.to_string()), ("cutoff", cutoff.to_string())];
        score_runs(&self.gold, &gold, measures, rules, runs, SubtopicRun::parse_understood, |topic, run| {
            let (gold_topic, _) = d_sharp.topics[topic];
            let d_sharp = d_sharp.score(topic, run.subtopics.iter().map(|(subtopic, _)| subtopic.as_str()));
            let v_score = v_score(&gold_topic.vertical_matches(run, &verticals), *cutoff);
            vec![d_sharp, v_score, qu_score(lambda.value(), d_sharp, v_score)]
        })
    }
}

/// The scores of runs, the names and values of the rules, and notes that a reader of the scores needs.
pub type TaskScores = (Scores<String>, Vec<(String, String)>, Vec<String>);

/// Scores runs by several measures. `score` takes the index of a topic in the gold standard and the run's
/// ranking for this topic, and returns the score by each measure. If several runs have the same tag, they are
/// named by their paths.
fn score_runs(
    gold_path: &Path,
    gold: &SubtopicGold,
    measures: Vec<String>,
    rules: [(&str, String); 3],
    run_paths: &[PathBuf],
    read_run: fn(&Path, &[u8]) -> Result<SubtopicRun, Located>,
    score: impl Fn(usize, &RankedSubtopics) -> Vec<f64>,
) -> Result<TaskScores, EvalError> {
    let gold_topics: Vec<&str> = gold.topics().collect();
    let (gold, count) = (gold_path.display(), gold_topics.len());
    let runs: Vec<SubtopicRun> =
        run_paths.iter().map(|path| read_as(path, read_run)).collect::<Result<_, _>>()?;
    let rules = rules.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let mut notes = vec![format!("rules: {}; summaries over {}", in_line(&rules), counted(count, "topic"))];
    let (mut names, mut by_run) = (Vec::new(), Vec::new());
    for (path, SubtopicRun { tag, topics }) in run_paths.iter().zip(&runs) {
        let mut name = tag.clone();
        if runs.iter().filter(|other| other.tag == *tag).count() > 1 {
            let path = path.display();
            tracing::warn!(tag, %path, "several files have this run tag: named by path");
            name = path.to_string();
        }
        let mut scores = vec![vec![Some(0.0); count]; measures.len()];
        let (mut missing, mut unknown) = (gold_topics.clone(), Vec::new());
        for topic in topics {
            match gold_topics.binary_search(&topic.name.as_str()) {
                Err(_) => unknown.push(&topic.name),
                Ok(index) => {
                    for (scores, value) in scores.iter_mut().zip(score(index, topic)) {
                        scores[index] = Some(value);
                    }
                    missing.retain(|other| *other != topic.name);
                }
            }
        }
        if missing.len() == count {
            let path = path.display();
            return Err(EvalError::Data(format!("{path}: run `{tag}` has no topic in common with {gold}")));
        }
        if !missing.is_empty() {
            notes.push(missing_topics(&name, &missing, &gold, "scored 0"));
        }
        if !unknown.is_empty() {
            let (unknown, names) = (counted(unknown.len(), "topic"), few(&unknown, MAX_LISTED, ", "));
            notes.push(format!("run {name} has {unknown} that {gold} lacks ({names}): not scored"));
        }
        names.push(name);
        by_run.push(scores.into_iter().map(|scores| ScoreMatrix::new(count, scores)).collect());
    }
    let scores = Scores {
        counted: vec![(0..count).collect(); names.len()],
        runs: names,
        topics: Arc::new(gold_topics.into_iter().collect()),
        metrics: measures,
        by_run,
    };
    Ok((scores, rules, notes))
}

/// Reads subtopics with their intents. The intents of a topic are equally probable if there is no file of probabilities.
fn read_gold(subtopics: &Path, probabilities: Option<&PathBuf>) -> Result<SubtopicGold, EvalError> {
    let table = probabilities.map(|path| read_as(path, IntentTable::parse)).transpose()?;
    Ok(read_as(subtopics, |path, bytes| SubtopicGold::parse(path, bytes, table.as_ref()))?)
}

/// Parses a number from 0 to 1 on the command line.
fn share(text: &str) -> Result<Decimal, String> {
    match Domain::Share.read(text) {
        Some(Value::Decimal(share)) => Ok(share),
        _ => Err(format!("expected {}", Domain::Share.expected())),
    }
}

/// D♯-nDCG on a gold standard. Topics are prepared once and used for all runs.
struct DSharp<'g> {
    metric: Metric,
    /// The topics in the order of the gold standard.
    topics: Vec<(&'g GoldTopic, PreparedTopic)>,
}

impl<'g> DSharp<'g> {
    /// Prepares the topics of a gold standard. `gamma` is the weight of intent recall.
    fn new(gold: &'g SubtopicGold, gamma: &Decimal, cutoff: Option<u32>) -> Result<Self, EvalError> {
        let usage_error = |error: &dyn std::fmt::Display| EvalError::Usage(error.to_string());
        let name = format!("D#-nDCG(gamma={gamma}){}", cutoff_suffix(cutoff));
        let metric: Metric = name.parse().map_err(|error| usage_error(&error))?;
        let metrics = std::slice::from_ref(&metric);
        let scorer =
            IntentScorer::new(metrics, &Gains::linear(1), 1, None).map_err(|error| usage_error(&error))?;
        let prepare = |topic: &'g GoldTopic| (topic, scorer.prepare(&topic.judgments(), 0..topic.rows()));
        let topics = gold.topics().filter_map(|name| gold.topic(name)).map(prepare).collect();
        Ok(Self { metric, topics })
    }

    /// Returns the score of a ranking of subtopics, or 0 if the score is undefined.
    fn score<'s>(&self, topic: usize, ranking: impl IntoIterator<Item = &'s str>) -> f64 {
        let (gold, prepared) = &self.topics[topic];
        let (ranking, mut scores) = (gold.place(ranking), [None]);
        prepared.score(&ranking, &ranking, &mut IntentScratch::default(), &mut scores);
        scores[0].unwrap_or(0.0)
    }
}

/// Returns the cutoff as a part of a measure's name, such as `@10`.
fn cutoff_suffix(cutoff: Option<u32>) -> String {
    cutoff.map(|cutoff| format!("@{cutoff}")).unwrap_or_default()
}

/// Returns the name of a measure with its parameters, except parameters that have their default of 0.5.
fn measure_name(family: &str, parameters: &[(&str, &Decimal)], cutoff: Option<u32>) -> String {
    let changed = parameters.iter().filter(|(_, value)| value.value() != 0.5);
    let changed: Vec<String> = changed.map(|(parameter, value)| format!("{parameter}={value}")).collect();
    let changed = if changed.is_empty() { String::new() } else { format!("({})", changed.join(", ")) };
    format!("{family}{changed}{}", cutoff_suffix(cutoff))
}
