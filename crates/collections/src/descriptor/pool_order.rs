//! The order in which runs were read for a pool.

use schemars::JsonSchema;
use serde::Deserialize;

/// The order in which runs were read for a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PoolOrder {
    /// By score, of equal ones the greater document id first (trec_eval).
    DocnoDescending,
    /// By score, of equal ones the smaller document id first.
    DocnoAscending,
    /// By the rank column.
    Rank,
}

impl PoolOrder {
    /// As descriptions have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::DocnoDescending => "docno-descending",
            Self::DocnoAscending => "docno-ascending",
            Self::Rank => "rank",
        }
    }
}
