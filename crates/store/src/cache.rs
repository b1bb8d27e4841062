//! Finished cells, by key.
//!
//! One *pack* file holds the cells that were finished together (a group of a plan), written whole by
//! rename, so a kill never leaves half a cell: a file a cell would need an fsync a cell, and there are
//! tens of thousands. Every entry carries its own BLAKE3, checked when it is read; an entry that does
//! not fit is computed again, with a warning. The file that held it is set aside and its sound entries are
//! written to another, so that nobody meets the damage twice. Packs are named by their content and hold no
//! paths, so a cache may be moved, copied, or joined with another by copying files.

mod pack;

use std::collections::HashMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{atomic, ordinary_file};
use pack::{Slot, Unusable, packed, slots};

/// What damaged files end in, which nobody reads.
const ASIDE: &str = "damaged";

/// Packs that are kept open; others are opened when they are read. Of joined shards there may be thousands,
/// and a process may often open no more than 1,024 files.
const OPEN: usize = 256;

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

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads what is printed.
impl std::str::FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes: Option<Vec<u8>> =
            (0..16).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()).collect();
        let key = bytes.and_then(|bytes| Some(Self(bytes.try_into().ok()?)));
        key.filter(|key| key.to_string() == text)
            .ok_or_else(|| format!("found `{text}`, expected 32 hexadecimal digits"))
    }
}

/// What the lock guards. A panic elsewhere leaves it good: it changes by whole entries.
pub fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The ending of a pack's name.
pub const PACK: &str = "pack";

/// A pack: where it is, and its file, without which it is opened when it is read.
type Pack = (PathBuf, Option<Arc<File>>);

/// The folder of packs.
#[derive(Debug, Default)]
pub struct Cache {
    folder: PathBuf,
    /// `None` where one was set aside.
    packs: Mutex<Vec<Option<Pack>>>,
    slots: Mutex<HashMap<Key, (usize, Slot)>>,
    mending: Mutex<()>,
}

impl Cache {
    /// Opens the cache in `folder`, which need not exist yet. Packs that are damaged are left out, with
    /// a warning; remains of writers that were killed are removed.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::opened(folder, true)
    }

    /// The cache in `folder` as somebody else left it, or writes to it now, perhaps on a machine whose locks
    /// cannot be seen here: nothing is removed and nothing set aside.
    pub fn of_another(folder: &Path) -> Result<Self> {
        Self::opened(folder, false)
    }

    fn opened(folder: &Path, is_own: bool) -> Result<Self> {
        let cache = Self { folder: folder.to_owned(), ..Self::default() };
        if !folder.exists() {
            return Ok(cache);
        }
        let listed = std::fs::read_dir(folder)
            .with_context(|| format!("cannot read the cache {}", folder.display()))?;
        if is_own {
            atomic::clear(folder);
        }
        let mut paths: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == PACK)) {
            match cache.add(path) {
                Ok(()) => {}
                // Another process has set it aside meanwhile.
                Err(Unusable::Unread(error)) if error.kind() == ErrorKind::NotFound => {}
                Err(Unusable::Unread(error)) if error.kind() == ErrorKind::PermissionDenied => {
                    return Err(error).with_context(|| format!("cannot read the cache {}", folder.display()));
                }
                Err(Unusable::Unread(error)) => {
                    tracing::warn!(
                        "the cache file {} cannot be read and is not used: {error}",
                        path.display()
                    );
                }
                Err(Unusable::Version) => {
                    tracing::warn!("the cache file {} is of another version and not used", path.display());
                }
                Err(Unusable::Damaged(why)) => {
                    tracing::warn!("the cache file {} is damaged and not used: {why}", path.display());
                    if is_own {
                        set_aside(path);
                    }
                }
            }
        }
        Ok(cache)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes in a pack that came into the folder since it was opened.
    pub fn take_in(&self, path: &Path) -> Result<()> {
        self.add(path).map_err(|unusable| anyhow!("{unusable}"))
    }

    fn add(&self, path: &Path) -> Result<(), Unusable> {
        let file = ordinary_file::open(path)?;
        let slots = slots(&file)?;
        let mut packs = held(&self.packs);
        let mut known = held(&self.slots);
        known.extend(slots.into_iter().map(|slot| (slot.key, (packs.len(), slot))));
        let file = (packs.len() < OPEN).then(|| Arc::new(file));
        packs.push(Some((path.to_owned(), file)));
        Ok(())
    }

    /// Refuses a folder that nothing can be written to, before hours are spent on what should go there.
    pub fn check_writable(&self) -> Result<()> {
        let context = || format!("cannot write to the cache {}", self.folder.display());
        atomic::check_writable(&self.folder).with_context(context)
    }

    /// Whether `key` is there.
    pub fn has(&self, key: &Key) -> bool {
        held(&self.slots).contains_key(key)
    }

    /// The value of `key`; `None` when it is not there or damaged.
    pub fn load<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        loop {
            let (pack, slot) = *held(&self.slots).get(key)?;
            let value = self.bytes(pack, &slot).and_then(|bytes| postcard::from_bytes(&bytes).ok());
            if value.is_some() {
                return value;
            }
            // After that it is not there, or elsewhere if another thread found the damage.
            self.mend(pack, key);
        }
    }

    /// The bytes of an entry; `None` when they are not those that were written.
    fn bytes(&self, pack: usize, slot: &Slot) -> Option<Vec<u8>> {
        // Others look up theirs while this one is read and hashed.
        let (path, file) = held(&self.packs)[pack].clone()?;
        match file {
            Some(file) => slot.bytes(&file),
            None => slot.bytes(&ordinary_file::open(&path).ok()?),
        }
    }

    /// Sets a pack aside in which the entry of `damaged` is, and keeps what is sound of it; the others are
    /// computed again.
    fn mend(&self, pack: usize, damaged: &Key) {
        let _one_at_a_time = held(&self.mending);
        let within: Vec<Slot> = {
            let known = held(&self.slots);
            known.values().filter(|(at, _)| *at == pack).map(|(_, slot)| *slot).collect()
        };
        let entry = |slot: &Slot| (slot.key, self.bytes(pack, slot).filter(|_| slot.key != *damaged));
        let mut entries: Vec<(Key, Option<Vec<u8>>)> = within.iter().map(entry).collect();
        let taken = held(&self.packs)[pack].take();
        let Some((path, _)) = taken else { return };
        entries.sort_unstable_by_key(|(key, _)| *key);
        for (key, _) in entries.iter().filter(|(_, bytes)| bytes.is_none()) {
            tracing::warn!(
                "cell {key} in the cache file {} is damaged; it is computed again",
                path.display()
            );
        }
        let mut known = held(&self.slots);
        known.retain(|_, (at, _)| *at != pack);
        drop(known);
        let sound: Vec<_> = entries.into_iter().filter_map(|(key, bytes)| Some((key, bytes?))).collect();
        // Where nothing can be written, the sound ones are computed again too.
        if let Err(error) = self.pack(&sound) {
            tracing::warn!("{error:#}");
        }
        set_aside(&path);
    }

    /// Writes cells that belong together, as one file: all of them or, after a kill, none.
    pub fn store<T: Serialize>(&self, cells: &[(Key, T)]) -> Result<()> {
        let entry = |(key, value): &(Key, T)| Ok((*key, postcard::to_stdvec(value)?));
        self.pack(&cells.iter().map(entry).collect::<Result<Vec<_>>>()?)
    }

    fn pack(&self, entries: &[(Key, Vec<u8>)]) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let bytes = packed(entries)?;
        let context = || format!("cannot write to the cache {}", self.folder.display());
        let name = blake3::hash(&bytes).to_hex();
        let path = self.folder.join(format!("{}.{PACK}", &name[..32]));
        atomic::write_whole(&path, &bytes).with_context(context)?;
        self.take_in(&path).with_context(context)
    }
}

/// Gives a damaged file another name. Where that cannot be, it is met again and does no more harm than now.
fn set_aside(path: &Path) {
    let _ = std::fs::rename(path, path.with_extension(ASIDE));
}

#[cfg(test)]
mod tests;
