//! Returns the SHA-256 of a file's decompressed bytes, without reading the file if it has not changed since it was
//! last hashed. The checksums that a description has for its collection's files are also hashes of
//! decompressed bytes, so a file is read only once for both its cache key and its checksum.
//!
//! We assume, as git's index does, that a file has not changed if its path and its metadata are the
//! same. The metadata are the length, the modification time to the nanosecond, the device, the inode, and the
//! change time, which users cannot set back. A file that was written in the last few seconds is hashed again,
//! because file systems record times in steps of up to two seconds. If you delete the cache, all files are
//! hashed again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::text::{ReadError, Stamp, check_ordinary, read};
use rejudge_store::cache::{Cache, Key};

type Hash = [u8; 32];

/// The name of the folder with the hashes, inside the folder of a cache. Each machine has its own subfolder, because
/// another machine may have different files at the same paths.
pub const HASH_FOLDER: &str = "sums";

/// Hashes of files, stored next to the cells of a cache.
pub struct FileHashes {
    cache: Option<Cache>,
    now: SystemTime,
    /// The hashes that were computed here, because they were not in the cache.
    unstored: Mutex<BTreeMap<Key, Hash>>,
}

impl FileHashes {
    /// Creates hashes that are not stored on disk, so every file is read at least once.
    pub fn without_cache() -> Self {
        Self { cache: None, now: SystemTime::now(), unstored: Mutex::default() }
    }

    /// Opens the hashes that are stored next to the cells of a cache. If they cannot be read, every file is hashed again.
    pub fn in_cache(cache: &Path) -> Self {
        let machine = rustix::system::uname();
        let machine = blake3::hash(machine.nodename().to_bytes()).to_hex();
        Self {
            cache: Cache::open(&cache.join(HASH_FOLDER).join(&machine[..16])).ok(),
            ..Self::without_cache()
        }
    }

    pub(super) fn hash(&self, path: &Path) -> Result<Hash, ReadError> {
        check_ordinary(path)?;
        let stamp = Stamp::read(path).ok().filter(|stamp| !stamp.is_young(self.now));
        let absolute_path = std::path::absolute(path).ok();
        let key =
            stamp.zip(absolute_path).map(|(stamp, path)| Key::new(format!("{path:?} {stamp:?}").as_bytes()));
        if let Some(key) = &key {
            let new_hash = self.unstored().get(key).copied();
            if let Some(hash) = new_hash.or_else(|| self.cache.as_ref()?.load(key)) {
                return Ok(hash);
            }
        }
        let hash = Sha256::digest(read(path)?).into();
        // If the file was changed while we read it, the first stamp does not belong to the bytes that we hashed.
        if let Some(key) = key.filter(|_| Stamp::read(path).ok() == stamp) {
            self.unstored().insert(key, hash);
        }
        Ok(hash)
    }

    fn unstored(&self) -> MutexGuard<'_, BTreeMap<Key, Hash>> {
        self.unstored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the hashes. If that fails, the only effect is that the files are read again the next time.
    pub fn store(&self) {
        let new: Vec<(Key, Hash)> = self.unstored().iter().map(|(key, hash)| (*key, *hash)).collect();
        let Some(cache) = &self.cache else { return };
        if let Err(error) = cache.store(&new).and_then(|()| cache.write()) {
            tracing::debug!("hashes of files are not stored: {error:#}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    /// A hash is stored only if its file was not written in the last few seconds, and is not used after the file
    /// has changed.
    #[test]
    fn hashes_are_stored_until_files_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let [cache, a, b, c] = ["cache", "a", "b", "c"].map(|name| folder.path().join(name));
        let write = |path: &Path, text: &str| -> Hash {
            fs::write(path, text).expect("written");
            Sha256::digest(text).into()
        };
        let [hash_a, hash_b] =
            [(&a, "1 Q0 a 1 2 t\n"), (&b, "1 Q0 b 1 2 t\n")].map(|(path, text)| write(path, text));
        // Returns the hashes of files `a` and `b`, and how many of them were not stored before.
        let hashed = |hashes: FileHashes| {
            let both = [&a, &b].map(|path| hashes.hash(path).expect("readable"));
            let read = hashes.unstored().len();
            hashes.store();
            (both, read)
        };
        // After a minute, no file is young.
        let later = || {
            let now = SystemTime::now() + Duration::from_secs(60);
            hashed(FileHashes { now, ..FileHashes::in_cache(&cache) })
        };
        hashed(FileHashes::in_cache(&cache));
        assert!(!cache.join(HASH_FOLDER).exists(), "a file so young may change without a trace");
        assert_eq!([later(), later()], [([hash_a, hash_b], 2), ([hash_a, hash_b], 0)]);

        // The new text has the same length, and the modification time is set back. But the change time differs,
        // because users cannot set it.
        let modified = a.metadata().and_then(|about| about.modified()).expect("a time");
        std::thread::sleep(Duration::from_millis(20));
        let hash_a = write(&a, "1 Q0 c 1 2 t\n");
        fs::File::open(&a).and_then(|file| file.set_modified(modified)).expect("set");
        assert_eq!([later(), later()], [([hash_a, hash_b], 1), ([hash_a, hash_b], 0)]);
        for (from, to) in [(&a, &c), (&b, &a), (&c, &b)] {
            fs::rename(from, to).expect("renamed");
        }
        assert_eq!(later().0, [hash_b, hash_a]);
    }
}
