//! Temporary folders: filled next to their final name, then renamed.
//!
//! A killed writer leaves its folder behind, and the next one removes it. A live writer holds a lock on its
//! folder, so that concurrent writers do not remove each other's.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// The prefix and suffix of the names of temporary folders; other programs may use the same suffix.
const BEGIN: &str = ".rejudge-";
const END: &str = ".part";

/// Returns a new folder in `parent`, locked for as long as it is on its way.
pub(crate) fn staging_folder(parent: &Path) -> io::Result<(TempDir, File)> {
    loop {
        let folder = tempfile::Builder::new().prefix(BEGIN).suffix(END).tempdir_in(parent)?;
        let lock = File::open(folder.path())?;
        // Without a lock no process can tell that the folder is abandoned, and nothing is removed either.
        if lock.lock().is_err() {
            return Ok((folder, lock));
        }
        // Before it was locked, `clear` may have taken it for a dead writer's.
        if folder.path().exists() {
            return Ok((folder, lock));
        }
    }
}

/// Removes folders that killed writers left in `parent`. Folders that cannot be removed do no harm.
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
