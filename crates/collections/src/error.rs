//! Errors of files: one cannot be read ([`ReadError`]), a line does not have its format ([`Located`],
//! with the place), or files do not fit together ([`LoadError`]).
//!
//! Values from files are printed with control characters escaped, so that a message never garbles the
//! terminal.

pub use rejudge_names::located::Located;
use rejudge_names::plural::counted;

pub use crate::text::ReadError;

/// Describes a line with missing or extra columns.
pub fn wrong_count(found: usize, expected: impl std::fmt::Display) -> String {
    format!("{}, expected {expected}", counted(found, "column"))
}

/// Describes a file without a line that holds something; `has_text`: comments, or a header.
pub(crate) fn empty(has_text: bool, expected: &str) -> String {
    let found = if has_text { "holds no rows" } else { "is empty" };
    // The number of columns that begins most expectations is one of a line, not of the file.
    let of_lines =
        expected.split_once(" (").filter(|_| expected.starts_with(|first: char| first.is_ascii_digit()));
    match of_lines {
        Some((number, names)) => format!("the file {found}: expected lines of {number} columns ({names}"),
        None => format!("the file {found}: expected {expected}"),
    }
}

/// The reason why a collection could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The labels of a judge cannot be loaded; everything else can.
    #[error("{error}")]
    Judge {
        /// The judge.
        name: String,
        /// The reason.
        error: Box<LoadError>,
    },
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file that does not have the expected format.
    #[error(transparent)]
    Format(#[from] Located),
    /// A choice of topics that does not fit the files.
    #[error("{why}")]
    Topics {
        /// The choice, as it was typed.
        typed: String,
        /// Why not.
        why: String,
    },
    /// Files, tables and descriptions that do not fit together.
    #[error("{0}")]
    Unfit(String),
}
