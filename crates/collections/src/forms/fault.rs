//! What is wrong with a file of another form, and where.

use std::fmt;

/// A record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its line, from 1.
    pub line: usize,
    /// Where in the line, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub what: String,
}

impl Fault {
    /// Something wrong with a line as a whole.
    pub(super) fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line, column: 1, what: what.into() }
    }

    /// The same, with the form that the file was taken for.
    pub(super) fn of_form(mut self, form: &str) -> Self {
        self.what = format!("{} (read as {form})", self.what);
        self
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let text = error.to_string();
        // The place stands before the message already.
        let what = text.split(" at line ").next().unwrap_or(&text).to_owned();
        Self { line, column, what }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Fault {}
