//! The two kinds of measures side by side: of judgments by document, and of judgments by intent.

use rayon::prelude::*;
use rejudge_metrics::{IntentScorer, IntentScratch, Metric, PreparedTopic, Scorer, ScorerError};
use rejudge_pools::{Buffers, IntentBuffers, JoinedRun};

use super::{EvalError, Input, Rules};

/// What computes the measures that are wanted, for all runs.
pub(super) struct Scorers<'a> {
    input: &'a Input,
    plain: Scorer,
    /// Place of each plain measure among all.
    plain_places: Vec<usize>,
    by_intent: Option<ByIntent>,
}

/// Measures by intent, and what they need of each topic, made once for all runs.
struct ByIntent {
    places: Vec<usize>,
    topics: Vec<PreparedTopic>,
}

/// Room for the scores of one list, reused from list to list.
pub(super) struct Row {
    buffers: Buffers,
    plain: Vec<Option<f64>>,
    intent_buffers: IntentBuffers,
    scratch: IntentScratch,
    by_intent: Vec<Option<f64>>,
    /// Of all measures.
    scores: Vec<Option<f64>>,
}

impl<'a> Scorers<'a> {
    /// Resolves the measures.
    ///
    /// # Errors
    /// When a measure does not fit the levels, or needs judgments by intent that there are not.
    pub fn new(input: &'a Input, metrics: &[Metric], rules: &Rules) -> Result<Self, EvalError> {
        let usage = |error: ScorerError| EvalError::Usage(error.to_string());
        let (gains, last_rank) = (input.gains(rules)?, rules.last_rank());
        let of_kind = |by_intent: bool| -> (Vec<usize>, Vec<Metric>) {
            let is_of_kind = |(_, metric): &(usize, &Metric)| metric.family().is_by_intent() == by_intent;
            metrics.iter().enumerate().filter(is_of_kind).map(|(at, metric)| (at, metric.clone())).unzip()
        };
        let (plain_places, plain) = of_kind(false);
        let plain = Scorer::new(&plain, &gains, rules.min_rel, last_rank).map_err(usage)?;
        let (places, metrics) = of_kind(true);
        let by_intent = match (metrics.first(), &input.intents) {
            (None, _) => None,
            (Some(metric), None) => {
                return Err(usage(ScorerError::NeedsIntents { metric: metric.to_string() }));
            }
            (Some(_), Some(judgments)) => {
                let scorer = IntentScorer::new(&metrics, &gains, rules.min_rel, last_rank).map_err(usage)?;
                let topics = (0..input.judgments.topics().len()).into_par_iter();
                let topics = topics.map(|topic| judgments.prepare(&scorer, &input.view, topic)).collect();
                Some(ByIntent { places, topics })
            }
        };
        Ok(Self { input, plain, plain_places, by_intent })
    }

    /// Room for scores.
    pub fn row(&self) -> Row {
        let (plain, by_intent) =
            (self.plain_places.len(), self.by_intent.as_ref().map_or(0, |by_intent| by_intent.places.len()));
        Row {
            buffers: Buffers::default(),
            plain: vec![None; plain],
            intent_buffers: IntentBuffers::default(),
            scratch: IntentScratch::default(),
            by_intent: vec![None; by_intent],
            scores: vec![None; plain + by_intent],
        }
    }

    /// The scores of a run on a topic, by measure.
    pub fn score<'r>(&self, run: &JoinedRun, topic: usize, row: &'r mut Row) -> &'r [Option<f64>] {
        let Input { judgments, view, .. } = self.input;
        row.buffers.score(&self.plain, judgments, view, run, topic, &mut row.plain);
        for (&place, score) in self.plain_places.iter().zip(&row.plain) {
            row.scores[place] = *score;
        }
        if let Some(ByIntent { places, topics }) = &self.by_intent {
            let lists = row.intent_buffers.lists(view, run, topic);
            topics[topic].score(lists.raw, lists.condensed, &mut row.scratch, &mut row.by_intent);
            for (&place, score) in places.iter().zip(&row.by_intent) {
                row.scores[place] = *score;
            }
        }
        &row.scores
    }
}
