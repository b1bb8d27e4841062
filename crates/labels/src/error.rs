//! What is wrong with a scheme, and in which part of it.

use std::fmt;

use crate::answers::UnknownLabel;

/// A scheme that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeError {
    /// The part, from the outermost: names, and numbers from 0 within lists. It may be finer than what
    /// was written: a reader of files points at the innermost part that it finds.
    pub part: Vec<String>,
    /// What is wrong with it; boxed, as results carry this type.
    pub fault: Box<Fault>,
}

impl SchemeError {
    pub(crate) fn at<'a>(
        part: impl IntoIterator<Item = &'a (impl AsRef<str> + ?Sized + 'a)>,
        fault: Fault,
    ) -> Self {
        Self { part: part.into_iter().map(|name| name.as_ref().to_owned()).collect(), fault: Box::new(fault) }
    }
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part.join("."), self.fault)
    }
}

impl std::error::Error for SchemeError {}

/// What is wrong with a part of a scheme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An empty list of labels, criteria or values.
    #[error("nothing is listed")]
    Nothing,
    /// A name that cannot stand in a field of a table.
    #[error("`{}` cannot be a field of a table: it is empty, or has a blank at an end, or a tab", name.escape_debug())]
    Name {
        /// The name.
        name: String,
    },
    /// A name twice.
    #[error("`{}` is listed twice", name.escape_debug())]
    Repeated {
        /// The name.
        name: String,
    },
    /// A criterion named as one of the columns that every table has.
    #[error("a criterion cannot be called `{name}`: every table of labels has such a column")]
    Reserved {
        /// The name.
        name: String,
    },
    /// Too many combinations of criteria, or labels.
    #[error("an assessor could give more than {most} different answers")]
    TooManyAnswers {
        /// The limit.
        most: usize,
    },
    /// Scores without a small common denominator.
    #[error("the common denominator of the scores is above 10000")]
    Denominator,
    /// A condition on no criterion.
    #[error("`{}` is no criterion, expected one of {}", found.escape_debug(), listed(known))]
    UnknownCriterion {
        /// The name found.
        found: String,
        /// The criteria.
        known: Vec<String>,
    },
    /// A condition on a value that no assessor may give.
    #[error(transparent)]
    UnknownValue(UnknownLabel),
    /// A comparison of something that is no number.
    #[error("`{criterion}` cannot be compared: its value `{}` is not a number", value.escape_debug())]
    NotNumeric {
        /// The criterion.
        criterion: String,
        /// The value.
        value: String,
    },
    /// A condition that no value meets.
    #[error("no value of `{criterion}` meets this")]
    NeverHolds {
        /// The criterion.
        criterion: String,
    },
    /// An answer without a score.
    #[error("no rule matches {answer}")]
    NoRule {
        /// The answer.
        answer: String,
    },
    /// A rule that is never the first to match.
    #[error("this rule is never used: the rules above it match all that it does")]
    IdleRule,
    /// A number of assessors that makes no sense.
    #[error("found {found} assessors, expected from 1 to {most}, the lower number first")]
    Assessors {
        /// As written.
        found: String,
        /// The limit.
        most: usize,
    },
    /// An unanimity that lowers scores.
    #[error("the strength is {found}, expected a number from 0")]
    Strength {
        /// As written.
        found: String,
    },
    /// Patterns of answers that are no labels.
    #[error("a pattern is made of labels, but these assessors answer by criteria")]
    NoLabels,
    /// A label that holds what parts the labels of a pattern.
    #[error("the label `{}` holds `/`, which parts the labels of a pattern", label.escape_debug())]
    Slash {
        /// The label.
        label: String,
    },
    /// A pattern with a label that the scheme does not know.
    #[error("pattern `{}`: {unknown}", pattern.escape_debug())]
    PatternLabel {
        /// The pattern.
        pattern: String,
        /// The label.
        unknown: UnknownLabel,
    },
    /// A pattern of fewer or more labels than there are assessors.
    #[error("pattern `{}` is of {found} labels, but there are {expected} assessors", pattern.escape_debug())]
    PatternSize {
        /// The pattern.
        pattern: String,
        /// Its labels.
        found: usize,
        /// The assessors.
        expected: String,
    },
    /// A pattern twice, maybe in another order.
    #[error("pattern `{}` is listed twice: the order of the labels does not matter", pattern.escape_debug())]
    RepeatedPattern {
        /// The pattern.
        pattern: String,
    },
    /// Patterns without a score.
    #[error("{count} of the patterns have no score (the first is `{}`) and there is no `otherwise`", first.escape_debug())]
    MissingPatterns {
        /// The first of them.
        first: String,
        /// How many.
        count: usize,
    },
    /// A score for all other patterns, of which there are none.
    #[error("`otherwise` is never used: all patterns are listed")]
    IdleOtherwise,
    /// Any number of assessors, where all combinations must be known.
    #[error(
        "the number of assessors has no upper limit, so what they can give together cannot be listed: say `levels`"
    )]
    Unlimited,
    /// Any number of assessors, and a table of patterns.
    #[error("the number of assessors has no upper limit, but a table of patterns has")]
    UnlimitedPatterns,
    /// Too many combinations to look at.
    #[error("the assessors can answer in more than {most} ways: say `levels`, and no patterns")]
    TooManyPatterns {
        /// The limit.
        most: u64,
    },
    /// Levels with a hole, out of order, or from 0.
    #[error("levels are 1, 2, .. up to 127, each once, with `at-least` rising; found {found}")]
    Levels {
        /// As written.
        found: String,
    },
    /// A level that no item can reach.
    #[error("no item reaches level {level}: {reason}")]
    Unreached {
        /// The level.
        level: u8,
        /// The scores that could be in its range.
        reason: String,
    },
    /// Gains that fall or are below 0.
    #[error(
        "the gain of level {level} is {gain}, expected a number from {least} (gains do not fall with the level)"
    )]
    Gain {
        /// The level.
        level: u8,
        /// Its gain.
        gain: String,
        /// The gain of the level below.
        least: String,
    },
    /// A score below 0 that would be a gain.
    #[error("an item can score {score}, but a gain is not below 0: say `levels`")]
    NegativeScore {
        /// The score.
        score: String,
    },
    /// No level above 0, or none with a gain.
    #[error("no item can gain anything")]
    NoGain,
    /// More scores than levels.
    #[error("items can score {count} different numbers above 0, but levels go to {most}: say `levels`")]
    TooManyLevels {
        /// How many scores.
        count: usize,
        /// The limit.
        most: u8,
    },
    /// Thresholds on what is a level already.
    #[error("favourites are level 1 and all others level 0: there is nothing to say of levels")]
    FavouriteLevels,
    /// An asker beside criteria.
    #[error("the asker's best answer is marked by a label, but these assessors answer by criteria")]
    AskerLabels,
}

impl Fault {
    /// The name that nobody knows, with those that there are; `None` where something else is wrong.
    pub fn unknown_name(&self) -> Option<(&str, &[String])> {
        match self {
            Self::UnknownCriterion { found, known } => Some((found, known)),
            Self::UnknownValue(unknown) | Self::PatternLabel { unknown, .. } => {
                Some((&unknown.found, &unknown.known))
            }
            _ => None,
        }
    }
}

/// `names` quoted and parted by commas.
pub(crate) fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
