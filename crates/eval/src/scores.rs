//! The scores of runs on topics, by measures.

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
use super::{EvalError, Input, RequestedMeasures};
use rejudge_experiment::spec::{NoRelevant, Rules, TopicRule};

/// The largest number of names in a message. Notes on scores list fewer ([`MAX_LISTED`](super::notes::MAX_LISTED)).
pub(crate) const MAX_NAMED: usize = 10;

/// A measure in a table of scores: a retrieval measure, or the name of any other measure.
pub trait TableMeasure: fmt::Display {
    /// Returns true if a higher score is better. If a higher score is not better, tables do not mark the best
    /// score.
    fn higher_is_better(&self) -> bool {
        true
    }

    /// Returns how scores are summarised over topics.
    fn summary(&self) -> Summary {
        Summary::Mean
    }
}

impl TableMeasure for Metric {
    fn higher_is_better(&self) -> bool {
        self.family().entry().higher_is_better
    }

    fn summary(&self) -> Summary {
        Self::summary(self)
    }
}

/// The scores of runs on topics. `M` is [`Metric`] for retrieval measures, and `String` for the measures of a
/// subtopic task or of another program.
#[derive(Clone, Debug)]
pub struct Scores<M = Metric> {
    /// Names of the runs.
    pub runs: Vec<String>,
    /// Names of the topics, in the order of the qrels.
    pub topics: Arc<Names>,
    /// The measures.
    pub metrics: Vec<M>,
    /// The topics that count in each run's summary, in the order of the qrels. Each run has at least one.
    pub(crate) counted: Vec<Arc<[usize]>>,
    /// For each run and measure, the scores on topics. Each matrix has a single run, because runs may differ
    /// in their topics.
    pub(crate) by_run: Vec<Vec<ScoreMatrix>>,
}

impl Scores {
    /// Scores each run of `input` by the requested measures.
    ///
    /// # Errors
    /// If a measure does not fit the judgments, a run has no judged topic, or no topic counts for a run.
    pub fn compute(input: &Input, measures: &RequestedMeasures, rules: &Rules) -> Result<Self, EvalError> {
        refuse_unjudged_runs(input)?;
        Self::compute_leniently(input, measures, rules)
    }

    /// Like [`Scores::compute`], but also scores runs without a judged topic.
    ///
    /// # Errors
    /// If a measure does not fit the judgments, or no topic counts for a run. With `--topics run` or
    /// `--topics intersection`, only topics of the run count.
    pub fn compute_leniently(
        input: &Input,
        measures: &RequestedMeasures,
        rules: &Rules,
    ) -> Result<Self, EvalError> {
        let scorers = input.scorers(measures, rules)?;
        let scoring = Scoring::new(&scorers, &input.judgments, &input.view, input.intents.as_deref());
        let scoring = scoring.map_err(|error: ScorerError| EvalError::Usage(error.to_string()))?;
        let counted = counted_topics(input, rules)?;
        let by_run = (0..input.runs.len())
            .into_par_iter()
            .map(|run| scoring.scores([&input.runs[run].kept], counted[run].iter().copied()))
            .collect();
        Ok(Self {
            runs: input.runs.iter().map(|run| run.name.clone()).collect(),
            topics: Arc::clone(input.judgments.names()),
            metrics: measures.metrics.clone(),
            counted,
            by_run,
        })
    }

    /// Sorts the runs by their summaries, with the highest first. Runs with equal summaries are sorted by
    /// name.
    ///
    /// # Errors
    /// If `metric` is not one of the measures.
    pub fn sort_by(&mut self, metric: &Metric) -> Result<(), EvalError> {
        let measure = self.metrics.iter().position(|other| other == metric).ok_or_else(|| {
            let measures: Vec<String> = self.metrics.iter().map(Metric::to_string).collect();
            let measures = few(&measures, MAX_NAMED, ", ");
            EvalError::Usage(format!(
                "--sort {metric}: not among the measures ({measures}); add {metric} with -m"
            ))
        })?;
        let summaries: Vec<f64> = (0..self.runs.len()).map(|run| self.summary(run, measure)).collect();
        self.reorder(&best_first(&summaries, &self.runs));
        Ok(())
    }

    /// Sorts the runs by name.
    pub fn sort_by_name(&mut self) {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        order.sort_by(|&a, &b| topic_order(&self.runs[a], &self.runs[b]));
        self.reorder(&order);
    }

    /// Returns the topics of a run on which a measure is undefined, usually because no document is relevant.
    pub fn undefined(&self, run: usize, metric: usize) -> impl Iterator<Item = usize> {
        self.by_run[run][metric].undefined_topics().map(move |position| self.counted[run][position])
    }
}

impl<M> Scores<M> {
    /// Keeps the runs in `order`, in this order.
    pub(crate) fn reorder(&mut self, order: &[usize]) {
        self.runs = order.iter().map(|&run| self.runs[run].clone()).collect();
        self.counted = order.iter().map(|&run| Arc::clone(&self.counted[run])).collect();
        self.by_run = order.iter().map(|&run| std::mem::take(&mut self.by_run[run])).collect();
    }
}

impl<M: TableMeasure> Scores<M> {
    /// Returns the index of the run with this name. `option` is the option that names it, for the error.
    ///
    /// # Errors
    /// If no run has this name.
    pub(crate) fn run(&self, option: &str, name: &str) -> Result<usize, EvalError> {
        self.runs.iter().position(|run| run == name).ok_or_else(|| {
            let runs: Vec<&str> = self.runs.iter().map(String::as_str).collect();
            EvalError::argument(option, name, no_run(name, &runs))
        })
    }

    /// Returns the topics that count for all runs. `needed_by` is the option or function that needs them.
    ///
    /// # Errors
    /// If the runs differ in their topics.
    pub(crate) fn common_topics(&self, needed_by: &str) -> Result<&[usize], EvalError> {
        if (1..self.runs.len()).any(|run| self.counted(run) != self.counted(0)) {
            return Err(EvalError::Usage(format!(
                "{needed_by} needs one set of topics, but the runs differ: use --topics qrels or intersection"
            )));
        }
        Ok(self.counted(0))
    }

    /// Returns the topics that count for all runs, and checks that all summaries are means. `needed_by` is
    /// the option or function that needs this.
    ///
    /// # Errors
    /// If the runs differ in their topics, or the summary by a measure is not the arithmetic mean.
    pub(crate) fn averaged_topics(&self, needed_by: &str) -> Result<&[usize], EvalError> {
        let topics = self.common_topics(needed_by)?;
        match self.metrics.iter().find(|metric| metric.summary() != Summary::Mean) {
            None => Ok(topics),
            Some(metric) => {
                let summary = if metric.summary() == Summary::Sum {
                    "is a sum over topics"
                } else {
                    "has a geometric one"
                };
                Err(EvalError::Usage(format!("{needed_by} needs arithmetic means, but {metric} {summary}")))
            }
        }
    }

    /// Returns the scores of all runs by a measure as a matrix. The runs must have the same topics.
    pub(crate) fn matrix(&self, metric: usize) -> Result<Matrix, EvalError> {
        let data = (0..self.runs.len()).flat_map(|run| self.of_run(run, metric)).copied().collect();
        Matrix::new(self.runs.len(), self.counted(0).len(), data)
            .map_err(|error| EvalError::Data(format!("{}: {error}", self.metrics[metric])))
    }

    /// Returns the topics that count for a run, in the order of the qrels.
    pub fn counted(&self, run: usize) -> &[usize] {
        &self.counted[run]
    }

    /// Returns the score of a run on each topic that counts for it. An undefined score is 0.
    pub fn of_run(&self, run: usize, metric: usize) -> &[f64] {
        self.by_run[run][metric].of_run(0)
    }

    /// Returns the scores of a run on a topic by each measure. `position` is the topic's position among the
    /// topics that count for the run. An undefined score is 0.
    pub fn values(&self, run: usize, position: usize) -> impl Iterator<Item = f64> {
        (0..self.metrics.len()).map(move |metric| self.of_run(run, metric)[position])
    }

    /// Returns the score of a run on a topic by a measure. It is 0 if it is undefined, or if the topic does
    /// not count for the run.
    pub fn value(&self, run: usize, topic: usize, metric: usize) -> f64 {
        let position = self.counted[run].binary_search(&topic);
        position.map_or(0.0, |position| self.of_run(run, metric)[position])
    }

    /// Returns the summary of a run over `topics`. The scores are added in the order of `topics`.
    pub(crate) fn summary_over(&self, run: usize, metric: usize, topics: impl Iterator<Item = usize>) -> f64 {
        self.metrics[metric].summary().summarise(topics.map(|topic| self.value(run, topic, metric)))
    }

    /// Returns the summary of a run over the topics that count for it.
    pub fn summary(&self, run: usize, metric: usize) -> f64 {
        self.metrics[metric].summary().summarise(self.of_run(run, metric).iter().copied())
    }
}

/// Returns a message that no run has this name, with a similar name or the names of the runs.
pub(crate) fn no_run(name: &str, runs: &[&str]) -> String {
    let contains_name = || runs.iter().copied().find(|run| !name.is_empty() && run.contains(name));
    let hint = match nearest(name, runs.iter().copied()).or_else(contains_name) {
        None => format!("; the runs are {}", few(runs, MAX_NAMED, ", ")),
        similar_name => meant(similar_name),
    };
    format!("no run is named `{name}`{hint}")
}

/// Refuses a run that has no judged topic.
pub(crate) fn refuse_unjudged_runs(input: &Input) -> Result<(), EvalError> {
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
fn counted_topics(input: &Input, rules: &Rules) -> Result<Vec<Arc<[usize]>>, EvalError> {
    let (path, runs) = (input.qrels.display(), &input.runs);
    let topics_with = |condition: &dyn Fn(usize) -> bool, message_if_empty: &dyn Fn() -> String| {
        let topics =
            (0..input.judgments.names().len()).filter(|&topic| rules.counts_topic(&input.view, topic));
        let topics: Arc<[usize]> = topics.filter(|&topic| condition(topic)).collect();
        if topics.is_empty() { Err(EvalError::Data(message_if_empty())) } else { Ok(topics) }
    };
    let in_qrels = topics_with(&|_| true, &|| {
        format!(
            "{path}: no topic has a relevant document, so the rule `no-relevant drop` leaves out every topic"
        )
    })?;
    let (relevant, dropped) = match rules.no_relevant {
        NoRelevant::Zero => ("", ""),
        NoRelevant::Drop => {
            (" with a relevant document", ": the rule `no-relevant drop` leaves out the other topics")
        }
    };
    match rules.topics {
        TopicRule::Qrels => Ok(vec![in_qrels; runs.len()]),
        TopicRule::Run => {
            let by_run = runs.iter().map(|run| {
                topics_with(&|topic| run.kept.has(topic), &|| {
                    let name = &run.name;
                    format!("run `{name}` has no topic of {path}{relevant}, expected at least one{dropped}")
                })
            });
            by_run.collect()
        }
        TopicRule::Intersection => {
            let is_in_all = |topic| runs.iter().all(|run| run.kept.has(topic));
            let in_all = topics_with(&is_in_all, &|| {
                format!("no topic of {path}{relevant} is in every run{dropped}")
            })?;
            Ok(vec![in_all; runs.len()])
        }
    }
}
