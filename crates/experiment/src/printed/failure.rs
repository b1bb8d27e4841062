//! The failures of a check, and their messages.

use super::CheckOutcome;
use crate::spec::yaml::Position;

/// A finding that may make a check fail.
#[derive(Clone, Debug)]
pub struct CheckFailure {
    pub outcome: CheckOutcome,
    /// The subject: a table, a claim on a collection, the golden scores, the errata or the gate; `None` for
    /// the results as a whole.
    pub about: Option<String>,
    /// The position in expected.yaml, or in a file of printed numbers.
    pub at: Option<Position>,
    /// The message, which begins with the position if there is one.
    pub message: String,
}

impl CheckFailure {
    /// Creates a failure. The position is put before the message.
    pub fn new(outcome: CheckOutcome, about: &str, at: Option<&Position>, message: &str) -> Self {
        let position = at.map_or_else(String::new, |position| format!("{position}: "));
        Self { outcome, about: Some(about.to_owned()), at: at.cloned(), message: position + message }
    }
}
