//! The files of a collection as they were when its content was hashed.
//!
//! Numbers are stored under a hash of the content, and the files are read again to compute them. If the files
//! change in between, the numbers would be stored under the wrong hash.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use crate::descriptor::Descriptor;
use crate::{LoadError, Stamps};
use rejudge_names::visible;

use super::FileHashes;
use super::content::{content_hash, files, judge_files, judge_hashes};
use super::verify::{Finding, wrong_checksums};

/// The metadata of the files that [`content_hash`] read.
#[derive(Clone, Debug)]
pub struct FileFingerprint {
    hash: String,
    /// Judge -> hash of its labels.
    judges: BTreeMap<String, String>,
    stamps: Stamps,
    /// True if a change may be too young to be seen by stamps.
    is_young: bool,
    /// The first checksum that is not that of the description.
    unlike: Option<Finding>,
}

impl FileFingerprint {
    /// Hashes the content of a collection, and that of these of its other judges.
    ///
    /// # Errors
    /// As [`content_hash`].
    pub fn new(
        descriptor: &Descriptor,
        root: &Path,
        judges: &[String],
        hashes: &FileHashes,
    ) -> Result<Self, LoadError> {
        let of_judges = judge_files(descriptor, root, judges).map(|(_, path)| path);
        let stamps = Stamps::new(files(descriptor, root)?.into_iter().map(|(_, path)| path).chain(of_judges));
        let is_young = stamps.is_young(SystemTime::now());
        let judges = judge_hashes(descriptor, root, judges, hashes);
        let hash = content_hash(descriptor, root, hashes)?;
        let unlike = wrong_checksums(descriptor, root, hashes)?.into_iter().next();
        Ok(Self { hash, judges, stamps, is_young, unlike })
    }

    /// Returns the hashes of the labels of the requested judges that could be read, by their names.
    pub fn judges(&self) -> &BTreeMap<String, String> {
        &self.judges
    }

    /// Returns the hash.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Checks that the files are those of the description, if it has checksums. Results of other files must not be stored
    /// under the name of the collection.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_sums(&self, id: &str) -> Result<(), LoadError> {
        let Some(unlike) = &self.unlike else { return Ok(()) };
        let difference = unlike.difference();
        Err(LoadError::Unfit(format!(
            "`{id}` is not the described collection: {difference} (rejudge data verify {id})"
        )))
    }

    /// Checks that the files read since are the ones that were hashed.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, descriptor: &Descriptor, root: &Path) -> Result<(), LoadError> {
        let now = files(descriptor, root)?;
        let added = now.iter().find(|(_, path)| !self.stamps.paths().any(|known| known == path));
        let path = match self.stamps.changed().or(added.map(|(_, path)| path.as_path())) {
            Some(path) => path,
            None if self.is_young && !self.is_still(descriptor, root)? => root,
            None => return Ok(()),
        };
        Err(LoadError::Unfit(format!(
            "{} changed while numbers of `{}` were computed: run again",
            visible::path(path),
            descriptor.id
        )))
    }

    fn is_still(&self, descriptor: &Descriptor, root: &Path) -> Result<bool, LoadError> {
        let names: Vec<String> = self.judges.keys().cloned().collect();
        let hashes = FileHashes::unkept();
        let judges = judge_hashes(descriptor, root, &names, &hashes);
        Ok(judges == self.judges && content_hash(descriptor, root, &hashes)? == self.hash)
    }
}
