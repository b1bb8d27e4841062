//! What a family of diversity measures is.

use crate::diversity::topic::Placed;
use crate::diversity::topic_gains::TopicGains;
use crate::levels::Gains;
use crate::metric::Metric;
use crate::registry::Entry;
use crate::scorer::{ScorerError, Setting};

/// A family of diversity measures, with its names resolved. Gains (1 for a level of `rel` or above, where the
/// family is binary) are no part of it: they are in the [`TopicGains`].
pub(crate) trait IntentMeasure: Clone {
    /// The description.
    const ENTRY: Entry;

    /// What depends on the topic and its judgments alone.
    type Ideal: Clone + std::fmt::Debug;

    /// Resolves the parameters of `metric`, which is of this family.
    ///
    /// # Errors
    /// When the setting does not fit.
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError>;

    /// Works out what depends on the topic alone; `None` where the measure is undefined.
    fn ideal(&self, topic: &mut TopicGains) -> Option<Self::Ideal>;

    /// The score of a ranking. `scratch` holds two places for each intent, with anything in them.
    fn score(&self, ideal: &Self::Ideal, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64;
}

/// The documents down to `last_rank`.
#[inline]
pub(crate) fn seen(ranking: &[Placed], last_rank: u32) -> impl Iterator<Item = &Placed> + Clone {
    ranking.iter().take_while(move |placed| placed.rank <= last_rank)
}

/// Gain 1 for the levels from `rel`, 0 below: what a binary measure makes of levels.
pub(crate) fn binary(rel: u8) -> Gains {
    let rel = rel.max(1);
    let gain = |level| (level, f64::from(u8::from(level == rel)));
    Gains::new((1..=rel).map(gain)).expect("0, .., 0, 1 is a table")
}
