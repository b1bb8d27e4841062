//! Detects changes to a file by comparing its metadata, without reading its bytes.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The metadata of a file, which change when the file is written to or replaced.
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

    /// Returns true if the file was written so shortly before `now` that another write may leave the stamp as it is,
    /// because file systems record times in steps of up to two seconds. Also returns true if a time is unknown or after
    /// `now`.
    pub(crate) fn is_young(&self, now: SystemTime) -> bool {
        // A copy may have the modification time of the original, but it has its own change time.
        let changed =
            u64::try_from(self.identity[2]).ok().map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
        let age = |time: Option<SystemTime>| now.duration_since(time?).ok();
        [self.modified, changed].into_iter().any(|time| age(time).is_none_or(|age| age.as_secs() < 3))
    }

    /// Returns the metadata as text that can be stored in a Python pickle. The device is left out, because
    /// machines that share a disk give it different numbers.
    pub(crate) fn text(&self) -> String {
        let Self { length, modified, identity: [_, rest @ ..] } = self;
        let modified =
            modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_nanos());
        format!("{length} {modified:?} {rest:?}")
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        let identity = [
            metadata.dev().cast_signed(),
            metadata.ino().cast_signed(),
            metadata.ctime(),
            metadata.ctime_nsec(),
        ];
        Self { length: metadata.len(), modified: metadata.modified().ok(), identity }
    }
}

/// The stamps of files that are read twice, to check that both readings see the same contents.
#[derive(Clone, Debug)]
pub struct Stamps(Vec<(PathBuf, Option<Stamp>)>);

impl Stamps {
    /// Reads the stamps of files. A file may be missing.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let stamps = paths.into_iter().map(|path| {
            let stamp = Stamp::read(&path).ok();
            (path, stamp)
        });
        Self(stamps.collect())
    }

    /// Returns the first file that no longer has the stamp that was read, or `None` if no file has changed.
    pub fn changed(&self) -> Option<&Path> {
        let has_changed = |(path, stamp): &&(PathBuf, Option<Stamp>)| Stamp::read(path).ok() != *stamp;
        self.0.iter().find(has_changed).map(|(path, _)| path.as_path())
    }

    /// Returns each file with its stamp as text, which another process can compare.
    pub fn texts(&self) -> Vec<(PathBuf, Option<String>)> {
        self.0.iter().map(|(path, stamp)| (path.clone(), stamp.map(|stamp| stamp.text()))).collect()
    }

    /// Returns true if a file was written so recently that its stamp may not show a change
    /// ([`Stamp::is_young`]), or if a file is missing.
    pub(crate) fn is_young(&self, now: SystemTime) -> bool {
        self.0.iter().any(|(_, stamp)| stamp.is_none_or(|stamp| stamp.is_young(now)))
    }

    /// Returns the files.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.iter().map(|(path, _)| path)
    }
}
