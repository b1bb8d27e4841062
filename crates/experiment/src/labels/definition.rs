//! A label scheme as it is written in `configs/labels/<id>.yaml`.
//!
//! ```yaml
//! id: stc13-chinese-unanimity         # after `schema: labels/v1`
//! assessors: 3                         # or 1-4, or 2- for 2 or more
//! labels: {A: 2, B: 1, C: 0}           # each label's score; or criteria and rules:
//! criteria: {fluent: [0, 1], context: [0, 1, 2]}
//! rules:                               # the first that matches gives the score
//!   - {when: {fluent: 1, context: [1, 2]}, score: 1}        # also {at-least: 1}, {at-most: 1}
//!   - {score: 0}
//! combine: sum                         # mean, {majority: {otherwise: median}} (or lowest, highest, mean,
//!                                      # a number), {unanimity: {strength: 0.2}},
//!                                      # {patterns: {scores: {AAAB: 3}, otherwise: 1}},
//!                                      # {favourites: {asker: {assessor: asker, best: best}}}
//! levels:                              # default: each possible score is a level, with the score as gain
//!   - {level: 1, at-least: 2/3}        # the default of `gain` is the level
//! ```

use std::fmt;

use crate::spec::Named;
use crate::spec::yaml::{OneOrMany, Shaped, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error;

use crate::labels::number::{Number, exact_number};

/// A scheme file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Labels")]
pub(crate) struct Definition {
    /// Always `labels/v1`.
    #[schemars(extend("const" = "labels/v1"))]
    pub schema: Spanned<String>,
    /// The name of the scheme, which is also the name of the file.
    pub id: Spanned<String>,
    /// The title of the scheme.
    #[serde(default)]
    pub title: String,
    /// The number of assessors of an item: `3`, `1-4`, or `2-` for 2 or more.
    #[schemars(regex(pattern = "^[0-9]+(-[0-9]*)?$"))]
    pub assessors: Spanned<String>,
    /// The score of each label. The alternative is `criteria` with `rules`.
    pub labels: Option<Spanned<Named<Number>>>,
    /// Questions about an item, each with its answers.
    pub criteria: Option<Spanned<Named<Spanned<OneOrMany<String>>>>>,
    /// The rules that give the score of an item's answers. The first one that matches counts.
    pub rules: Option<Spanned<Vec<Spanned<Rule>>>>,
    /// The rule by which several assessors' scores become one score.
    pub combine: Option<Spanned<Combine>>,
    /// The lowest score of each level. By default each possible score is a level, with the score as gain.
    pub levels: Option<Spanned<Vec<Spanned<Threshold>>>>,
}

/// Returns the schema of a scheme file.
pub fn labels_schema() -> serde_json::Value {
    crate::spec::schema_root::<Definition>()
}

/// The number of assessors of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessors {
    /// The smallest number.
    pub at_least: usize,
    /// The largest number; `None` if there is no limit.
    pub at_most: Option<usize>,
}

impl fmt::Display for Assessors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { at_least, at_most: None } => write!(f, "{at_least}-"),
            Self { at_least, at_most: Some(max) } if at_least == max => write!(f, "{max}"),
            Self { at_least, at_most: Some(max) } => write!(f, "{at_least}-{max}"),
        }
    }
}

impl std::str::FromStr for Assessors {
    type Err = String;

    /// Reads `3`, `1-4`, or `2-` for 2 or more.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |_| format!("found `{text}`, expected a number (`3`), a range (`1-4`) or `2-`");
        let (min, max) = text.split_once('-').unwrap_or((text, text));
        let at_most = if max.is_empty() { None } else { Some(max.parse().map_err(wrong)?) };
        Ok(Self { at_least: min.parse().map_err(wrong)?, at_most })
    }
}

// A rule over several criteria. The STC tasks of NTCIR-12 to -14 have such rules (survey, section 4.9).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    /// The conditions on the criteria. A rule without conditions always matches.
    #[serde(default)]
    pub when: Named<Condition>,
    /// The score of answers that meet all conditions.
    pub score: Number,
}

// A rule's condition on a criterion: an answer, several answers, or a bound.
pub(crate) type Condition = Shaped<Spanned<String>, Vec<Spanned<String>>, Bound>;

// A bound on the values of a criterion, which must be numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bound {
    /// At least this number.
    AtLeast(Number),
    /// At most this number.
    AtMost(Number),
}

// The rule by which the assessors' answers for an item become one score. Sections and equations refer to the survey.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Combine {
    /// The sum of the scores.
    // INTENT, WWW, OpenLiveQ: sections 4.6, 4.10, 4.12.
    Sum,
    /// The mean of the scores.
    // NTCIR-2, TaskMine, STC Japanese: sections 3.1, 4.6, 4.9.
    Mean,
    /// The score that more than half of the assessors gave.
    // STC CECG, WWW-2 Chinese: sections 4.9, 4.10. Labels with equal scores are votes for the same score. `otherwise:
    // median` is the only choice with which a better label never lowers the result. For example, with `otherwise: 0` the
    // scores (0, 1, 1) give 1, and (0, 1, 2) give 0.
    Majority {
        /// The score if there is no majority: `lowest`, `highest`, `median`, `mean`, or a number.
        otherwise: Otherwise,
    },
    /// The sum of the scores, which is raised if the assessors agree closely.
    // Eq. 13: ugv = gv + p N (D_max - D). gv is the sum, p the strength, N the number of assessors of the item,
    // D_max the highest score that an assessor can give, and D the difference between the highest and the
    // lowest score of the item. An item with gv = 0 stays at 0. For p = 0.2 and D_max = 2, the equation would
    // give it 1.2 if three assessors agree that it is worth nothing.
    Unanimity {
        /// The weight of agreement: p in the survey's Eq. 13, which was 0.2 at NTCIR-13.
        strength: Spanned<Number>,
    },
    /// A score for each combination of labels.
    // Math, CQA: sections 3.4, 4.5.
    Patterns(Spanned<Patterns>),
    /// 1 for the items that an assessor rates highest in the topic, and for the asker's choice; 0 for the others.
    // CQA: section 4.5. An item counts if no other item of the topic has a higher label by this assessor, even if its
    // label is a low one.
    Favourites {
        /// The user who asked the question, and the label of the answer that they chose.
        asker: Option<Spanned<Asker>>,
    },
}

// The score of an item without a majority.
#[derive(Clone, Copy, Debug, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Otherwise {
    /// The lowest score that an assessor gave.
    Lowest,
    /// The highest score that an assessor gave.
    Highest,
    /// The median of the assessors' scores; the lower one of two middle scores.
    Median,
    /// The mean of the assessors' scores.
    Mean,
    /// Always this score.
    #[serde(untagged)]
    Score(Number),
}

impl<'de> Deserialize<'de> for Otherwise {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let expected = "expected `lowest`, `highest`, `median`, `mean` or a number";
        Ok(match text.as_str() {
            "lowest" => Self::Lowest,
            "highest" => Self::Highest,
            "median" => Self::Median,
            "mean" => Self::Mean,
            number => Self::Score(Number(
                exact_number(number).map_err(|_| D::Error::custom(format!("found `{text}`, {expected}")))?,
            )),
        })
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Patterns {
    /// The score of each pattern, such as `AAAB` or `relevant/relevant`. The order of the labels does not matter.
    pub scores: Named<Number>,
    /// The score of any other pattern.
    pub otherwise: Option<Spanned<Number>>,
}

/// A special assessor who only marks the best item, and is not counted as an assessor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asker {
    /// The asker's name in the column `assessor`.
    pub assessor: String,
    /// The label of the asker's choice.
    pub best: String,
}

/// A level, with the lowest score that reaches it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Threshold {
    /// The level.
    pub level: u8,
    /// The lowest score of the level: `2`, `0.5`, `2/3`.
    pub at_least: Number,
    /// The gain of the level. By default it is the level itself.
    pub gain: Option<Number>,
}
