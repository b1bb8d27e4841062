//! The judgment of an assessor on a document.

/// The judgment of an assessor on a document of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// In the pool, but its judgment was withheld (a negative grade, or sampled away). Unjudged for
    /// every measure; infAP alone counts it, as a member of the pool.
    Pooled,
    /// Judged: relevance level 0 (nonrelevant), 1, 2, ..
    Level(u8),
}
