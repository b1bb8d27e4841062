//! Errors in inputs, as Python's exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use rejudge_collections::LoadError;
use rejudge_eval::EvalError;
use rejudge_names::located::Located;
use rejudge_names::visible::visible;
use rejudge_session::{Cause, Failure, Message};

/// A ValueError. Names in its text may contain anything, and people see it on a terminal.
pub fn value_error(text: impl Display) -> PyErr {
    PyValueError::new_err(visible(&text.to_string()).into_owned())
}

/// A TypeError; its text is as in [`value_error`].
pub fn type_error(text: impl Display) -> PyErr {
    PyTypeError::new_err(visible(&text.to_string()).into_owned())
}

/// An error, created without the interpreter and later converted to an exception.
#[derive(Debug)]
pub enum Wrong {
    /// A TypeError.
    Type(String),
    /// A ValueError.
    Value(String),
    /// A file that cannot be read.
    File(String),
    /// A file that is not there.
    NoFile(String),
    /// A run that failed: a RuntimeError.
    Run(String),
}

impl Wrong {
    /// A wrong value.
    pub fn value(what: impl Display) -> Self {
        Self::Value(what.to_string())
    }

    /// Returns the text.
    pub fn text(self) -> String {
        match self {
            Self::Type(text)
            | Self::Value(text)
            | Self::File(text)
            | Self::NoFile(text)
            | Self::Run(text) => text,
        }
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Type(text) => type_error(text),
            Wrong::Value(text) => value_error(text),
            Wrong::File(text) => PyOSError::new_err(visible(&text).into_owned()),
            Wrong::NoFile(text) => PyFileNotFoundError::new_err(visible(&text).into_owned()),
            Wrong::Run(text) => PyRuntimeError::new_err(visible(&text).into_owned()),
        }
    }
}

/// Returns the text of an error in the words of Python: with a keyword in place of the option `--extra-columns`, and without
/// a hint on any other option of the command.
fn in_python(error: &Located) -> String {
    let hint = error
        .hint
        .as_ref()
        .map(|hint| hint.replace("--extra-columns", "rejudge.Runs(.., extra_columns=True)"));
    let hint = hint.filter(|hint| !hint.contains("--"));
    Located { hint, ..error.clone() }.to_string()
}

impl From<EvalError> for Wrong {
    fn from(error: EvalError) -> Self {
        match &error {
            EvalError::Located(located) => Self::Value(in_python(located)),
            _ => Self::value(error),
        }
    }
}

impl From<LoadError> for Wrong {
    fn from(error: LoadError) -> Self {
        let text = error.to_string();
        match error {
            LoadError::Format(error) => Self::Value(in_python(&error)),
            LoadError::Read(error) if error.is_missing => Self::NoFile(text),
            LoadError::Read(_) => Self::File(text),
            _ => Self::Value(text),
        }
    }
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Self {
        let text = |message: &Message| match message {
            Message::Plain(text) => text.clone(),
            Message::Located(error) => in_python(error),
        };
        let text = failure.messages().iter().map(text).collect::<Vec<_>>().join("\n");
        match failure.cause {
            Cause::Usage => Self::Value(text),
            Cause::Data => Self::Run(text),
        }
    }
}
