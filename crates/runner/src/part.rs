//! Files on their way: written under a name that ends in `.part`, then renamed.
//!
//! A writer that was killed leaves its file behind, and the next run clears it away. A writer that
//! lives holds a lock on its file, so that two runs at once do not clear away each other's.

use std::collections::BTreeSet;
use std::fs::{File, Permissions, create_dir_all, read_dir, remove_file};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

/// Writes `bytes` to `path` whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    write_together(&[(path, bytes)])
}

/// Writes files whole, in this order, and none of them unless there is room for all: a full disk leaves what was there.
/// A kill between two renames leaves some old and some new, which is why the file with the checksums comes last.
pub fn write_together<P: AsRef<Path>, B: AsRef<[u8]>>(files: &[(P, B)]) -> Result<()> {
    let mut ready = Vec::with_capacity(files.len());
    let mut folders = BTreeSet::new();
    for (path, bytes) in files {
        let path = path.as_ref();
        // The parent of a bare name is the empty path, which is no folder.
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let part =
            filled(folder, bytes.as_ref()).with_context(|| format!("cannot write {}", path.display()))?;
        ready.push((path, part));
        folders.insert(folder);
    }
    for (path, part) in ready {
        part.persist(path)
            .map_err(|e| e.error)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    for folder in folders {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(())
}

/// A file in `folder` that holds `bytes`, on the disk, without its name.
fn filled(folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    create_dir_all(folder)?;
    let mut part = create(folder)?;
    part.write_all(bytes)?;
    // Temporary files are private; results are read by others.
    part.as_file().set_permissions(Permissions::from_mode(0o644))?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// A new, locked file in `folder`, which must exist.
fn create(folder: &Path) -> io::Result<NamedTempFile> {
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
    fn files_that_cannot_all_be_written_leave_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        write_together(&[(at("cells"), "old"), (at("tables/one"), "old")]).unwrap();
        std::fs::write(at("file"), "no folder").unwrap();
        let error =
            write_together(&[(at("cells"), "new"), (at("tables/one"), "new"), (at("file/two"), "new")]);
        assert!(format!("{:#}", error.unwrap_err()).starts_with("cannot write "));
        assert_eq!(std::fs::read_to_string(at("cells")).unwrap(), "old");
        assert_eq!(std::fs::read_to_string(at("tables/one")).unwrap(), "old");
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no .part is left");
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
