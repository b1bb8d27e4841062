//! Scores many lists with many measures. Metrics are resolved into kernels once, and the hits of each list
//! are found once for all metrics.

use std::fmt;
use std::sync::Arc;

use crate::diversity::{Placed, TopicGains};
use crate::entry::{Measure, Relevance};
use crate::hits::{self, Hit};
use crate::levels::{Gains, LevelTable};
use crate::list::JudgedList;
use crate::metric::{Metric, Value};

/// Metrics that are resolved into kernels with their tables. A scorer is immutable, so threads can share it.
///
/// ```
/// use rejudge_metrics::{Gains, JudgedRanking, Metric, Scorer};
/// let metrics: Vec<Metric> = vec!["P@5".parse().unwrap(), "Rprec".parse().unwrap()];
/// let scorer = Scorer::new(&metrics, &Gains::linear(1), 1, Some(1000))?;
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
}

/// A kernel with the settings of its metric. `place` is the index of the metric's score.
#[derive(Clone, Debug)]
struct Slot {
    place: usize,
    kernel: Kernel,
    gains: Gains,
    rel: u8,
    cutoff: u32,
    last_rank: u32,
    walks_ranking: bool,
}

/// A function that threads can share.
pub(crate) struct Shared<F: ?Sized>(pub Arc<F>);

impl<F: ?Sized> Clone for Shared<F> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<F: ?Sized> fmt::Debug for Shared<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("kernel")
    }
}

/// Scores a list; returns `None` if the measure is undefined for the topic.
pub(crate) type Kernel = Shared<dyn Fn(&Seen<'_>) -> Option<f64> + Send + Sync>;

/// Scores a ranking that is already cut at the last rank that counts. The last argument is scratch space, two
/// numbers for each intent, with any content.
pub(crate) type PreparedKernel = Shared<dyn Fn(&TopicGains, &[Placed], &mut [f64]) -> f64 + Send + Sync>;

/// Computes the values that depend only on the topic, and returns the kernel that scores rankings with these
/// values. Returns `None` if the measure is undefined for the topic.
pub(crate) type IntentKernel = Shared<dyn Fn(&mut TopicGains) -> Option<PreparedKernel> + Send + Sync>;

pub(crate) fn kernel(
    score: impl Fn(&Seen<'_>) -> Option<f64> + Send + Sync + 'static,
) -> Result<Kernel, ScorerError> {
    Ok(Shared(Arc::new(score)))
}

/// A list as a kernel sees it. `hits` ends at the last rank that counts, but `list` is not cut.
pub(crate) struct Seen<'a> {
    pub list: &'a JudgedList<'a>,
    pub hits: &'a [Hit],
    /// The gains of a graded measure.
    pub gains: &'a Gains,
    /// The level from which a document is relevant; for a graded measure the lowest level with a gain.
    pub rel: u8,
    /// The cutoff in the name, or [`LAST_RANK`] if there is none.
    pub cutoff: u32,
    /// The cutoff or `max-rank`, whichever is smaller.
    pub last_rank: u32,
}

impl<'a> Seen<'a> {
    /// Returns R, or `None` if R is 0.
    #[inline]
    pub fn relevant(&self) -> Option<u32> {
        Some(self.list.relevant(self.rel)).filter(|&relevant| relevant > 0)
    }

    /// Returns the retrieved relevant documents.
    #[inline]
    pub(crate) fn relevant_hits(&self) -> impl Iterator<Item = &'a Hit> + Clone + use<'a> {
        let rel = self.rel;
        self.hits.iter().filter(move |hit| hit.level >= rel)
    }

    /// Returns C(rank), the number of relevant documents down to `rank`.
    #[inline]
    pub fn count(&self, rank: u32) -> u32 {
        self.hits.iter().take_while(|hit| hit.rank <= rank).map(|hit| u32::from(hit.level >= self.rel)).sum()
    }

    /// Returns the number of retrieved documents down to the last rank that counts.
    #[inline]
    pub fn retrieved(&self) -> u32 {
        self.list.retrieved.min(self.last_rank)
    }

    #[inline]
    pub fn gain(&self, level: u8) -> f64 {
        self.gains.gain(level)
    }
}

/// The last rank that a list can have; kernels compare with it if there is no cutoff.
pub(crate) const LAST_RANK: u32 = u32::MAX;

/// The settings that a kernel takes from the evaluation, not from the measure's name.
pub(crate) struct Setting<'a> {
    pub gains: &'a Gains,
    pub min_rel: u8,
    /// The last rank that counts; `None` if all ranks count.
    pub max_rank: Option<u32>,
}

impl<'a> Setting<'a> {
    /// Creates the setting.
    ///
    /// # Errors
    /// If `min_rel` or `max_rank` is 0.
    pub fn new(gains: &'a Gains, min_rel: u8, max_rank: Option<u32>) -> Result<Self, ScorerError> {
        if min_rel == 0 {
            return Err(ScorerError("min-rel is 0, expected a level of at least 1".to_owned()));
        }
        if max_rank == Some(0) {
            return Err(ScorerError("max-rank is 0, expected a rank of at least 1".to_owned()));
        }
        Ok(Self { gains, min_rel, max_rank })
    }

    /// Returns the gains for `metric`, from its name or else from the evaluation.
    pub fn gains(&self, metric: &Metric) -> Result<Gains, ScorerError> {
        metric.gains_over(self.gains)
    }

    /// Returns the table of a parameter that has a number for each level: the map in the name, or the table
    /// that `named_table` returns for the parameter's word.
    pub fn table(
        &self,
        metric: &Metric,
        parameter: &str,
        named_table: impl FnOnce(&str) -> LevelTable,
    ) -> Result<LevelTable, ScorerError> {
        let map = match metric.value(parameter) {
            Some(Value::ByLevel(map)) => map,
            _ => return Ok(named_table(metric.word(parameter))),
        };
        let (highest, last) = (self.gains.top_level(), map.last_level());
        if last < highest {
            return Err(ScorerError::level_above(metric, parameter, highest, last));
        }
        Ok(map.into())
    }

    /// Returns the level from which a document is relevant: `rel` in the name of `metric`, or else the
    /// evaluation's `min_rel`.
    pub fn rel(&self, metric: &Metric) -> u8 {
        metric.rel.unwrap_or(self.min_rel)
    }

    /// Returns the last rank that `metric` sees.
    pub fn last_rank(&self, metric: &Metric) -> u32 {
        metric.cutoff.unwrap_or(LAST_RANK).min(self.max_rank.unwrap_or(LAST_RANK))
    }
}

/// The error for invalid settings or gains, or for a measure that a scorer cannot compute.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScorerError(pub(crate) String);

impl ScorerError {
    /// Returns the error for a diversity measure without judgments by intent.
    pub fn needs_intents(metric: &Metric) -> Self {
        Self(format!("{metric}: needs judgments by intent"))
    }

    /// Returns the error for levels above the last level for which a parameter has a number.
    pub(crate) fn level_above(metric: &Metric, parameter: &str, highest: u8, last: u8) -> Self {
        Self(format!("{metric}: levels go to {highest}, but `{parameter}` ends at level {last}"))
    }

    /// Returns the error for gains in the name of a variant that ignores them.
    pub(crate) fn unused_gains(metric: &Metric, reason: &str) -> Self {
        Self(format!("{metric}: `gains` has no effect, because {reason}"))
    }
}

impl Scorer {
    /// Resolves `metrics`. For a binary measure without `rel` in its name, documents are relevant from level
    /// `min_rel`. `max_rank` cuts every ranking, but not the judgments: R and the ideal list do not change.
    ///
    /// # Errors
    /// If `min_rel` or `max_rank` is 0, the parameters in a name do not fit the levels or each other, or a
    /// metric needs judgments by intent (use [`IntentScorer`](crate::IntentScorer) then).
    pub fn new(
        metrics: &[Metric],
        gains: &Gains,
        min_rel: u8,
        max_rank: Option<u32>,
    ) -> Result<Self, ScorerError> {
        let setting = Setting::new(gains, min_rel, max_rank)?;
        let mut scorer = Self { raw: Vec::new(), condensed: Vec::new() };
        let mut resolved: Vec<(Metric, Kernel)> = Vec::new();
        for (place, metric) in metrics.iter().enumerate() {
            let entry = metric.family.entry();
            let gains = setting.gains(metric)?;
            // `AP` and `AP'` share a kernel and its tables, so that more tables stay in cache.
            let on_raw_list = metric.on_raw_list();
            let kernel = match (resolved.iter().find(|(metric, _)| *metric == on_raw_list), entry.kernel) {
                (Some((_, kernel)), _) => kernel.clone(),
                (None, Measure::Plain(score)) => kernel(score)?,
                (None, Measure::Resolved(resolve)) => resolve(metric, &setting)?,
                (None, Measure::ByIntent(_)) => return Err(ScorerError::needs_intents(metric)),
            };
            let is_graded = entry.relevance == Relevance::Graded;
            let slots = if metric.condensed { &mut scorer.condensed } else { &mut scorer.raw };
            slots.push(Slot {
                place,
                kernel: kernel.clone(),
                rel: if is_graded { gains.relevant_from() } else { setting.rel(metric) },
                gains,
                cutoff: metric.cutoff.unwrap_or(LAST_RANK),
                last_rank: setting.last_rank(metric),
                walks_ranking: entry.walks_ranking,
            });
            resolved.push((on_raw_list, kernel));
        }
        Ok(scorer)
    }

    /// Returns true if any metric looks at retrieved documents that are not hits. Otherwise a list with
    /// [hits](JudgedList::hits) needs no ranking.
    pub fn needs_ranking(&self) -> bool {
        self.raw.iter().chain(&self.condensed).any(|slot| slot.walks_ranking)
    }

    /// Scores one ranking for one topic, given in its raw and its condensed form, and writes a score for each
    /// metric into `scores`. A score is `None` if the measure is undefined, as most measures are for a topic
    /// without a relevant document. Allocates nothing if the lists have their [hits](JudgedList::hits).
    ///
    /// # Panics
    /// If `scores` is shorter than the list of metrics.
    pub fn score(&self, raw: &JudgedList<'_>, condensed: &JudgedList<'_>, scores: &mut [Option<f64>]) {
        for (slots, list) in [(&self.raw, raw), (&self.condensed, condensed)] {
            if slots.is_empty() {
                continue;
            }
            let walked: Vec<Hit>;
            let hits = match list.hits {
                Some(hits) => hits,
                None => {
                    walked = hits::hits(list.ranking).collect();
                    &walked
                }
            };
            for Slot { place, kernel, gains, rel, cutoff, last_rank, .. } in slots {
                let hits = &hits[..hits.partition_point(|hit| hit.rank <= *last_rank)];
                let seen = Seen { list, hits, gains, rel: *rel, cutoff: *cutoff, last_rank: *last_rank };
                scores[*place] = (kernel.0)(&seen);
            }
        }
    }
}
