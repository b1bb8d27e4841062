//! The scores: runs by topics by measures.

use rayon::prelude::*;
use rejudge_metrics::Metric;

use super::scorers::{Row, Scorers};
use super::{EvalError, Input, Rules, TopicRule, Wanted};
use rejudge_spec::NoRelevant;

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
    of_runs: Vec<OfRun>,
}

/// The scores of one run, by topic and measure.
#[derive(Clone, Debug)]
struct OfRun {
    /// 0 where the measure is undefined.
    values: Vec<f64>,
    /// In the same places whether it is.
    undefined: Vec<bool>,
}

impl Scores {
    /// Scores every run of `input` with the measures that are wanted.
    ///
    /// # Errors
    /// When a measure does not fit the judgments, or a run has no topic of theirs.
    pub fn compute(input: &Input, wanted: &Wanted, rules: &Rules) -> Result<Self, EvalError> {
        refuse_strangers(input)?;
        Self::of_any(input, wanted, rules)
    }

    /// As [`Scores::compute`], of runs that may have retrieved nothing at all.
    ///
    /// # Errors
    /// When a measure does not fit the judgments, or there is no topic to score.
    pub fn of_any(input: &Input, wanted: &Wanted, rules: &Rules) -> Result<Self, EvalError> {
        let scorers = Scorers::new(input, &wanted.metrics, rules)?;
        let counted = counted(input, rules)?;
        let (names, width) = (input.judgments.topics(), wanted.metrics.len());
        let of_run = |row: &mut Row, run: usize| {
            let size = names.len() * width;
            let (mut values, mut undefined) = (vec![0.0; size], vec![true; size]);
            for &topic in &counted[run] {
                let scores = scorers.score(&input.runs[run].joined, topic, row);
                for (at, score) in (topic * width..).zip(scores) {
                    (values[at], undefined[at]) = (score.unwrap_or(0.0), score.is_none());
                }
            }
            OfRun { values, undefined }
        };
        let of_runs = (0..input.runs.len()).into_par_iter().map_init(|| scorers.row(), of_run).collect();
        Ok(Self {
            runs: input.runs.iter().map(|run| run.name.clone()).collect(),
            topics: names.iter().map(|topic| topic.name.clone()).collect(),
            metrics: wanted.metrics.clone(),
            counted,
            of_runs,
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
        self.of_runs[run].undefined[topic * self.metrics.len() + metric]
    }

    /// The scores of a run on a topic, by measure; undefined ones are 0.
    pub fn values(&self, run: usize, topic: usize) -> &[f64] {
        let width = self.metrics.len();
        &self.of_runs[run].values[topic * width..][..width]
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

/// Refuses a run of other topics than the judgments.
fn refuse_strangers(input: &Input) -> Result<(), EvalError> {
    let (path, topics) = (input.qrels.display(), input.judgments.topics());
    for run in &input.runs {
        if !(0..topics.len()).any(|topic| run.joined.retrieved(topic) > 0) {
            let name = &run.name;
            let first = topics.first().map_or("", |topic| topic.name.as_str());
            return Err(EvalError::Data(format!(
                "run `{name}` has no topic in common with {path}, the first of which is `{}`",
                first.escape_debug()
            )));
        }
    }
    Ok(())
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
    Ok(match rules.topics {
        TopicRule::Qrels => vec![in_qrels; runs.len()],
        TopicRule::Run => {
            let own = |run: usize| {
                let own: Vec<usize> = in_qrels.iter().copied().filter(|&topic| has(run, topic)).collect();
                let name = &input.runs[run].name;
                let none = || {
                    EvalError::Data(format!(
                        "run `{name}` has no topic of {path} with a relevant document, expected at least one: \
                         no-relevant drop leaves none"
                    ))
                };
                if own.is_empty() { Err(none()) } else { Ok(own) }
            };
            runs.map(own).collect::<Result<_, _>>()?
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
