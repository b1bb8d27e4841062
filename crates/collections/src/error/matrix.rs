//! What can be wrong with a score matrix.

/// What is wrong with a score matrix.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatrixFault {
    /// The first line of a score matrix is not its header.
    #[error("expected the header `topic,<run>,..`, found `{}`", found.escape_debug())]
    ScoreHeader {
        /// The beginning of the line found.
        found: String,
    },
    /// A score matrix without a line of scores.
    #[error("no topic follows the header: expected a line `<topic>,<score>,..` for each")]
    NoScores,
    /// A topic twice in a score matrix.
    #[error("topic `{}` has its scores already (line {first})", topic.escape_debug())]
    RepeatedScores {
        /// The topic.
        topic: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// A score with which no test can be made.
    #[error("score `{}` is too large: of differences of runs squares are summed, expected 1e100 at most", value.escape_debug())]
    TooLarge {
        /// The text found.
        value: String,
    },
    /// A cell that must name something and is empty.
    #[error("a {what} without a name")]
    NoName {
        /// What it is.
        what: &'static str,
    },
    /// A quotation mark without its counterpart.
    #[error("a quoted cell that does not end on its line")]
    OpenQuote,
    /// Text between a closing quotation mark and the next comma.
    #[error("something other than a comma after a quoted cell")]
    AfterQuote,
}
