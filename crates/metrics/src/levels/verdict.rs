//! What an assessor said of a document.

/// What an assessor said of a document that is in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// In the pool, but its judgment was withheld (a negative grade, or sampled away). Unjudged for
    /// every measure; infAP alone counts it, as a member of the pool.
    Pooled,
    /// Judged: relevance level 0 (nonrelevant), 1, 2, ..
    Level(u8),
}
