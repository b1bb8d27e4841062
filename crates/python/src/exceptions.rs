//! Python exceptions, and conversions of the other crates' errors into them.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use rejudge_collections::LoadError;
use rejudge_eval::EvalError;
use rejudge_names::located::Located;
use rejudge_names::visible::visible;
use rejudge_session::{Cause, Failure, Message};

/// Returns a ValueError. The text is escaped, because it may quote a name from the input, and a name may
/// contain codes that control a terminal.
pub fn value_error(text: impl Display) -> PyErr {
    PyValueError::new_err(visible(&text.to_string()).into_owned())
}

/// Returns a TypeError. The text is escaped as in [`value_error`].
pub fn type_error(text: impl Display) -> PyErr {
    PyTypeError::new_err(visible(&text.to_string()).into_owned())
}

/// An exception as plain data, for work that runs without the interpreter. `?` converts it into a `PyErr`.
#[derive(Debug)]
pub enum Exception {
    /// A TypeError.
    Type(String),
    /// A ValueError.
    Value(String),
    /// An OSError: the file cannot be read or written.
    File(String),
    /// A FileNotFoundError.
    NoFile(String),
    /// A RuntimeError: an experiment could not be run or reported.
    Runtime(String),
}

impl Exception {
    /// A ValueError.
    pub fn value(text: impl Display) -> Self {
        Self::Value(text.to_string())
    }

    pub fn text(self) -> String {
        match self {
            Self::Type(text)
            | Self::Value(text)
            | Self::File(text)
            | Self::NoFile(text)
            | Self::Runtime(text) => text,
        }
    }
}

impl From<Exception> for PyErr {
    fn from(exception: Exception) -> Self {
        match exception {
            Exception::Type(text) => type_error(text),
            Exception::Value(text) => value_error(text),
            Exception::File(text) => PyOSError::new_err(visible(&text).into_owned()),
            Exception::NoFile(text) => PyFileNotFoundError::new_err(visible(&text).into_owned()),
            Exception::Runtime(text) => PyRuntimeError::new_err(visible(&text).into_owned()),
        }
    }
}

/// Returns the text of an error for a caller in Python. In the error's hint, `--extra-columns` becomes the
/// Python keyword. A hint that mentions any other option of the command is left out, because Python has no
/// such option.
fn text_for_python(error: &Located) -> String {
    let hint = error
        .hint
        .as_ref()
        .map(|hint| hint.replace("--extra-columns", "rejudge.Runs(.., extra_columns=True)"));
    let hint = hint.filter(|hint| !hint.contains("--"));
    Located { hint, ..error.clone() }.to_string()
}

impl From<EvalError> for Exception {
    fn from(error: EvalError) -> Self {
        match &error {
            EvalError::Located(located) => Self::Value(text_for_python(located)),
            _ => Self::value(error),
        }
    }
}

impl From<LoadError> for Exception {
    fn from(error: LoadError) -> Self {
        let text = error.to_string();
        match error {
            LoadError::Format(error) => Self::Value(text_for_python(&error)),
            LoadError::Read(error) if error.is_missing => Self::NoFile(text),
            LoadError::Read(_) => Self::File(text),
            _ => Self::Value(text),
        }
    }
}

impl From<Failure> for Exception {
    fn from(failure: Failure) -> Self {
        let text = |message: &Message| match message {
            Message::Plain(text) => text.clone(),
            Message::Located(error) => text_for_python(error),
        };
        let text = failure.messages().iter().map(text).collect::<Vec<_>>().join("\n");
        match failure.cause {
            Cause::Usage => Self::Value(text),
            Cause::Data => Self::Runtime(text),
        }
    }
}
