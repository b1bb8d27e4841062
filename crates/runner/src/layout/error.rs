//! Errors for published files that lack something that their description requires.

use std::io;
use std::path::PathBuf;

use rejudge_names::nearest;

/// The reason why a collection's file cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// It cannot be decompressed.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The published file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// Something is not in it.
    #[error("{path}{}: {reason}", line.map_or(String::new(), |line| format!(":{line}")))]
    Lacks {
        /// The published file.
        path: String,
        /// The line that is to blame.
        line: Option<usize>,
        /// The missing part.
        reason: String,
    },
    /// It cannot be compressed.
    #[error("{}: {cause}", path.display())]
    Compress {
        /// The collection's file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
}

/// The missing part, with its line; the caller adds the file.
#[derive(Debug)]
pub(crate) struct Lacks {
    pub line: Option<usize>,
    pub reason: String,
}

impl Lacks {
    /// An error about a file as a whole.
    pub fn whole(reason: String) -> Self {
        Self { line: None, reason }
    }

    /// An error about a line (from 1).
    pub fn line(line: usize, reason: String) -> Self {
        Self { line: Some(line), reason }
    }

    /// With the path of the published file.
    pub fn at(self, path: &str) -> LayoutError {
        LayoutError::Lacks { path: path.to_owned(), line: self.line, reason: self.reason }
    }
}

/// Reports that a name is not among the existing ones, with the most similar one.
pub(crate) fn no_such(what: &str, name: &str, there: &[&str]) -> String {
    let nearest = nearest(name, there.iter().copied());
    let nearest = nearest.map_or(String::new(), |nearest| format!(", did you mean `{nearest}`?"));
    format!("there is no {what} `{name}`{nearest}")
}
