//! Which files runs are in: those of a folder, or of a pattern.

use std::path::{Path, PathBuf};

use crate::error::ReadError;
use crate::load_error::LoadError;

/// A folder as the pattern of all its files, but those with a leading dot; a file or a pattern as it is.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::run_pattern;
/// let folder = tempfile::tempdir()?;
/// assert_eq!(run_pattern(folder.path()), folder.path().join("*"));
/// assert_eq!(run_pattern(Path::new("runs/*.gz")), Path::new("runs/*.gz"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run_pattern(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("*") } else { path.to_owned() }
}

/// The run files that `paths` name: files, all files of folders, without hidden ones, and what patterns match, with `*`
/// for any characters of their last part. Sorted by path, each once. A file that is not there is named here, and missed
/// by who reads it.
///
/// ```
/// use rejudge_collections::run_files;
/// let folder = tempfile::tempdir()?;
/// let at = |name: &str| folder.path().join(name);
/// for name in ["b.gz", "a.gz", "c.txt", ".hidden"] {
///     std::fs::write(at(name), "")?;
/// }
/// assert_eq!(run_files(&[folder.path().to_owned()])?, ["a.gz", "b.gz", "c.txt"].map(at));
/// assert_eq!(run_files(&["c.txt", "*.gz", "b*"].map(at))?, ["a.gz", "b.gz", "c.txt"].map(at));
/// let error = run_files(&[at("*.zst")]).unwrap_err();
/// assert_eq!(error.to_string(), format!("no run file matches {}", at("*.zst").display()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a folder has none, no file matches a pattern, or a folder cannot be read.
pub fn run_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LoadError> {
    let mut files = Vec::new();
    for path in paths {
        let pattern = run_pattern(path);
        let is_pattern = pattern.file_name().is_some_and(|name| name.to_string_lossy().contains('*'));
        // A `*` may also belong to a name.
        if is_pattern && !pattern.is_file() {
            files.extend(matching(&pattern)?);
        } else {
            files.push(pattern);
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// The files that `pattern` names, sorted; `*` in its last part stands for any characters.
pub(crate) fn matching(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let none = || LoadError::NoRuns { pattern: pattern.to_owned() };
    let (folder, name) = pattern.parent().zip(pattern.file_name()).ok_or_else(none)?;
    // The parent of a bare name is the empty path, which is no folder.
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let name = name.to_string_lossy();
    let io = |cause| ReadError::Io { path: folder.to_owned(), cause };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let found = entry.file_name();
        let found = found.to_string_lossy();
        // As in a shell, `*` does not match a leading dot.
        if found.starts_with('.') == name.starts_with('.')
            && matches_glob(&name, &found)
            && entry.path().is_file()
        {
            paths.push(entry.path());
        }
    }
    paths.sort();
    if paths.is_empty() { Err(none()) } else { Ok(paths) }
}

fn matches_glob(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(head) else { return false };
    let cuts = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    cuts.into_iter().any(|at| matches_glob(rest, &name[at..]))
}
