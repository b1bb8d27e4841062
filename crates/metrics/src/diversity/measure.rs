//! Common imports and helpers for the files of the diversity measures.

use std::sync::Arc;

pub(crate) use crate::diversity::topic::Placed;
pub(crate) use crate::diversity::topic_gains::TopicGains;
pub(crate) use crate::diversity::weights::WEIGHTS;
pub(crate) use crate::entry::{Cutoff, Entry, Measure::ByIntent};
pub(crate) use crate::metric::Metric;
pub(crate) use crate::parameter::{Domain, Parameter};
pub(crate) use crate::rank_weights::{Law, RankWeights};
pub(crate) use crate::scorer::{IntentKernel, LAST_RANK, PreparedKernel, ScorerError, Setting, Shared};

/// Returns a kernel that prepares topics with `prepare`. The result is never an error; it is a `Result` so
/// that a family can return it directly.
pub(crate) fn by_intent(
    prepare: impl Fn(&mut TopicGains) -> Option<PreparedKernel> + Send + Sync + 'static,
) -> Result<IntentKernel, ScorerError> {
    Ok(Shared(Arc::new(prepare)))
}

/// Returns a prepared kernel that scores rankings with `score`. The result is never `None`; it is an `Option`
/// so that `prepare` can return it directly.
pub(crate) fn prepared(
    score: impl Fn(&TopicGains, &[Placed], &mut [f64]) -> f64 + Send + Sync + 'static,
) -> Option<PreparedKernel> {
    Some(Shared(Arc::new(score)))
}

/// Returns the cutoff in the name, or [`LAST_RANK`] if there is none. We leave out `max-rank` here, because
/// it must not shorten ideal lists or lower divisors.
pub(crate) fn cutoff(metric: &Metric) -> u32 {
    metric.cutoff().unwrap_or(LAST_RANK)
}
