//! Files on their way: written under a name that ends in `.part`, then renamed.
//!
//! A writer that was killed leaves its file behind, and the next run clears it away. A writer that
//! lives holds a lock on its file, so that two runs at once do not clear away each other's.

use std::fs::{File, read_dir, remove_file};
use std::io::Result;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use tempfile::NamedTempFile;

/// A new, locked file in `folder`, which must exist.
pub fn create(folder: &Path) -> Result<NamedTempFile> {
    loop {
        let part = tempfile::Builder::new().prefix(".rejudge-").suffix(".part").tempfile_in(folder)?;
        part.as_file().lock()?;
        // Before it was locked, `clear` may have taken it for a dead writer's.
        if part.as_file().metadata()?.nlink() > 0 {
            return Ok(part);
        }
    }
}

/// Removes what killed writers left in `folder`. What cannot be removed does no harm.
pub fn clear(folder: &Path) {
    for path in read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|e| e == "part")
            && let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            let _ = remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remains_are_cleared_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let living = create(folder.path()).unwrap();
        std::fs::write(folder.path().join(".rejudge-dead.part"), "half").unwrap();
        std::fs::write(folder.path().join("cells.parquet"), "whole").unwrap();
        clear(folder.path());
        let mut left: Vec<_> = read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        left.sort();
        assert_eq!(left, [living.path(), &folder.path().join("cells.parquet")]);
    }

    #[test]
    fn writers_and_a_clearer_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        std::thread::scope(|scope| {
            let writer = |name: usize| {
                move || {
                    (0..100)
                        .for_each(|_| drop(create(at).unwrap().persist(at.join(name.to_string())).unwrap()))
                }
            };
            (0..3).for_each(|name| drop(scope.spawn(writer(name))));
            (0..300).for_each(|_| clear(at));
        });
        assert_eq!(read_dir(at).unwrap().count(), 3);
    }
}
