//! What is wrong with an argument, or with a name that has some.

use rejudge_metrics::NameError;
use rejudge_names::nearest;

use crate::RateError;

/// What is wrong with an argument, or with a name that has some.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArgumentError {
    /// There is nothing of that name.
    #[error("unknown name `{found}`, expected one of {}", quoted(.known))]
    Name {
        /// The name.
        found: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The name takes no such argument.
    #[error("unknown key `{found}`, expected {}", expected_keys(.known))]
    Key {
        /// The argument.
        found: String,
        /// Those that it takes.
        known: Vec<&'static str>,
    },
    /// An argument is missing.
    #[error("the key `{0}` is missing")]
    Missing(&'static str),
    /// A value that the parameter may not have.
    #[error("`{parameter}` is `{found}`, expected {expected}")]
    Value {
        /// The parameter.
        parameter: &'static str,
        /// What was found.
        found: String,
        /// What it may be.
        expected: String,
        /// The nearest word, where it is one of some words.
        nearest: Option<&'static str>,
    },
    /// A share that is none.
    #[error("{parameter} {cause}")]
    Rate {
        /// The parameter.
        parameter: &'static str,
        /// What is wrong.
        cause: RateError,
    },
    /// A measure that is none.
    #[error("{0}")]
    Measure(NameError),
    /// A measure that scores by intent.
    #[error("`{0}` scores by intent: runs are chosen by a measure of documents")]
    ByIntent(String),
    /// Arguments that do not go together.
    #[error("{0}")]
    Together(&'static str),
    /// Text that is no name with arguments.
    #[error("{0}")]
    Malformed(String),
}

impl ArgumentError {
    /// The nearest valid name, for "did you mean".
    pub fn nearest(&self) -> Option<&'static str> {
        match self {
            Self::Name { found, known } | Self::Key { found, known } => nearest(found, known.iter().copied()),
            Self::Value { nearest, .. } => *nearest,
            _ => None,
        }
    }
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn expected_keys(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => format!("`{name}`"),
        names => format!("one of {}", quoted(names)),
    }
}
