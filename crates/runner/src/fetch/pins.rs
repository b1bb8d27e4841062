//! Pinned hashes, for files that are published without a hash. The hash is recorded at the first download, and later
//! downloads must have the same hash.
//!
//! Pins are in `pinned.tsv` in the data folder, not in the folder of the collection. So they stay if you delete the
//! collection and download it again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use rejudge_collections::descriptor::Sum;
use rejudge_collections::descriptor::origin::PublishedFile;
use rejudge_store::atomic::write_whole;
use sha2::{Digest, Sha256};

/// The file name of the table.
pub const PINNED: &str = "pinned.tsv";

const HEADING: &str = "file\taddress\tsha256\tbytes\n";

/// A file of a collection and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed {
    /// The path of the file in the data folder.
    pub name: PathBuf,
    pub address: String,
}

/// The pinned files of a data folder.
#[derive(Debug)]
pub struct Pins {
    data: PathBuf,
    /// Pinned files by their path in the data folder. Here [`PublishedFile::path`] is the address.
    pinned: Mutex<BTreeMap<PathBuf, PublishedFile>>,
}

impl Pins {
    /// Reads the pins of a data folder. If there is no table, there are no pins.
    ///
    /// # Errors
    /// If the table cannot be read, a line does not have four columns, or a size is not a number.
    pub fn read(data: &Path) -> Result<Self> {
        let path = data.join(PINNED);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text.with_context(|| path.display().to_string())?,
        };
        let mut pinned = BTreeMap::new();
        for (line, number) in text.lines().zip(1..).skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [file, address, sha256, bytes] = cells[..] else {
                bail!("{}: line {number}: expected file, address, sha256 and bytes", path.display());
            };
            let bytes =
                bytes.parse().with_context(|| format!("{}: line {number}: `{bytes}`", path.display()))?;
            let published = PublishedFile { path: address.to_owned(), sha256: Sum(sha256.to_owned()), bytes };
            pinned.insert(PathBuf::from(file), published);
        }
        Ok(Self { data: data.to_owned(), pinned: Mutex::new(pinned) })
    }

    /// Returns the pinned file with this address.
    pub fn with_address(&self, address: &str) -> Option<PublishedFile> {
        let pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        pinned.values().find(|pinned| pinned.path == address).cloned()
    }

    /// Returns the content of a pinned file if some collection already has the file, unchanged. For example, trec12 and
    /// trec03 have the same runs.
    pub fn stored(&self, file: &PublishedFile) -> Option<Vec<u8>> {
        let pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        let names: Vec<PathBuf> =
            pinned.iter().filter(|(_, pinned)| *pinned == file).map(|(name, _)| name.clone()).collect();
        drop(pinned);
        let mut stored = names.iter().filter_map(|name| std::fs::read(self.data.join(name)).ok());
        stored.find(|bytes| super::check(file, bytes).is_ok())
    }

    /// Pins a file. Writes the table only if the pin is new or has changed.
    ///
    /// # Errors
    /// If the table cannot be written.
    pub(super) fn pin(&self, name: &Path, file: PublishedFile) -> Result<()> {
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        if pinned.insert(name.to_owned(), file.clone()) == Some(file) {
            return Ok(());
        }
        let rows = pinned.iter().map(|(name, PublishedFile { path, sha256, bytes })| {
            format!("{}\t{path}\t{}\t{bytes}\n", name.display(), sha256.0)
        });
        let text = std::iter::once(HEADING.to_owned()).chain(rows).collect::<String>();
        write_whole(&self.data.join(PINNED), text.as_bytes())
    }

    /// Compares the pinned files below `folder` with their pins. `folder` is relative to the data folder. Returns the number
    /// of these files, and a line for each file that is missing or differs.
    pub fn compare(&self, folder: &Path) -> (usize, Vec<String>) {
        let pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut count, mut mistakes) = (0, Vec::new());
        for (name, file) in pinned.iter().filter(|(name, _)| name.starts_with(folder)) {
            count += 1;
            let current = match std::fs::read(self.data.join(name)) {
                Err(error) => format!("cannot be read: {error}"),
                Ok(bytes) => format!("{:x}", Sha256::digest(bytes)),
            };
            if current != file.sha256.0 {
                mistakes.push(format!(
                    "{}\t{current}\texpected {}, as at its first download",
                    name.display(),
                    file.sha256.0
                ));
            }
        }
        (count, mistakes)
    }
}
