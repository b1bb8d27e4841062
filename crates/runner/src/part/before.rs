//! What a file takes the place of, so that it can be put there again.

use std::fs::{File, hard_link, remove_file};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use tempfile::NamedTempFile;

use super::{BEGIN, END, folder_of, removed};
use crate::ordinary;

/// What stood at a path before, under another name of the same file.
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// This, locked as long as it is here.
    Kept(NamedTempFile<File>),
    /// It cannot be had again: the file system knows no second names, or there is no need.
    Lost,
}

impl Before {
    pub fn of(path: &Path) -> Self {
        if path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Self::Nothing;
        }
        let second = |name: &Path| {
            hard_link(path, name)?;
            locked(name).inspect_err(|_| drop(remove_file(name)))
        };
        let made = tempfile::Builder::new().prefix(BEGIN).suffix(END).make_in(folder_of(path), second);
        made.map_or(Self::Lost, Self::Kept)
    }

    /// Puts it there again. What cannot be put there is told apart by its checksum.
    pub fn again(self, path: &Path) {
        match self {
            Self::Nothing => drop(removed(path)),
            Self::Kept(file) => drop(file.persist(path)),
            Self::Lost => {}
        }
    }
}

/// A file with two names, locked, so that nobody takes the second for what a killed writer left.
fn locked(name: &Path) -> io::Result<File> {
    let file = ordinary::open(name)?;
    file.lock_shared()?;
    if file.metadata()?.nlink() > 1 { Ok(file) } else { Err(ErrorKind::NotFound.into()) }
}
