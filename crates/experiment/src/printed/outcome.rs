//! The outcome of a check.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The outcome of a check: of a printed cell, and of a claim, an erratum or a file of printed numbers. A gate may name those
/// on which a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CheckOutcome {
    /// A computed value equals the printed digits.
    #[serde(skip_deserializing)]
    Match,
    /// A computed value differs from the printed digits, but equals the correction of a known erratum, or differs for a known
    /// reason.
    #[serde(skip_deserializing)]
    KnownDifference,
    /// The printed value is within the central 99% of the draws.
    #[serde(skip_deserializing)]
    Inside,
    /// The printed value is outside of them, which is reported, and is not an error.
    #[serde(skip_deserializing)]
    Outside,
    /// The data are not available, but draws of real runs are shown beside the printed value, which another experiment
    /// computes.
    #[serde(skip_deserializing, rename = "skipped-data")]
    BesideDraws,
    /// The data are not available.
    #[serde(skip_deserializing)]
    SkippedData,
    /// The data are available, but `run --only` left the cell out.
    #[serde(skip_deserializing)]
    LeftOut,
    /// The data do not contain this number.
    #[serde(skip_deserializing)]
    NotInData,
    /// Words, or a number that is only transcribed.
    #[serde(skip_deserializing)]
    Transcribed,
    /// A computed value differs from the printed or accepted one.
    Mismatch,
    /// A cell that could have been computed was not.
    NotComputed,
    /// A claim came out otherwise than first measured.
    ClaimChanged,
    /// A known difference began to agree.
    UnexpectedMatch,
    /// A known erratum quotes text that is no longer printed.
    StaleExpectation,
    /// A file of printed numbers is not the one that the experiment names.
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

/// The groups in the order of a headline. Each outcome is in one.
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
    /// Cells whose authors drew at random: they are shown with draws, and not reproduced.
    pub const DRAWN: &[Self] = &[Self::Inside, Self::Outside, Self::BesideDraws];
    /// Cells that are proof-read, and not compared.
    pub const TRANSCRIBED: &[Self] = &[Self::Transcribed, Self::NotInData];
    /// Contradictions, between numbers or with what is recorded.
    pub const DIFFERS: &[Self] = &[
        Self::Mismatch,
        Self::UnexpectedMatch,
        Self::ClaimChanged,
        Self::StaleExpectation,
        Self::TranscriptionDiffers,
    ];

    /// Returns the group in which it is counted.
    pub fn standing(self) -> &'static Standing {
        let group = STANDINGS.iter().find(|standing| standing.outcomes.contains(&self));
        group.expect("each outcome is in a group")
    }

    /// Returns true if a check fails on it, provided that the gate names it or it is a contradiction.
    pub fn is_failure(self) -> bool {
        self == Self::NotComputed || Self::DIFFERS.contains(&self)
    }

    /// Returns true if it is a contradiction on which a check fails whatever the gate says. A known difference that began to
    /// agree and a stale erratum ask for another list of errata only.
    pub(crate) fn is_contradiction(self) -> bool {
        matches!(self, Self::Mismatch | Self::ClaimChanged | Self::TranscriptionDiffers)
    }
}

/// Numbers of outcomes, such as those of the cells of a paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<CheckOutcome, usize>);

impl Counts {
    /// Counts `numbers` more of an outcome.
    pub fn add(&mut self, outcome: CheckOutcome, numbers: usize) {
        if numbers > 0 {
            *self.0.entry(outcome).or_default() += numbers;
        }
    }

    /// Returns each outcome that was counted, with its number.
    pub fn iter(&self) -> impl Iterator<Item = (CheckOutcome, usize)> {
        self.0.iter().map(|(outcome, count)| (*outcome, *count))
    }

    /// Returns the number of some outcomes.
    pub fn number(&self, outcomes: &[CheckOutcome]) -> usize {
        self.iter().filter(|(outcome, _)| outcomes.contains(outcome)).map(|(_, count)| count).sum()
    }

    /// Returns the number of all.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// Returns the groups of outcomes, each with its number.
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
