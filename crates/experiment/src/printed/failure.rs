//! The failures of a check, and their messages.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::yaml::Position;

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

/// The subject of a failure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckSubject {
    /// A table, or the values placed next to it.
    Table(String),
    /// A known erratum.
    Errata,
    /// A claim on a collection.
    Claim(String, String),
    /// Accepted numbers of a table, or of the scores.
    Golden(String),
    /// The minimum that must be checked.
    Gate,
    /// The results as a whole.
    Results,
}

impl fmt::Display for CheckSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(name) | Self::Golden(name) => f.write_str(name),
            Self::Claim(name, collection) => write!(f, "{name} on {collection}"),
            Self::Errata => f.write_str("known errata"),
            Self::Gate => f.write_str("gate"),
            Self::Results => f.write_str("results"),
        }
    }
}

/// Something that the gate may fail on.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its kind.
    pub kind: FailOn,
    /// The subject.
    pub about: CheckSubject,
    /// Its position in expected.yaml.
    pub at: Option<Position>,
    /// The message, with file and line if there is one.
    pub message: String,
}
