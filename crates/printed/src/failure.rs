//! What a check may fail on, and what it says then.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use rejudge_spec::yaml::Position;

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
    /// A known erratum quotes what is no longer printed there.
    StaleExpectation,
    /// A file of printed numbers is not the one that the experiment names.
    TranscriptionDiffers,
}

impl FailOn {
    /// Whether it is a contradiction between numbers, or with what was recorded: that fails whatever the
    /// gate says.
    pub fn is_contradiction(self) -> bool {
        match self {
            Self::Mismatch | Self::ClaimChanged | Self::TranscriptionDiffers => true,
            Self::NotComputed | Self::UnexpectedMatch | Self::StaleExpectation => false,
        }
    }

    /// The word in `fail-on`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mismatch => "mismatch",
            Self::NotComputed => "not-computed",
            Self::ClaimChanged => "claim-changed",
            Self::UnexpectedMatch => "unexpected-match",
            Self::StaleExpectation => "stale-expectation",
            Self::TranscriptionDiffers => "transcription-differs",
        }
    }
}

/// What a failure is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckSubject {
    /// A table, or what is placed beside it.
    Table(String),
    /// A known erratum.
    Errata,
    /// A claim on a collection.
    Claim(String, String),
    /// Accepted numbers of a table, or of the scores.
    Golden(String),
    /// How much must be checked.
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
    /// What it is about.
    pub about: CheckSubject,
    /// Where it stands in expected.yaml.
    pub at: Option<Position>,
    /// The message, naming file and line where there is one.
    pub message: String,
}
