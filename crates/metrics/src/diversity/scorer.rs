//! Scores many rankings with many diversity measures. Metrics are resolved once, and topics are prepared
//! once.

use crate::diversity::topic::{IntentTopic, Placed};
use crate::diversity::topic_gains::TopicGains;
use crate::diversity::weights::{equally_probable, has_ndeval_weights};
use crate::entry::{Measure, Relevance};
use crate::levels::Gains;
use crate::metric::Metric;
use crate::scorer::{IntentKernel, PreparedKernel, ScorerError, Setting};

/// Diversity metrics that are resolved into kernels. A scorer is immutable, so threads can share it.
#[derive(Clone, Debug)]
pub struct IntentScorer {
    slots: Vec<Slot>,
    tables: Vec<Table>,
}

/// The gains by level, and the choice between probabilities and ndeval's weights for the intents.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    gains: Gains,
    /// True if intents have ndeval's weights instead of probabilities.
    has_ndeval_weights: bool,
}

/// A kernel, the index of its table, the form of the list (raw or condensed) that it scores, and the last
/// rank that counts.
#[derive(Clone, Debug)]
struct Slot {
    kernel: IntentKernel,
    table: usize,
    condensed: bool,
    last_rank: u32,
}

impl IntentScorer {
    /// Resolves `metrics`. A binary measure without `rel` in its name takes `min_rel`, and a graded measure
    /// without `gains` takes `gains`. `max_rank` cuts every ranking, but not the judgments.
    ///
    /// ```
    /// use rejudge_metrics::{Gains, IntentScorer};
    /// let metrics = ["AP".parse()?];
    /// let error = IntentScorer::new(&metrics, &Gains::linear(1), 1, Some(1000)).expect_err("by document");
    /// assert_eq!(error.to_string(), "AP is not a measure of judgments by intent");
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    ///
    /// # Errors
    /// If `min_rel` or `max_rank` is 0, a table in a name does not fit the levels, or a metric is not a
    /// diversity measure ([`Family::is_by_intent`](crate::Family::is_by_intent)).
    pub fn new(
        metrics: &[Metric],
        gains: &Gains,
        min_rel: u8,
        max_rank: Option<u32>,
    ) -> Result<Self, ScorerError> {
        let setting = Setting::new(gains, min_rel, max_rank)?;
        let mut scorer = Self { slots: Vec::with_capacity(metrics.len()), tables: Vec::new() };
        for metric in metrics {
            let entry = metric.family.entry();
            let Measure::ByIntent(resolve) = entry.kernel else {
                return Err(ScorerError(format!("{metric} is not a measure of judgments by intent")));
            };
            let kernel = resolve(metric, &setting)?;
            let gains = match entry.relevance {
                Relevance::Binary => binary(setting.rel(metric)),
                Relevance::Graded | Relevance::Any => setting.gains(metric)?,
            };
            let table = Table { gains, has_ndeval_weights: has_ndeval_weights(metric) };
            let table = scorer.tables.iter().position(|earlier| *earlier == table).unwrap_or_else(|| {
                scorer.tables.push(table);
                scorer.tables.len() - 1
            });
            let (condensed, last_rank) = (metric.condensed, setting.last_rank(metric));
            scorer.slots.push(Slot { kernel, table, condensed, last_rank });
        }
        Ok(scorer)
    }

    /// Computes everything that depends only on the topic and its judgments, so that all runs can share it.
    /// A document whose row is not in `judged_rows` counts as unjudged.
    ///
    /// # Panics
    /// If a row in `judged_rows` is beyond the end of `levels`.
    pub fn prepare(
        &self,
        topic: &IntentTopic<'_>,
        judged_rows: impl IntoIterator<Item = u32>,
    ) -> PreparedTopic {
        let judged_rows: Vec<u32> = judged_rows.into_iter().collect();
        let equal_intents = equally_probable(topic);
        let equal_topic = IntentTopic { intents: &equal_intents, assumed: true, ..*topic };
        let gains = |Table { gains, has_ndeval_weights }: &Table| {
            TopicGains::new(
                if *has_ndeval_weights { &equal_topic } else { topic },
                judged_rows.iter().copied(),
                gains,
            )
        };
        let mut tables: Vec<TopicGains> = self.tables.iter().map(gains).collect();
        let prepare = |slot: &Slot| ((slot.kernel.0)(&mut tables[slot.table]), slot.clone());
        let slots = self.slots.iter().map(prepare).collect();
        tables.iter_mut().for_each(TopicGains::drop_orders);
        PreparedTopic { slots, tables, scratch_size: 2 * topic.intents.len() }
    }
}

/// A topic, ready to score rankings.
#[must_use]
#[derive(Clone, Debug)]
pub struct PreparedTopic {
    slots: Vec<(Option<PreparedKernel>, Slot)>,
    tables: Vec<TopicGains>,
    /// The size of the scratch space that a kernel needs.
    scratch_size: usize,
}

/// Scratch space for the numbers that a measure needs for each intent, reused from ranking to ranking.
#[derive(Clone, Debug, Default)]
pub struct IntentScratch(Vec<f64>);

impl PreparedTopic {
    /// Scores one ranking and writes a score for each metric into `scores`. `raw` and `condensed` are the two
    /// forms of the ranking, each by increasing rank. A score is `None` if the topic has no document that the
    /// measure could reward. The call allocates nothing if `scratch` is already large enough. If `scores` is
    /// shorter than the list of metrics, the last metrics are left out.
    ///
    /// # Panics
    /// If a document's row is beyond the rows of the topic.
    pub fn score(
        &self,
        raw: &[Placed],
        condensed: &[Placed],
        scratch: &mut IntentScratch,
        scores: &mut [Option<f64>],
    ) {
        scratch.0.resize(self.scratch_size.max(scratch.0.len()), 0.0);
        let scratch = &mut scratch.0[..self.scratch_size];
        for (score, (kernel, slot)) in scores.iter_mut().zip(&self.slots) {
            let ranking = if slot.condensed { condensed } else { raw };
            let ranking = &ranking[..ranking.partition_point(|placed| placed.rank <= slot.last_rank)];
            *score = kernel.as_ref().map(|kernel| (kernel.0)(&self.tables[slot.table], ranking, scratch));
        }
    }
}

/// Returns the gains of a binary measure: 1 for level `rel` or above, 0 below.
fn binary(rel: u8) -> Gains {
    Gains::new((1..=rel.max(1)).map(|level| (level, f64::from(u8::from(level == rel)))))
        .expect("0, .., 0, 1 is a table")
}
