//! The claims of a paper, as conditions on the cells of its experiment.

use schemars::JsonSchema;
use serde::Deserialize;

use super::axes::Selector;
use super::condition::Condition;
use super::take::{Only, Take};
use crate::spec::yaml::{OneOrMany, Spanned};

/// A claim as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClaimWire {
    /// The claim in words.
    pub claim: String,
    /// The section of the paper that makes it.
    pub section: Option<String>,
    /// The collections of the paper that it is about; absent: all of them. Evaluated on another collection it is
    /// shown, and not counted.
    #[serde(default)]
    pub of: OneOrMany<Spanned<String>>,
    /// False for a reading of our own beside the paper's words, and for a fact of the paper's own data: it is shown, and
    /// not counted.
    #[serde(default = "yes")]
    pub counted: bool,
    /// Selection that all its cells share.
    #[serde(default)]
    pub r#where: Selector,
    /// The same as a condition on cells.
    pub holds: Condition<OperandWire>,
    /// The reason why the paper's own cells, the twins and other data disagree, as a sentence.
    pub differs: Option<String>,
}

fn yes() -> bool {
    true
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
    pub measure: Option<OneOrMany<String>>,
    /// Their judgments.
    pub judgments: Option<OneOrMany<String>>,
    /// Their sets of topics.
    pub topic_sets: Option<OneOrMany<String>>,
    /// Their runs.
    pub runs: Option<OneOrMany<String>>,
    /// Their least relevant levels, if several are an axis.
    pub min_rel: Option<OneOrMany<String>>,
    /// The teams of its cells.
    pub only: Option<Only>,
}
