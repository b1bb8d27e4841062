//! The scores: runs by topics by measures.

use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;
use rejudge_collections::ReadRun;
use rejudge_metrics::{Metric, ScorerError, Summary};
use rejudge_names::plural::few;
use rejudge_names::{meant, nearest};
use rejudge_pools::{Names, ScoreMatrix, Scoring, topic_order};
use rejudge_stats::Matrix;

use super::format::best_first;
use super::{EvalError, Input, Wanted};
use rejudge_experiment::spec::{Rules, TopicRule};

/// The number of run names that a message lists.
pub(crate) const NAMED: usize = 10;

/// A measure as tables show it, by its name.
pub trait Measure: fmt::Display {
    /// Returns true if a higher score is better; otherwise no best score is marked.
    fn higher_is_better(&self) -> bool {
        true
    }

    /// The summary over topics.
    fn summary(&self) -> Summary {
        Summary::Mean
    }
}

impl Measure for Metric {
    fn higher_is_better(&self) -> bool {
        self.family().entry().higher_is_better
    }

    fn summary(&self) -> Summary {
        Self::summary(self)
    }
}

/// The scores of runs, topic by topic, by retrieval measures or by those of a subtopic task.
#[derive(Clone, Debug)]
pub struct Scores<M = Metric> {
    /// Names of the runs.
    pub runs: Vec<String>,
    /// Names of the topics, in the order of the qrels.
    pub topics: Arc<Names>,
    /// The measures.
    pub metrics: Vec<M>,
    /// For each run, the topics of its summary, in the order of the qrels; one or more.
    pub(crate) counted: Vec<Arc<[usize]>>,
    /// The scores of each run: runs may differ in their topics.
    pub(crate) by_run: Vec<Vec<ScoreMatrix>>,
}

impl Scores {
    /// Scores every run of `input` with the measures that are wanted.
    ///
    /// # Errors
    /// If a measure does not fit the judgments, or a run has no topic of theirs.
    pub fn compute(input: &Input, wanted: &Wanted, rules: &Rules) -> Result<Self, EvalError> {
        refuse_strangers(input)?;
        Self::of_any(input, wanted, rules)
    }

    /// Like [`Scores::compute`], for runs that may have no documents at all.
    ///
    /// # Errors
    /// If a measure does not fit the judgments, or there is no topic to score.
    pub fn of_any(input: &Input, wanted: &Wanted, rules: &Rules) -> Result<Self, EvalError> {
        let scorers = input.scorers(wanted, rules)?;
        let scoring = Scoring::new(&scorers, &input.judgments, &input.view, input.intents.as_deref());
        let scoring = scoring.map_err(|error: ScorerError| EvalError::Usage(error.to_string()))?;
        let counted = counted(input, rules)?;
        let of_run = |run: usize| scoring.scores([&input.runs[run].kept], counted[run].iter().copied());
        let by_run = (0..input.runs.len()).into_par_iter().map(of_run).collect();
        Ok(Self {
            runs: input.runs.iter().map(|run| run.name.clone()).collect(),
            topics: Arc::clone(input.judgments.names()),
            metrics: wanted.metrics.clone(),
            counted,
            by_run,
        })
    }

    /// Puts the runs in the order of their summaries by a measure, the highest first, runs of equal summaries by name.
    ///
    /// # Errors
    /// If it is none of the measures.
    pub fn sort_by(&mut self, metric: &Metric) -> Result<(), EvalError> {
        let at = self.metrics.iter().position(|other| other == metric).ok_or_else(|| {
            let measures: Vec<String> = self.metrics.iter().map(Metric::to_string).collect();
            let measures = few(&measures, NAMED, ", ");
            EvalError::Usage(format!("--sort {metric}: the measures are {measures}; add it to them with -m"))
        })?;
        let summaries: Vec<f64> = (0..self.runs.len()).map(|run| self.summary(run, at)).collect();
        self.reorder(&best_first(&summaries, &self.runs));
        Ok(())
    }

    /// Puts the runs in the order of their names.
    pub fn sort_by_name(&mut self) {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        order.sort_by(|&one, &other| topic_order(&self.runs[one], &self.runs[other]));
        self.reorder(&order);
    }

    fn reorder(&mut self, order: &[usize]) {
        self.runs = order.iter().map(|&run| self.runs[run].clone()).collect();
        self.counted = order.iter().map(|&run| Arc::clone(&self.counted[run])).collect();
        self.by_run = order.iter().map(|&run| std::mem::take(&mut self.by_run[run])).collect();
    }

    /// Returns the topics that count for a run on which the measure is undefined, usually because no document is
    /// relevant.
    pub fn undefined(&self, run: usize, metric: usize) -> impl Iterator<Item = usize> {
        self.by_run[run][metric].undefined_topics().map(move |at| self.counted[run][at])
    }

    /// Returns one score; 0 if it is undefined, or if the topic does not count for the run.
    pub fn value(&self, run: usize, topic: usize, metric: usize) -> f64 {
        self.counted[run].binary_search(&topic).map_or(0.0, |at| self.of_run(run, metric)[at])
    }

    /// The score of a run: over its topics in the order given.
    pub(crate) fn summary_over(&self, run: usize, metric: usize, topics: &[usize]) -> f64 {
        self.metrics[metric].summary().summarise(topics.iter().map(|&topic| self.value(run, topic, metric)))
    }
}

impl<M: Measure> Scores<M> {
    /// Returns the place of the run that the value of `option` names.
    ///
    /// # Errors
    /// If there is none of this name.
    pub(crate) fn run(&self, option: &str, name: &str) -> Result<usize, EvalError> {
        self.runs.iter().position(|run| run == name).ok_or_else(|| {
            let longer =
                || self.runs.iter().map(String::as_str).find(|run| !name.is_empty() && run.contains(name));
            let near = match nearest(name, self.runs.iter().map(String::as_str)).or_else(longer) {
                None => format!("; the runs are {}", few(&self.runs, NAMED, ", ")),
                near => meant(near),
            };
            EvalError::argument(option, name, format!("no run is named `{name}`{near}"))
        })
    }

    /// Returns the topics of all runs, which `used` needs.
    ///
    /// # Errors
    /// If the runs differ in their topics.
    pub(crate) fn common_topics(&self, used: &str) -> Result<&[usize], EvalError> {
        if (1..self.runs.len()).any(|run| self.counted(run) != self.counted(0)) {
            return Err(EvalError::Usage(format!(
                "{used} needs one set of topics, but the runs differ: use --topics qrels or intersection"
            )));
        }
        Ok(self.counted(0))
    }

    /// Returns the topics of all runs, whose means are `used`.
    ///
    /// # Errors
    /// If the runs differ in their topics, or a measure is not averaged.
    pub(crate) fn averaged(&self, used: &str) -> Result<&[usize], EvalError> {
        let topics = self.common_topics(used)?;
        match self.metrics.iter().find(|metric| metric.summary() != Summary::Mean) {
            None => Ok(topics),
            Some(metric) => {
                let says = if metric.summary() == Summary::Sum {
                    "is a sum over topics"
                } else {
                    "has a geometric one"
                };
                Err(EvalError::Usage(format!("{used} needs arithmetic means, but {metric} {says}")))
            }
        }
    }

    /// The scores by a measure, run by run; the runs have the same topics.
    pub(crate) fn matrix(&self, metric: usize) -> Result<Matrix, EvalError> {
        let data = (0..self.runs.len()).flat_map(|run| self.of_run(run, metric)).copied().collect();
        Matrix::new(self.runs.len(), self.counted(0).len(), data)
            .map_err(|error| EvalError::Data(format!("{}: {error}", self.metrics[metric])))
    }

    /// The topics that a run's summary is over, in the order of the qrels.
    pub fn counted(&self, run: usize) -> &[usize] {
        &self.counted[run]
    }

    /// The scores of a run by a measure, of each topic that counts for it; undefined ones are 0.
    pub fn of_run(&self, run: usize, metric: usize) -> &[f64] {
        self.by_run[run][metric].of_run(0)
    }

    /// Returns the scores of a run on a topic by measure; `at` is the position of the topic among those that count for
    /// the run. Undefined scores are 0.
    pub fn values(&self, run: usize, at: usize) -> impl Iterator<Item = f64> {
        (0..self.metrics.len()).map(move |metric| self.of_run(run, metric)[at])
    }

    /// The score of a run.
    pub fn summary(&self, run: usize, metric: usize) -> f64 {
        self.metrics[metric].summary().summarise(self.of_run(run, metric).iter().copied())
    }
}

/// Refuses a run that has no topic of the judgments.
fn refuse_strangers(input: &Input) -> Result<(), EvalError> {
    let (path, topics) = (input.qrels.display(), input.judgments.names());
    for ReadRun { name, kept, .. } in input.runs.iter() {
        if !(0..topics.len()).any(|topic| kept.has(topic)) {
            let first = topics.iter().next().unwrap_or_default().escape_debug();
            return Err(EvalError::Data(format!(
                "run `{name}` has no topic in common with {path}, whose first topic is `{first}`"
            )));
        }
    }
    Ok(())
}

/// Returns the topics that count for each run.
fn counted(input: &Input, rules: &Rules) -> Result<Vec<Arc<[usize]>>, EvalError> {
    let (path, runs) = (input.qrels.display(), &input.runs);
    let those = |counts: &dyn Fn(usize) -> bool, none: &dyn Fn() -> String| {
        let topics = (0..input.judgments.names().len()).filter(|&topic| rules.counts(&input.view, topic));
        let counted: Arc<[usize]> = topics.filter(|&topic| counts(topic)).collect();
        if counted.is_empty() { Err(EvalError::Data(none())) } else { Ok(counted) }
    };
    let in_qrels = those(&|_| true, &|| {
        format!("{path}: no topic has a relevant document, so no-relevant drop leaves none")
    })?;
    match rules.topics {
        TopicRule::Qrels => Ok(vec![in_qrels; runs.len()]),
        TopicRule::Run => {
            let own = |run: &ReadRun| {
                those(&|topic| run.kept.has(topic), &|| {
                    format!(
                        "run `{}` has no topic of {path} with a relevant document, expected at least one: \
                         no-relevant drop leaves none",
                        run.name
                    )
                })
            };
            runs.iter().map(own).collect()
        }
        TopicRule::Intersection => {
            let is_in_all = |topic| runs.iter().all(|run| run.kept.has(topic));
            let in_all = those(&is_in_all, &|| format!("no topic of {path} is in every run"))?;
            Ok(vec![in_all; runs.len()])
        }
    }
}
