//! The gate: which outcomes make `rejudge check` fail.

use rejudge_names::plural::{counted, of_number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CheckSubject, Counts, Failure};

/// What must not happen, and how much must have been checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Gate {
    /// Outcomes that fail the check, besides contradictions, which always do.
    #[serde(default)]
    pub fail_on: Vec<FailOn>,
    /// Counts below which it fails, so that a check cannot pass by checking less.
    #[serde(default)]
    pub at_least: AtLeast,
}

/// An outcome that fails the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailOn {
    /// A computed value differs from the printed or accepted one.
    Mismatch,
    /// A cell that could have been computed was not.
    NotComputed,
    /// A claim came out otherwise than first measured.
    ClaimChanged,
    /// Printed cells contradict each other where no erratum is known.
    RelationFails,
    /// A known difference began to agree.
    UnexpectedMatch,
    /// A known erratum no longer shows.
    StaleExpectation,
    /// The transcription differs from the proof-read one.
    TranscriptionDiffers,
}

impl FailOn {
    /// Whether it is a contradiction between numbers, or with what was recorded: that fails whatever the
    /// gate says.
    pub fn is_contradiction(self) -> bool {
        match self {
            Self::Mismatch | Self::ClaimChanged | Self::RelationFails | Self::TranscriptionDiffers => true,
            Self::NotComputed | Self::UnexpectedMatch | Self::StaleExpectation => false,
        }
    }

    /// The word in `fail-on`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mismatch => "mismatch",
            Self::NotComputed => "not-computed",
            Self::ClaimChanged => "claim-changed",
            Self::RelationFails => "relation-fails",
            Self::UnexpectedMatch => "unexpected-match",
            Self::StaleExpectation => "stale-expectation",
            Self::TranscriptionDiffers => "transcription-differs",
        }
    }
}

/// Smallest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtLeast {
    /// Cells that relations bind: consistent ones, and those beside a known erratum.
    #[serde(default)]
    pub related_cells: usize,
    /// Printed cells that are computed again.
    #[serde(default)]
    pub recomputed_cells: usize,
    /// Cells whose words are transcribed.
    #[serde(default)]
    pub transcribed_cells: usize,
    /// Numbers of the running text that are computed again.
    #[serde(default)]
    pub recomputed_numbers_of_text: usize,
    /// Numbers that the paper does not print, worked out from what it does, and computed alike.
    #[serde(default)]
    pub worked_out_cells: usize,
}

impl Gate {
    /// Whether a failure counts: a contradiction and missing results always do.
    pub fn counts(&self, failure: &Failure) -> bool {
        failure.kind.is_contradiction()
            || failure.about == CheckSubject::Results
            || self.fail_on.contains(&failure.kind)
    }

    /// A failure for every count that is too small.
    pub fn too_few(&self, counts: &Counts) -> Vec<Failure> {
        let least = self.at_least;
        let counts_and_least = [
            (
                FailOn::RelationFails,
                counts.consistent + counts.at_errata,
                least.related_cells,
                "bound by relations",
            ),
            (FailOn::RelationFails, counts.transcribed, least.transcribed_cells, "transcribed"),
            (FailOn::NotComputed, counts.recomputed, least.recomputed_cells, "recomputed"),
            (
                FailOn::NotComputed,
                counts.text_recomputed,
                least.recomputed_numbers_of_text,
                "numbers of the text and recomputed",
            ),
            (
                FailOn::NotComputed,
                counts.worked_out_agreeing,
                least.worked_out_cells,
                "worked out and computed alike",
            ),
        ];
        let too_few = counts_and_least.into_iter().filter(|(_, count, least, _)| count < least);
        let failure = |(kind, count, least, how): (FailOn, usize, usize, &str)| Failure {
            kind,
            about: CheckSubject::Gate,
            at: None,
            message: {
                let are = of_number(count, "is", "are");
                format!("{} {are} {how}, the gate asks for at least {least}", counted(count, "cell"))
            },
        };
        too_few.map(failure).collect()
    }
}
