//! The gate: which outcomes make `rejudge check` fail.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CheckOutcome, Counts, Failure, Tally};

/// The outcomes that fail a check, and the minimum that must have been checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Gate {
    /// Outcomes that fail the check, besides contradictions, which always do.
    #[serde(default)]
    pub fail_on: Vec<CheckOutcome>,
    /// Counts below which it fails, so that a check cannot pass by checking less.
    #[serde(default)]
    pub at_least: AtLeast,
}

/// Smallest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtLeast {
    /// Printed cells that are computed again.
    #[serde(default)]
    pub recomputed_cells: usize,
    /// Cells that are transcribed: words, and numbers that do not follow from runs and judgments.
    #[serde(default)]
    pub transcribed_cells: usize,
    /// Numbers of the running text that are computed again.
    #[serde(default)]
    pub recomputed_numbers_of_text: usize,
    /// Numbers that the paper does not print, worked out from printed ones, and recomputed with the same result.
    #[serde(default)]
    pub worked_out_cells: usize,
}

impl Gate {
    /// Returns true if a failure counts: a contradiction and missing results always do.
    pub fn counts(&self, failure: &Failure) -> bool {
        let outcome = failure.outcome;
        outcome.is_contradiction() || failure.about.is_none() || self.fail_on.contains(&outcome)
    }

    /// A failure for every count that is too small.
    pub fn too_few(&self, tally: &Tally) -> Vec<Failure> {
        let least = self.at_least;
        let recomputed = |counts: &Counts| counts.number(&[CheckOutcome::Match]);
        let counts_and_least = [
            (tally.cells.number(CheckOutcome::TRANSCRIBED), least.transcribed_cells, "transcribed cells"),
            (recomputed(&tally.cells), least.recomputed_cells, "recomputed cells"),
            (recomputed(&tally.text), least.recomputed_numbers_of_text, "recomputed numbers of the text"),
            (
                recomputed(&tally.worked_out),
                least.worked_out_cells,
                "recomputed numbers that were worked out",
            ),
        ];
        let too_few = counts_and_least.into_iter().filter(|(count, least, _)| count < least);
        let failure = |(count, least, what): (usize, usize, &str)| {
            let message = format!("found {count} {what}, but the gate requires at least {least}");
            Failure::new(CheckOutcome::NotComputed, "gate", None, &message)
        };
        too_few.map(failure).collect()
    }
}
