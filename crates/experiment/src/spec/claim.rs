//! The claims of a paper, as conditions on the cells of its experiment.

use schemars::JsonSchema;
use serde::Deserialize;

use super::table::Where;
use super::take::{OnlyWire, Take};
use crate::spec::yaml::{OneOrMany, Spanned};

/// A claim as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClaimWire {
    /// The claim in words.
    pub claim: String,
    /// The section of the paper that makes it.
    pub section: Option<String>,
    /// Selection that all its cells share.
    #[serde(default)]
    pub r#where: Where,
    /// The same as a condition on cells.
    pub holds: ConditionWire,
    /// The reason why the paper's own cells, the twins and other data disagree, as a sentence.
    pub differs: Option<String>,
}

/// A condition as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConditionWire {
    /// The number is above 0.
    Positive(OperandWire),
    /// The number is below 0.
    Negative(OperandWire),
    /// The left number is above the right one.
    Greater {
        /// The number that is to be above.
        left: OperandWire,
        /// The number that is to be below.
        right: OperandWire,
    },
    /// The left number is not below the right one.
    AtLeast {
        /// The number that is not to be below.
        left: OperandWire,
        /// The other.
        right: OperandWire,
    },
    /// The number is from `low` to `high`; the margin is the distance from the nearer end. A claim of a
    /// threshold has one end alone: another that no number can pass would be nearer to the safest numbers.
    Between {
        /// The number.
        of: OperandWire,
        /// Its least value; absent: there is none.
        low: Option<f64>,
        /// Its largest value; absent: there is none.
        high: Option<f64>,
    },
    /// The numbers differ by no more than `by`.
    Within {
        /// A number.
        left: OperandWire,
        /// Another.
        right: OperandWire,
        /// Their largest difference.
        by: f64,
    },
    /// Each number is above the next one.
    Falling(Vec<OperandWire>),
    /// At more than this share of the judgment sets (`over: judgments.rate`) the left number is above the
    /// right one; the margin is the share less `more-than`.
    Majority {
        /// The number that is to be above.
        left: OperandWire,
        /// The number that is to be below.
        right: OperandWire,
        /// The parameter of the judgment sets: `judgments.rate`.
        over: Spanned<String>,
        /// The share.
        #[serde(rename = "more-than")]
        more_than: f64,
    },
    /// It holds at each of the judgment sets; the margin is the smallest one.
    AtEach {
        /// The parameter of the judgment sets: `judgments.rate`.
        over: Spanned<String>,
        /// The condition to hold at each.
        holds: Box<ConditionWire>,
    },
    /// All of them hold; the margin is the smallest one.
    All(Vec<ConditionWire>),
}

/// A number as written: what is taken (the mean unless said otherwise) of the cells that are selected.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OperandWire {
    /// The statistic, or a part of it: `tau`, `dp.power`.
    pub of: Spanned<String>,
    /// Aggregate of its cells; absent: their mean.
    #[serde(default)]
    pub take: Take,
    /// Their measures; `*` stands for anything.
    pub measure: Option<OneOrMany<Spanned<String>>>,
    /// Their judgments.
    pub judgments: Option<OneOrMany<Spanned<String>>>,
    /// Their sets of topics.
    pub topic_sets: Option<OneOrMany<Spanned<String>>>,
    /// Their runs.
    pub runs: Option<OneOrMany<Spanned<String>>>,
    /// The teams of its cells.
    pub only: Option<OnlyWire>,
}
