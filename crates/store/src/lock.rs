//! A lock, so that only one process at a time writes to a folder of results.
//!
//! The kernel releases the lock however the process ends, so you never have to remove a lock by
//! hand. Readers take no lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::atomic::make_folder;

/// The name of the locked file in the folder.
pub const LOCK: &str = ".lock";

/// A lock on a folder of results. Dropping it releases the lock.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks `folder`, which need not exist yet. If another process holds the lock, calls `on_wait` and
    /// blocks until the lock is free. If the file system has no locks, this only causes a warning.
    pub fn acquire(folder: &Path, on_wait: impl FnOnce()) -> Result<Self> {
        let context = || format!("cannot lock {}", folder.display());
        make_folder(folder).with_context(context)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let path = folder.join(LOCK);
        // If the path is a link, the file would be made elsewhere.
        ensure!(!path.is_symlink(), "cannot lock {}: its {LOCK} is a link", folder.display());
        let file = options.open(&path).with_context(context)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                on_wait();
                file.lock().with_context(context)?;
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                let folder = folder.display();
                tracing::warn!(%folder, "this file system has no locks: run only one rejudge at a time here");
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(context),
        }
        Ok(Self { _file: file })
    }
}
