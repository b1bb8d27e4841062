//! A folder that is held open. What is done in it is done there, whatever takes the place of its path
//! meanwhile, and no link that lies in it is followed.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, linkat, mkdirat, openat, readlinkat, renameat, statat, unlinkat,
};

/// To hold a folder takes no right to list it, where the system can tell these apart.
#[cfg(target_os = "linux")]
const HELD: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const HELD: OFlags = LISTED;
const LISTED: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// A folder that is there.
#[derive(Debug)]
pub(super) struct Folder {
    held: OwnedFd,
    path: PathBuf,
}

impl Folder {
    /// The folder at `path`. Who names a folder may name a link to it.
    pub fn open(path: &Path) -> io::Result<Self> {
        // The parent of a bare name is the empty path, which is no folder.
        let there = if path == Path::new("") { Path::new(".") } else { path };
        let held = openat(rustix::fs::CWD, there, HELD, Mode::empty())?;
        Ok(Self { held, path: path.to_owned() })
    }

    /// The folder called `name` in this one, which must not be a link to one.
    pub fn within(&self, name: &OsStr) -> io::Result<Self> {
        let path = self.path.join(name);
        match openat(&self.held, name, HELD | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(held) => Ok(Self { held, path }),
            Err(error) => Err(match readlinkat(&self.held, name, Vec::new()) {
                Ok(to) => {
                    let to = Path::new(OsStr::from_bytes(to.as_bytes()));
                    let why = format!("{} is a link to {}, expected a folder", path.display(), to.display());
                    io::Error::new(ErrorKind::NotADirectory, why)
                }
                Err(_) => error.into(),
            }),
        }
    }

    /// The same, made where it is not there.
    pub fn make_within(&self, name: &OsStr) -> io::Result<Self> {
        match mkdirat(&self.held, name, Mode::from_raw_mode(0o777)) {
            Ok(()) => self.sync()?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
        self.within(name)
    }

    /// A new file, to be written to. It is readable by whom the umask lets.
    pub fn create(&self, name: &OsStr) -> io::Result<File> {
        let new = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(File::from(openat(&self.held, name, new, Mode::from_raw_mode(0o666))?))
    }

    /// The ordinary file called `name`. A pipe is not waited for.
    pub fn file(&self, name: &OsStr) -> io::Result<File> {
        let kept = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(&self.held, name, kept, Mode::empty())?);
        if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
    }

    /// Who may do what with the ordinary file called `name`; `None` where there is none.
    pub fn mode(&self, name: &OsStr) -> Option<Mode> {
        let about = statat(&self.held, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        FileType::from_raw_mode(about.st_mode).is_file().then(|| Mode::from_raw_mode(about.st_mode))
    }

    /// Gives what is called `name` a second name.
    pub fn link(&self, name: &OsStr, second: &OsStr) -> io::Result<()> {
        Ok(linkat(&self.held, name, &self.held, second, AtFlags::empty())?)
    }

    /// Renames what is called `from`, over what may be called `to`.
    pub fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(renameat(&self.held, from, &self.held, to)?)
    }

    /// Removes a file that may be there.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        match unlinkat(&self.held, name, AtFlags::empty()) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            done => Ok(done?),
        }
    }

    /// What was renamed here stays so.
    pub fn sync(&self) -> io::Result<()> {
        match openat(&self.held, ".", LISTED, Mode::empty()) {
            // Who may write to a folder need not be allowed to list it.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
            opened => Ok(rustix::fs::fsync(opened?)?),
        }
    }

    /// The names in it.
    pub fn names(&self) -> io::Result<Vec<Vec<u8>>> {
        let entries = Dir::new(openat(&self.held, ".", LISTED, Mode::empty())?)?;
        entries.map(|entry| Ok(entry?.file_name().to_bytes().to_vec())).collect()
    }
}
