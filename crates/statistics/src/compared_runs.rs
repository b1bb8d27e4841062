//! How many runs are compared.

use crate::entry::{nothing, read_nothing};
use crate::{Entry, Inputs, Outcome, Statistic};
use std::collections::BTreeSet;

/// How many runs are compared, and of how many teams.
pub static COMPARED_RUNS: Entry = Entry {
    name: "compared-runs",
    summary: "How many runs are compared, and of how many teams.",
    version: 1,
    components: &["runs", "teams"],
    has_measure: false,
    has_judgments: false,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: read_nothing::<ComparedRuns>,
    schema: nothing,
};

#[derive(Debug, Default)]
struct ComparedRuns;

impl Statistic for ComparedRuns {
    fn entry(&self) -> &'static Entry {
        &COMPARED_RUNS
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let roster = inputs.roster();
        let teams: BTreeSet<&String> = roster.rows().into_iter().map(|row| &roster.teams[row]).collect();
        Ok(Outcome::of(&[("runs", roster.chosen.len() as f64), ("teams", teams.len() as f64)]))
    }
}
