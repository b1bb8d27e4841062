//! The judgments that experiments start from.

use schemars::JsonSchema;
use serde::Deserialize;

/// The judgments that experiments start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Base {
    /// The judgments as they are.
    #[default]
    AsJudged,
    /// The judgments within the pool of the stored runs that were pooled.
    Repooled {
        /// Depth of this pool.
        #[schemars(range(min = 1))]
        depth: u32,
        /// The treatment of its documents that have no judgment.
        #[serde(default)]
        unjudged: Unjudged,
    },
}

/// The treatment of documents that are in a pool of the stored runs but have no judgment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unjudged {
    /// They are not in the pool.
    #[default]
    LeftOut,
    /// They are in the pool and their judgments are withheld, as if they had the grade -1. infAP needs them.
    Pooled,
}
