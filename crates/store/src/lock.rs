//! One run at a time writes to a folder of results.
//!
//! The lock is the kernel's: it ends with its holder, however that ended, so that it never has to be removed by hand.
//! Readers take no lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use anyhow::{Context, Result};
use rustix::fs::OFlags;

use crate::atomic::make_folder;

/// Its name in the folder.
pub const LOCK: &str = ".lock";

/// A folder of results that no other run writes to as long as this lives.
#[derive(Debug)]
pub struct Lock {
    /// `None` if the file system has no locks.
    _file: Option<File>,
}

impl Lock {
    /// Locks `folder`, which need not exist yet. If another run holds it, calls `waits` and blocks until it is free.
    pub fn acquire(folder: &Path, waits: impl FnOnce()) -> Result<Self> {
        let path = folder.join(LOCK);
        let context = || format!("cannot lock {}", folder.display());
        let mut waits = Some(waits);
        loop {
            make_folder(folder).with_context(context)?;
            let mut options = OpenOptions::new();
            let file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                // A link would have a file made elsewhere.
                .custom_flags(OFlags::NOFOLLOW.bits() as i32)
                .open(&path)
                .with_context(context)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    waits.take().into_iter().for_each(|waits| waits());
                    file.lock().with_context(context)?;
                }
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    let folder = folder.display();
                    tracing::warn!(%folder, "this file system has no locks: run one at a time here");
                    return Ok(Self { _file: None });
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(context),
            }
            // Its holder may have removed it with a folder that it had made: then the next run locks another file.
            let (locked, there) = (file.metadata().with_context(context)?, path.symlink_metadata());
            if there.is_ok_and(|there| (there.dev(), there.ino()) == (locked.dev(), locked.ino())) {
                return Ok(Self { _file: Some(file) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_waits_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("results");
        let first = Lock::acquire(&at, || panic!("nobody is there")).unwrap();
        let (say, said) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| Lock::acquire(&at, || say.send(()).unwrap()).unwrap());
            said.recv().unwrap();
            assert!(!second.is_finished());
            drop(first);
            drop(second.join().unwrap());
        });
        Lock::acquire(&at, || panic!("both are gone")).unwrap();
    }

    #[test]
    fn a_lock_that_was_removed_is_nobodys() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let first = Lock::acquire(at, || panic!("nobody is there")).unwrap();
        let (say, said) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second = scope.spawn(move || Lock::acquire(at, || say.send(()).unwrap()).unwrap());
            said.recv().unwrap();
            std::fs::remove_file(at.join(LOCK)).unwrap();
            drop(first);
            let second = second.join().unwrap();
            let (say, said) = std::sync::mpsc::channel();
            let third = scope.spawn(move || drop(Lock::acquire(at, || say.send(()).unwrap()).unwrap()));
            said.recv().expect("the third meets the second");
            drop(second);
            third.join().unwrap();
        });
    }

    /// A file of this name that belongs to another program is locked, and never written to; a link is refused.
    #[test]
    fn a_file_of_somebody_else_keeps_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let (lock, thesis) = (folder.path().join(LOCK), folder.path().join("thesis"));
        std::fs::write(&lock, "a thesis").unwrap();
        drop(Lock::acquire(folder.path(), || panic!("nobody is there")).unwrap());
        assert_eq!(std::fs::read_to_string(&lock).unwrap(), "a thesis");
        std::fs::rename(&lock, &thesis).unwrap();
        std::os::unix::fs::symlink("thesis", &lock).unwrap();
        assert!(Lock::acquire(folder.path(), || panic!("nobody is there")).is_err());
        assert_eq!(std::fs::read_to_string(&thesis).unwrap(), "a thesis");
    }
}
