//! The gate: the conditions under which `rejudge check` fails.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CheckFailure, CheckOutcome, Counts, Tally};

/// The outcomes on which a check fails, and the minimum that must have been checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Gate {
    /// The outcomes on which the check fails. It always fails on contradictions, and if there are no results.
    #[serde(default)]
    pub fail_on: Vec<CheckOutcome>,
    /// The smallest counts with which the check passes, if `fail-on` has `not-computed`. Without them, a check of
    /// fewer cells would pass too.
    #[serde(default)]
    pub at_least: AtLeast,
}

/// The smallest counts with which a check passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtLeast {
    /// Printed cells that are computed again with the same result.
    #[serde(default)]
    pub recomputed_cells: usize,
    /// Cells that are only transcribed: words, and numbers that do not follow from runs and judgments.
    #[serde(default)]
    pub transcribed_cells: usize,
    /// Numbers in the running text that are computed again with the same result.
    #[serde(default)]
    pub recomputed_numbers_of_text: usize,
    /// Numbers that were worked out from what the paper prints, and are computed again with the same result.
    #[serde(default)]
    pub worked_out_cells: usize,
}

impl Gate {
    /// Returns true if this failure makes the check fail. Contradictions and missing results always do.
    pub fn fails_on(&self, failure: &CheckFailure) -> bool {
        let outcome = failure.outcome;
        outcome.is_contradiction() || failure.about.is_none() || self.fail_on.contains(&outcome)
    }

    /// Returns a failure for each count that is too small.
    pub fn too_few(&self, tally: &Tally) -> Vec<CheckFailure> {
        let minimum = self.at_least;
        let recomputed = |counts: &Counts| counts.number(&[CheckOutcome::Match]);
        let counts = [
            (tally.cells.number(CheckOutcome::TRANSCRIBED), minimum.transcribed_cells, "transcribed cells"),
            (recomputed(&tally.cells), minimum.recomputed_cells, "recomputed cells"),
            (recomputed(&tally.text), minimum.recomputed_numbers_of_text, "recomputed numbers of the text"),
            (
                recomputed(&tally.worked_out),
                minimum.worked_out_cells,
                "recomputed numbers that were worked out",
            ),
        ];
        let too_few = counts.into_iter().filter(|(count, minimum, _)| count < minimum);
        let failures = too_few.map(|(count, minimum, words)| {
            let message = format!("found {count} {words}, but the gate requires at least {minimum}");
            CheckFailure::new(CheckOutcome::NotComputed, "gate", None, &message)
        });
        failures.collect()
    }
}
