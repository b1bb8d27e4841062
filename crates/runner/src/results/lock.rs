//! One run at a time writes to a folder of results.
//!
//! The lock is the kernel's: it is gone when its holder is, however that ended, so that nobody ever has to remove one.
//! Who only reads takes none.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::part::make_folder;

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
        make_folder(folder).with_context(context)?;
        let mut waits = Some(waits);
        let mut file = loop {
            // What it leads to would be emptied.
            ensure!(path.read_link().is_err(), "{}: {} is a link", context(), path.display());
            let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = open.with_context(context)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    // Who it is goes into a message only.
                    let _ = file.read_to_string(&mut holder);
                    let holder = if holder.is_empty() { "another run" } else { holder.trim_end() };
                    waits.take().into_iter().for_each(|waits| waits(holder));
                    file.lock().with_context(context)?;
                }
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    let folder = folder.display();
                    tracing::warn!(%folder, "this file system has no locks: run one at a time here");
                    return Ok(Self { file: None });
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(context),
            }
            // Its holder may have taken it away with a folder that it had made: then the next one locks another.
            let (locked, there) = (file.metadata().with_context(context)?, path.metadata());
            if there.is_ok_and(|there| (there.dev(), there.ino()) == (locked.dev(), locked.ino())) {
                break file;
            }
            make_folder(folder).with_context(context)?;
        };
        // On a full disk nobody learns who it is.
        let named = file.rewind().and_then(|()| file.set_len(0));
        let _ = named.and_then(|()| file.write_all(format!("{}\n", own_name()).as_bytes()));
        Ok(Self { file: Some(file) })
    }
}

/// What this process is called to others, which may be on another machine.
fn own_name() -> String {
    let process = format!("process {}", std::process::id());
    match std::fs::read_to_string("/proc/sys/kernel/hostname") {
        Ok(host) => format!("{process} on {}", host.trim()),
        Err(_) => process,
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
            assert_eq!(said.recv().unwrap(), own_name());
            assert!(!second.is_finished());
            drop(first);
            drop(second.join().unwrap());
        });
        Lock::of(&at, |_| panic!("both are gone")).unwrap();
    }

    #[test]
    fn a_lock_that_was_taken_away_is_nobodys() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let first = Lock::of(at, |_| panic!("nobody is there")).unwrap();
        let (say, said) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second = scope.spawn(move || Lock::of(at, |_| say.send(()).unwrap()).unwrap());
            said.recv().unwrap();
            std::fs::remove_file(at.join(LOCK)).unwrap();
            drop(first);
            let second = second.join().unwrap();
            let (say, said) = std::sync::mpsc::channel();
            let third = scope.spawn(move || drop(Lock::of(at, |_| say.send(()).unwrap()).unwrap()));
            said.recv().expect("the third meets the second");
            drop(second);
            third.join().unwrap();
        });
    }

    #[test]
    fn a_link_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("theirs"), "theirs").unwrap();
        std::os::unix::fs::symlink("theirs", folder.path().join(LOCK)).unwrap();
        let error = format!("{:#}", Lock::of(folder.path(), |_| {}).unwrap_err());
        assert!(error.starts_with("cannot lock ") && error.ends_with(".lock is a link"), "{error}");
        assert_eq!(std::fs::read_to_string(folder.path().join("theirs")).unwrap(), "theirs");
    }
}
