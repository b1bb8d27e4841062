//! Staging directories, which are filled and then moved into place as a whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::atomic::make_folder;

/// A staging directory, invisible to others until it is complete. It is removed on drop unless it was moved into
/// place.
#[derive(Debug)]
pub struct Staging {
    path: PathBuf,
}

impl Staging {
    /// Creates an empty directory at `path`, to which only the holder of a lock on it writes; the remains of
    /// a killed writer are removed.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(path: PathBuf) -> Result<Self> {
        let context = || format!("cannot make {}", path.display());
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error).with_context(context),
            _ => make_folder(&path).with_context(context)?,
        }
        Ok(Self { path })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file by its name within the folder.
    ///
    /// # Errors
    /// Also when the name leads out of it.
    pub fn put(&self, name: &Path, bytes: &[u8]) -> Result<()> {
        let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        ensure!(is_plain && name.file_name().is_some(), "`{}` is not a valid file name", name.display());
        let path = self.path.join(name);
        let written = || {
            fs::create_dir_all(path.parent().unwrap_or(&self.path))?;
            let mut file = File::create_new(&path)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        written().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Moves it to `to` on the same file system, which must not exist or be an empty directory.
    ///
    /// # Errors
    /// If `to` exists; this directory is then removed.
    pub fn take_place(self, to: &Path) -> Result<()> {
        let context = || format!("cannot put a folder at {}", to.display());
        let above = to.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new("."));
        make_folder(above).with_context(context)?;
        fs::rename(&self.path, to).with_context(context)?;
        File::open(above).and_then(|above| above.sync_all()).with_context(context)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Returns the number of bytes still available to us on the file system of a folder.
///
/// # Errors
/// If the system does not report it.
pub fn space_left(folder: &Path) -> io::Result<u64> {
    let about = rustix::fs::statvfs(folder)?;
    Ok(about.f_bavail.saturating_mul(about.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_whole_or_not_at_all() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        fs::create_dir_all(at(".work/one")).unwrap();
        fs::write(at(".work/one/left"), "by a killed writer").unwrap();
        let staging = Staging::new(at(".work/one")).unwrap();
        staging.put(Path::new("a/b"), b"x").unwrap();
        for name in ["../c", "/c", "", "a/../../c", "a/b"] {
            assert!(staging.put(Path::new(name), b"x").is_err(), "{name}");
        }
        assert!(!at("one").exists());
        staging.take_place(&at("one")).unwrap();
        assert_eq!(fs::read(at("one/a/b")).unwrap(), b"x");
        assert_eq!((fs::read_dir(at("one")).unwrap().count(), at(".work/one").exists()), (1, false));
        // Existing entries are not replaced, and the staging directory is removed.
        for there in ["one", "file", "link"] {
            if there == "file" {
                fs::write(at(there), "theirs").unwrap();
            } else if there == "link" {
                std::os::unix::fs::symlink(at("one"), at(there)).unwrap();
            }
            let second = Staging::new(at(".work/two")).unwrap();
            second.put(Path::new("a"), b"y").unwrap();
            let error = format!("{:#}", second.take_place(&at(there)).unwrap_err());
            assert!(error.starts_with("cannot put a folder at "), "{error}");
            assert!(!at(".work/two").exists());
        }
        assert_eq!(fs::read(at("one/a/b")).unwrap(), b"x");
        assert!(space_left(home.path()).unwrap() > 0);
    }
}
