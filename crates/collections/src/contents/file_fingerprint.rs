//! The contents of a collection, hashed for cache keys, and its files as they were when they were hashed.
//!
//! The hash is over the *decompressed* bytes, with the role of each file and without its path: files that are
//! moved, renamed (unless runs are called by their files) or compressed otherwise are the same collection.
//! For a twin it is over the constants of the model, in a fixed text form.
//!
//! Numbers are stored under the hash, and the files are read again to compute them. If the files change in between, the
//! numbers would be stored under the wrong hash.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use rejudge_names::visible;

use crate::descriptor::{Descriptor, JudgeFile, LabelKind, RunNames, place};
use crate::load::folder_of;
use crate::{LoadError, Stamps, described_runs};

use super::FileHashes;
use super::verify::{Finding, wrong_checksums};

/// The metadata of the files that [`content_hash`] read.
#[derive(Clone, Debug)]
pub struct FileFingerprint {
    /// The [`content_hash`].
    pub hash: String,
    /// Judge -> BLAKE3 of its labels and of the operations on them, in hexadecimal; of those that could be read.
    pub judges: BTreeMap<String, String>,
    stamps: Stamps,
    /// True if a change may be too young to be seen by stamps.
    is_young: bool,
    /// The first checksum that is not that of the description.
    unlike: Option<Finding>,
}

impl FileFingerprint {
    /// Hashes the content of a collection, and that of these of its other judges.
    pub fn new(
        descriptor: &Descriptor,
        root: &Path,
        judges: &[String],
        hashes: &FileHashes,
    ) -> Result<Self, LoadError> {
        let of_judges = || judge_files(descriptor, root, judges);
        let paths = files(descriptor, root)?.into_iter().map(|(_, path)| path);
        let stamps = Stamps::new(paths.chain(of_judges().map(|(.., path)| path)));
        let is_young = stamps.is_young(SystemTime::now());
        // A file that cannot be read has no hash, so that only operations that need it fail.
        let hash = |(name, judge, path): (&String, &JudgeFile, PathBuf)| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(judge.rules().as_bytes());
            hasher.update(&hashes.hash(&path).ok()?);
            Some((name.clone(), hasher.finalize().to_hex().to_string()))
        };
        let judges = of_judges().filter_map(hash).collect();
        let hash = content_hash(descriptor, root, hashes)?;
        let unlike = wrong_checksums(descriptor, root, hashes)?.into_iter().next();
        Ok(Self { hash, judges, stamps, is_young, unlike })
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
        let now = Self::new(descriptor, root, &names, &FileHashes::unkept())?;
        Ok(now.judges == self.judges && now.hash == self.hash)
    }
}

/// Returns the files that the content of a collection is read from, including missing ones, each with its role;
/// none for a twin. If the names of runs' files matter, they are part of the role.
fn files(descriptor: &Descriptor, root: &Path) -> Result<Vec<(String, PathBuf)>, LoadError> {
    let Some(folder) = descriptor.folder(root) else { return Ok(Vec::new()) };
    let named = descriptor.named().map(|(role, path)| (role.to_owned(), place(&folder, path)));
    let mut all: Vec<(String, PathBuf)> = named.collect();
    let Some(files) = &descriptor.files else { return Ok(all) };
    let with_name = |role: &str, path: PathBuf| {
        (format!("{role} {}", path.file_name().unwrap_or_default().display()), path)
    };
    all.extend(described_runs(&files.runs, &folder)?.into_iter().map(|path| match files.run_names {
        RunNames::Tags => ("run".to_owned(), path),
        RunNames::Files => with_name("run", path),
        RunNames::FileStems => with_name("run by stem", path),
    }));
    all.extend(described_runs(&files.later_runs, &folder)?.into_iter().map(|path| with_name("later", path)));
    Ok(all)
}

/// Returns the requested judges: name, description and file.
fn judge_files<'a>(
    descriptor: &'a Descriptor,
    root: &'a Path,
    judges: &'a [String],
) -> impl Iterator<Item = (&'a String, &'a JudgeFile, PathBuf)> {
    descriptor.files.iter().flat_map(move |files| {
        let folder = place(root, &files.folder);
        let asked = judges.iter().filter_map(|name| files.judges.get_key_value(name));
        asked.map(move |(name, judge)| (name, judge, place(&folder, &judge.file)))
    })
}

/// BLAKE3 of the collection's contents, in hexadecimal. Files that `hashes` knows are not read.
pub fn content_hash(descriptor: &Descriptor, root: &Path, hashes: &FileHashes) -> Result<String, LoadError> {
    let hash = |text: String| Ok(blake3::hash(text.as_bytes()).to_hex().to_string());
    if let Some(twin) = descriptor.as_twin() {
        return hash(twin.canonical());
    }
    if !descriptor.is_without_files() {
        folder_of(descriptor, root)?;
    }
    let of_file =
        |(role, path): &(String, PathBuf)| -> Result<_, LoadError> { Ok((role.clone(), hashes.hash(path)?)) };
    let found: Vec<_> = files(descriptor, root)?.par_iter().map(of_file).collect();
    let mut found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
    found.sort_unstable();
    // The rules of reading are part of the meaning of the files.
    let scores = descriptor.scores.as_ref().map(|of| (&of.topics, &of.team_before));
    let files = descriptor.files.as_ref();
    let level = files.and_then(|of| of.verticals.as_ref()?.level);
    let topics = files.and_then(|of| of.topics.as_ref());
    let are_gains = files.is_some_and(|of| of.labels == LabelKind::Gains);
    let files = files.map(|of| (of.format, &of.grades, level, &of.team_before));
    // Without a choice of topics the text is what it was before there were any, so that cached numbers stay.
    let topics = topics.map_or_else(String::new, |topics| format!(" {topics:?}"));
    let gains = if are_gains { " gains" } else { "" };
    hash(format!("{scores:?} {files:?}{topics}{gains} {found:?}"))
}
