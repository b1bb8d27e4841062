//! Finished cells, by key.
//!
//! One *pack* file holds the cells that were finished together (a group of a plan), written whole by
//! rename, so a kill never leaves half a cell: a file a cell would need an fsync a cell, and there are
//! tens of thousands. Every entry carries its own BLAKE3, checked when it is read; an entry that does
//! not fit is computed again, with a warning. Packs are named by their content and hold no paths, so a
//! cache may be moved, copied, or joined with another by copying files.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::part;

const MAGIC: &[u8; 16] = b"rejudge-pack/1\n\n";
/// Index offset, index length, hash of the index.
const FOOTER: usize = 8 + 8 + 32;

/// Key of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key([u8; 16]);

impl Key {
    /// The key of canonical text.
    pub fn of(text: &[u8]) -> Self {
        let mut key = [0; 16];
        key.copy_from_slice(&blake3::hash(text).as_bytes()[..16]);
        Self(key)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Where an entry stands in its pack.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Slot {
    key: Key,
    offset: u64,
    length: u32,
    hash: [u8; 16],
}

/// What the lock guards. A panic elsewhere leaves it good: it changes by whole entries.
fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of packs.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    packs: Mutex<Vec<(PathBuf, File)>>,
    slots: Mutex<HashMap<Key, (usize, Slot)>>,
}

impl Cache {
    /// Opens the cache in `folder`, which need not exist yet. Packs that are damaged are left out, with
    /// a warning; remains of writers that were killed are removed.
    pub fn open(folder: &Path) -> Result<Self> {
        let cache = Self { folder: folder.to_owned(), packs: Mutex::default(), slots: Mutex::default() };
        if !folder.exists() {
            return Ok(cache);
        }
        let listed = std::fs::read_dir(folder)
            .with_context(|| format!("cannot read the cache {}", folder.display()))?;
        part::clear(folder);
        let mut paths: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "pack")) {
            if let Err(error) = cache.add(path) {
                let denied = |e: &std::io::Error| e.kind() == std::io::ErrorKind::PermissionDenied;
                if error.downcast_ref::<std::io::Error>().is_some_and(denied) {
                    return Err(error).with_context(|| format!("cannot read the cache {}", folder.display()));
                }
                tracing::warn!("the cache file {} is damaged and not used: {error:#}", path.display());
            }
        }
        Ok(cache)
    }

    fn add(&self, path: &Path) -> Result<()> {
        let file = File::open(path)?;
        let length = file.metadata()?.len() as usize;
        ensure!(length >= MAGIC.len() + FOOTER, "it is too short");
        let mut footer = [0; FOOTER];
        file.read_exact_at(&mut footer, (length - FOOTER) as u64)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0_usize, |n, &b| n << 8 | usize::from(b));
        let (offset, size) = (number(&footer[..8]), number(&footer[8..16]));
        ensure!(offset.checked_add(size) == Some(length - FOOTER), "its end is not where it should be");
        let mut index = vec![0; size];
        file.read_exact_at(&mut index, offset as u64)?;
        ensure!(blake3::hash(&index).as_bytes()[..] == footer[16..], "its index has another checksum");
        let slots: Vec<Slot> = postcard::from_bytes(&index)?;
        let mut packs = held(&self.packs);
        let mut known = held(&self.slots);
        known.extend(slots.into_iter().map(|slot| (slot.key, (packs.len(), slot))));
        packs.push((path.to_owned(), file));
        Ok(())
    }

    /// Whether `key` is there.
    pub fn has(&self, key: &Key) -> bool {
        held(&self.slots).contains_key(key)
    }

    /// The value of `key`; `None` when it is not there or damaged.
    pub fn load<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let (pack, slot) = *held(&self.slots).get(key)?;
        let mut bytes = vec![0; slot.length as usize];
        let packs = held(&self.packs);
        let (path, file) = &packs[pack];
        let read = file.read_exact_at(&mut bytes, slot.offset);
        let sound = read.is_ok() && blake3::hash(&bytes).as_bytes()[..16] == slot.hash;
        let value = if sound { postcard::from_bytes(&bytes).ok() } else { None };
        if value.is_none() {
            tracing::warn!(
                "cell {key} in the cache file {} is damaged; it is computed again",
                path.display()
            );
            held(&self.slots).remove(key);
        }
        value
    }

    /// Writes cells that belong together, as one file: all of them or, after a kill, none.
    pub fn store<T: Serialize>(&self, cells: &[(Key, T)]) -> Result<()> {
        if cells.is_empty() {
            return Ok(());
        }
        let mut bytes = MAGIC.to_vec();
        let mut slots = Vec::with_capacity(cells.len());
        for (key, value) in cells {
            let body = postcard::to_stdvec(value)?;
            let mut hash = [0; 16];
            hash.copy_from_slice(&blake3::hash(&body).as_bytes()[..16]);
            slots.push(Slot { key: *key, offset: bytes.len() as u64, length: body.len() as u32, hash });
            bytes.extend(body);
        }
        let index = postcard::to_stdvec(&slots)?;
        let offset = bytes.len() as u64;
        bytes.extend(&index);
        bytes.extend(offset.to_le_bytes());
        bytes.extend((index.len() as u64).to_le_bytes());
        bytes.extend(blake3::hash(&index).as_bytes());
        let context = || format!("cannot write to the cache {}", self.folder.display());
        let name = blake3::hash(&bytes).to_hex();
        let path = self.folder.join(format!("{}.pack", &name[..32]));
        part::write_whole(&path, &bytes).with_context(context)?;
        self.add(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(n: u8) -> Vec<(Key, Vec<f64>)> {
        (0..n).map(|i| (Key::of(&[i]), vec![f64::from(i); 3])).collect()
    }

    fn only_pack(folder: &Path) -> PathBuf {
        let mut packs = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        packs.find(|p| p.extension().is_some_and(|e| e == "pack")).unwrap()
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        for (key, value) in keys(5) {
            assert_eq!(cache.load::<Vec<f64>>(&key), Some(value));
        }
        assert!(!cache.has(&Key::of(b"another")));
    }

    #[test]
    fn a_changed_byte_costs_one_cell() {
        let folder = tempfile::tempdir().unwrap();
        Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
        let path = only_pack(folder.path());
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[MAGIC.len() + 1] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let found: Vec<bool> = keys(5).iter().map(|(key, _)| cache.load::<Vec<f64>>(key).is_some()).collect();
        assert_eq!(found, [false, true, true, true, true]);
        assert!(!cache.has(&keys(1)[0].0), "a damaged cell is no longer there");
    }

    #[test]
    fn a_pack_that_ends_early_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
        let path = only_pack(folder.path());
        let bytes = std::fs::read(&path).unwrap();
        for length in [0, 10, MAGIC.len(), bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let cache = Cache::open(folder.path()).unwrap();
            assert!(keys(5).iter().all(|(key, _)| !cache.has(key)), "{length} bytes");
        }
    }
}
