//! Files and folders that are written whole or not at all: a temporary file or folder is written beside the
//! final place, synced to disk and renamed.
//!
//! A killed writer leaves its temporary file or folder behind. When this leftover is more than a day old, the
//! next call of [`replace_within`], [`NewFiles::finish`] or [`NewFolder::begin`] that writes to the same folder
//! removes it, and so does opening a cache there.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::{NamedTempFile, TempDir, TempPath};

/// The prefix and the suffix of a temporary file's name. We check both, because other programs use `.part`
/// too.
const PREFIX: &str = ".rejudge-";
const SUFFIX: &str = ".part";

/// A temporary file that is older than this counts as the leftover of a killed writer.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// Writes `bytes` to `path` whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = Path::new(path.file_name().unwrap_or_default());
    let mut new = NewFiles::begin(path.parent().unwrap_or(Path::new("")));
    new.add(name, bytes)?;
    new.put_in_place(&[])
}

/// Writes `files` in their order, and removes the files `removed` before the last new file is in place. Names
/// are relative to `home`. Nothing is replaced unless all files fit on the disk. A kill between two renames
/// leaves old and new files side by side, so the file with the checksums must come last.
///
/// # Errors
/// If a file cannot be written or removed, or if a name is empty or leads out of `home` ([`check_names`]).
pub fn replace_within<N: AsRef<Path>, B: AsRef<[u8]>>(
    home: &Path,
    files: &[(N, B)],
    removed: &[String],
) -> Result<()> {
    check_names(home, files.iter().map(|(name, _)| name.as_ref()).chain(removed.iter().map(Path::new)))?;
    let mut new = NewFiles::begin(home);
    for (name, bytes) in files {
        new.add(name.as_ref(), bytes.as_ref())?;
    }
    new.finish(removed)
}

/// Files that are written one by one and appear together, as with [`replace_within`]. Each is written to a
/// temporary file when it is added, so only one of them has to be in memory. Dropping the `NewFiles` removes the
/// temporary files.
#[derive(Debug)]
pub struct NewFiles {
    home: PathBuf,
    /// The folders of the files.
    folders: BTreeSet<PathBuf>,
    /// The temporary files, each with its final place.
    parts: Vec<(TempPath, PathBuf)>,
}

impl NewFiles {
    /// Begins without files. The names of the files that you add are relative to `home`.
    pub fn begin(home: &Path) -> Self {
        Self { home: home.to_owned(), folders: BTreeSet::new(), parts: Vec::new() }
    }

    /// Writes `bytes` to the temporary file that will become the file `name`.
    ///
    /// # Errors
    /// If the file cannot be written, or its name is empty or leads out of the folder ([`check_names`]).
    pub fn add(&mut self, name: &Path, bytes: &[u8]) -> Result<()> {
        check_names(&self.home, [name])?;
        let path = self.home.join(name);
        let folder = folder_of(&path).to_owned();
        let part = (|| {
            if !self.folders.contains(&folder) {
                make_folder(&folder)?;
            }
            temporary(&folder, &path, bytes)
        })();
        self.parts.push((part.with_context(|| format!("cannot write {}", path.display()))?, path));
        self.folders.insert(folder);
        Ok(())
    }

    /// Renames the files in the order in which they were added, and removes the files `removed` before the last new
    /// file is in place. Also removes leftovers of killed writers.
    ///
    /// # Errors
    /// If a file cannot be renamed or removed, a folder cannot be synced, or a name in `removed` is empty or leads out
    /// of the folder.
    pub fn finish(self, removed: &[String]) -> Result<()> {
        check_names(&self.home, removed.iter().map(Path::new))?;
        let folders = self.folders.clone();
        self.put_in_place(removed)?;
        folders.iter().for_each(|folder| remove_abandoned(folder));
        Ok(())
    }

    fn put_in_place(self, removed: &[String]) -> Result<()> {
        let Self { home, mut folders, mut parts } = self;
        let last = parts.pop();
        parts.into_iter().try_for_each(persist)?;
        for name in removed {
            let path = home.join(name);
            match fs::remove_file(&path) {
                Err(error) if ![ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => folders.extend(path.parent().filter(|folder| folder.is_dir()).map(Path::to_owned)),
            }
        }
        last.into_iter().try_for_each(persist)?;
        folders.iter().try_for_each(|folder| {
            sync_folder(folder).with_context(|| format!("cannot write to {}", folder.display()))
        })
    }
}

/// Returns the folder that contains `path`. For a bare name this is `.`, because the name's parent is the
/// empty path, which is not a folder.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Writes `bytes` to a temporary file that will replace the file at `path`.
fn temporary(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<TempPath> {
    let mut part = in_folder(folder)?;
    part.write_all(bytes)?;
    // The new file gets the permissions of the file that it replaces.
    if let Some(about) = path.symlink_metadata().ok().filter(fs::Metadata::is_file) {
        part.as_file().set_permissions(about.permissions())?;
    }
    part.as_file().sync_all()?;
    // This closes the handle, because a process may not have enough handles for all files.
    Ok(part.into_temp_path())
}

fn in_folder(folder: &Path) -> io::Result<NamedTempFile> {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).permissions(mode).tempfile_in(folder)
}

fn persist((part, path): (TempPath, PathBuf)) -> Result<()> {
    part.persist(&path)
        .map_err(|error| error.error)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Makes a folder and its missing parents, and syncs them to disk.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let is_missing = |folder: &&Path| *folder != Path::new("") && !folder.is_dir();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    missing.into_iter().try_for_each(|folder| sync_folder(folder_of(folder)))
}

/// Syncs the names of a folder's files to disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        // The user may have permission to write to a folder but not to list it.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        folder => folder?.sync_all(),
    }
}

/// Returns an error if no file can be made in the folder. Makes the folder if it is missing.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    make_folder(folder)?;
    in_folder(folder).map(drop)
}

/// Returns an error if the name of a file is empty or leads out of `home`, such as `../x`, or `new-1/x` if
/// `new-1` is a link.
pub fn check_names<N: AsRef<Path>>(home: &Path, names: impl IntoIterator<Item = N>) -> Result<()> {
    for name in names {
        let name = name.as_ref();
        let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        let folder = name.parent().filter(|_| is_plain && name.file_name().is_some());
        let Some(folder) = folder else {
            bail!("`{}` is not a valid name of a file in {}", name.display(), home.display());
        };
        check_within(home, &[folder])?;
    }
    Ok(())
}

/// Returns an error if one of `folders`, which are paths within `home`, is a link or leads through a link,
/// because files in the folder would be written elsewhere.
pub fn check_within<F: AsRef<Path>>(home: &Path, folders: &[F]) -> Result<()> {
    for folder in folders {
        let mut path = home.to_owned();
        for part in folder.as_ref() {
            path.push(part);
            if let Ok(target) = path.read_link() {
                bail!("{} is a link to {}, expected a folder", path.display(), target.display());
            }
        }
    }
    Ok(())
}

/// A new folder that appears whole or not at all. A temporary folder is filled, and then renamed.
///
/// ```
/// use rejudge_store::atomic::NewFolder;
/// let home = tempfile::tempdir()?;
/// let new = NewFolder::begin(&home.path().join("mine"))?;
/// std::fs::write(new.path().join("qrels.txt"), "1 0 a 1\n")?;
/// assert!(!home.path().join("mine").exists());
/// new.finish()?;
/// assert!(home.path().join("mine/qrels.txt").exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFolder {
    temporary: TempDir,
    folder: PathBuf,
}

impl NewFolder {
    /// Makes the temporary folder and its missing parents. Dropping the `NewFolder` removes the temporary
    /// folder.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        let parent = folder_of(folder);
        make_folder(parent)?;
        remove_abandoned(parent);
        // By default only the owner could read a temporary folder. With this mode the user's umask decides.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        let temporary =
            tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).permissions(mode).tempdir_in(parent)?;
        Ok(Self { temporary, folder: folder.to_owned() })
    }

    /// Returns the temporary folder.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// Gives the folder its name. The caller must have synced everything in it to disk.
    ///
    /// # Errors
    /// If there is already a file of this name or a folder that is not empty, or if the folder cannot be renamed or
    /// synced.
    pub fn finish(self) -> io::Result<()> {
        sync_folder(self.path())?;
        fs::rename(self.path(), &self.folder)?;
        // The folder has moved, so dropping `temporary` must not remove it.
        let _ = self.temporary.keep();
        sync_folder(folder_of(&self.folder))
    }
}

/// Removes temporary files and folders in `folder` that are older than a day. Errors are ignored, because
/// temporary files do no harm.
pub(crate) fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary =
            name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if is_temporary && is_abandoned(&entry.path()) {
            let _ = fs::remove_file(entry.path()).or_else(|_| fs::remove_dir_all(entry.path()));
        }
    }
}

/// Returns true if a file or a folder has not been written to for a day.
fn is_abandoned(path: &Path) -> bool {
    let about = path.symlink_metadata().ok().filter(|about| about.is_file() || about.is_dir());
    let age = about.and_then(|about| about.modified().ok()?.elapsed().ok());
    age.is_some_and(|age| age > ABANDONED_AFTER)
}

#[cfg(test)]
mod tests {
    use std::fs::read_dir;
    use std::os::unix::fs::PermissionsExt;
    use std::time::SystemTime;

    use super::*;

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn temporary_files_are_removed_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (name, days) in [(".rejudge-new.part", 0), (".rejudge-old.part", 2), ("other.part", 2)] {
            let file = File::create(path(name)).unwrap();
            file.set_modified(SystemTime::now() - days * ABANDONED_AFTER).unwrap();
        }
        fs::create_dir(path(".rejudge-dead.part")).unwrap();
        fs::write(path(".rejudge-dead.part").join("qrels.txt"), "half").unwrap();
        let dead = File::open(path(".rejudge-dead.part")).unwrap();
        dead.set_modified(SystemTime::now() - 2 * ABANDONED_AFTER).unwrap();
        let unfinished = NewFolder::begin(&folder.path().join("new")).unwrap();
        replace_within(folder.path(), &[("cells.parquet", "whole")], &[]).unwrap();
        let mut remaining: Vec<_> =
            read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        remaining.sort();
        remaining.retain(|name| *name != unfinished.path().file_name().unwrap());
        assert_eq!(remaining, [".rejudge-new.part", "cells.parquet", "other.part"]);
    }

    #[test]
    fn files_that_are_added_one_by_one_appear_together() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut new = NewFiles::begin(folder.path());
        for name in ["a", "b"] {
            new.add(Path::new(name), name.as_bytes()).unwrap();
        }
        assert!(!path("a").exists() && !path("b").exists());
        new.finish(&[]).unwrap();
        assert_eq!((text(&path("a")), text(&path("b"))), ("a".into(), "b".into()));
        let mut unfinished = NewFiles::begin(folder.path());
        unfinished.add(Path::new("c"), b"c").unwrap();
        drop(unfinished);
        assert_eq!(read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn files_are_removed_and_permissions_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        replace_within(folder.path(), &[("cells", "old"), ("stale", "old")], &[]).unwrap();
        fs::set_permissions(path("cells"), fs::Permissions::from_mode(0o640)).unwrap();
        let removed = ["stale", "never", "no/folder", "cells/in-a-file"].map(str::to_owned);
        replace_within(folder.path(), &[("cells", "new"), ("manifest", "new")], &removed).unwrap();
        assert_eq!((text(&path("cells")), text(&path("manifest"))), ("new".into(), "new".into()));
        assert!(!path("stale").exists());
        assert_eq!(path("cells").metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn names_that_lead_out_of_the_folder_are_refused() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let write = |name: &str| replace_within(folder.path(), &[(name, "x")], &[]);
        fs::create_dir(folder.path().join("in")).unwrap();
        for name in ["../x", "/tmp/x", "in/../../x", "", "."] {
            let error = format!("{:#}", write(name).unwrap_err());
            assert!(error.contains("is not a valid name of a file in"), "{name}: {error}");
            assert!(replace_within(folder.path(), &[("y", "x")], &[name.to_owned()]).is_err());
        }
        assert!(!folder.path().join("y").exists(), "names are checked before anything is written");
        // A link at the path of the file itself is replaced by the file.
        fs::write(other.path().join("theirs"), "theirs").unwrap();
        std::os::unix::fs::symlink(other.path().join("theirs"), folder.path().join("in/file")).unwrap();
        for name in ["in/x", "new/deep/x", "in/file"] {
            write(name).unwrap();
            assert_eq!(text(&folder.path().join(name)), "x");
        }
        assert_eq!(text(&other.path().join("theirs")), "theirs");
        std::os::unix::fs::symlink(other.path(), folder.path().join("out")).unwrap();
        fs::create_dir(other.path().join("deep")).unwrap();
        fs::write(other.path().join("deep/theirs"), "theirs").unwrap();
        for name in ["out/theirs", "out/deep/theirs", "out/new"] {
            assert!(write(name).is_err(), "{name}");
            assert!(replace_within(folder.path(), &[("y", "x")], &[name.to_owned()]).is_err(), "{name}");
        }
        assert_eq!(
            [text(&other.path().join("theirs")), text(&other.path().join("deep/theirs"))],
            ["theirs"; 2]
        );
        assert!(!folder.path().join("y").exists() && !other.path().join("new").exists());
        assert!(check_within(folder.path(), &["in", "none", "out/deep"]).is_err());
        check_within(folder.path(), &["in", "none"]).unwrap();
    }
}
