//! The error of this crate.

/// The error for scores or samples that are invalid, that have different numbers of topics, or that take too
/// much memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StatsError(pub(crate) String);

impl StatsError {
    pub(crate) fn one_topic() -> Self {
        Self("a paired test needs at least 2 topics".to_owned())
    }

    pub(crate) fn topics(scores: usize, samples: usize) -> Self {
        Self(format!("the scores have {scores} topics, but the samples have {samples}"))
    }
}
