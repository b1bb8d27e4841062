//! The SHA-256 of a file's decompressed bytes, without reading the file if it has not changed since. Descriptions state
//! the same hash, so that a file is read once for its cache keys and for the comparison with its description.
//!
//! As in the index of git, the path and metadata of a file represent its bytes: length, modification time
//! to the nanosecond, device, inode, and ctime, which users cannot set back. The metadata is trusted only if
//! it is older than the resolution of file system times. To force new hashes, remove the cache.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::text::{ReadError, Stamp, check_ordinary, read};
use rejudge_store::cache::{Cache, Key};

type Hash = [u8; 32];

/// The folder of the hashes within that of a cache. Each machine has its own subfolder, because another machine may
/// have different files at the same paths.
const SUMS: &str = "sums";

/// Hashes of files, stored next to the cells of a cache.
pub struct FileHashes {
    cache: Option<Cache>,
    now: SystemTime,
    /// Those that were not in the cache.
    new: Mutex<BTreeMap<Key, Hash>>,
}

impl FileHashes {
    /// Hashes all files anew, and stores no hashes.
    pub fn unkept() -> Self {
        Self { cache: None, now: SystemTime::now(), new: Mutex::default() }
    }

    /// Reads the hashes stored next to the cells of the cache in this folder. If they cannot be read, every file is
    /// hashed anew.
    pub fn beside(cache: &Path) -> Self {
        let machine = rustix::system::uname();
        let machine = blake3::hash(machine.nodename().to_bytes()).to_hex();
        Self { cache: Cache::open(&cache.join(SUMS).join(&machine[..16])).ok(), ..Self::unkept() }
    }

    pub(super) fn hash(&self, path: &Path) -> Result<Hash, ReadError> {
        check_ordinary(path)?;
        let stamp = Stamp::read(path).ok().filter(|stamp| !stamp.is_young(self.now));
        let named = std::path::absolute(path).ok();
        let key = stamp.zip(named).map(|(stamp, path)| Key::new(format!("{path:?} {stamp:?}").as_bytes()));
        let known = key
            .and_then(|key| self.unstored().get(&key).copied().or_else(|| self.cache.as_ref()?.load(&key)));
        if let Some(known) = known {
            return Ok(known);
        }
        let hash = Sha256::digest(read(path)?).into();
        // Not of a file that was written to while it was read.
        if let Some(key) = key.filter(|_| Stamp::read(path).ok() == stamp) {
            self.unstored().insert(key, hash);
        }
        Ok(hash)
    }

    fn unstored(&self) -> MutexGuard<'_, BTreeMap<Key, Hash>> {
        self.new.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the hashes. If that fails, the only effect is that the files are read again the next time.
    pub fn keep(&self) {
        let new: Vec<(Key, Hash)> = self.unstored().iter().map(|(key, hash)| (*key, *hash)).collect();
        let Some(cache) = &self.cache else { return };
        if let Err(error) = cache.store(&new).and_then(|()| cache.write()) {
            tracing::debug!("hashes of files are not kept: {error:#}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    /// Hashes are kept of files that are older than the steps of the clock, and never used for a file that changed.
    #[test]
    fn hashes_of_files_are_kept_until_they_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let [cache, a, b, c] = ["cache", "a", "b", "c"].map(|name| folder.path().join(name));
        let write = |path: &Path, text: &str| -> Hash {
            fs::write(path, text).expect("written");
            Sha256::digest(text).into()
        };
        let [of_a, of_b] =
            [(&a, "1 Q0 a 1 2 t\n"), (&b, "1 Q0 b 1 2 t\n")].map(|(path, text)| write(path, text));
        // Returns the hashes of both files, and the number of files that were read for them.
        let hashed = |hashes: FileHashes| {
            let found = [&a, &b].map(|path| hashes.hash(path).expect("readable"));
            let read = hashes.unstored().len();
            hashes.keep();
            (found, read)
        };
        // In a minute, no file is young.
        let later = || {
            let now = SystemTime::now() + Duration::from_secs(60);
            hashed(FileHashes { now, ..FileHashes::beside(&cache) })
        };
        hashed(FileHashes::beside(&cache));
        assert!(!cache.join(SUMS).exists(), "a file so young may change without a trace");
        assert_eq!([later(), later()], [([of_a, of_b], 2), ([of_a, of_b], 0)]);

        // The length is the same and the time is set back, but the change time, which users cannot set, differs.
        let modified = a.metadata().and_then(|about| about.modified()).expect("a time");
        std::thread::sleep(Duration::from_millis(20));
        let of_a = write(&a, "1 Q0 c 1 2 t\n");
        fs::File::open(&a).and_then(|file| file.set_modified(modified)).expect("set");
        assert_eq!([later(), later()], [([of_a, of_b], 1), ([of_a, of_b], 0)]);
        for (from, to) in [(&a, &c), (&b, &a), (&c, &b)] {
            fs::rename(from, to).expect("renamed");
        }
        assert_eq!(later().0, [of_b, of_a]);
    }
}
