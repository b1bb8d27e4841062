//! Printed cells of expected.yaml that are shown with draws of real runs.
//!
//! A paper that drew its runs without naming them cannot be recomputed, even if the scores of all runs are public. Its
//! numbers are placed among such draws, which another experiment computes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, Site};
use crate::spec::yaml::Spanned;

/// Printed cells, and the draws of real runs to show beside them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RealDraws {
    /// The printed cells: all that this place holds.
    pub cells: Spanned<Site>,
    /// The experiment that computes the draws.
    pub experiment: Spanned<String>,
    /// The cell of its tables that has them. Its quantity is that of the printed cell.
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
