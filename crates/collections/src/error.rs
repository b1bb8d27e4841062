//! Errors of files: a file cannot be read ([`ReadError`]), or a line is not in the expected format
//! ([`Located`], with the place). [`LoadError`] is any reason why a collection cannot be loaded: one of these
//! errors, a judge's labels, a choice of topics, or files that do not fit together.
//!
//! Messages escape the control characters of values from files, so that they never garble the terminal.

pub use rejudge_names::located::Located;
use rejudge_names::plural::counted;

pub use crate::text::ReadError;

/// Returns a message about a line with missing or extra columns.
pub fn wrong_count(columns: usize, expected: impl std::fmt::Display) -> String {
    format!("{}, expected {expected}", counted(columns, "column"))
}

/// Returns a message about a file without rows. `has_text` is true if the file is not blank: it contains
/// comments, or only a header.
pub(crate) fn no_rows(has_text: bool, expected: &str) -> String {
    let problem = if has_text { "holds no rows" } else { "is empty" };
    // Most expectations describe a line and begin with its number of columns: `4 (topic, iteration, document, grade)`.
    let columns =
        expected.split_once(" (").filter(|_| expected.starts_with(|first: char| first.is_ascii_digit()));
    match columns {
        Some((count, names)) => format!("the file {problem}: expected lines of {count} columns ({names}"),
        None => format!("the file {problem}: expected {expected}"),
    }
}

/// The reason why a collection could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The labels of a judge cannot be loaded. The caller may load the collection again without this judge.
    #[error("{error}")]
    Judge {
        /// The judge.
        name: String,
        /// The reason.
        error: Box<LoadError>,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file does not have the expected format.
    #[error(transparent)]
    Format(#[from] Located),
    /// A choice of topics does not fit the files.
    #[error("{why}")]
    Topics {
        /// The choice, as it was typed.
        typed: String,
        /// The reason.
        why: String,
    },
    /// Files, tables and descriptions do not fit together.
    #[error("{0}")]
    Unfit(String),
}
