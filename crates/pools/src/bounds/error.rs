//! Reasons why there are no bounds.

use rejudge_metrics::ScorerError;

/// Reasons why there are no bounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundsError {
    /// No bounds are derived for the measure.
    #[error("no bounds: nothing is derived for {metric}")]
    NotDerived {
        /// The measure.
        metric: String,
    },
    /// A measure does not fit the evaluation.
    #[error(transparent)]
    Scorer(#[from] ScorerError),
    /// The relevant units are not single documents.
    #[error("no bounds: nothing is derived for duplicates or groups of documents")]
    Units,
    /// A run's documents were read without numbers.
    #[error("no bounds: run `{run}`, topic `{topic}`: unjudged documents have no numbers")]
    Unnumbered {
        /// The run.
        run: String,
        /// The topic.
        topic: String,
    },
    /// A filling could make a dropped topic count again, and the mean be over other topics.
    #[error(
        "bounds are over the same topics under every filling: topics without a relevant document must count (no-relevant zero)"
    )]
    TopicsDropped,
}
