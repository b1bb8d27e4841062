//! The scores: runs by topics by measures.

use rayon::prelude::*;
use rejudge_metrics::Metric;

use super::scorers::Scorers;
use super::{EvalError, Input, Rules, TopicRule, Wanted};
use crate::spec::NoRelevant;

/// The scores of runs, topic by topic.
#[derive(Clone, Debug)]
pub struct Scores {
    /// Names of the runs.
    pub runs: Vec<String>,
    /// Names of the topics, in the order of the qrels.
    pub topics: Vec<String>,
    /// The measures.
    pub metrics: Vec<Metric>,
    /// For each run the topics that its summary is over.
    counted: Vec<Vec<usize>>,
    /// By run, topic, measure; 0 where the measure is undefined.
    values: Vec<f64>,
    /// In the same places whether it is.
    undefined: Vec<bool>,
}

impl Scores {
    /// Scores every run of `input` with the measures that are wanted.
    pub fn compute(input: &Input, wanted: &Wanted, rules: &Rules) -> Result<Self, EvalError> {
        let scorers = Scorers::new(input, &wanted.metrics, rules)?;
        let counted = counted(input, rules)?;
        let (names, width) = (input.judgments.topics(), wanted.metrics.len());
        let of_run = |run: usize| {
            let mut row = scorers.row();
            let mut values = vec![None; names.len() * width];
            for &topic in &counted[run] {
                scorers.score(
                    &input.runs[run].joined,
                    topic,
                    &mut row,
                    &mut values[topic * width..][..width],
                );
            }
            values
        };
        let values: Vec<Vec<Option<f64>>> = (0..input.runs.len()).into_par_iter().map(of_run).collect();
        let values = values.concat();
        Ok(Self {
            runs: input.runs.iter().map(|run| run.name.clone()).collect(),
            topics: names.iter().map(|topic| topic.name.clone()).collect(),
            metrics: wanted.metrics.clone(),
            counted,
            values: values.iter().map(|score| score.unwrap_or(0.0)).collect(),
            undefined: values.iter().map(Option::is_none).collect(),
        })
    }

    /// The topics that a run's summary is over, in the order of the qrels.
    pub fn counted(&self, run: usize) -> &[usize] {
        &self.counted[run]
    }

    /// One score; an undefined one is 0.
    pub fn value(&self, run: usize, topic: usize, metric: usize) -> f64 {
        self.values(run, topic)[metric]
    }

    /// Whether the measure is undefined there, as it is most often on a topic without a relevant document.
    pub fn is_undefined(&self, run: usize, topic: usize, metric: usize) -> bool {
        self.undefined[self.place(run, topic) + metric]
    }

    /// The scores of a run on a topic, by measure; undefined ones are 0.
    pub fn values(&self, run: usize, topic: usize) -> &[f64] {
        &self.values[self.place(run, topic)..][..self.metrics.len()]
    }

    fn place(&self, run: usize, topic: usize) -> usize {
        (run * self.topics.len() + topic) * self.metrics.len()
    }

    /// The score of a run: over its topics in the order given.
    pub fn summary_over(&self, run: usize, metric: usize, topics: &[usize]) -> f64 {
        self.metrics[metric].summary().of(topics.iter().map(|&topic| self.value(run, topic, metric)))
    }

    /// The score of a run.
    pub fn summary(&self, run: usize, metric: usize) -> f64 {
        self.summary_over(run, metric, self.counted(run))
    }
}

/// For each run the topics that count.
fn counted(input: &Input, rules: &Rules) -> Result<Vec<Vec<usize>>, EvalError> {
    let (path, topics) = (input.qrels.display(), input.judgments.topics().len());
    let has_relevant = |&topic: &usize| {
        rules.no_relevant == NoRelevant::Zero || input.view.relevant(topic, rules.min_rel) > 0
    };
    let in_qrels: Vec<usize> = (0..topics).filter(has_relevant).collect();
    if in_qrels.is_empty() {
        return Err(EvalError::Data(format!(
            "{path}: no topic has a relevant document, so no-relevant drop leaves none"
        )));
    }
    let has = |run: usize, topic: usize| input.runs[run].joined.retrieved(topic) > 0;
    let runs = 0..input.runs.len();
    for run in runs.clone() {
        if !(0..topics).any(|topic| has(run, topic)) {
            let name = &input.runs[run].name;
            return Err(EvalError::Data(format!("run `{name}` has no topic in common with {path}")));
        }
    }
    Ok(match rules.topics {
        TopicRule::Qrels => vec![in_qrels; runs.len()],
        TopicRule::Run => {
            let own = |run: usize| in_qrels.iter().copied().filter(|&topic| has(run, topic)).collect();
            runs.map(own).collect()
        }
        TopicRule::Intersection => {
            let in_all: Vec<usize> =
                in_qrels.into_iter().filter(|&topic| runs.clone().all(|run| has(run, topic))).collect();
            if in_all.is_empty() {
                return Err(EvalError::Data(format!("no topic of {path} is in every run")));
            }
            vec![in_all; runs.len()]
        }
    })
}
