//! The failures of a check, and their messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::yaml::Position;

/// An outcome that fails the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailOn {
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

impl FailOn {
    /// Returns true if it is a contradiction between numbers, or with a recorded outcome: such a failure does not
    /// depend on the gate.
    pub(crate) fn is_contradiction(self) -> bool {
        match self {
            Self::Mismatch | Self::ClaimChanged | Self::TranscriptionDiffers => true,
            Self::NotComputed | Self::UnexpectedMatch | Self::StaleExpectation => false,
        }
    }
}

/// Something that the gate may fail on.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its kind.
    pub kind: FailOn,
    /// The subject: a table, a claim on a collection, the errata, the gate; `None` for the results as a whole.
    pub about: Option<String>,
    /// Its position in expected.yaml.
    pub at: Option<Position>,
    /// The message, with file and line if there is one.
    pub message: String,
}

impl Failure {
    /// Creates a failure, whose message begins with its position if it has one.
    pub fn new(kind: FailOn, about: &str, at: Option<&Position>, message: &str) -> Self {
        let place = at.map_or_else(String::new, |at| format!("{at}: "));
        Self { kind, about: Some(about.to_owned()), at: at.cloned(), message: place + message }
    }
}
