//! One run at a time writes to a folder of results.
//!
//! The lock is the kernel's: it ends with its holder, however that ended, so that it never has to be removed by hand.
//! Readers take no lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::atomic::make_folder;

/// Its name in the folder.
pub const LOCK: &str = ".lock";

/// A folder of results that no other run writes to as long as this lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks `folder`, which need not exist yet. If another run holds it, calls `waits` and blocks until it is free.
    pub fn acquire(folder: &Path, waits: impl FnOnce()) -> Result<Self> {
        let context = || format!("cannot lock {}", folder.display());
        make_folder(folder).with_context(context)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let path = folder.join(LOCK);
        // A link would have a file made elsewhere.
        ensure!(!path.is_symlink(), "cannot lock {}: its {LOCK} is a link", folder.display());
        let file = options.open(&path).with_context(context)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waits();
                file.lock().with_context(context)?;
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                let folder = folder.display();
                tracing::warn!(%folder, "this file system has no locks: run one at a time here");
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(context),
        }
        Ok(Self { _file: file })
    }
}
