//! One run at a time writes to a folder of results.
//!
//! The lock is the kernel's: it is gone when its holder is, however that ended, so that nobody ever has to remove one.
//! Who only reads takes none.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::Path;

use anyhow::{Context, Result};

/// Its name in the folder; who holds it stands inside.
pub const LOCK: &str = ".lock";

/// A folder of results that no other run writes to as long as this lives.
#[derive(Debug)]
pub struct Lock {
    /// `None` where the file system has no locks.
    file: Option<File>,
}

impl Lock {
    /// Locks `folder`, which need not exist yet. Where another run holds it, `waits` is told which and this blocks.
    pub fn of(folder: &Path, waits: impl FnOnce(&str)) -> Result<Self> {
        let path = folder.join(LOCK);
        let context = || format!("cannot lock {}", folder.display());
        std::fs::create_dir_all(folder).with_context(context)?;
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.with_context(context)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Who it is goes into a message only.
                let _ = file.read_to_string(&mut holder);
                waits(if holder.is_empty() { "another run" } else { holder.trim_end() });
                file.lock().with_context(context)?;
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                tracing::warn!(folder = %folder.display(), "this file system has no locks: run one at a time here");
                return Ok(Self { file: None });
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(context),
        }
        let named = file.rewind().and_then(|()| file.set_len(0));
        named.and_then(|()| writeln!(file, "process {}", std::process::id())).with_context(context)?;
        Ok(Self { file: Some(file) })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Only for whoever looks inside: it is free when the file is closed.
        let _ = self.file.as_ref().map(|file| file.set_len(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_waits_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("results");
        let first = Lock::of(&at, |_| panic!("nobody is there")).unwrap();
        let (say, said) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second =
                scope.spawn(|| Lock::of(&at, |holder| say.send(holder.to_owned()).unwrap()).unwrap());
            assert_eq!(said.recv().unwrap(), format!("process {}", std::process::id()));
            assert!(!second.is_finished());
            drop(first);
            drop(second.join().unwrap());
        });
        Lock::of(&at, |_| panic!("both are gone")).unwrap();
    }
}
