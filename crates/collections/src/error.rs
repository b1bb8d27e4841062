//! Errors of files: one cannot be read ([`ReadError`]), a line does not have its format ([`FormatError`],
//! with the place), or files do not fit together ([`LoadError`]).
//!
//! Values from files are printed with control characters escaped, so that a message never garbles the
//! terminal.

use std::path::{Path, PathBuf};

use rejudge_names::located::{Excerpt, Located};
use rejudge_names::plural::counted;
use rejudge_names::visible;
use rejudge_pools::{CollectionError, IntentsError, UnitsError};

pub use crate::text::ReadError;

/// A line that does not have the expected format. Printed as `path:line:column: reason`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {kind}", visible::path(path))]
pub struct FormatError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters (Unicode scalar values), not bytes.
    pub column: usize,
    /// The kind of error; boxed, because every result of a line has room for it.
    pub kind: Box<FormatKind>,
    /// The line, if it was available.
    pub excerpt: Option<Box<Excerpt>>,
}

impl FormatError {
    /// Returns the error as it is printed.
    pub fn located(&self) -> Located {
        Located {
            name: self.path.to_string_lossy().into_owned(),
            line: self.line,
            column: self.column,
            message: self.kind.to_string(),
            hint: None,
            excerpt: self.excerpt.as_deref().cloned(),
        }
    }
}

/// The error in a line. Errors to which callers add have a variant, all others are texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatKind {
    /// Bytes that are no UTF-8.
    #[error("byte 0x{byte:02x} at byte offset {offset} is not UTF-8: ids must be UTF-8 text{}", match (offset, byte) {
        (0, 0xff | 0xfe) => " (this one begins a file of UTF-16)",
        _ => "",
    })]
    NotUtf8 {
        /// Offset in the decompressed file, from 0.
        offset: usize,
        /// The byte found there.
        byte: u8,
    },
    /// Missing or extra columns.
    #[error("{}, expected {expected}", counted(*found, "column"))]
    Columns {
        /// Columns found.
        found: usize,
        /// The columns that the format requires.
        expected: String,
    },
    /// A document twice in a topic of a run.
    #[error("document `{}` is already in topic `{}` of this run (line {first})", doc.escape_debug(), topic.escape_debug())]
    RepeatedDocument {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// A fraction, although the labels of the judge are levels.
    #[error("label `{}` is a fraction: say `labels: gains`, or which level it is in `levels`", value.escape_debug())]
    Fraction {
        /// The text found.
        value: String,
    },
    /// A label outside the scale of a judge.
    #[error(
        "label `{}` is outside the scale, expected {expected}; `outside: drop` or `clamp` of the judge takes it",
        value.escape_debug()
    )]
    OutsideScale {
        /// The text found.
        value: String,
        /// The scale.
        expected: String,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl FormatKind {
    /// A file without a line that holds something; `has_text`: comments, or a header.
    pub(crate) fn empty(has_text: bool, expected: &str) -> Self {
        let found = if has_text { "holds no rows" } else { "is empty" };
        // The number of columns that begins most expectations is one of a line, not of the file.
        let of_lines =
            expected.split_once(" (").filter(|_| expected.starts_with(|first: char| first.is_ascii_digit()));
        match of_lines {
            Some((number, names)) => format!("the file {found}: expected lines of {number} columns ({names}"),
            None => format!("the file {found}: expected {expected}"),
        }
        .into()
    }
}

impl From<String> for FormatKind {
    fn from(words: String) -> Self {
        Self::Other(words)
    }
}

impl From<&str> for FormatKind {
    fn from(words: &str) -> Self {
        Self::Other(words.to_owned())
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
    Format(#[from] FormatError),
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

impl LoadError {
    /// The folder of a collection is missing: data that one does not have.
    pub(crate) fn missing(id: &str, folder: &Path) -> Self {
        Self::Unfit(format!("collection `{id}`: no folder {}", folder.display()))
    }
}

impl From<CollectionError> for LoadError {
    fn from(error: CollectionError) -> Self {
        Self::Unfit(error.to_string())
    }
}

impl From<UnitsError> for LoadError {
    fn from(error: UnitsError) -> Self {
        Self::Unfit(error.to_string())
    }
}

impl From<IntentsError> for LoadError {
    fn from(error: IntentsError) -> Self {
        Self::Unfit(error.to_string())
    }
}
