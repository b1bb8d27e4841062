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
    /// The judgments of documents in a new pool, which is made at this depth from the pooled runs whose files the collection
    /// has.
    Repooled {
        /// Depth of the new pool.
        #[schemars(range(min = 1))]
        depth: u32,
        /// The treatment of documents in the new pool that have no judgment.
        #[serde(default)]
        unjudged: Unjudged,
    },
}

/// The treatment of documents that are in a new pool but have no judgment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unjudged {
    /// They are left out of the pool.
    #[default]
    LeftOut,
    /// They stay in the pool and their judgments are withheld, as if they had the grade -1. infAP needs them.
    Pooled,
}
