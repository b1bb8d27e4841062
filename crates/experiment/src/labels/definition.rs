//! A scheme as written, `configs/labels/<id>.yaml`.
//!
//! ```yaml
//! id: stc13-chinese-unanimity         # behind `schema: labels/v1`
//! assessors: 3                         # or 1-4, or 2- for any number from 2
//! labels: {A: 2, B: 1, C: 0}           # a label's score; or, in its place, criteria and rules:
//! criteria: {fluent: [0, 1], context: [0, 1, 2]}
//! rules:                               # the first that matches
//!   - {when: {fluent: 1, context: [1, 2]}, score: 1}        # also {at-least: 1}, {at-most: 1}
//!   - {score: 0}
//! combine: sum                         # mean, {majority: {otherwise: median}} (or lowest, highest, mean,
//!                                      # a number), {unanimity: {strength: 0.2}},
//!                                      # {patterns: {scores: {AAAB: 3}, otherwise: 1}},
//!                                      # {favourites: {asker: {assessor: asker, best: best}}}
//! levels:                              # absent: each score that can come out is a level, and its gain
//!   - {level: 1, at-least: 2/3}        # gain: the level, unless said
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
    /// Its name, that of the file.
    pub id: Spanned<String>,
    /// Title.
    #[serde(default)]
    pub title: String,
    /// Number of assessors of an item: `3`, `1-4`, or `2-` for any number from 2.
    #[schemars(regex(pattern = "^[0-9]+(-[0-9]*)?$"))]
    pub assessors: Spanned<String>,
    /// The score of each label; or, in its place, `criteria` and `rules`.
    pub labels: Option<Spanned<Named<Number>>>,
    /// Questions about an item, each with its answers.
    pub criteria: Option<Spanned<Named<Spanned<OneOrMany<String>>>>>,
    /// The score of the answers: the first rule that matches.
    pub rules: Option<Spanned<Vec<Spanned<Rule>>>>,
    /// Rule by which the scores of several assessors become one.
    pub combine: Option<Spanned<Combine>>,
    /// From which score an item has a level; absent: each score that can come out is a level, and its gain.
    pub levels: Option<Spanned<Vec<Spanned<Threshold>>>>,
}

/// Returns the schema of a scheme file.
pub fn labels_schema() -> serde_json::Value {
    crate::spec::schema_root::<Definition>()
}

/// Number of assessors of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessors {
    /// At least.
    pub at_least: usize,
    /// At most; `None`: any number.
    pub at_most: Option<usize>,
}

impl fmt::Display for Assessors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { at_least, at_most: None } => write!(f, "{at_least}-"),
            Self { at_least, at_most: Some(most) } if at_least == most => write!(f, "{most}"),
            Self { at_least, at_most: Some(most) } => write!(f, "{at_least}-{most}"),
        }
    }
}

impl std::str::FromStr for Assessors {
    type Err = String;

    /// `3`, `1-4`, or `2-` for any number from 2.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |_| format!("found `{text}`, expected a number (`3`), a range (`1-4`) or `2-`");
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let at_most = if most.is_empty() { None } else { Some(most.parse().map_err(wrong)?) };
        Ok(Self { at_least: least.parse().map_err(wrong)?, at_most })
    }
}

// A rule over several criteria, as the STC tasks of NTCIR-12 to -14 have them (survey, section 4.9).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    /// Conditions on the criteria; absent: none, so that it always matches.
    #[serde(default)]
    pub when: Named<Condition>,
    /// Score of such an item.
    pub score: Number,
}

// The condition of a rule on a criterion: an answer, one of several, or a bound.
pub(crate) type Condition = Shaped<Spanned<String>, Vec<Spanned<String>>, Bound>;

// A bound of the values of a criterion, which are numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bound {
    /// At least this number.
    AtLeast(Number),
    /// At most this number.
    AtMost(Number),
}

// How the answers of the assessors of an item become one score; sections and equations are those of the survey.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Combine {
    /// Their sum.
    // INTENT, WWW, OpenLiveQ: sections 4.6, 4.10, 4.12.
    Sum,
    /// Their mean.
    // NTCIR-2, TaskMine, STC Japanese: sections 3.1, 4.6, 4.9.
    Mean,
    /// The score that more than half of the assessors gave.
    // STC CECG, WWW-2 Chinese: sections 4.9, 4.10. Labels of equal score are votes for the same. Only with the
    // median does a better label never lower the result: with 0, say, (0, 1, 1) gives 1 and (0, 1, 2) gives 0.
    Majority {
        /// The label if there is no majority: `lowest`, `highest`, `median`, `mean`, or a number.
        otherwise: Otherwise,
    },
    /// Their sum, and more the closer they agree.
    // Eq. 13: ugv = gv + p N (D_max - D). gv is the sum, p the strength, N the number of assessors of the item,
    // D_max the highest score that an assessor can give, and D the difference between the highest and the
    // lowest score of the item. An item with gv = 0 stays at 0: the equation would give 1.2 to what three
    // assessors agree is worth nothing.
    Unanimity {
        /// Weight of agreement: p of the survey's Eq. 13, 0.2 at NTCIR-13.
        strength: Spanned<Number>,
    },
    /// A score for each collection of labels.
    // Math, CQA: sections 3.4, 4.5.
    Patterns(Spanned<Patterns>),
    /// 1 for the items of a topic that some assessor rates highest, and for the choice of who asked; 0 for the
    /// others.
    // CQA: section 4.5. Highest among all that this assessor rated in the topic, whatever the label.
    Favourites {
        /// The user who asked, and the label of the answer that they chose.
        asker: Option<Spanned<Asker>>,
    },
}

// The score of an item without a majority.
#[derive(Clone, Copy, Debug, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Otherwise {
    /// The lowest that an assessor gave it.
    Lowest,
    /// The highest that an assessor gave it.
    Highest,
    /// The middle one of what the assessors gave it, the lower one of two.
    Median,
    /// The mean of what the assessors gave it.
    Mean,
    /// Always this one.
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
    /// The score of each pattern, such as `AAAB` or `relevant/relevant`; the order of its labels does not matter.
    pub scores: Named<Number>,
    /// That of any other pattern.
    pub otherwise: Option<Spanned<Number>>,
}

/// A special assessor who labels nothing but the best item, and does not count as an assessor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asker {
    /// Their name in the column `assessor`.
    pub assessor: String,
    /// The label of their choice.
    pub best: String,
}

/// A level and the lowest score that reaches it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Threshold {
    /// The level.
    pub level: u8,
    /// The least score that has it: `2`, `0.5`, `2/3`.
    pub at_least: Number,
    /// Its gain; absent: the level.
    pub gain: Option<Number>,
}
