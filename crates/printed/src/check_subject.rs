//! What a failure is about.

use std::fmt;

/// What a failure is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckSubject {
    /// A table, or what is placed beside it.
    Table(String),
    /// A relation between printed cells.
    Relation(String),
    /// A known erratum.
    Errata,
    /// The transcription.
    Transcription,
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
            Self::Table(name) | Self::Relation(name) | Self::Golden(name) => f.write_str(name),
            Self::Claim(name, collection) => write!(f, "{name} on {collection}"),
            Self::Errata => f.write_str("known errata"),
            Self::Transcription => f.write_str("expected.lock"),
            Self::Gate => f.write_str("gate"),
            Self::Results => f.write_str("results"),
        }
    }
}
