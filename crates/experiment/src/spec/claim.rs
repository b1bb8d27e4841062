//! The claims of a paper, as conditions on the cells of its experiment.

use schemars::JsonSchema;
use serde::Deserialize;

use super::axes::Selector;
use super::condition::Condition;
use super::take::{Only, Take};
use crate::spec::yaml::{OneOrMany, Spanned};

/// A claim of a paper.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClaimWire {
    /// The claim in words.
    pub claim: String,
    /// The section of the paper that makes the claim.
    pub section: Option<String>,
    /// The paper's collections that the claim is about. On other collections the claim is shown, but not
    /// counted. By default the claim is counted on all collections.
    #[serde(default)]
    pub of: OneOrMany<Spanned<String>>,
    /// False if the claim is our own reading instead of the paper's words, or a fact about the paper's own data. The claim is
    /// then shown, but not counted.
    #[serde(default = "yes")]
    pub counted: bool,
    /// The selection that all cells of the claim share.
    #[serde(default)]
    pub r#where: Selector,
    /// The claim as a condition on cells.
    pub holds: Condition<OperandWire>,
    /// A sentence with the reason why the paper's own cells, the twins and other data disagree.
    pub differs: Option<String>,
}

fn yes() -> bool {
    true
}

/// A number in a condition: an aggregate of selected cells, by default their mean.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OperandWire {
    /// The statistic, or a component of it: `tau`, `dp.power`.
    pub of: Spanned<String>,
    /// The aggregate of the cells. By default it is the mean.
    #[serde(default)]
    pub take: Take,
    /// The measures of the cells. `*` matches any text.
    pub measure: Option<OneOrMany<String>>,
    /// The judgments of the cells.
    pub judgments: Option<OneOrMany<String>>,
    /// The sets of topics of the cells.
    pub topic_sets: Option<OneOrMany<String>>,
    /// The runs of the cells.
    pub runs: Option<OneOrMany<String>>,
    /// The lowest relevant levels of the cells, if `min-rel` is an axis.
    pub min_rel: Option<OneOrMany<String>>,
    /// The teams whose numbers are used.
    pub only: Option<Only>,
}
