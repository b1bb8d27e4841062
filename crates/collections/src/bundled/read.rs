//! Reads files by path, from the working folder or bundled.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::bundled::overridable::BundledFiles;
use crate::bundled::registry::files_for;

/// The working folder, from which paths are seen as they are.
const HERE: &str = "";

/// The files read from the working folder that differ from the bundled ones.
static OTHER: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns the content of the bundled file for `path`, or `None` if the working folder overrides it or there
/// is no such file.
pub fn in_place(path: &Path) -> Option<&'static [u8]> {
    visible(files_for(path)?, path)
}

/// The same; notes an entry of the working folder that overrides the bundled file with another, or lacks it.
fn visible<'a>(bundled: &'a BundledFiles, path: &Path) -> Option<&'a [u8]> {
    let seen = bundled.visible(Path::new(HERE), path);
    if seen.is_none()
        && let Some(file) = bundled.file(path)
        && std::fs::read(path).ok().as_deref() != Some(file)
        && let Some(entry) = bundled.entry(path)
        && let Ok(mut other) = OTHER.lock()
    {
        other.insert(entry);
    }
    seen
}

/// Returns true if there is a file at `path`, on disk or bundled.
pub fn is_file(path: &Path) -> bool {
    path.is_file() || files_for(path).is_some_and(|bundled| visible(bundled, path).is_some())
}

/// Returns true if there is a folder at `path`, on disk or bundled.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir() || files_for(path).is_some_and(|bundled| bundled.is_dir(Path::new(HERE), path))
}

/// Returns the paths of the entries of `folder`, on disk or bundled, sorted; empty if there is no such
/// folder.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let bundled =
        files_for(folder).map(|bundled| bundled.entries(Path::new(HERE), folder)).unwrap_or_default();
    let mut all: Vec<PathBuf> = listed.chain(bundled.into_iter().map(|name| folder.join(name))).collect();
    all.sort();
    all.dedup();
    all
}

/// Returns the files that were read so far from the working folder instead of bundled ones and differ from
/// these.
pub fn own_and_other() -> Vec<PathBuf> {
    OTHER.lock().map(|other| other.iter().cloned().collect()).unwrap_or_default()
}
