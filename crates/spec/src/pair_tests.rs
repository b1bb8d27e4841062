//! Significance tests of random pairs of runs, and their confusion matrix, as written.

use std::num::NonZeroU32;

use rejudge_stats::{NullDistribution, Reject};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::yaml::Spanned;

/// `pair-tests`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PairTestsWire {
    /// The test.
    pub test: RunTestWire,
    /// How many pairs are drawn.
    pub pairs: Spanned<NonZeroU32>,
    /// Whose judgments are the full ones.
    #[serde(default)]
    pub pool: PairPoolWire,
    /// The level at which significant pairs are counted, as typed.
    pub alpha: Option<Spanned<String>>,
    /// What becomes of the level itself.
    #[serde(default)]
    pub reject: RejectWire,
}

/// `confusion-matrix`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ConfusionMatrixWire {
    /// The statistic with the p values.
    pub of: Spanned<String>,
    /// The judgments taken as truth.
    pub versus: Spanned<String>,
    /// The level, as typed; without one that of the tests.
    pub alpha: Option<Spanned<String>>,
    /// What becomes of the level itself; without it as in the tests.
    pub reject: Option<RejectWire>,
}

/// A test of two runs over the same topics.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RunTestWire {
    /// Wilcoxon's signed-rank test.
    Wilcoxon {
        /// What the rank sums are held against.
        #[serde(default)]
        distribution: DistributionWire,
    },
}

/// The distribution of a rank sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DistributionWire {
    /// Exact for few topics without ties, else normal.
    #[default]
    Automatic,
    /// All signs of the ranks.
    Exact,
    /// The normal approximation.
    Normal,
}

impl From<DistributionWire> for NullDistribution {
    fn from(wire: DistributionWire) -> Self {
        match wire {
            DistributionWire::Automatic => Self::Automatic,
            DistributionWire::Exact => Self::Exact,
            DistributionWire::Normal => Self::Normal,
        }
    }
}

/// Whose judgments a pair of runs is tested with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairPoolWire {
    /// Those of the documents that either run retrieved.
    #[default]
    OfThePair,
    /// All of them.
    OfAllRuns,
}

/// When a p value is significant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RejectWire {
    /// Below alpha.
    #[default]
    Below,
    /// At alpha too.
    AtMostAlpha,
}

impl From<RejectWire> for Reject {
    fn from(wire: RejectWire) -> Self {
        match wire {
            RejectWire::Below => Self::Below,
            RejectWire::AtMostAlpha => Self::AtMost,
        }
    }
}
