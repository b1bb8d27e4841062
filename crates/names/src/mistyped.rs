//! Errors about wrong names and values, in the same words for YAML, the command line and Python.

use std::fmt;

use crate::plural::few;
use crate::{meant, nearest};

/// The largest number of expected names that an error lists. An error about an unknown statistic lists all
/// statistics, because there are fewer. A file may contain thousands of names, too many for an error.
const MAX_LISTED: usize = 40;

/// An error in typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistyped {
    /// A description of the error, usually with the typed text and the expected values.
    pub message: String,
    /// The name that was probably meant.
    pub meant: Option<String>,
}

impl Mistyped {
    /// Creates an error without a suggestion.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), meant: None }
    }

    /// Creates the error for a name of some `kind`, such as a key, that is not among the `expected` names.
    /// The message lists at most 40 expected names.
    ///
    /// ```
    /// use rejudge_names::Mistyped;
    /// let error = Mistyped::unknown("key", "dept", &["depth", "judge"]);
    /// assert_eq!(error.to_string(), "unknown key `dept`, expected one of `depth`, `judge` (did you mean `depth`?)");
    /// assert_eq!(Mistyped::unknown("key", "x", &[]).to_string(), "unknown key `x`, expected nothing");
    /// assert!(Mistyped::unknown("run", "x", &["a"; 42]).message.ends_with("`a` and 2 more"));
    /// ```
    pub fn unknown(kind: &str, typed: &str, expected: &[&str]) -> Self {
        let expected_names = match expected {
            [] => "nothing".to_owned(),
            [name] => format!("`{name}`"),
            names => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("one of {}", few(&names, MAX_LISTED, ", "))
            }
        };
        let meant = nearest(typed, expected.iter().copied()).map(str::to_owned);
        Self { message: format!("unknown {kind} `{typed}`, expected {expected_names}"), meant }
    }

    /// Creates the error for a required key that is missing.
    pub fn missing(key: &str) -> Self {
        Self::new(format!("the key `{key}` is missing"))
    }
}

/// Writes the message, and the name that was probably meant.
impl fmt::Display for Mistyped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.message, meant(self.meant.as_deref()))
    }
}

impl std::error::Error for Mistyped {}
