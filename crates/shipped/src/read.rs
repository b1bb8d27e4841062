//! Files by their paths: of the working folder, or brought along.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::brought::shelf_of;
use crate::shelf::Shelf;

/// The working folder, from which paths are seen as they are.
const HERE: &str = "";

/// What was read of the working folder's own, and is other than what is brought along.
static OTHER: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The content of the file that is brought along for `path`, where the working folder has nothing in its
/// place. None: the disk has the file, or nobody.
pub fn in_place(path: &Path) -> Option<&'static [u8]> {
    visible(shelf_of(path)?, path)
}

/// The same; what hides another file, or one that it lacks itself, is noted.
fn visible<'a>(shelf: &'a Shelf, path: &Path) -> Option<&'a [u8]> {
    let seen = shelf.visible(Path::new(HERE), path);
    if seen.is_none()
        && let Some(file) = shelf.file(path)
        && std::fs::read(path).ok().as_deref() != Some(file)
        && let Some(entry) = shelf.entry(path)
        && let Ok(mut other) = OTHER.lock()
    {
        other.insert(entry);
    }
    seen
}

/// Whether there is a file at `path`, on the disk or brought along.
pub fn is_file(path: &Path) -> bool {
    path.is_file() || shelf_of(path).is_some_and(|shelf| visible(shelf, path).is_some())
}

/// Whether there is a folder at `path`, on the disk or brought along.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir() || shelf_of(path).is_some_and(|shelf| shelf.is_dir(Path::new(HERE), path))
}

/// The paths of what is directly in `folder`, on the disk or brought along, sorted; none where there is no
/// such folder.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let brought = shelf_of(folder).map(|shelf| shelf.entries(Path::new(HERE), folder)).unwrap_or_default();
    let mut all: Vec<PathBuf> = listed.chain(brought.into_iter().map(|name| folder.join(name))).collect();
    all.sort();
    all.dedup();
    all
}

/// What was read so far of the working folder's own in place of what is brought along, and is other than
/// that.
pub fn own_and_other() -> Vec<PathBuf> {
    OTHER.lock().map(|other| other.iter().cloned().collect()).unwrap_or_default()
}
