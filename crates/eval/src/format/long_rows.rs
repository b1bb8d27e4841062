//! Scores of any kind as the forms see them: runs, topics, measures by name, and the rules in force.

use rejudge_metrics::{Family, Metric, Summary};

use super::{SUMMARY, Shown};
use crate::{PresetRules, Scores};

/// Scores to be written.
#[derive(Clone, Debug)]
pub struct ScoreRows<'a> {
    /// Names of the measures.
    pub measures: Vec<String>,
    /// For each measure whether a run with more of it is the better one; else nothing is the best.
    pub has_best: Vec<bool>,
    /// Field and value of each rule, as on the command line.
    pub rules: Vec<(&'static str, String)>,
    /// The runs.
    pub runs: Vec<RunRows<'a>>,
}

/// Scores of a run, by measure.
#[derive(Clone, Debug)]
pub struct RunRows<'a> {
    /// Its name.
    pub name: &'a str,
    /// The topics that its summary is over.
    pub topics: Vec<(&'a str, Vec<f64>)>,
    /// The summary.
    pub all: Vec<f64>,
}

impl<'a> ScoreRows<'a> {
    /// The scores of measures.
    pub(super) fn of(scores: &'a Scores, rules: &PresetRules) -> Self {
        let run = |run: usize| RunRows {
            name: &scores.runs[run],
            topics: scores
                .counted(run)
                .iter()
                .enumerate()
                .map(|(at, &topic)| (scores.topics[topic].as_str(), scores.values(run, at).collect()))
                .collect(),
            all: (0..scores.metrics.len()).map(|metric| scores.summary(run, metric)).collect(),
        };
        Self {
            measures: scores.metrics.iter().map(ToString::to_string).collect(),
            has_best: scores.metrics.iter().map(has_best).collect(),
            rules: rules.fields().into(),
            runs: (0..scores.runs.len()).map(run).collect(),
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
pub fn in_line(rules: &[(&'static str, String)]) -> String {
    let fields: Vec<String> = rules.iter().map(|(field, value)| format!("{field} {value}")).collect();
    fields.join(", ")
}
