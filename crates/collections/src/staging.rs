//! Folders on their way: filled beside the name that they will have, then renamed.
//!
//! A writer that was killed leaves its folder behind, and the next one clears it away. A writer that lives
//! holds a lock on it, so that two at once do not clear away each other's.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// How names of folders on their way begin and end: those of others may end alike.
const BEGIN: &str = ".rejudge-";
const END: &str = ".part";

/// A new folder in `parent`, locked for as long as it is on its way.
pub(crate) fn staging_folder(parent: &Path) -> io::Result<(TempDir, File)> {
    loop {
        let folder = tempfile::Builder::new().prefix(BEGIN).suffix(END).tempdir_in(parent)?;
        let lock = File::open(folder.path())?;
        // Where it cannot be locked nobody can tell that it is dead, and nothing is cleared away either.
        if lock.lock().is_err() {
            return Ok((folder, lock));
        }
        // Before it was locked, `clear` may have taken it for a dead writer's.
        if folder.path().exists() {
            return Ok((folder, lock));
        }
    }
}

/// Removes folders that killed writers left in `parent`. What cannot be removed does no harm.
pub(crate) fn clear(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(BEGIN)
            && name.ends_with(END)
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_killed_writers_are_cleared_and_those_of_others_are_not() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        for name in [".rejudge-dead.part", "theirs.part", ".rejudge-audit-1"] {
            fs::create_dir(at(name)).expect("a folder");
            fs::write(at(name).join("qrels.txt"), "half").expect("written");
        }
        let (living, _lock) = staging_folder(parent.path()).expect("a folder");
        clear(parent.path());
        assert!(living.path().exists() && at("theirs.part").exists() && at(".rejudge-audit-1").exists());
        assert!(!at(".rejudge-dead.part").exists());
    }
}
