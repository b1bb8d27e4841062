//! The bundled files of a program, which appear as if they were in the working folder.
//!
//! An experiment, a description or a scheme in the working folder overrides the bundled one of the same name,
//! with its whole folder: files of two experiments are never mixed. A description is a file, and its data a
//! folder next to it; each is overridden separately. A program without bundled files sees only the files on
//! disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use crate::descriptor::plain;

/// Path, with `/` between its parts -> content. Text, because a string is deserialised at once and
/// `Vec<u8>` byte by byte.
pub type Files = BTreeMap<String, String>;

/// The bundled files of a program.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The folders whose entries the working folder may override: `experiments`.
    pub folders: &'static [&'static str],
    /// The files. Asked for when the first of them is.
    pub files: fn() -> Files,
}

static BUNDLED: OnceLock<Bundled> = OnceLock::new();
static BUNDLED_FILES: OnceLock<BundledFiles> = OnceLock::new();

/// Registers the files of `bundled`. Only the first call counts, because a process has one set of bundled files.
pub fn bring(bundled: Bundled) {
    let _ = BUNDLED.set(bundled);
}

/// Returns the bundled files if `path` may be one of them or a folder above them; for other paths nothing is
/// unpacked.
fn files_for(path: &Path) -> Option<&'static BundledFiles> {
    let bundled = BUNDLED.get()?;
    let key = key(path)?;
    bundled.folders.iter().find(|bundled| key.starts_with(**bundled) || bundled.starts_with(&key))?;
    let new = || BundledFiles { folders: bundled.folders, files: (bundled.files)() };
    Some(BUNDLED_FILES.get_or_init(new))
}

/// The files read from the working folder that differ from the bundled ones.
static OTHER: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns the content of the bundled file for `path`, or `None` if the working folder overrides it or there
/// is no such file.
pub fn in_place(path: &Path) -> Option<&'static [u8]> {
    visible(files_for(path)?, path)
}

/// The same; notes an entry of the working folder that overrides the bundled file with another, or lacks it.
fn visible<'a>(bundled: &'a BundledFiles, path: &Path) -> Option<&'a [u8]> {
    let file = bundled.files.get(&key(path)?)?.as_bytes();
    if !bundled.is_own(path) {
        return Some(file);
    }
    if std::fs::read(path).ok().as_deref() != Some(file)
        && let Some(entry) = bundled.entry(path)
        && let Ok(mut other) = OTHER.lock()
    {
        other.insert(entry);
    }
    None
}

/// Returns true if there is a file at `path`, on disk or bundled.
pub fn is_file(path: &Path) -> bool {
    path.is_file() || files_for(path).is_some_and(|bundled| visible(bundled, path).is_some())
}

/// Returns true if there is a folder at `path`, on disk or bundled.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir() || files_for(path).is_some_and(|bundled| bundled.is_dir(path))
}

/// Returns the paths of the entries of `folder`, on disk or bundled, sorted; empty if there is no such
/// folder.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let bundled = files_for(folder).into_iter().flat_map(|bundled| bundled.names(folder));
    let mut all: Vec<PathBuf> = listed.chain(bundled.map(|name| folder.join(name))).collect();
    all.sort();
    all.dedup();
    all
}

/// Returns the files that were read so far from the working folder instead of bundled ones and differ from
/// these.
pub fn own_and_other() -> Vec<PathBuf> {
    OTHER.lock().map(|other| other.iter().cloned().collect()).unwrap_or_default()
}

/// The bundled files.
struct BundledFiles {
    folders: &'static [&'static str],
    files: Files,
}

impl BundledFiles {
    /// Returns true if a file at or below `path` can be seen.
    fn is_dir(&self, path: &Path) -> bool {
        self.names(path).next().is_some()
    }

    /// Returns the names of the visible entries of `folder`, once for each file.
    fn names(&self, folder: &Path) -> impl Iterator<Item = &str> {
        let below = key(folder).map(|key| format!("{key}/"));
        let all = below.clone().into_iter().flat_map(|below| self.files.range(below..));
        let within = all.map_while(move |(key, _)| key.strip_prefix(below.as_deref()?));
        let name = |rest: &str| rest.split('/').next().map_or(0, str::len);
        within.map(move |rest| &rest[..name(rest)]).filter(move |name| !self.is_own(&folder.join(name)))
    }

    /// Returns the overridable entry for `path`: the entry of a bundled folder that it is, or that contains it.
    fn entry(&self, path: &Path) -> Option<PathBuf> {
        let key = key(path)?;
        let within =
            |bundled: &&str| key.strip_prefix(*bundled)?.strip_prefix('/').map(|rest| (bundled.len(), rest));
        let (bundled, rest) = self.folders.iter().filter_map(within).max()?;
        let name = rest.split('/').next().unwrap_or(rest);
        Some(PathBuf::from(&key[..bundled + 1 + name.len()]))
    }

    /// Returns true if the working folder overrides the entry of `path`.
    fn is_own(&self, path: &Path) -> bool {
        self.entry(path).is_some_and(|entry| entry.symlink_metadata().is_ok())
    }
}

/// Returns the name of a path relative to the working folder, or `None` if the path leads out of it.
fn key(path: &Path) -> Option<String> {
    let plain = plain(path);
    let parts = plain.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}
