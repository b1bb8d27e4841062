//! The files of runs: those of a folder, or of a pattern.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::bundled::{entries, in_place, is_dir};
use crate::descriptor::{Files, place};
use crate::error::{LoadError, ReadError};

/// Returns a folder as the pattern of all its files, but those with a leading dot; a file or a pattern as it
/// is.
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
    if is_dir(path) { path.join("*") } else { path.to_owned() }
}

/// Returns the run files that `paths` name: files, all files of folders except hidden ones, and files that
/// match patterns, with `*` for any characters of their last part. Sorted by path, each once. A missing file
/// is still returned, so that its reader reports it. Folders within folders are skipped, see
/// [`folders_within`].
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
/// If a folder is empty, no file matches a pattern, or a folder cannot be read or contains a possible run
/// that cannot be examined, for example a dangling link or a pipe.
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

/// Returns the folders within those that `paths` name as a whole, which [`run_files`] does not look into:
/// their names, sorted.
///
/// ```
/// use rejudge_collections::folders_within;
/// let folder = tempfile::tempdir()?;
/// let runs = folder.path().join("runs");
/// std::fs::create_dir_all(runs.join("old"))?;
/// std::fs::write(runs.join("a.gz"), "")?;
/// assert_eq!(folders_within(&[runs.clone(), runs.join("a.gz")]), [runs.join("old")]);
/// assert!(folders_within(&[runs.join("*.gz")]).is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn folders_within(paths: &[PathBuf]) -> Vec<PathBuf> {
    let whole = paths.iter().filter_map(|path| whole_folder(path));
    let entries = whole.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.dedup();
    folders
}

/// Returns the folder all whose files `path` names: by itself, or as `folder/*`.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::whole_folder;
/// assert_eq!(whole_folder(Path::new("runs/*")), Some(Path::new("runs")));
/// assert_eq!(whole_folder(Path::new("*")), Some(Path::new(".")));
/// assert_eq!(whole_folder(Path::new("runs/*.gz")), None);
/// ```
pub fn whole_folder(path: &Path) -> Option<&Path> {
    if is_dir(path) {
        return Some(path);
    }
    let is_all = path.file_name().is_some_and(|name| name == "*") && !path.is_file();
    // The parent of a bare name is the empty path, which is no folder.
    let folder = path.parent().filter(|_| is_all)?;
    Some(if folder == Path::new("") { Path::new(".") } else { folder })
}

/// Returns the files of runs that a `pattern` of a description names in its `folder`, sorted; empty without a pattern.
///
/// # Errors
/// If no file matches the pattern, or its folder cannot be read.
pub fn described_runs(pattern: &Option<PathBuf>, folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    pattern.as_ref().map_or(Ok(Vec::new()), |pattern| matching(&place(folder, pattern)))
}

/// Returns the files of all [`described_runs`] of a collection, later ones last.
///
/// # Errors
/// As there.
pub fn all_runs(files: &Files, folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    Ok([described_runs(&files.runs, folder)?, described_runs(&files.later_runs, folder)?].concat())
}

/// Returns the files that match `pattern`, sorted; `*` in its last part matches any characters.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let none = || LoadError::Unfit(format!("no run file matches {}", pattern.display()));
    let (folder, name) = pattern.parent().zip(pattern.file_name()).ok_or_else(none)?;
    // The parent of a bare name is the empty path, which is no folder.
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let name = name.to_string_lossy();
    let mut paths = within(folder).map_err(|cause| ReadError::io(folder, &cause))?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let found = path.file_name().unwrap_or_default().to_string_lossy();
        // As in a shell, `*` does not match a leading dot.
        let is_match = found.starts_with('.') == name.starts_with('.') && matches_glob(&name, &found);
        if is_match && is_run_file(&path).map_err(|cause| ReadError::io(&path, &cause))? {
            files.push(path);
        }
    }
    if files.is_empty() { Err(none()) } else { Ok(files) }
}

/// Returns the entries of a folder, on disk or bundled.
fn within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() && is_dir(folder) {
        return Ok(entries(folder));
    }
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Returns true if it is a file, false if it is a folder. Anything else is an error, because a run must not be
/// skipped silently.
fn is_run_file(path: &Path) -> io::Result<bool> {
    if in_place(path).is_some() {
        return Ok(true);
    }
    match (path.metadata(), path.read_link()) {
        (Ok(about), _) if about.is_file() || about.is_dir() => Ok(about.is_file()),
        (Ok(_), _) => Err(io::Error::new(ErrorKind::InvalidInput, "it is neither a file nor a folder")),
        (Err(error), Ok(to)) if error.kind() == ErrorKind::NotFound => {
            let to = to.to_string_lossy();
            let why = format!("it is a link to {}, which does not exist", to.escape_debug());
            Err(io::Error::new(ErrorKind::NotFound, why))
        }
        (Err(error), _) => Err(error),
    }
}

/// Each part between stars is matched at its first occurrence, which leaves the most text for the parts after
/// it, so that no pattern takes long.
fn matches_glob(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let (parts, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(name) = name.strip_prefix(head).and_then(|name| name.strip_suffix(tail)) else { return false };
    let after = |name: &str, part: &str| Some(name.find(part)? + part.len());
    parts.split('*').try_fold(name, |name, part| Some(&name[after(name, part)?..])).is_some()
}
