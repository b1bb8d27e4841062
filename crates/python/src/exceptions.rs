//! Errors in inputs, as Python's exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyTypeError, PyValueError};
use rejudge_collections::LoadError;
use rejudge_eval::EvalError;

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
}

impl Wrong {
    /// A wrong value.
    pub fn value(what: impl Display) -> Self {
        Self::Value(what.to_string())
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Type(text) => PyTypeError::new_err(text),
            Wrong::Value(text) => PyValueError::new_err(text),
            Wrong::File(text) => PyOSError::new_err(text),
            Wrong::NoFile(text) => PyFileNotFoundError::new_err(text),
        }
    }
}

impl From<EvalError> for Wrong {
    fn from(error: EvalError) -> Self {
        Self::value(error)
    }
}

impl From<LoadError> for Wrong {
    fn from(error: LoadError) -> Self {
        let text = error.to_string();
        match error {
            LoadError::Read(error) if error.is_missing => Self::NoFile(text),
            LoadError::Read(_) => Self::File(text),
            _ => Self::Value(text),
        }
    }
}
