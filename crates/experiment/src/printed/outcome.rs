//! The outcomes of a check, and their counts.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The outcome for a printed cell, a claim, an erratum or a file of printed numbers. A gate names the outcomes on which a
/// check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CheckOutcome {
    /// A computed value equals the printed digits.
    #[serde(skip_deserializing)]
    Match,
    /// A computed value differs from the printed digits, but equals the correct value of a known erratum, or differs for a
    /// known reason.
    #[serde(skip_deserializing)]
    KnownDifference,
    /// The printed value is within the central 99% of the draws.
    #[serde(skip_deserializing)]
    Inside,
    /// The printed value is outside of the central 99% of the draws. This is reported, but is not an error.
    #[serde(skip_deserializing)]
    Outside,
    /// The data are not available, but the printed value is shown beside draws of real runs from another experiment.
    #[serde(skip_deserializing, rename = "skipped-data")]
    BesideDraws,
    /// The data are not available.
    #[serde(skip_deserializing)]
    SkippedData,
    /// The data are available, but `run --only` left the cell out.
    #[serde(skip_deserializing)]
    LeftOut,
    /// The number is not in the data.
    #[serde(skip_deserializing)]
    NotInData,
    /// The cell contains words, or a number that is only transcribed.
    #[serde(skip_deserializing)]
    Transcribed,
    /// A computed value differs from the printed or golden value.
    Mismatch,
    /// A cell that could have been computed was not.
    NotComputed,
    /// The verdict on a claim differs from the recorded one.
    ClaimChanged,
    /// A known difference no longer exists.
    UnexpectedMatch,
    /// A known erratum quotes text that is no longer printed.
    StaleExpectation,
    /// A file of printed numbers is not the expected one.
    TranscriptionDiffers,
}

/// A group of outcomes that are counted together. The glossary explains their names.
#[derive(Debug)]
pub struct Standing {
    /// The name in check.json and checks.parquet.
    pub name: &'static str,
    /// The words after a count.
    pub(super) words: &'static str,
    outcomes: &'static [CheckOutcome],
}

/// The groups in the order of a headline. Each outcome is in one group.
static STANDINGS: [Standing; 8] = [
    Standing { name: "recomputed", words: "recomputed", outcomes: &[CheckOutcome::Match] },
    Standing {
        name: "recomputed-otherwise",
        words: "recomputed otherwise",
        outcomes: &[CheckOutcome::KnownDifference],
    },
    Standing { name: "real-drawn", words: "real, drawn", outcomes: CheckOutcome::DRAWN },
    Standing { name: "waiting", words: "need data", outcomes: &[CheckOutcome::SkippedData] },
    Standing { name: "not-computed", words: "not computed", outcomes: &[CheckOutcome::NotComputed] },
    Standing { name: "left-out", words: "left out by --only", outcomes: &[CheckOutcome::LeftOut] },
    Standing { name: "transcribed", words: "transcribed", outcomes: CheckOutcome::TRANSCRIBED },
    Standing { name: "differs", words: "not equal", outcomes: CheckOutcome::DIFFERS },
];

impl CheckOutcome {
    /// Cells whose authors drew at random. They are shown beside draws, and do not count as reproduced.
    pub const DRAWN: &[Self] = &[Self::Inside, Self::Outside, Self::BesideDraws];
    /// Cells that are only proof-read, not compared.
    pub const TRANSCRIBED: &[Self] = &[Self::Transcribed, Self::NotInData];
    /// Contradictions between numbers, or with what is recorded.
    pub const DIFFERS: &[Self] = &[
        Self::Mismatch,
        Self::UnexpectedMatch,
        Self::ClaimChanged,
        Self::StaleExpectation,
        Self::TranscriptionDiffers,
    ];

    /// Returns the group in which the outcome is counted.
    pub fn standing(self) -> &'static Standing {
        let group = STANDINGS.iter().find(|standing| standing.outcomes.contains(&self));
        group.expect("each outcome is in a group")
    }

    /// Returns true if a check can fail on the outcome: it does if the gate names it, or if it is a contradiction.
    pub fn is_failure(self) -> bool {
        self == Self::NotComputed || Self::DIFFERS.contains(&self)
    }

    /// Returns true if the outcome is a contradiction, on which a check always fails. A known difference that no longer
    /// exists and a stale erratum are not contradictions, because only the list of errata must be corrected.
    pub(crate) fn is_contradiction(self) -> bool {
        matches!(self, Self::Mismatch | Self::ClaimChanged | Self::TranscriptionDiffers)
    }
}

/// The number of each outcome, for example among a paper's cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<CheckOutcome, usize>);

impl Counts {
    /// Counts `numbers` more of an outcome.
    pub fn add(&mut self, outcome: CheckOutcome, numbers: usize) {
        if numbers > 0 {
            *self.0.entry(outcome).or_default() += numbers;
        }
    }

    /// Returns each outcome that occurred, with its number.
    pub fn iter(&self) -> impl Iterator<Item = (CheckOutcome, usize)> {
        self.0.iter().map(|(outcome, count)| (*outcome, *count))
    }

    /// Returns the number of these outcomes together.
    pub fn number(&self, outcomes: &[CheckOutcome]) -> usize {
        self.iter().filter(|(outcome, _)| outcomes.contains(outcome)).map(|(_, count)| count).sum()
    }

    /// Returns the number of all outcomes.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// Returns each group of outcomes with its number.
    pub fn by_standing(&self) -> impl Iterator<Item = (&'static Standing, usize)> {
        STANDINGS.iter().map(|standing| (standing, self.number(standing.outcomes)))
    }
}

impl Extend<(CheckOutcome, usize)> for Counts {
    fn extend<I: IntoIterator<Item = (CheckOutcome, usize)>>(&mut self, counts: I) {
        counts.into_iter().for_each(|(outcome, numbers)| self.add(outcome, numbers));
    }
}

impl FromIterator<CheckOutcome> for Counts {
    fn from_iter<I: IntoIterator<Item = CheckOutcome>>(outcomes: I) -> Self {
        let mut counts = Self::default();
        counts.extend(outcomes.into_iter().map(|outcome| (outcome, 1)));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::CheckOutcome::*;
    use super::*;

    #[test]
    fn each_outcome_is_in_one_group_and_a_gate_names_those_that_fail() {
        for outcome in [
            Match,
            KnownDifference,
            Inside,
            Outside,
            BesideDraws,
            SkippedData,
            LeftOut,
            NotInData,
            Transcribed,
            Mismatch,
            NotComputed,
            ClaimChanged,
            UnexpectedMatch,
            StaleExpectation,
            TranscriptionDiffers,
        ] {
            let groups = STANDINGS.iter().filter(|standing| standing.outcomes.contains(&outcome));
            assert_eq!(groups.count(), 1, "{outcome:?}");
            let named = serde_json::to_value(outcome).and_then(serde_json::from_value::<CheckOutcome>);
            assert_eq!(named.ok(), outcome.is_failure().then_some(outcome));
        }
    }
}
