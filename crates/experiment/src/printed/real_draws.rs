//! Printed cells of expected.yaml that are shown with draws of real runs.
//!
//! If a paper drew its runs at random without naming them, its numbers cannot be recomputed, even if the scores of all runs
//! are public. Such numbers are shown beside draws that another experiment computes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, Site};
use crate::spec::yaml::Spanned;

/// Printed cells, and the draws of real runs that are shown beside them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RealDraws {
    /// The place of the printed cells.
    pub cells: Spanned<Site>,
    /// The experiment that computes the draws.
    pub experiment: Spanned<String>,
    /// The cell in that experiment's tables that contains the draws. The quantity is taken from the printed cell.
    pub draws: Address,
    /// A description of the draws, for readers.
    pub of: String,
}

impl RealDraws {
    /// Returns the address of the draws of a printed cell, in the other experiment's tables.
    pub fn address(&self, printed: &Address) -> Address {
        Address { quantity: printed.quantity.clone(), ..self.draws.clone() }
    }
}
