//! The outcomes of a check, and their counts.

use std::borrow::Cow;
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
    /// There are no results for the collection, but the printed value is shown beside draws of real runs from another
    /// experiment.
    #[serde(skip_deserializing, rename = "skipped-data")]
    BesideDraws,
    /// There are no results for the collection, for example because its data are not available.
    #[serde(skip_deserializing)]
    SkippedData,
    /// The data are available, but `run --only` left the cell out.
    #[serde(skip_deserializing)]
    LeftOut,
    /// The number does not follow from runs and judgments.
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

/// A group of outcomes that are counted together. The glossary explains the names of groups.
#[derive(Debug)]
pub struct OutcomeGroup {
    /// The name in check.json and checks.parquet.
    pub name: &'static str,
    /// The words after a count.
    words: &'static str,
    outcomes: &'static [CheckOutcome],
}

impl OutcomeGroup {
    /// Returns the words after a count: `1 needs data`, `2 need data`.
    pub(super) fn words(&self, count: usize) -> Cow<'static, str> {
        match (count, self.words.strip_prefix("need ")) {
            (1, Some(rest)) => format!("needs {rest}").into(),
            _ => self.words.into(),
        }
    }
}

/// The groups in the order of a headline. Each outcome is in one group.
static GROUPS: [OutcomeGroup; 8] = [
    OutcomeGroup { name: "recomputed", words: "recomputed", outcomes: &[CheckOutcome::Match] },
    OutcomeGroup {
        name: "recomputed-otherwise",
        words: "recomputed otherwise",
        outcomes: &[CheckOutcome::KnownDifference],
    },
    OutcomeGroup { name: "real-drawn", words: "real, drawn", outcomes: CheckOutcome::DRAWN },
    OutcomeGroup { name: "waiting", words: "need data", outcomes: &[CheckOutcome::SkippedData] },
    OutcomeGroup { name: "not-computed", words: "not computed", outcomes: &[CheckOutcome::NotComputed] },
    OutcomeGroup { name: "left-out", words: "left out by --only", outcomes: &[CheckOutcome::LeftOut] },
    OutcomeGroup { name: "transcribed", words: "transcribed", outcomes: CheckOutcome::TRANSCRIBED },
    OutcomeGroup { name: "differs", words: "not equal", outcomes: CheckOutcome::DIFFERS },
];

impl CheckOutcome {
    /// Outcomes of numbers that the paper computed from random draws. They are shown beside our draws, and do not count as
    /// reproduced.
    pub const DRAWN: &[Self] = &[Self::Inside, Self::Outside, Self::BesideDraws];
    /// Outcomes of cells that are only proof-read, not compared.
    pub const TRANSCRIBED: &[Self] = &[Self::Transcribed, Self::NotInData];
    /// Differences from an expected number, a recorded verdict, a known erratum or an expected file.
    pub const DIFFERS: &[Self] = &[
        Self::Mismatch,
        Self::UnexpectedMatch,
        Self::ClaimChanged,
        Self::StaleExpectation,
        Self::TranscriptionDiffers,
    ];

    /// Returns the group in which the outcome is counted.
    pub fn group(self) -> &'static OutcomeGroup {
        let group = GROUPS.iter().find(|group| group.outcomes.contains(&self));
        group.expect("each outcome is in a group")
    }

    /// Returns true if a printed number with this outcome was compared with the experiment's own results.
    pub fn is_compared(self) -> bool {
        matches!(
            self,
            Self::Match
                | Self::KnownDifference
                | Self::Inside
                | Self::Outside
                | Self::Mismatch
                | Self::UnexpectedMatch
        )
    }

    /// Returns true if a check can fail on the outcome, either always or if the gate names it.
    pub fn is_failure(self) -> bool {
        self == Self::NotComputed || Self::DIFFERS.contains(&self)
    }

    /// Returns true if the outcome is a contradiction, on which a check always fails. A known difference that no longer
    /// exists and a stale erratum are not contradictions, because only the list of errata must be corrected.
    pub(crate) fn is_contradiction(self) -> bool {
        matches!(self, Self::Mismatch | Self::ClaimChanged | Self::TranscriptionDiffers)
    }
}

/// The count of each outcome, for example among a paper's cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<CheckOutcome, usize>);

impl Counts {
    /// Adds `count` to the count of an outcome.
    pub fn add(&mut self, outcome: CheckOutcome, count: usize) {
        if count > 0 {
            *self.0.entry(outcome).or_default() += count;
        }
    }

    /// Returns each outcome that occurred, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (CheckOutcome, usize)> {
        self.0.iter().map(|(outcome, count)| (*outcome, *count))
    }

    /// Returns the sum of these outcomes' counts.
    pub fn number(&self, outcomes: &[CheckOutcome]) -> usize {
        self.iter().filter(|(outcome, _)| outcomes.contains(outcome)).map(|(_, count)| count).sum()
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// Returns each group of outcomes with its count.
    pub fn by_group(&self) -> impl Iterator<Item = (&'static OutcomeGroup, usize)> {
        GROUPS.iter().map(|group| (group, self.number(group.outcomes)))
    }
}

impl Extend<(CheckOutcome, usize)> for Counts {
    fn extend<I: IntoIterator<Item = (CheckOutcome, usize)>>(&mut self, counts: I) {
        counts.into_iter().for_each(|(outcome, count)| self.add(outcome, count));
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
    fn each_outcome_is_in_one_group_and_a_gate_names_failures() {
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
            let groups = GROUPS.iter().filter(|group| group.outcomes.contains(&outcome));
            assert_eq!(groups.count(), 1, "{outcome:?}");
            let read = serde_json::to_value(outcome).and_then(serde_json::from_value::<CheckOutcome>);
            assert_eq!(read.ok(), outcome.is_failure().then_some(outcome));
        }
    }
}
