//! What a file takes the place of, so that it can be put there again.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;

use super::folder::Folder;
use super::temporary::{Part, on_its_way};

/// What was called `name` before, under another name of the same file.
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// This, locked as long as it is here.
    Kept(Part),
    /// It cannot be had again: the file system knows no second names, or there is no need.
    Lost,
}

impl Before {
    pub fn of(folder: &Rc<Folder>, name: &OsStr) -> Self {
        match on_its_way(folder, |second| second_name(folder, name, second)) {
            Ok(part) => Self::Kept(part),
            Err(error) if error.kind() == ErrorKind::NotFound => Self::Nothing,
            Err(_) => Self::Lost,
        }
    }

    /// Puts it there again. What cannot be put there is told apart by its checksum.
    pub fn again(self, folder: &Folder, name: &OsStr) {
        match self {
            Self::Nothing => drop(folder.remove(name)),
            Self::Kept(part) => drop(part.persist(name)),
            Self::Lost => {}
        }
    }
}

/// A file with two names, locked, so that nobody takes the second for what a killed writer left.
fn second_name(folder: &Folder, name: &OsStr, second: &OsStr) -> io::Result<std::fs::File> {
    folder.link(name, second)?;
    let locked = || {
        let file = folder.file(second)?;
        file.lock_shared()?;
        if file.metadata()?.nlink() > 1 { Ok(file) } else { Err(ErrorKind::Other.into()) }
    };
    locked().map_err(|error: io::Error| {
        let _ = folder.remove(second);
        // It is there, and that is all that is known.
        io::Error::other(error)
    })
}
