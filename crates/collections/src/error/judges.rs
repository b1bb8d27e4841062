//! What can be wrong with what stands beside the judgments: labels of another judge, printed scores.

/// What is wrong with labels of another judge, or with printed scores.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JudgeFault {
    /// A label that is no number.
    #[error("label `{}` is not a number: `levels` of the judge may say which level it is", value.escape_debug())]
    NotANumber {
        /// The text found.
        value: String,
    },
    /// A fraction where labels are levels.
    #[error("label `{}` is a fraction: say `labels: gains`, or which level it is in `levels`", value.escape_debug())]
    Fraction {
        /// The text found.
        value: String,
    },
    /// A label outside the scale.
    #[error(
        "label `{}` is outside the scale, expected {expected}; `outside: drop` or `clamp` of the judge takes it",
        value.escape_debug()
    )]
    OutsideScale {
        /// The text found.
        value: String,
        /// The scale.
        expected: String,
    },
    /// More different gains than there are levels.
    #[error("{found} different labels above 0, the limit is 255: map them to levels")]
    TooManyGains {
        /// Different labels.
        found: usize,
    },
    /// Gains where judgments are asked for.
    #[error("labels that are gains stand on a scale of their own, expected levels, as judgments have them")]
    OwnScale,
    /// A gain that cannot be summed.
    #[error("{0}")]
    Gains(String),
    /// A printed score that stands twice.
    #[error("the score of run `{}` by `{}` is printed already", run.escape_debug(), measure.escape_debug())]
    PrintedTwice {
        /// The run.
        run: String,
        /// The measure.
        measure: String,
    },
    /// Nothing that is asked for.
    #[error("no line labels a document of a judged topic, expected the topics of the judgments")]
    NoTopic,
    /// No line of the iteration that counts.
    #[error("no line has the iteration `{}` (second column), which `iteration` of the judge asks for", wanted.escape_debug())]
    NoIteration {
        /// The iteration.
        wanted: String,
    },
}
