//! Files on their way: written under a name that ends in `.part`, then renamed.
//!
//! A writer that was killed leaves its file behind, and the next writer to the folder clears it away. A writer that
//! lives holds a lock on its file, so that two at once do not clear away each other's. `before` takes back what was done
//! until an error, `within` sees to it that nothing is written outside of a folder.

mod before;
mod within;

use std::collections::BTreeSet;
use std::fs::{File, Permissions, create_dir_all, read_dir, remove_file};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use before::Before;
pub use within::{replace_within, stays};

/// How names of files on their way begin and end: files of others may end alike.
const BEGIN: &str = ".rejudge-";
const END: &str = ".part";

/// Writes `bytes` to `path` whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(&[(path, bytes)], &[])
}

/// Writes files whole, in this order, and removes those that are `gone` before the last is there: all of it or, after an
/// error such as a full disk, nothing. A kill between two renames leaves some old and some new, which is why the file with
/// the checksums comes last.
pub fn replace<P: AsRef<Path>, B: AsRef<[u8]>>(files: &[(P, B)], gone: &[PathBuf]) -> Result<()> {
    let mut steps = Vec::with_capacity(files.len() + gone.len());
    let mut folders = BTreeSet::new();
    for (path, bytes) in files {
        let path = path.as_ref();
        let context = || format!("cannot write {}", path.display());
        let folder = folder_of(path);
        if folders.insert(folder) {
            make_folder(folder).with_context(context)?;
            clear(folder);
        }
        steps.push((path, Some(filled(folder, bytes.as_ref()).with_context(context)?)));
    }
    let last = steps.len().saturating_sub(1);
    steps.splice(last..last, gone.iter().map(|path| (path.as_path(), None)));
    let alone = steps.len() == 1;
    let mut done: Vec<(&Path, Before)> = Vec::with_capacity(steps.len());
    for (path, part) in steps {
        // What is renamed alone needs no way back.
        let before = if alone { Before::Lost } else { Before::of(path) };
        let verb = if part.is_some() { "write" } else { "remove" };
        let step = match part {
            Some(part) => part.persist(path).map(drop).map_err(|e| e.error),
            None => removed(path),
        };
        if let Err(error) = step {
            // From the last to the first, so that of two with one name the older is there in the end.
            done.into_iter().rev().for_each(|(path, before)| before.again(path));
            return Err(error).with_context(|| format!("cannot {verb} {}", path.display()));
        }
        done.push((path, before));
    }
    for folder in folders {
        sync(folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(())
}

/// Makes a folder and those above it that are not there, and sees to it that they stay.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|folder| *folder != Path::new("") && !folder.is_dir()).collect();
    create_dir_all(folder)?;
    missing.into_iter().try_for_each(|made| sync(folder_of(made)))
}

/// Refuses a folder that no file can be made in.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    make_folder(folder)?;
    create(folder).map(drop)
}

/// The folder of a file. The parent of a bare name is the empty path, which is no folder.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// What was renamed in a folder stays so.
fn sync(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        // Who may write to a folder need not be allowed to list it.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        opened => opened?.sync_all(),
    }
}

/// Removes what may be there.
fn removed(path: &Path) -> io::Result<()> {
    match remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// A file in `folder` that holds `bytes`, on the disk, without its name.
fn filled(folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut part = create(folder)?;
    part.write_all(bytes)?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// A new, locked file in `folder`, which must exist.
fn create(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        // Temporary files are private; results are read by whom the umask lets.
        let readable = Permissions::from_mode(0o666);
        let part =
            tempfile::Builder::new().prefix(BEGIN).suffix(END).permissions(readable).tempfile_in(folder)?;
        // Where it cannot be locked nobody can tell that it is dead, and nothing is cleared away either.
        if part.as_file().lock().is_err() {
            return Ok(part);
        }
        // Before it was locked, `clear` may have taken it for a dead writer's.
        if part.as_file().metadata()?.nlink() > 0 {
            return Ok(part);
        }
    }
}

/// Removes what killed writers left in `folder`. What cannot be removed does no harm.
pub fn clear(folder: &Path) {
    for entry in read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(BEGIN)
            && name.ends_with(END)
            // A pipe would be waited for.
            && entry.path().metadata().is_ok_and(|about| about.is_file())
            // Network file systems lock for good only what is open for writing.
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn remains_are_cleared_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let living = create(folder.path()).unwrap();
        for name in [".rejudge-dead.part", "cells.parquet", "somebody's film.part"] {
            std::fs::write(folder.path().join(name), "half").unwrap();
        }
        let kept = Before::of(&folder.path().join("cells.parquet"));
        let Before::Kept(kept) = kept else { panic!("a file has a second name") };
        clear(folder.path());
        let mut left: Vec<_> = read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        left.sort();
        let mut expected = vec![living.path().to_owned(), kept.path().to_owned()];
        expected.extend(["cells.parquet", "somebody's film.part"].map(|name| folder.path().join(name)));
        expected.sort();
        assert_eq!(left, expected);
    }

    #[test]
    fn files_that_cannot_all_be_written_leave_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        replace(&[(at("cells"), "old"), (at("tables/one"), "old")], &[]).unwrap();
        std::fs::write(at("file"), "no folder").unwrap();
        let error = replace(&[(at("cells"), "new"), (at("tables/one"), "new"), (at("file/two"), "new")], &[]);
        assert!(format!("{:#}", error.unwrap_err()).starts_with("cannot write "));
        assert_eq!((text(&at("cells")), text(&at("tables/one"))), ("old".into(), "old".into()));
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no .part is left");
    }

    #[test]
    fn a_rename_that_fails_takes_back_those_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        replace(&[(at("cells"), "old"), (at("stale"), "old")], &[]).unwrap();
        // No file takes the place of a folder.
        std::fs::create_dir(at("manifest")).unwrap();
        let files = [(at("cells"), "new"), (at("added"), "new"), (at("manifest"), "new")];
        let error = replace(&files, &[at("stale"), at("never")]).unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot write "), "{error:#}");
        assert_eq!((text(&at("cells")), text(&at("stale"))), ("old".into(), "old".into()));
        assert!(!at("added").exists());
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no .part is left");
        std::fs::remove_dir(at("manifest")).unwrap();
        replace(&files, &[at("stale"), at("never")]).unwrap();
        assert_eq!((text(&at("cells")), text(&at("manifest"))), ("new".into(), "new".into()));
        assert!(!at("stale").exists());
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no second name is left");
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
