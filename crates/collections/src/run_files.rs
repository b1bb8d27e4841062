//! Finds run files in a folder or by a pattern, and finds a pattern for given run files.
//!
//! TIRA and ir_metadata keep each run in a folder, as `run.txt` beside metadata. If you name a folder of such
//! folders, their runs are found.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::bundled::{bundled_file, entries, is_dir};
use crate::descriptor::{Files, canonical, place};
use crate::error::{LoadError, ReadError};
use crate::text::uncompressed;
use rejudge_names::glob;

/// Turns a folder into the pattern of all its files, and returns files and patterns unchanged. As in a shell,
/// `*` does not match a leading dot, so the pattern leaves out hidden files.
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

/// Returns true if `path` is a pattern of run files: it contains `*` or `{`, and is not the path of an
/// existing file or folder.
pub fn is_run_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '{']) && !path.is_file() && !is_dir(path)
}

/// Returns the run files that `paths` name, sorted by path, each once. A path is a file, a folder or a
/// pattern. A folder means all its files, except hidden files and metadata. In a pattern, `*` matches any
/// characters except `/`, and `{a,b}` matches one of several texts, as in a shell. Missing files are
/// returned, too, so that the function that reads them reports them. Folders within folders are skipped (see
/// [`folders_within`]). But if a folder contains only folders, the files in them with names that begin with
/// `run.txt` are returned.
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
/// assert_eq!(run_files(&[at("{a.gz,c*}")])?, ["a.gz", "c.txt"].map(at));
/// std::fs::create_dir_all(at("tira/a"))?;
/// std::fs::write(at("tira/a/run.txt.gz"), "")?;
/// std::fs::write(at("tira/a/ir-metadata.yml"), "")?;
/// for named in ["tira", "tira/a", "t*/*/run.txt*"] {
///     assert_eq!(run_files(&[at(named)])?, [at("tira/a/run.txt.gz")], "{named}");
/// }
/// let error = run_files(&[at("*.zst")]).unwrap_err();
/// assert_eq!(error.to_string(), format!("no run file matches {}", at("*.zst").display()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a folder is empty, no file matches a pattern, a file that braces name is missing, braces make more than
/// 1,000 names, a folder cannot be read, or a folder contains something that might be a run but cannot be
/// examined, for example a dangling link or a pipe.
pub fn run_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LoadError> {
    let mut files = Vec::new();
    for path in paths {
        let pattern = run_pattern(path);
        if is_run_pattern(&pattern) {
            files.extend(matching(&pattern)?);
        } else {
            files.push(pattern);
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// Returns a path, folder or pattern for which [`run_files`] returns exactly these files. Tries their common
/// folder, a pattern with `*`, and a list of names in braces. Returns `None` if none of them fits. For
/// example, braces cannot list names that contain a brace or a comma, or more than 1,000 names.
///
/// ```
/// use rejudge_collections::pattern_of_files;
/// let folder = tempfile::tempdir()?;
/// let at = |name: &str| folder.path().join(name);
/// std::fs::create_dir(at("b"))?;
/// for name in ["a.gz", "a.txt", "c.txt", "b/run.txt"] {
///     std::fs::write(at(name), "")?;
/// }
/// for (names, pattern) in [
///     (&["a.txt"][..], "a.txt"),
///     (&["a.txt", "c.txt"], "*.txt"),
///     (&["a.gz", "a.txt"], "a.*"),
///     (&["c.txt", "a.gz"], "{c.txt,a.gz}"),
///     (&["a.txt", "b/run.txt"], "{a.txt,b/run.txt}"),
/// ] {
///     let files: Vec<_> = names.iter().map(|name| at(name)).collect();
///     assert_eq!(pattern_of_files(&files), Some(at(pattern)), "{names:?}");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn pattern_of_files(files: &[PathBuf]) -> Option<PathBuf> {
    let [first, rest @ ..] = files else { return None };
    if rest.is_empty() {
        return Some(first.clone());
    }
    let holds_all = |folder: &&Path| files.iter().all(|file| file.starts_with(folder));
    let folder = first.ancestors().skip(1).find(holds_all)?;
    let names: Vec<&str> = files.iter().filter_map(|file| file.strip_prefix(folder).ok()?.to_str()).collect();
    let begin = common_start(names.iter().map(|name| name.chars()));
    let rest = names.iter().map(|name| name.chars().skip(begin.chars().count()));
    let end = common_start(rest.map(|rest| rest.collect::<Vec<_>>().into_iter().rev()));
    let end: String = end.chars().rev().collect();
    let by_extension = first.extension().map(|extension| format!("*.{}", extension.display()));
    // A description may have `*` only in the file name, so `*` must come after the last slash.
    let by_ends = (!end.contains('/')).then(|| format!("{begin}*{end}"));
    let patterns = by_extension.into_iter().chain(by_ends).chain([format!("{{{}}}", names.join(","))]);
    // The parent of a bare name is the empty path, which is not a folder.
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    // A bundled file is not on the disk.
    let real_path = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let real = |paths: &[PathBuf]| paths.iter().map(real_path).collect::<BTreeSet<_>>();
    let has_these_files =
        |path: &PathBuf| run_files(std::slice::from_ref(path)).is_ok_and(|found| real(&found) == real(files));
    let patterns = patterns.map(|pattern| folder.join(pattern));
    std::iter::once(folder.to_owned()).chain(patterns).find(has_these_files)
}

/// Returns the longest text with which all texts begin.
fn common_start<C: Iterator<Item = char>>(texts: impl Iterator<Item = C>) -> String {
    texts
        .map(|text| text.collect::<String>())
        .reduce(|a, b| a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect())
        .unwrap_or_default()
}

/// Returns true if `pattern` matches the name of the file at `path`, with or without its extensions. `*`
/// matches any text.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::has_file_name;
/// let file = Path::new("runs/bm25.txt.gz");
/// assert!(["bm25.txt.gz", "bm25.txt", "bm25", "bm*"].iter().all(|name| has_file_name(file, name)));
/// assert!(!has_file_name(file, "bm") && !has_file_name(file, "runs/bm25"));
/// ```
pub fn has_file_name(path: &Path, pattern: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    glob(pattern, &name) || glob(&format!("{pattern}.*"), &name)
}

/// Returns the folders, except hidden ones, that [`run_files`] skips within a folder that `paths` name as
/// `folder` or `folder/*`, sorted. They are skipped only if that folder also contains run files. Braces in
/// `paths` are not expanded.
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
    let whole_folders = paths.iter().filter_map(|path| whole_folder(path));
    let with_files =
        whole_folders.filter(|folder| !matching_files(folder, "*").is_ok_and(|files| files.is_empty()));
    let entries = with_files.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.dedup();
    folders
}

/// Returns the folder if `path` names all of its files, as `folder` or `folder/*`.
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
    // The parent of a bare name is the empty path, which is not a folder.
    let folder = path.parent().filter(|_| is_all)?;
    Some(if folder == Path::new("") { Path::new(".") } else { folder })
}

/// Returns true if a file that is written into `folder` might be read as a run, because `pattern` matches all
/// files of `folder` or of a folder that contains it. `folder` need not exist.
///
/// ```
/// use rejudge_collections::is_among_runs;
/// let folder = tempfile::tempdir()?;
/// let at = |name: &str| folder.path().join(name);
/// std::fs::create_dir(at("runs"))?;
/// assert!(is_among_runs(&at("runs"), &at("runs/*")) && is_among_runs(&at("runs/new"), &at("runs")));
/// assert!(!is_among_runs(&at("results"), &at("runs/*")) && !is_among_runs(&at("runs"), &at("runs/*.gz")));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_among_runs(folder: &Path, pattern: &Path) -> bool {
    let runs = whole_folder(pattern).and_then(|runs| runs.canonicalize().ok());
    runs.is_some_and(|runs| canonical(folder).starts_with(runs))
}

/// Returns the run files that a description's `pattern` matches in its `folder`, sorted. If there is no
/// pattern, returns no files.
///
/// # Errors
/// If no file matches the pattern, or for another reason for which [`run_files`] refuses a pattern.
pub fn described_runs(pattern: &Option<PathBuf>, folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    pattern.as_ref().map_or(Ok(Vec::new()), |pattern| matching(&place(folder, pattern)))
}

/// Returns all run files of a collection, later runs last.
///
/// # Errors
/// If no file matches a pattern, or for another reason for which [`run_files`] refuses a pattern.
pub fn all_runs(files: &Files, folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    Ok([described_runs(&files.runs, folder)?, described_runs(&files.later_runs, folder)?].concat())
}

/// Returns the files that match `pattern`, sorted, each once.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let no_match = |pattern: &Path| {
        let is_folder = pattern.is_dir();
        let remark = if is_folder { ", which is a folder: `/*` after its name means its files" } else { "" };
        LoadError::Unfit(format!("no run file matches {}{remark}", pattern.display()))
    };
    let mut files = Vec::new();
    for alternative in alternatives(pattern)? {
        let matches = matching_stars(&alternative)?;
        // If braces expand to a name without `*`, that file must exist.
        if matches.is_empty() && !alternative.to_string_lossy().contains('*') {
            return Err(no_match(&alternative));
        }
        files.extend(matches);
    }
    files.sort();
    files.dedup();
    if files.is_empty() { Err(no_match(pattern)) } else { Ok(files) }
}

/// The maximum number of patterns to which the braces of a pattern expand.
const MAX_ALTERNATIVES: usize = 1000;

/// Expands braces like `{a,b}` as a shell does, also in names of folders, and inside of other braces. Braces
/// without a comma, and braces in the name of an existing file or folder, belong to the name.
///
/// # Errors
/// If the braces expand to more than [`MAX_ALTERNATIVES`] patterns.
fn alternatives(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let existing = pattern.ancestors().find(|path| path.is_file() || is_dir(path)).unwrap_or(Path::new(""));
    let rest = pattern.strip_prefix(existing).expect("it is an ancestor of the pattern").to_string_lossy();
    if !rest.contains('{') {
        return Ok(vec![pattern.to_owned()]);
    }
    let (mut pending, mut paths) = (vec![rest.into_owned()], Vec::new());
    while let Some(text) = pending.pop() {
        match innermost_braces(&text) {
            Some((head, choices, tail)) => {
                pending.extend(choices.split(',').rev().map(|choice| format!("{head}{choice}{tail}")));
            }
            None => paths.push(run_pattern(&existing.join(text))),
        }
        if pending.len() + paths.len() > MAX_ALTERNATIVES {
            return Err(LoadError::Unfit(format!(
                "{}: the braces make more than 1,000 names: name a folder, or use `*`",
                pattern.display()
            )));
        }
    }
    Ok(paths)
}

/// Returns the text before, in and after the first pair of braces that contains a comma and no other braces.
fn innermost_braces(text: &str) -> Option<(&str, &str, &str)> {
    let mut groups = text.match_indices('{').filter_map(|(open, _)| {
        let inner = text[open + 1..].split(['{', '}']).next().expect("a split has a part");
        let close = open + 1 + inner.len();
        let is_group = text[close..].starts_with('}') && inner.contains(',');
        is_group.then(|| (&text[..open], inner, &text[close + 1..]))
    });
    groups.next()
}

/// Returns the files that match a pattern without braces, which may contain `*`, sorted.
fn matching_stars(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let Some((folder, name)) = pattern.parent().zip(pattern.file_name()) else { return Ok(Vec::new()) };
    let name = name.to_string_lossy();
    let mut files = Vec::new();
    for folder in folders(folder)? {
        files.extend(matching_files(&folder, &name)?);
    }
    if files.is_empty() && name == "*" {
        // The folder contains no files. Perhaps each run has its own folder.
        for folder in folders(pattern)? {
            files.extend(matching_files(&folder, &format!("{RUN_FILE}*"))?);
        }
    }
    Ok(files)
}

/// The file name of a run that has its own folder. The file may be compressed.
const RUN_FILE: &str = "run.txt";

/// The end of the names of metadata files.
const METADATA_ENDING: &str = "ir-metadata.yml";

/// Returns the name of a run's folder if the run has its own folder, with metadata.
pub(crate) fn own_folder(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|_| uncompressed(name) == RUN_FILE)?;
    let mut neighbours = folder_entries(folder).ok()?.into_iter();
    neighbours.any(|path| is_metadata(&path)).then(|| folder.file_name()?.to_str())?
}

fn is_metadata(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(METADATA_ENDING))
}

/// Returns the folders that match a pattern, sorted. Returns a path without `*` even if it does not exist.
fn folders(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    // The parent of a bare name is the empty path, which is not a folder.
    if pattern == Path::new("") {
        return Ok(vec![PathBuf::from(".")]);
    }
    let is_pattern = pattern.to_string_lossy().contains('*') && !is_dir(pattern);
    let Some((parent, name)) = pattern.parent().zip(pattern.file_name()).filter(|_| is_pattern) else {
        return Ok(vec![pattern.to_owned()]);
    };
    let mut matching = Vec::new();
    for parent in folders(parent)? {
        let entries = matching_entries(&parent, &name.to_string_lossy())?;
        matching.extend(entries.into_iter().filter(|path| is_dir(path)));
    }
    Ok(matching)
}

/// Returns the files of a folder that match a pattern, sorted, without metadata.
fn matching_files(folder: &Path, name: &str) -> Result<Vec<PathBuf>, LoadError> {
    let mut files = Vec::new();
    for path in matching_entries(folder, name)? {
        if is_run_file(&path).map_err(|cause| ReadError::io(&path, &cause))? && !is_metadata(&path) {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the entries of a folder that match a pattern, sorted.
fn matching_entries(folder: &Path, name: &str) -> Result<Vec<PathBuf>, LoadError> {
    let mut paths = folder_entries(folder).map_err(|cause| ReadError::io(folder, &cause))?;
    paths.sort();
    paths.retain(|path| {
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        // As in a shell, `*` does not match a leading dot.
        file_name.starts_with('.') == name.starts_with('.') && glob(name, &file_name)
    });
    Ok(paths)
}

/// Returns the entries of a folder, on disk or bundled.
fn folder_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() && is_dir(folder) {
        return Ok(entries(folder));
    }
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Returns true for a file and false for a folder.
///
/// # Errors
/// For anything else, because we must not skip a run silently.
fn is_run_file(path: &Path) -> io::Result<bool> {
    if bundled_file(path).is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the run files in a folder that a pattern matches, or the error.
    fn files(folder: &Path, pattern: &str) -> Result<Vec<String>, String> {
        let error = |error: LoadError| error.to_string().replace(&format!("{}/", folder.display()), "");
        let files = run_files(&[folder.join(pattern)]).map_err(error)?;
        let name = |path: PathBuf| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        Ok(files.into_iter().map(name).collect())
    }

    #[test]
    fn braces_expand_as_in_a_shell() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["runs/a.txt", "runs/b.gz", "two/a.txt", "x{1}/a.txt", "y{a,b}/a.txt", "c{d,e}.txt"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let all = ["runs/a.txt", "runs/b.gz", "two/a.txt"];
        for (pattern, expected) in [
            ("{runs,two}/*", &all[..]),
            ("{runs,two}", &all),
            ("{runs/*,two/a.txt}", &all),
            ("{two,runs}/{a.txt,*.gz}", &all),
            ("{two,{runs,two}}/*", &all),
            ("r{uns,unt*}/{a,b}.*", &all[..2]),
            // In these cases, braces belong to names.
            ("x{1}/*", &["x{1}/a.txt"]),
            ("x{*}/*", &["x{1}/a.txt"]),
            ("y{a,b}/*", &["y{a,b}/a.txt"]),
            ("c{d,e}.txt", &["c{d,e}.txt"]),
        ] {
            let expected = expected.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(files(folder.path(), pattern), Ok(expected), "{pattern}");
        }
        let error = |pattern: &str| files(folder.path(), pattern).unwrap_err();
        assert_eq!(error("runs/{a,none}.txt"), "no run file matches runs/none.txt");
        assert_eq!(error("{runs,none}/*"), "none: cannot be read: No such file or directory (os error 2)");
        assert_eq!(error("{*.xyz,none*}"), "no run file matches {*.xyz,none*}");
        let many = "{a,b}".repeat(40);
        let message = "the braces make more than 1,000 names: name a folder, or use `*`";
        assert_eq!(error(&many), format!("{many}: {message}"));
    }
}
