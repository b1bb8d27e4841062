//! The interface of a family of diversity measures.

use crate::diversity::topic::Placed;
use crate::diversity::topic_gains::TopicGains;
use crate::levels::Gains;
use crate::metric::Metric;
use crate::registry::Entry;
use crate::scorer::{ScorerError, Setting};

/// A family of diversity measures, with its names resolved. Gains (for a binary family, 1 for a level of
/// `rel` or above) are not part of it: they are in the [`TopicGains`].
pub(crate) trait IntentMeasure: Clone {
    /// The description.
    const ENTRY: Entry;

    /// Values that depend only on the topic and its judgments.
    type Ideal: Clone + std::fmt::Debug;

    /// Resolves the parameters of `metric`, which is of this family.
    ///
    /// # Errors
    /// If the setting does not fit.
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError>;

    /// Computes the values that depend only on the topic. Returns `None` if the measure is undefined.
    fn ideal(&self, topic: &mut TopicGains) -> Option<Self::Ideal>;

    /// Returns the score of a ranking. `scratch` holds two places for each intent, with anything in them.
    fn score(&self, ideal: &Self::Ideal, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64;
}

/// Returns the documents down to `last_rank`.
#[inline]
pub(crate) fn seen(ranking: &[Placed], last_rank: u32) -> impl Iterator<Item = &Placed> + Clone {
    ranking.iter().take_while(move |placed| placed.rank <= last_rank)
}

/// Returns the gains of a binary measure: 1 for levels from `rel`, 0 below.
pub(crate) fn binary(rel: u8) -> Gains {
    let rel = rel.max(1);
    let gain = |level| (level, f64::from(u8::from(level == rel)));
    Gains::new((1..=rel).map(gain)).expect("0, .., 0, 1 is a table")
}
