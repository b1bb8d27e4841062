//! Finished cells, by key: a folder of immutable files.
//!
//! A file contains the cells that were finished within a few seconds. Its name comes from the hash of its
//! content, and a rename makes it appear as a whole. Therefore many processes and machines can use one folder
//! without locks, and you can merge two folders by copying files. A damaged cell counts as missing, so
//! it is computed again. If the new file contains the same cells as the damaged file, it replaces that file,
//! because it has the same name. If several files contain a key, the newest file is used. Values that were
//! written are read on demand, and only their positions stay in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::cell_file::CELLS;
use crate::cell_file::{Slot, encoded, read, slots};
use crate::{atomic, ordinary_file};

/// The time since the last write after which the next call of `store` or `write_due` writes finished cells.
const WRITE_AFTER: Duration = Duration::from_secs(2);
/// Finished cells are written at once if their total size in bytes is at least this.
const MAX_PENDING_SIZE: usize = 16 << 20;

/// The number of hexadecimal digits in a file's name. They are the beginning of the hash of its content.
const NAME_DIGITS: usize = 32;

/// Returns true if this is the name of a file that the cache wrote.
fn is_cell_file(name: &OsStr) -> bool {
    let stem = name.to_str().and_then(|name| name.strip_suffix(CELLS)?.strip_suffix('.'));
    stem.is_some_and(|stem| stem.len() == NAME_DIGITS && stem.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Returns the cell files in a folder, or an empty list if there is no such folder.
fn cell_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read the cache {}", folder.display());
    let entries: Vec<fs::DirEntry> = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        entries => entries.with_context(context)?.collect::<Result<_, _>>().with_context(context)?,
    };
    Ok(entries
        .into_iter()
        .filter(|entry| is_cell_file(&entry.file_name()))
        .map(|entry| entry.path())
        .collect())
}

/// Removes the cell files in a folder, and returns their total size in bytes. Other files are kept.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_cells(folder: &Path) -> Result<u64> {
    let mut removed = 0;
    for path in cell_files(folder)? {
        let size = path.metadata().map_or(0, |about| about.len());
        match fs::remove_file(&path) {
            Ok(()) => removed += size,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot remove {}", path.display())),
        }
    }
    Ok(removed)
}

/// The key of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key([u8; 16]);

impl Key {
    /// Returns the key of a text: the first 16 bytes of its BLAKE3 hash.
    pub fn new(text: &[u8]) -> Self {
        Self(*blake3::hash(text).as_bytes().first_chunk().expect("a hash is longer"))
    }

    /// Returns the key with these bytes.
    pub(crate) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the key.
    pub fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Locks a mutex even if a thread panicked while it held the lock. Use it only for data that stay valid after
/// a panic, such as maps that change by whole entries.
pub fn lock_ignoring_poison<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder of finished cells, and the cells that are not written to it yet.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    written: Mutex<Written>,
    pending: Mutex<Pending>,
}

/// The cells that are on the disk.
#[derive(Debug, Default)]
struct Written {
    /// The files. `places` refers to a file by its index in this list.
    files: Vec<PathBuf>,
    places: HashMap<Key, (u32, Slot)>,
}

impl Written {
    fn add(&mut self, path: PathBuf, slots: Vec<(Key, Slot)>) {
        let number = self.files.len() as u32;
        self.files.push(path);
        self.places.extend(slots.into_iter().map(|(key, slot)| (key, (number, slot))));
    }
}

/// The cells that are not on the disk yet.
#[derive(Debug, Default)]
struct Pending {
    cells: BTreeMap<Key, Vec<u8>>,
    /// The total size of the cells' values in bytes.
    size: usize,
    /// The time of the last write.
    last_write: Option<Instant>,
}

impl Cache {
    /// Opens the cache in `folder`, which need not exist yet. A file that cannot be read, or has a damaged
    /// index, is not used and causes a warning.
    pub fn open(folder: &Path) -> Result<Self> {
        atomic::remove_abandoned(folder);
        let modified = |path: &Path| path.metadata().and_then(|about| about.modified());
        let mut files: Vec<(SystemTime, PathBuf)> = cell_files(folder)?
            .into_iter()
            .map(|path| (modified(&path).unwrap_or(SystemTime::UNIX_EPOCH), path))
            .collect();
        // Files are added from the oldest to the newest, so that the newest file with a key is used.
        files.sort();
        let mut written = Written::default();
        for (_, path) in files {
            match ordinary_file::open(&path).and_then(|file| slots(&file)) {
                Ok(slots) => written.add(path, slots),
                // Another process has removed the file in the meantime.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(reason) => tracing::warn!("the cache file {} is not used: {reason}", path.display()),
            }
        }
        Ok(Self { folder: folder.to_owned(), written: Mutex::new(written), pending: Mutex::default() })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the number of cells that are on the disk.
    #[expect(clippy::len_without_is_empty, reason = "nothing asks whether a cache is empty")]
    pub fn len(&self) -> usize {
        lock_ignoring_poison(&self.written).places.len()
    }

    /// Returns the total size in bytes of the files that were opened or written.
    pub fn size(&self) -> u64 {
        let written = lock_ignoring_poison(&self.written);
        written.files.iter().filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum()
    }

    /// Returns an error if the folder is not writable. Call it before you spend hours on cells that cannot be
    /// stored.
    pub fn check_writable(&self) -> Result<()> {
        let context = || format!("cannot write to the cache {}", self.folder.display());
        atomic::check_writable(&self.folder).with_context(context)
    }

    /// Returns true if `key` is stored, even if its cell is not on the disk yet.
    pub fn has(&self, key: &Key) -> bool {
        self.missing(vec![*key]).is_empty()
    }

    /// Returns the keys that are not stored.
    pub fn missing(&self, mut keys: Vec<Key>) -> BTreeSet<Key> {
        let drop_written = |keys: &mut Vec<Key>| {
            let written = lock_ignoring_poison(&self.written);
            keys.retain(|key| !written.places.contains_key(key));
        };
        drop_written(&mut keys);
        let pending = lock_ignoring_poison(&self.pending);
        keys.retain(|key| !pending.cells.contains_key(key));
        drop(pending);
        // Another thread may have written some of them after the first step and before the second.
        drop_written(&mut keys);
        keys.into_iter().collect()
    }

    /// Returns the value of `key`, or `None` if it is not stored, or is damaged.
    pub fn load<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        self.load_if(key, |_| true)
    }

    /// Returns the value of `key` if it `fits`, for example if it has the expected number of runs. A value
    /// that does not fit is treated as damaged.
    pub fn load_if<T: DeserializeOwned>(&self, key: &Key, fits: impl Fn(&T) -> bool) -> Option<T> {
        let decoded = |bytes: &[u8]| match postcard::take_from_bytes(bytes) {
            Ok((value, [])) if fits(&value) => Some(value),
            _ => None,
        };
        let written_at = || lock_ignoring_poison(&self.written).places.get(key).copied();
        let mut place = written_at();
        if place.is_none() {
            let pending = lock_ignoring_poison(&self.pending);
            if let Some(value) = pending.cells.get(key) {
                return decoded(value);
            }
            // Another thread may have written it in the meantime.
            place = written_at();
        }
        let (number, slot) = place?;
        let path = lock_ignoring_poison(&self.written).files[number as usize].clone();
        let bytes = ordinary_file::open(&path).ok().and_then(|file| read(&file, key, slot));
        let value = bytes.and_then(|bytes| decoded(&bytes));
        if value.is_none() {
            lock_ignoring_poison(&self.written).places.remove(key);
            let path = path.display();
            tracing::warn!("cells in the cache file {path} are damaged: they are computed again");
        }
        value
    }

    /// Stores cells. They are written to disk at once if nothing was written in the last few seconds, or if
    /// many bytes are waiting. Otherwise [`write`](Self::write), or a later call of `store` or
    /// [`write_due`](Self::write_due), writes them.
    pub fn store<T: Serialize>(&self, cells: &[(Key, T)]) -> Result<()> {
        let values = cells.iter().map(|(key, value)| Ok((*key, postcard::to_stdvec(value)?)));
        let values = values.collect::<Result<Vec<_>>>()?;
        let mut pending = lock_ignoring_poison(&self.pending);
        for (key, value) in values {
            pending.size += value.len();
            pending.cells.insert(key, value);
        }
        if pending.size >= MAX_PENDING_SIZE { self.flush(&mut pending) } else { self.flush_due(&mut pending) }
    }

    /// Writes the cells that are not on disk yet, if nothing was written in the last few seconds. Call it
    /// from time to time while cells are computed, so that a kill loses only a few seconds of work.
    pub fn write_due(&self) -> Result<()> {
        self.flush_due(&mut lock_ignoring_poison(&self.pending))
    }

    fn flush_due(&self, pending: &mut Pending) -> Result<()> {
        let is_due = pending.last_write.is_none_or(|last| last.elapsed() >= WRITE_AFTER);
        if is_due { self.flush(pending) } else { Ok(()) }
    }

    /// Writes the cells that are not on the disk yet.
    pub fn write(&self) -> Result<()> {
        self.flush(&mut lock_ignoring_poison(&self.pending))
    }

    fn flush(&self, pending: &mut Pending) -> Result<()> {
        if pending.cells.is_empty() {
            return Ok(());
        }
        let (bytes, slots) = encoded(&pending.cells);
        let path = self.folder.join(format!("{}.{CELLS}", &blake3::hash(&bytes).to_hex()[..NAME_DIGITS]));
        let context = || format!("cannot write to the cache {}", self.folder.display());
        // If this fails, the cells stay pending and are written later.
        atomic::write_whole(&path, &bytes).with_context(context)?;
        lock_ignoring_poison(&self.written).add(path, slots);
        *pending = Pending { last_write: Some(Instant::now()), ..Pending::default() };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(n: u8) -> Vec<(Key, Vec<f64>)> {
        (0..n).map(|i| (Key::new(&[i]), vec![f64::from(i); 3])).collect()
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == CELLS)).collect()
    }

    fn found(cache: &Cache, n: u8) -> Vec<bool> {
        let load = |(key, value): (Key, Vec<f64>)| match cache.load::<Vec<f64>>(&key) {
            Some(found) => {
                assert_eq!(found, value);
                true
            }
            None => false,
        };
        cells(n).into_iter().map(load).collect()
    }

    #[test]
    fn stored_cells_are_found_before_and_after_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        cache.store(&cells(1)).unwrap();
        assert_eq!(files(folder.path()).len(), 1, "the first cells are written at once");
        cache.store(&cells(5)[1..]).unwrap();
        assert_eq!(files(folder.path()).len(), 1);
        assert_eq!(found(&cache, 5), [true; 5]);
        cache.write().unwrap();
        cache.write().unwrap();
        assert_eq!(files(folder.path()).len(), 2);
        assert_eq!(found(&cache, 5), [true; 5]);
        cache.store(&[(Key::new(b"large"), vec![0_u8; MAX_PENDING_SIZE])]).unwrap();
        assert_eq!(files(folder.path()).len(), 3, "many bytes are written at once");
        let cache = Cache::open(folder.path()).unwrap();
        assert_eq!(found(&cache, 5), [true; 5]);
        assert!(!cache.has(&Key::new(b"another")));
    }

    #[test]
    fn cells_that_cannot_be_written_are_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("c");
        let cache = Cache::open(&home).unwrap();
        // There is a file at the path of the folder.
        fs::write(&home, "").unwrap();
        assert!(cache.store(&cells(3)).is_err() && cache.write().is_err());
        assert_eq!(found(&cache, 3), [true; 3]);
        fs::remove_file(&home).unwrap();
        cache.write().unwrap();
        assert_eq!(found(&Cache::open(&home).unwrap(), 3), [true; 3]);
    }

    #[test]
    fn threads_store_and_load_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let cache = &cache;
                scope.spawn(move || {
                    for i in 0..200_u64 {
                        let key = Key::new(&[thread.to_le_bytes(), i.to_le_bytes()].concat());
                        cache.store(&[(key, i)]).unwrap();
                        if i % 50 == 0 {
                            cache.write().unwrap();
                        }
                        assert!(cache.has(&key));
                        assert_eq!(cache.load::<u64>(&key), Some(i));
                    }
                });
            }
        });
    }
}
