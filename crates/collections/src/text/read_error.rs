//! The error for a file that cannot be read or decompressed, before its lines are parsed.

use std::io;
use std::path::{Path, PathBuf};

use rejudge_names::{meant, nearest, visible};

use crate::text::LINE_LIMIT;

/// Returns the most similar name in the folder of a missing file. Returns `None` if no name is similar, or if the folder
/// cannot be read.
pub fn nearest_in_folder(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let entries = folder.read_dir().ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    // If `path` is a link to a missing file, the folder contains the name itself.
    let mut names: Vec<String> = entries.filter(|entry| entry != name).collect();
    names.sort_unstable();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

/// A file that could not be read or decompressed.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {why}", visible::path(path), line.map(|line| format!(":{line}:1")).unwrap_or_default())]
pub struct ReadError {
    /// The file (`-` for standard input).
    pub path: PathBuf,
    /// The number of the line with the error, counted from 1, if it is known.
    pub line: Option<usize>,
    /// The reason.
    pub why: String,
    /// True if the file is missing.
    pub is_missing: bool,
}

impl ReadError {
    pub(crate) fn new(path: &Path, why: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: None, why: why.into(), is_missing: false }
    }

    /// Returns the error for a `cause` that the operating system reports.
    pub(crate) fn io(path: &Path, cause: &io::Error) -> Self {
        let is_missing = cause.kind() == io::ErrorKind::NotFound;
        let suggestion = if is_missing { meant(nearest_in_folder(path).as_deref()) } else { String::new() };
        Self { is_missing, ..Self::new(path, format!("cannot be read: {cause}{suggestion}")) }
    }

    /// Returns the error for a file that changed while it was being read. We may have read a mixture of its old
    /// and new contents.
    pub(crate) fn changed(path: &Path) -> Self {
        let why = "changed while it was being read: read it again when no other program is writing to it";
        Self::new(path, why)
    }

    /// Returns the error for a line that is longer than [`LINE_LIMIT`]. The rest of the file is not read.
    pub(crate) fn long_line(path: &Path, line: usize) -> Self {
        let why = format!("a line has more than {LINE_LIMIT} bytes, which is the limit");
        Self { line: Some(line), ..Self::new(path, why) }
    }

    /// Returns the error for a file with more (decompressed) bytes than the limit.
    pub(crate) fn too_large(path: &Path) -> Self {
        let limit = crate::text::FILE_LIMIT;
        Self::new(path, format!("the file has more than {limit} bytes, which is the limit"))
    }
}
