//! Scores of any kind as the forms see them: runs, topics, measures by name, and the rules in force.

use rejudge_metrics::{Family, Metric, Summary};

use super::decimals::standard_error;
use super::{SUMMARY, Shown};
use crate::{PresetRules, RunSummary, Scores, Summaries};

/// Scores to be written.
#[derive(Clone, Debug)]
pub struct ScoreRows<'a> {
    /// Names of the measures.
    pub measures: Vec<String>,
    /// For each measure whether a run with more of it is the better one; else nothing is the best.
    pub has_best: Vec<bool>,
    /// Field and value of each rule, as on the command line.
    pub rules: Vec<(String, String)>,
    /// The runs.
    pub runs: Vec<RunRows<'a>>,
}

/// Scores of a run, by measure.
#[derive(Clone, Debug)]
pub struct RunRows<'a> {
    /// Its name.
    pub name: &'a str,
    /// The scores of topics, where they are shown.
    pub topics: Vec<(&'a str, Vec<f64>)>,
    /// How many topics its summary is over.
    pub counted: usize,
    /// How the scores of topics differ, by measure; none where nobody rounds by that.
    pub(crate) spreads: Vec<Spread>,
    /// The summary.
    pub all: Vec<f64>,
}

/// How the scores of topics differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The standard error of their mean, where it is known.
    pub error: Option<f64>,
    /// Whether all are whole numbers.
    pub is_whole: bool,
}

impl Spread {
    /// Of these scores.
    pub fn of(scores: &[f64]) -> Self {
        let is_whole = scores.iter().all(|score| score.fract() == 0.0);
        Self { error: standard_error(scores), is_whole }
    }
}

impl<'a> RunRows<'a> {
    /// Of a run whose summary is over these topics.
    pub fn of_topics(name: &'a str, topics: Vec<(&'a str, Vec<f64>)>, all: Vec<f64>) -> Self {
        let of_measure = |at: usize| -> Vec<f64> { topics.iter().map(|(_, values)| values[at]).collect() };
        let spreads = (0..all.len()).map(|at| Spread::of(&of_measure(at))).collect();
        Self { name, counted: topics.len(), spreads, topics, all }
    }
}

impl<'a> ScoreRows<'a> {
    /// The scores of measures, as far as they are shown.
    pub(super) fn of(scores: &'a Scores, rules: &PresetRules, shown: Shown) -> Self {
        let measures = 0..scores.metrics.len();
        let run = |run: usize| {
            let topics = scores.counted(run).iter().enumerate().filter(|_| shown.per_topic);
            let topic = |(at, &topic): (usize, &usize)| {
                (scores.topics[topic].as_str(), scores.values(run, at).collect())
            };
            RunRows {
                name: &scores.runs[run],
                topics: topics.map(topic).collect(),
                counted: scores.counted(run).len(),
                spreads: measures.clone().map(|metric| Spread::of(scores.of_run(run, metric))).collect(),
                all: measures.clone().map(|metric| scores.summary(run, metric)).collect(),
            }
        };
        Self::of_measures(&scores.metrics, rules, (0..scores.runs.len()).map(run).collect())
    }

    /// Summaries of measures.
    pub(super) fn of_summaries(summaries: &'a Summaries, rules: &PresetRules) -> Self {
        let run = |run: &'a RunSummary| RunRows {
            name: &run.name,
            topics: Vec::new(),
            counted: run.counted,
            spreads: run.spreads.clone(),
            all: run.all.clone(),
        };
        Self::of_measures(&summaries.metrics, rules, summaries.runs.iter().map(run).collect())
    }

    fn of_measures(metrics: &[Metric], rules: &PresetRules, runs: Vec<RunRows<'a>>) -> Self {
        Self {
            measures: metrics.iter().map(ToString::to_string).collect(),
            has_best: metrics.iter().map(has_best).collect(),
            rules: rules.fields(),
            runs,
        }
    }

    /// The rows of the long form: run by run, topics, if asked for, before the summary (`all`).
    pub(super) fn rows(&self, shown: Shown) -> impl Iterator<Item = Row<'_>> {
        self.runs.iter().flat_map(move |run| {
            let topics = if shown.per_topic { run.topics.as_slice() } else { &[] };
            let topics = topics.iter().map(|(topic, values)| (*topic, values.as_slice()));
            let blocks = topics.chain(shown.summary.then_some((SUMMARY, run.all.as_slice())));
            blocks.flat_map(move |(topic, values)| {
                values.iter().enumerate().map(move |(measure, &value)| Row {
                    run: run.name,
                    topic,
                    measure,
                    value,
                })
            })
        })
    }
}

/// Whether more of a measure is better: it is of measures, and not of counts and shares of what was judged.
fn has_best(metric: &Metric) -> bool {
    let is_no_score =
        matches!(metric.family(), Family::JudgedShare | Family::UnjudgedShare | Family::RankBiasedResidual);
    metric.summary() != Summary::Sum && !is_no_score
}

/// One score as a row of the long form.
pub(super) struct Row<'a> {
    pub run: &'a str,
    pub topic: &'a str,
    /// Place of the measure's name.
    pub measure: usize,
    pub value: f64,
}

/// PresetRules in one line: `ties rank, gains linear`.
pub fn in_line(rules: &[(String, String)]) -> String {
    let fields: Vec<String> = rules.iter().map(|(field, value)| format!("{field} {value}")).collect();
    fields.join(", ")
}
