//! Reasons why a collection cannot have a twin.

use crate::ConstantError;

/// The reason why no constants could be found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// There is nothing to score runs by.
    #[error(
        "no topic has a relevant document in the pool of depth {depth} of the runs: are judgments and runs of the same \
         topics and documents, and is the pool so deep?"
    )]
    NothingRelevant {
        /// Depth of the pool.
        depth: u32,
    },
    /// A team's unique contribution is only defined relative to other teams.
    #[error(
        "all runs are of one team, and a twin needs at least 2: it imitates what each team contributed alone"
    )]
    OneTeam,
    /// No run formed the pool.
    #[error("no run is marked as pooled, and a twin is judged by the pool of its runs")]
    NothingPooled,
    /// More than the model has documents for.
    #[error("a topic has {mean:.1} relevant documents on average, and the model draws at most {most}")]
    TooManyRelevant {
        /// Mean over topics.
        mean: f64,
        /// The most.
        most: f64,
    },
    /// The constants are none that a twin may have.
    #[error("the twin cannot be described: {0}")]
    Constants(ConstantError),
}
