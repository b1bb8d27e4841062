//! Files that are built into a program, and that appear as if they were in the working folder.
//!
//! If the working folder has an experiment, a description or a scheme with the name of a bundled one, the bundled one is
//! hidden as a whole, so that files of two experiments are never mixed. A description and the folder with its data are
//! two entries, which are overridden separately. A program without bundled files only sees the files on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use crate::descriptor::plain;

/// Maps the path of each file, with `/` between its parts, to its content. The content is a string, because serde
/// deserialises a string in one piece, but a `Vec<u8>` byte by byte.
pub type BundledTexts = BTreeMap<String, String>;

/// The bundled files of a program.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The folders with entries that the working folder may override, such as `experiments`.
    pub folders: &'static [&'static str],
    /// The function that unpacks the files. It is called when a path in or above one of these folders is first looked up.
    pub files: fn() -> BundledTexts,
}

static BUNDLED: OnceLock<Bundled> = OnceLock::new();
static BUNDLED_FILES: OnceLock<BundledFiles> = OnceLock::new();

/// Registers bundled files. Only the first call counts, because a process has one set of bundled files.
pub fn register(bundled: Bundled) {
    let _ = BUNDLED.set(bundled);
}

/// Returns the bundled files if `path` may be one of them or a folder that contains them. For other paths the files are
/// not unpacked.
fn files_for(path: &Path) -> Option<&'static BundledFiles> {
    let bundled = BUNDLED.get()?;
    let key = key(path)?;
    bundled.folders.iter().find(|folder| key.starts_with(**folder) || folder.starts_with(&key))?;
    Some(BUNDLED_FILES.get_or_init(|| BundledFiles { folders: bundled.folders, files: (bundled.files)() }))
}

/// The entries of the working folder that were used instead of bundled ones and differ from them.
static OVERRIDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns the content of the bundled file at `path`. Returns `None` if there is no such file, or the working folder
/// overrides it.
pub fn bundled_file(path: &Path) -> Option<&'static [u8]> {
    visible_file(files_for(path)?, path)
}

/// Implements [`bundled_file`]. If the working folder overrides the file, and has other bytes or no file at `path`,
/// this records the overriding entry in [`OVERRIDING`].
fn visible_file<'a>(bundled: &'a BundledFiles, path: &Path) -> Option<&'a [u8]> {
    let file = bundled.files.get(&key(path)?)?.as_bytes();
    if !bundled.is_overridden(path) {
        return Some(file);
    }
    if std::fs::read(path).ok().as_deref() != Some(file)
        && let Some(entry) = bundled.entry(path)
        && let Ok(mut overriding) = OVERRIDING.lock()
    {
        overriding.insert(entry);
    }
    None
}

/// Returns true if there is a file at `path`, on disk or bundled.
pub fn is_file(path: &Path) -> bool {
    path.is_file() || files_for(path).is_some_and(|bundled| visible_file(bundled, path).is_some())
}

/// Returns true if there is a folder at `path`, on disk or bundled.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir() || files_for(path).is_some_and(|bundled| bundled.is_dir(path))
}

/// Returns the paths of the entries of `folder`, on disk or bundled, sorted. Returns no paths if there is no such folder.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let on_disk = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let bundled = files_for(folder).into_iter().flat_map(|bundled| bundled.names(folder));
    let mut entries: Vec<PathBuf> = on_disk.chain(bundled.map(|name| folder.join(name))).collect();
    entries.sort();
    entries.dedup();
    entries
}

/// Returns the entries of the working folder that were used so far instead of bundled ones and differ from them.
pub fn overriding_entries() -> Vec<PathBuf> {
    OVERRIDING.lock().map(|overriding| overriding.iter().cloned().collect()).unwrap_or_default()
}

/// The unpacked files.
struct BundledFiles {
    folders: &'static [&'static str],
    files: BundledTexts,
}

impl BundledFiles {
    /// Returns true if `path` is a folder with a file that is not overridden.
    fn is_dir(&self, path: &Path) -> bool {
        self.names(path).next().is_some()
    }

    /// Returns the names of the entries of `folder` that are not overridden. The name of a subfolder is repeated for
    /// each file in it.
    fn names(&self, folder: &Path) -> impl Iterator<Item = &str> {
        let prefix = key(folder).map(|key| format!("{key}/"));
        let from_prefix = prefix.clone().into_iter().flat_map(|prefix| self.files.range(prefix..));
        from_prefix
            .map_while(move |(key, _)| key.strip_prefix(prefix.as_deref()?))
            .map(|rest| rest.split('/').next().unwrap_or(rest))
            .filter(move |name| !self.is_overridden(&folder.join(name)))
    }

    /// Returns the entry that is `path` or contains it. An entry is a file or folder directly in one of the
    /// `folders`, such as `experiments/NAME`, and is overridden as a whole.
    fn entry(&self, path: &Path) -> Option<PathBuf> {
        let key = key(path)?;
        let (length, rest) = self
            .folders
            .iter()
            .filter_map(|&folder| Some((folder.len(), key.strip_prefix(folder)?.strip_prefix('/')?)))
            .max()?;
        let name = rest.split('/').next().unwrap_or(rest);
        Some(PathBuf::from(&key[..length + 1 + name.len()]))
    }

    /// Returns true if the working folder has the entry that is `path` or contains it.
    fn is_overridden(&self, path: &Path) -> bool {
        self.entry(path).is_some_and(|entry| entry.symlink_metadata().is_ok())
    }
}

/// Returns a path relative to the working folder as a key of [`BundledTexts`]. Returns `None` if the path is
/// absolute, leads out of the folder, is the folder itself (`.`), or is not UTF-8.
fn key(path: &Path) -> Option<String> {
    let plain = plain(path);
    let parts = plain.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}
