//! Detects changes of a file from its metadata, without reading its bytes.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The metadata of a file, which differs once the file was written to or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Device, inode, and the change time, which users cannot set back.
    identity: [i64; 4],
}

impl Stamp {
    /// Returns the stamp of the file at `path`.
    pub fn read(path: &Path) -> io::Result<Self> {
        Ok(Self::from(&path.metadata()?))
    }

    /// Returns true if it is so recent at `now` that a later change may have left it the same, because file
    /// systems record times in steps of up to two seconds.
    pub(crate) fn is_young(&self, now: SystemTime) -> bool {
        // A file that was copied with its time is as young as the copy.
        let copied =
            u64::try_from(self.identity[2]).ok().map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
        let age = |at: Option<SystemTime>| now.duration_since(at?).ok();
        [self.modified, copied].into_iter().any(|at| age(at).is_none_or(|age| age.as_secs() < 3))
    }

    /// Returns the metadata as text, for pickled files. The device is left out, because its number differs between
    /// machines that share a disk.
    pub(crate) fn text(&self) -> String {
        let Self { length, modified, identity: [_, rest @ ..] } = self;
        let modified = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).map(|at| at.as_nanos());
        format!("{length} {modified:?} {rest:?}")
    }
}

impl From<&Metadata> for Stamp {
    fn from(about: &Metadata) -> Self {
        Self { length: about.len(), modified: about.modified().ok(), identity: identity(about) }
    }
}

/// The stamps of files that are read twice, to check that both readings are of the same contents.
#[derive(Clone, Debug)]
pub struct Stamps(Vec<(PathBuf, Option<Stamp>)>);

impl Stamps {
    /// Reads the stamps of files, some of which may be missing.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let stamp = |path: PathBuf| {
            let stamp = Stamp::read(&path).ok();
            (path, stamp)
        };
        Self(paths.into_iter().map(stamp).collect())
    }

    /// Returns the first of them that is another by now.
    pub fn changed(&self) -> Option<&Path> {
        let other = |(path, stamp): &&(PathBuf, Option<Stamp>)| Stamp::read(path).ok() != *stamp;
        self.0.iter().find(other).map(|(path, _)| path.as_path())
    }

    /// Returns each file with its stamp as text, for another process.
    pub fn texts(&self) -> Vec<(PathBuf, Option<String>)> {
        self.0.iter().map(|(path, stamp)| (path.clone(), stamp.map(|stamp| stamp.text()))).collect()
    }

    /// Returns true if a change to one of them may be too young to be seen.
    pub(crate) fn is_young(&self, now: SystemTime) -> bool {
        self.0.iter().any(|(_, stamp)| stamp.is_none_or(|stamp| stamp.is_young(now)))
    }

    /// Returns the files.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.iter().map(|(path, _)| path)
    }
}

fn identity(about: &Metadata) -> [i64; 4] {
    [about.dev().cast_signed(), about.ino().cast_signed(), about.ctime(), about.ctime_nsec()]
}
