//! The failures of a check, and their messages.

use super::CheckOutcome;
use crate::spec::yaml::Position;

/// Something that the gate may fail on.
#[derive(Clone, Debug)]
pub struct Failure {
    pub outcome: CheckOutcome,
    /// The subject: a table, a claim on a collection, the errata, the gate; `None` for the results as a whole.
    pub about: Option<String>,
    /// Its position in expected.yaml.
    pub at: Option<Position>,
    /// The message, with file and line if there is one.
    pub message: String,
}

impl Failure {
    /// Creates a failure, whose message begins with its position if it has one.
    pub fn new(outcome: CheckOutcome, about: &str, at: Option<&Position>, message: &str) -> Self {
        let place = at.map_or_else(String::new, |at| format!("{at}: "));
        Self { outcome, about: Some(about.to_owned()), at: at.cloned(), message: place + message }
    }
}
