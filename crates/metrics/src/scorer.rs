//! Scoring many lists with many measures: names are resolved once, lists are walked once.

use crate::hits::{self, HitList};
use crate::levels::Gains;
use crate::levels::LevelTable;
use crate::list::JudgedList;
use crate::metric::{Metric, Value};
use crate::registry::Kernel;

/// Metrics resolved into kernels with their tables; immutable, to be shared by threads.
///
/// ```
/// use rejudge_metrics::{Gains, JudgedRanking, Metric, Scorer};
/// let metrics: Vec<Metric> = vec!["P@5".parse().unwrap(), "Rprec".parse().unwrap()];
/// let scorer = Scorer::new(&metrics, &Gains::linear(1), 1, Some(1000))?;
/// assert!(!scorer.needs_condensed());
///
/// let list: JudgedRanking = "11.1|1".parse().unwrap();
/// let mut scores = [None; 2];
/// scorer.score(&list.raw(), &list.condensed(), &mut scores);
/// assert_eq!(scores, [Some(0.6), Some(0.75)]);
/// # Ok::<(), rejudge_metrics::ScorerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scorer {
    raw: Vec<Slot>,
    condensed: Vec<Slot>,
    last_rank: u32,
}

/// A kernel and the place of its score.
#[derive(Clone, Debug)]
struct Slot {
    place: usize,
    kernel: Kernel,
}

/// The last rank that a list can have; kernels compare with it if there is no cutoff.
pub(crate) const LAST_RANK: u32 = u32::MAX;

/// The settings that a kernel takes from the evaluation rather than from its name.
pub(crate) struct Setting<'a> {
    pub gains: &'a Gains,
    pub min_rel: u8,
    /// The last rank that exists; `None`: all do.
    pub max_rank: Option<u32>,
}

impl<'a> Setting<'a> {
    /// The setting, if it is one.
    pub fn new(gains: &'a Gains, min_rel: u8, max_rank: Option<u32>) -> Result<Self, ScorerError> {
        if min_rel == 0 {
            return Err(ScorerError::MinRel);
        }
        if max_rank == Some(0) {
            return Err(ScorerError::MaxRank);
        }
        Ok(Self { gains, min_rel, max_rank })
    }

    /// Returns the gains of `metric`: of its name, else of the evaluation.
    pub fn gains(&self, metric: &Metric) -> Result<Gains, ScorerError> {
        metric.gains_over(self.gains)
    }

    /// Returns the numbers by level of a parameter: those of the name, or those denoted by its word.
    pub fn table(
        &self,
        metric: &Metric,
        parameter: &'static str,
        of_word: impl FnOnce(&str) -> LevelTable,
    ) -> Result<LevelTable, ScorerError> {
        let map = match metric.value(parameter) {
            Some(Value::ByLevel(map)) => map,
            _ => return Ok(of_word(metric.word(parameter))),
        };
        let (highest, last) = (self.gains.top_level(), map.last_level());
        if last < highest {
            return Err(ScorerError::LevelAbove { metric: metric.to_string(), parameter, highest, last });
        }
        Ok(map.into())
    }

    /// Returns the level from which `metric`, a binary measure, counts a document as relevant.
    pub fn rel(&self, metric: &Metric) -> u8 {
        metric.rel.unwrap_or(self.min_rel)
    }

    /// Returns the last rank that `metric` sees.
    pub fn last_rank(&self, metric: &Metric) -> u32 {
        metric.cutoff.unwrap_or(LAST_RANK).min(self.max_rank.unwrap_or(LAST_RANK))
    }
}

/// Settings under which a measure is not defined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScorerError {
    /// Level 0 is nonrelevant by definition.
    #[error("min-rel is 0, expected a level of at least 1")]
    MinRel,
    /// The maximum rank of the evaluation is 0, so that no document is seen.
    #[error("max-rank is 0, expected a rank of at least 1")]
    MaxRank,
    /// The highest level of the gains is above the last one that a measure has a number for.
    #[error("{metric}: levels go to {highest}, but `{parameter}` ends at level {last}")]
    LevelAbove {
        /// The measure.
        metric: String,
        /// Its parameter.
        parameter: &'static str,
        /// The highest level of the gains.
        highest: u8,
        /// The last level of the parameter.
        last: u8,
    },
    /// A number by level in the name of a measure that its formula does not allow.
    #[error("{metric}: `{parameter}` of level {level} is {found}, expected {expected}")]
    LevelNumber {
        /// The measure.
        metric: String,
        /// Its parameter.
        parameter: &'static str,
        /// The level.
        level: u8,
        /// Its number.
        found: String,
        /// The values that the formula allows.
        expected: String,
    },
    /// Gains in the name of a measure that this variant does not look at.
    #[error("{metric}: `gains` says nothing here, {instead}")]
    UnusedGains {
        /// The measure.
        metric: String,
        /// The parameter that the variant uses instead.
        instead: &'static str,
    },
    /// A diversity measure, which needs judgments by intent rather than by document.
    #[error("{metric}: needs judgments by intent")]
    NeedsIntents {
        /// The measure.
        metric: String,
    },
    /// A measure of judgments by document among those by intent.
    #[error("{metric} is not a measure of judgments by intent")]
    NotByIntent {
        /// The measure.
        metric: String,
    },
    /// The gains in the name of a measure are not a table of gains.
    #[error("{metric}: {cause}")]
    Gains {
        /// The measure.
        metric: String,
        /// The cause of the error.
        cause: String,
    },
}

impl Scorer {
    /// Resolves `metrics`. Binary measures whose name gives no `rel` count levels from `min_rel`; documents
    /// below rank `max_rank`, if it is given, are not seen (the judgments, and so R and the ideal list, stay
    /// whole).
    ///
    /// # Errors
    /// If `min_rel` or `max_rank` is 0, a table in a name does not fit the levels, or a metric needs
    /// judgments by intent (use [`IntentScorer`](crate::IntentScorer) for those).
    pub fn new(
        metrics: &[Metric],
        gains: &Gains,
        min_rel: u8,
        max_rank: Option<u32>,
    ) -> Result<Self, ScorerError> {
        let setting = Setting::new(gains, min_rel, max_rank)?;
        let mut scorer =
            Self { raw: Vec::new(), condensed: Vec::new(), last_rank: max_rank.unwrap_or(LAST_RANK) };
        let mut resolved: Vec<(Metric, Kernel)> = Vec::new();
        for (place, metric) in metrics.iter().enumerate() {
            // `AP` and `AP'` are one kernel on two lists: sharing its tables keeps more of them in cache.
            let on_raw_list = metric.on_raw_list();
            let kernel = match resolved.iter().find(|(known, _)| *known == on_raw_list) {
                Some((_, kernel)) => kernel.clone(),
                None => Kernel::resolve(metric, &setting)?,
            };
            let slots = if metric.condensed { &mut scorer.condensed } else { &mut scorer.raw };
            slots.push(Slot { place, kernel: kernel.clone() });
            resolved.push((on_raw_list, kernel));
        }
        Ok(scorer)
    }

    /// Returns true if any metric looks at the condensed list; if not, [`Scorer::score`] ignores it.
    pub fn needs_condensed(&self) -> bool {
        !self.condensed.is_empty()
    }

    /// Returns true if any metric looks at retrieved documents other than hits; if not, [`Scorer::score_hits`]
    /// ignores the rankings.
    pub fn needs_ranking(&self) -> bool {
        self.raw.iter().chain(&self.condensed).any(|slot| slot.kernel.walks_ranking())
    }

    /// Scores one ranking of one topic in its two forms, one place of `scores` for each metric. A score is
    /// `None` if the topic has no relevant document, because the measure is then undefined. Nothing is
    /// allocated, unless the list contains more than 256 relevant documents.
    ///
    /// # Panics
    /// If `scores` has fewer places than there are metrics.
    pub fn score(&self, raw: &JudgedList<'_>, condensed: &JudgedList<'_>, scores: &mut [Option<f64>]) {
        self.walk(&self.raw, raw, scores);
        self.walk(&self.condensed, condensed, scores);
    }

    /// Scores as [`Scorer::score`] does, without a walk down the rankings.
    ///
    /// # Panics
    /// If `scores` has fewer places than there are metrics.
    pub fn score_hits(&self, raw: &HitList<'_>, condensed: &HitList<'_>, scores: &mut [Option<f64>]) {
        self.fill(&self.raw, raw, scores);
        self.fill(&self.condensed, condensed, scores);
    }

    fn walk(&self, slots: &[Slot], list: &JudgedList<'_>, scores: &mut [Option<f64>]) {
        if slots.is_empty() {
            return;
        }
        let (mut buffer, mut spilled) = (hits::EMPTY, Vec::new());
        let hits = hits::collect(list.ranking, &mut buffer).or_else(|| {
            spilled.resize(list.ranking.len(), hits::NONE);
            hits::collect(list.ranking, &mut spilled)
        });
        let hits = hits.expect("a ranking holds no more hits than entries");
        self.fill(slots, &HitList { hits, list: *list }, scores);
    }

    fn fill(&self, slots: &[Slot], HitList { hits, list }: &HitList<'_>, scores: &mut [Option<f64>]) {
        let seen = hits.partition_point(|hit| hit.rank <= self.last_rank);
        let hits = &hits[..seen];
        for slot in slots {
            scores[slot.place] = slot.kernel.score(list, hits.iter().copied());
        }
    }
}
