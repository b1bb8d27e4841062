//! The subtopic tasks of NTCIR: runs of subtopics, scored by which intent each subtopic belongs to.
//!
//! [`Mining`] is NTCIR-11 IMine's, two levels of subtopics; [`Understanding`] NTCIR-12 IMine-2's, subtopics
//! with verticals. Both make [`SubtopicScores`], over all topics of the gold standard: one that a run lacks
//! scores 0, as an undefined score does. A task is its files and its rules, as typed.

mod mining;
mod scores;
mod understanding;

use std::path::{Path, PathBuf};

use rejudge_collections::{IntentTable, read_as};
use rejudge_experiment::labels::{GoldTopic, SubtopicGold};
use rejudge_metrics::registry::Domain;
use rejudge_metrics::{Decimal, Gains, IntentScorer, IntentScratch, Metric, PreparedTopic, Value};

use crate::EvalError;

pub use mining::Mining;
pub use scores::SubtopicScores;
pub use understanding::Understanding;

/// Reads subtopics with their intents, whose probabilities are equal without a file.
fn gold(subtopics: &Path, probabilities: Option<&PathBuf>) -> Result<SubtopicGold, EvalError> {
    let table = probabilities.map(|path| read_as(path, IntentTable::parse)).transpose()?;
    Ok(read_as(subtopics, |path, bytes| SubtopicGold::parse(path, bytes, table.as_ref()))?)
}

fn share(text: &str) -> Result<Decimal, String> {
    match Domain::Share.read(text) {
        Some(Value::Decimal(share)) => Ok(share),
        _ => Err(format!("expected {}", Domain::Share.expected())),
    }
}

/// D♯-nDCG on a gold standard, whose topics are prepared once for all runs.
struct DSharp<'g> {
    metric: Metric,
    /// In the order of the gold standard.
    topics: Vec<(&'g GoldTopic, PreparedTopic)>,
}

impl<'g> DSharp<'g> {
    /// Prepares the gold standard, with the weight `gamma` of intent recall, down to rank `cutoff`, or for whole
    /// rankings.
    fn new(gold: &'g SubtopicGold, gamma: &Decimal, cutoff: Option<u32>) -> Result<Self, EvalError> {
        let usage = |error: &dyn std::fmt::Display| EvalError::Usage(error.to_string());
        let name = format!("D#-nDCG(gamma={gamma}){}", at(cutoff));
        let metric: Metric = name.parse().map_err(|error| usage(&error))?;
        let metrics = std::slice::from_ref(&metric);
        let scorer = IntentScorer::new(metrics, &Gains::linear(1), 1, None).map_err(|error| usage(&error))?;
        let prepare = |topic: &'g GoldTopic| (topic, scorer.prepare(&topic.judgments(), 0..topic.rows()));
        let topics = gold.topics().filter_map(|name| gold.topic(name)).map(prepare).collect();
        Ok(Self { metric, topics })
    }

    /// The name of the measure.
    fn name(&self) -> String {
        self.metric.to_string()
    }

    /// Returns the score of a ranking of subtopics; 0 if no intent of the topic has a probability.
    fn score<'s>(&self, topic: usize, ranking: impl IntoIterator<Item = &'s str>) -> f64 {
        let (gold, prepared) = &self.topics[topic];
        let (ranking, mut scores) = (gold.place(ranking), [None]);
        prepared.score(&ranking, &ranking, &mut IntentScratch::default(), &mut scores);
        scores[0].unwrap_or(0.0)
    }
}

/// A cutoff as measures are named by it.
fn at(cutoff: Option<u32>) -> String {
    cutoff.map(|cutoff| format!("@{cutoff}")).unwrap_or_default()
}

/// The name of a measure whose parameters are 0.5 unless they are named.
fn named(name: &str, parameters: &[(&str, &Decimal)], cutoff: Option<u32>) -> String {
    let others = parameters.iter().filter(|(_, value)| value.value() != 0.5);
    let others: Vec<String> = others.map(|(parameter, value)| format!("{parameter}={value}")).collect();
    let others = if others.is_empty() { String::new() } else { format!("({})", others.join(", ")) };
    format!("{name}{others}{}", at(cutoff))
}
