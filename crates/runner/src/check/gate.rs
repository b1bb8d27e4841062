//! The gate: which outcomes make `rejudge check` fail.

use serde::Deserialize;

/// What must not happen, and how much must have been checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Gate {
    /// Outcomes that fail the check.
    #[serde(default)]
    pub fail_on: Vec<FailOn>,
    /// Counts below which it fails, so that a check cannot pass by checking less.
    #[serde(default)]
    pub at_least: AtLeast,
}

/// An outcome that fails the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailOn {
    /// A computed value differs from the printed or accepted one.
    Mismatch,
    /// A cell that could have been computed was not.
    NotComputed,
    /// A finding came out otherwise than first measured.
    FindingChanged,
    /// Printed cells contradict each other where no erratum is known.
    RelationFails,
    /// A known difference began to agree.
    UnexpectedMatch,
    /// A known erratum no longer shows.
    StaleExpectation,
    /// The transcription differs from the proof-read one.
    TranscriptionDiffers,
}

/// Smallest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtLeast {
    /// Cells that relations bind and find consistent.
    #[serde(default)]
    pub related_cells: usize,
    /// Cells that are computed again.
    #[serde(default)]
    pub recomputed_cells: usize,
}
