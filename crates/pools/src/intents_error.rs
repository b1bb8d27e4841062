//! Errors in judgments by intent.

/// Judgments by intent that contradict themselves or their collection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IntentsError(pub(crate) String);
