//! One run at a time writes to a folder of results.
//!
//! The lock is the kernel's: it is gone when its holder is, however that ended, so that nobody ever has to
//! remove one. Who only reads takes none.

use std::fs::{File, OpenOptions, TryLockError, remove_file};
use std::io::{ErrorKind, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::atomic::{NO_LINK, make_folder};
use crate::host;

/// Its name in the folder; who holds it stands inside.
pub const LOCK: &str = ".lock";

/// A folder of results that no other run writes to as long as this lives.
#[derive(Debug)]
pub struct Lock {
    /// `None` where the file system has no locks.
    file: Option<File>,
}

impl Lock {
    /// Locks `folder`, which need not exist yet. Where another run holds it, `waits` is told which and this
    /// blocks.
    pub fn of(folder: &Path, waits: impl FnOnce(&str)) -> Result<Self> {
        let path = folder.join(LOCK);
        let context = || format!("cannot lock {}", folder.display());
        make_folder(folder).with_context(context)?;
        let mut waits = Some(waits);
        let mut file = loop {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            // What a link leads to would be emptied, and a pipe be waited for.
            let open = options.custom_flags(NO_LINK).open(&path);
            ensure!(open.is_ok() || path.read_link().is_err(), "{}: {} is a link", context(), path.display());
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
            // Its holder may have taken it away with a folder that it had made: then the next one locks
            // another.
            let (locked, there) = (file.metadata().with_context(context)?, path.metadata());
            if there.is_ok_and(|there| (there.dev(), there.ino()) == (locked.dev(), locked.ino())) {
                check_own(&mut file, &path).with_context(context)?;
                if locked.nlink() == 1 {
                    break file;
                }
                // It is somebody else's too, such as one in a copy of the folder that was made of links.
                remove_file(&path).with_context(context)?;
            }
            make_folder(folder).with_context(context)?;
        };
        // On a full disk nobody learns who it is.
        let named = file.rewind().and_then(|()| file.set_len(0));
        let _ = named.and_then(|()| file.write_all(format!("{}\n", own_name()).as_bytes()));
        Ok(Self { file: Some(file) })
    }
}

/// Refuses a file that holds anything but the name of a process, or the beginning of one: it is somebody
/// else's, and would be emptied.
fn check_own(file: &mut File, path: &Path) -> Result<()> {
    let is_file = file.metadata()?.is_file();
    let mut bytes = Vec::new();
    if is_file {
        file.rewind()?;
        file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    }
    let is_name = |text: &str| {
        let line = text.strip_suffix('\n').unwrap_or(text);
        let number = line.strip_prefix(PROCESS);
        number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()) && !line.contains('\n'))
    };
    let is_own = PROCESS.as_bytes().starts_with(&bytes) || std::str::from_utf8(&bytes).is_ok_and(is_name);
    ensure!(
        is_file && is_own && bytes.len() as u64 <= LONGEST,
        "{} is none of rejudge's: move it away, or choose another folder",
        path.display()
    );
    Ok(())
}

/// How the name of a process begins.
const PROCESS: &str = "process ";
/// Bytes that a name of a process and its host has at most.
const LONGEST: u64 = 1000;

/// What this process is called to others, which may be on another machine.
fn own_name() -> String {
    let process = format!("{PROCESS}{}", std::process::id());
    host().map_or(process.clone(), |host| format!("{process} on {host}"))
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

    #[test]
    fn a_file_of_somebody_else_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let text = |name: &str| std::fs::read_to_string(at(name)).unwrap();
        for theirs in ["a thesis", "process", "process of law\n", "process 1\nprocess 2\n", &" ".repeat(2000)]
        {
            std::fs::write(at("thesis"), theirs).unwrap();
            std::fs::hard_link(at("thesis"), at(LOCK)).unwrap();
            let locked = Lock::of(folder.path(), |_| {});
            // Half a name may be that of a process that was killed while it wrote; another name of the file
            // keeps it.
            assert_eq!(locked.is_ok(), theirs == "process", "{theirs}");
            drop(locked);
            assert_eq!(text("thesis"), theirs);
            std::fs::remove_file(at(LOCK)).unwrap();
            std::fs::write(at(LOCK), theirs).unwrap();
            if let Err(error) = Lock::of(folder.path(), |_| {}) {
                assert!(format!("{error:#}").contains("is none of rejudge's"), "{error:#}");
                assert_eq!(text(LOCK), theirs);
            }
            std::fs::remove_file(at(LOCK)).unwrap();
        }
        // The name of a holder that was killed, in a folder and in its copy.
        std::fs::write(at(LOCK), own_name()).unwrap();
        std::fs::hard_link(at(LOCK), at("copy")).unwrap();
        drop(Lock::of(folder.path(), |_| panic!("nobody holds it")).unwrap());
        assert_eq!((text(LOCK), text("copy")), (String::new(), own_name()));
        std::fs::remove_file(at(LOCK)).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at(LOCK)).status().unwrap().success());
        Lock::of(folder.path(), |_| {}).unwrap_err();
    }
}
