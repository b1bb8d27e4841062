//! Scores joined runs under a judgment set, in one loop over runs, topics and measures.

use std::borrow::Borrow;
use std::sync::OnceLock;

use rejudge_metrics::{Gains, IntentScorer, IntentScratch, Metric, PreparedTopic, Scorer, ScorerError};

use crate::{Buffers, IntentBuffers, IntentJudgments, JoinedRun, ScoreMatrix, TestCollection, TopicIx, View};

/// Measures by document and measures by intent, each with its place among the requested measures.
#[derive(Clone, Debug)]
pub struct Scorers {
    by_document: (Scorer, Vec<usize>),
    /// The scorer, the places of its measures among the requested measures, and its first measure for error messages.
    by_intent: Option<(IntentScorer, Vec<usize>, Metric)>,
    measures: usize,
}

impl Scorers {
    /// Resolves the measures, as [`Scorer::new`] and [`IntentScorer::new`] do.
    ///
    /// # Errors
    /// If a measure does not fit the gains, or if `min_rel` or `max_rank` is 0.
    pub fn new(
        metrics: &[Metric],
        gains: &Gains,
        min_rel: u8,
        max_rank: Option<u32>,
    ) -> Result<Self, ScorerError> {
        let select = |by_intent: bool| -> (Vec<usize>, Vec<Metric>) {
            let is_selected = |(_, metric): &(usize, &Metric)| metric.family().is_by_intent() == by_intent;
            metrics
                .iter()
                .enumerate()
                .filter(is_selected)
                .map(|(place, metric)| (place, metric.clone()))
                .unzip()
        };
        let (places, by_document) = select(false);
        let by_document = (Scorer::new(&by_document, gains, min_rel, max_rank)?, places);
        let (places, intent_metrics) = select(true);
        let by_intent = match intent_metrics.first() {
            None => None,
            Some(first) => {
                Some((IntentScorer::new(&intent_metrics, gains, min_rel, max_rank)?, places, first.clone()))
            }
        };
        Ok(Self { by_document, by_intent, measures: metrics.len() })
    }

    /// Returns the number of measures.
    pub fn measures(&self) -> usize {
        self.measures
    }
}

/// Scores runs by several measures under one judgment set.
///
/// ```
/// use rejudge_metrics::{Gains, Verdict::Level};
/// use rejudge_pools::*;
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 5 };
/// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
/// let team = Team { name: "a".into(), analysed: true };
/// let collection = TestCollection::new(vec![topic], vec![run], vec![team], vec![vec![vec![1, 2]]]);
/// let (full, joined) = (View::full(&collection), JoinedRun::new(&collection, 0, 1000));
/// let scorers = Scorers::new(&["P@2".parse()?, "RR".parse()?], &Gains::linear(2), 1, Some(1000))?;
/// let scores = Scoring::new(&scorers, &collection, &full, None)?.scores([&joined], &[0]);
/// assert_eq!((scores[0].of_run(0), scores[1].of_run(0)), (&[0.5][..], &[0.5][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scoring<'a> {
    scorers: &'a Scorers,
    view: &'a View,
    /// The judgments by intent, if a measure needs them. Each topic is prepared for all runs on the first request.
    intents: Option<(&'a IntentJudgments, Vec<OnceLock<PreparedTopic>>)>,
}

/// Memory for the scores of one list, reused from list to list.
#[derive(Debug, Default)]
struct Room {
    buffers: Buffers,
    by_document: Vec<Option<f64>>,
    intent_buffers: IntentBuffers,
    scratch: IntentScratch,
    by_intent: Vec<Option<f64>>,
    row: Vec<Option<f64>>,
}

impl<'a> Scoring<'a> {
    /// Prepares to score by `scorers` under the judgments that `view` keeps.
    ///
    /// # Errors
    /// If a measure scores by intent, but there are no judgments by intent.
    pub fn new(
        scorers: &'a Scorers,
        collection: &'a TestCollection,
        view: &'a View,
        intents: Option<&'a IntentJudgments>,
    ) -> Result<Self, ScorerError> {
        let intents = match (&scorers.by_intent, intents) {
            (None, _) => None,
            (Some((.., first)), None) => return Err(ScorerError::needs_intents(first)),
            (Some(_), Some(judgments)) => {
                Some((judgments, collection.topics().map(|_| OnceLock::new()).collect()))
            }
        };
        Ok(Self { scorers, view, intents })
    }

    /// Returns the scores of runs on topics, a matrix for each measure.
    ///
    /// # Panics
    /// If a topic is out of range, or if a run keeps only relevant documents and these are not enough (see
    /// [`JoinedRun::add_relevant`]).
    pub fn scores<'r>(
        &self,
        runs: impl IntoIterator<Item = &'r JoinedRun, IntoIter: ExactSizeIterator>,
        topics: impl IntoIterator<Item: Borrow<TopicIx>, IntoIter: ExactSizeIterator + Clone>,
    ) -> Vec<ScoreMatrix> {
        self.scores_beside(None, runs, topics)
    }

    /// Returns the same as [`Scoring::scores`] if `full` is `None`. Otherwise the score is 0 if the
    /// measure is undefined both here and under the judgments of `full`, so a missing score means that the
    /// measure is defined only under the judgments of `full`. `full` must have the same measures.
    ///
    /// # Panics
    /// For the same reasons as [`Scoring::scores`].
    pub fn scores_beside<'r>(
        &self,
        full: Option<&Scoring<'_>>,
        runs: impl IntoIterator<Item = &'r JoinedRun, IntoIter: ExactSizeIterator>,
        topics: impl IntoIterator<Item: Borrow<TopicIx>, IntoIter: ExactSizeIterator + Clone>,
    ) -> Vec<ScoreMatrix> {
        let (runs, topics, mut room) = (runs.into_iter(), topics.into_iter(), self.room());
        let mut full = full.map(|full| (full, full.room()));
        let mut scores = vec![ScoreMatrix::zeros(runs.len(), topics.len()); self.scorers.measures];
        for (r, run) in runs.enumerate() {
            for (t, topic) in topics.clone().enumerate() {
                let topic = *topic.borrow();
                self.score(run, topic, &mut room);
                if let Some((full, full_room)) = &mut full
                    && room.row.iter().any(Option::is_none)
                {
                    full.score(run, topic, full_room);
                    for (score, full_score) in room.row.iter_mut().zip(&full_room.row) {
                        if score.is_none() && full_score.is_none() {
                            *score = Some(0.0);
                        }
                    }
                }
                scores.iter_mut().zip(&room.row).for_each(|(matrix, score)| matrix.set(r, t, *score));
            }
        }
        scores
    }

    fn room(&self) -> Room {
        let Scorers { by_document, by_intent, measures, .. } = self.scorers;
        let unscored = |places: &[usize]| vec![None; places.len()];
        Room {
            row: vec![None; *measures],
            by_document: unscored(&by_document.1),
            by_intent: by_intent.as_ref().map_or_else(Vec::new, |(_, places, _)| unscored(places)),
            ..Room::default()
        }
    }

    /// Scores a run on a topic.
    #[inline]
    fn score(&self, run: &JoinedRun, topic: TopicIx, room: &mut Room) {
        let Scorers { by_document: (scorer, places), by_intent, .. } = self.scorers;
        let judgments = self.view.judgments(topic);
        let Some(((intent_scorer, intent_places, _), (intents, topics))) =
            by_intent.as_ref().zip(self.intents.as_ref())
        else {
            return room.buffers.score(scorer, judgments, run, topic, &mut room.row);
        };
        let prepared = topics[topic].get_or_init(|| intents.prepare(intent_scorer, self.view, topic));
        let [raw, condensed] = room.intent_buffers.lists(self.view, run, topic);
        prepared.score(raw, condensed, &mut room.scratch, &mut room.by_intent);
        if !places.is_empty() {
            room.buffers.score(scorer, judgments, run, topic, &mut room.by_document);
        }
        let intent_scores = intent_places.iter().zip(&room.by_intent);
        for (&place, score) in places.iter().zip(&room.by_document).chain(intent_scores) {
            room.row[place] = *score;
        }
    }
}
