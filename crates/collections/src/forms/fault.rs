//! An error in a file of another form, with its position.

use std::fmt;
use std::path::Path;

use rejudge_names::located::Excerpt;

use crate::error::FormatError;
use crate::file_text::LineColumn;

/// A record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its line, from 1.
    pub line: usize,
    /// The column in the line, from 1.
    pub column: usize,
    /// The values found and expected.
    pub what: String,
    /// True if the line is one of the file, and not the number of a record.
    pub(crate) is_line: bool,
    /// The line, if it cannot be taken from the text of the file.
    pub(super) excerpt: Option<Box<Excerpt>>,
}

impl Fault {
    /// Something wrong with a line as a whole.
    pub(crate) fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line, column: 1, what: what.into(), is_line: false, excerpt: None }
    }

    /// Returns the error with the name of the recognised form.
    pub(super) fn of_form(self, form: &str) -> Self {
        Self { what: format!("{} (read as {form})", self.what), ..self }
    }
}

impl Fault {
    /// Returns the error of a file that holds `bytes`.
    pub(crate) fn of_file(self, path: &Path, bytes: &[u8]) -> FormatError {
        let Self { line, column, what, is_line, excerpt } = self;
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let text = text.trim_start_matches('\u{feff}').lines().nth(line - 1).filter(|_| is_line);
        let excerpt = excerpt.or_else(|| text.map(|text| Box::new(Excerpt::of_line(text, column))));
        FormatError { excerpt, ..LineColumn { line, column }.error(path, what) }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let text = error.to_string();
        // The position already precedes the message.
        let what = text.split(" at line ").next().unwrap_or(&text).to_owned();
        Self { line, column, what, is_line: true, excerpt: None }
    }
}

impl From<FormatError> for Fault {
    fn from(error: FormatError) -> Self {
        let FormatError { line, column, kind, excerpt, .. } = error;
        Self { line, column, what: kind.to_string(), is_line: true, excerpt }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Fault {}
