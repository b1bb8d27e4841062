//! Names of files on their way, and the files under them.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::folder::Folder;

/// How names of files on their way begin and end: files of others may end alike.
const BEGIN: &str = ".rejudge-";
const END: &str = ".part";

/// A file on its way: locked, and gone with this unless it was renamed.
#[derive(Debug)]
pub(super) struct Part {
    folder: Rc<Folder>,
    name: Option<OsString>,
    file: File,
}

impl Part {
    /// A file in `folder` that holds `bytes`, on the disk.
    pub fn filled(folder: &Rc<Folder>, bytes: &[u8]) -> io::Result<Self> {
        let mut part = Self::new(folder)?;
        part.file.write_all(bytes)?;
        part.file.sync_all()?;
        Ok(part)
    }

    /// A new, locked file in `folder`.
    pub fn new(folder: &Rc<Folder>) -> io::Result<Self> {
        loop {
            let part = on_its_way(folder, |name| folder.create(name))?;
            // Where it cannot be locked nobody can tell that it is dead, and nothing is cleared away either.
            if part.file.lock().is_err() {
                return Ok(part);
            }
            // Before it was locked, `clear` may have taken it for a dead writer's.
            if part.file.metadata()?.nlink() > 0 {
                return Ok(part);
            }
        }
    }

    #[cfg(test)]
    pub fn name(&self) -> Option<&OsStr> {
        self.name.as_deref()
    }

    /// Renames it to `name`, over what may be there; who may read that may read this, and nobody else.
    pub fn persist(mut self, name: &OsStr) -> io::Result<()> {
        if let Some(mode) = self.folder.mode(name) {
            rustix::fs::fchmod(&self.file, mode)?;
        }
        if let Some(from) = &self.name {
            self.folder.rename(from, name)?;
            self.name = None;
        }
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            let _ = self.folder.remove(name);
        }
    }
}

/// What `make` makes under a name that nobody has.
pub(super) fn on_its_way(folder: &Rc<Folder>, make: impl Fn(&OsStr) -> io::Result<File>) -> io::Result<Part> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = OsString::from(format!("{BEGIN}{}-{next}{END}", std::process::id()));
        match make(&name) {
            // A process of this number on another machine, or one that was killed.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return Ok(Part { folder: Rc::clone(folder), name: Some(name), file: made? }),
        }
    }
}

/// Removes what killed writers left in `folder`. What cannot be removed does no harm.
pub(super) fn clear(folder: &Folder) {
    for name in folder.names().unwrap_or_default() {
        if name.starts_with(BEGIN.as_bytes())
            && name.ends_with(END.as_bytes())
            // Network file systems lock for good only what is open for writing.
            && let Ok(file) = folder.file(OsStr::from_bytes(&name))
            && file.try_lock().is_ok()
        {
            let _ = folder.remove(OsStr::from_bytes(&name));
        }
    }
}
