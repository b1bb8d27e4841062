//! Discriminative power as written.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::yaml::Spanned;

/// `discriminative-power`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PowerWire {
    /// The test.
    pub test: TestWire,
    /// The level, as typed.
    pub alpha: Spanned<String>,
    /// What is done about there being many tests.
    pub correction: Option<Spanned<CorrectionWire>>,
}

/// A significance test of every pair of runs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TestWire {
    /// Sakai's paired two-sided bootstrap.
    PairedBootstrap {
        /// Number of bootstrap samples.
        samples: Spanned<u32>,
    },
    /// Student's paired two-sided test.
    PairedT {},
}

/// How p values are adjusted for the number of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CorrectionWire {
    /// Not at all.
    #[default]
    None,
    /// Holm's step-down procedure.
    Holm,
    /// All p values times their number.
    Bonferroni,
}
