//! The reason why there are no bounds.

use rejudge_metrics::ScorerError;

/// The reason why there are no bounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoundsError(pub(crate) String);

impl BoundsError {
    /// Of means over topics that fillings may drop.
    pub fn topics_dropped() -> Self {
        Self(
            "bounds are over the same topics under every filling: topics without a relevant document must count \
             (no-relevant zero)"
                .to_owned(),
        )
    }
}

impl From<ScorerError> for BoundsError {
    fn from(error: ScorerError) -> Self {
        Self(error.to_string())
    }
}
