//! The numbers of compared runs and of their teams.

use std::collections::BTreeSet;

use crate::statistics::{Inputs, Outcome, StatisticEntry};

/// The number of compared runs, and the number of their teams.
pub static COMPARED_RUNS: StatisticEntry = StatisticEntry {
    summary: "Number of compared runs and of their teams.",
    components: &["runs", "teams"],
    has_measure: false,
    has_judgments: false,
    ..StatisticEntry::plain("compared-runs", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let roster = inputs.roster();
    let teams: BTreeSet<&String> = roster.rows().into_iter().map(|row| &roster.teams[row]).collect();
    Ok(Outcome::new(&[("runs", roster.chosen.len() as f64), ("teams", teams.len() as f64)]))
}
