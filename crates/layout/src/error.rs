//! What a published file lacks that a description asks of it.

use std::io;
use std::path::PathBuf;

use rejudge_names::nearest;

/// Why a collection's file cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// It cannot be decompressed.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The published file.
        path: String,
        /// Why.
        reason: String,
    },
    /// Something is not in it.
    #[error("{path}{}: {reason}", line.map_or(String::new(), |line| format!(":{line}")))]
    Lacks {
        /// The published file.
        path: String,
        /// The line that is to blame.
        line: Option<usize>,
        /// What is missing.
        reason: String,
    },
    /// It cannot be compressed.
    #[error("{}: {cause}", path.display())]
    Compress {
        /// The collection's file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// What is missing, and in which line; which file it is, the caller knows.
#[derive(Debug)]
pub(crate) struct Lacks {
    pub line: Option<usize>,
    pub reason: String,
}

impl Lacks {
    /// What a file as a whole lacks.
    pub fn whole(reason: String) -> Self {
        Self { line: None, reason }
    }

    /// What a line (from 1) lacks.
    pub fn line(line: usize, reason: String) -> Self {
        Self { line: Some(line), reason }
    }

    /// With the path of the published file.
    pub fn of(self, path: &str) -> LayoutError {
        LayoutError::Lacks { path: path.to_owned(), line: self.line, reason: self.reason }
    }
}

/// That a name is not among those that are there, and the one that is most like it.
pub(crate) fn no_such(what: &str, name: &str, there: &[&str]) -> String {
    let nearest = nearest(name, there.iter().copied());
    let nearest = nearest.map_or(String::new(), |nearest| format!(", did you mean `{nearest}`?"));
    format!("there is no {what} `{name}`{nearest}")
}
