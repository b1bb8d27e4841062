//! Hashes the contents of a collection for cache keys, and notices if the files change later.
//!
//! The hash is over the *decompressed* bytes and the role of each file, without its path, and over the rules
//! that change the meaning of the contents, such as the levels of grades. So you may move files, compress
//! them in another way, or rename them. Only the files of later runs, and files and folders that give runs
//! their names, must keep their names. A twin has no files, so its hash is over a text of its model's
//! constants.
//!
//! Results are stored under this hash. The files are hashed first, and read again when the results are
//! computed. If the files changed in between, the results would be stored under the wrong hash.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use rejudge_names::visible;

use crate::descriptor::{Descriptor, JudgeFile, LabelKind, RunNames, place};
use crate::load::folder_of;
use crate::run_files::own_folder;
use crate::{LoadError, Stamps, described_runs};

use super::FileHashes;
use super::verify::{Finding, wrong_checksums};

/// The hash of a collection's contents, with the metadata that the files had when they were hashed.
#[derive(Clone, Debug)]
pub struct FileFingerprint {
    /// The [`content_hash`].
    pub hash: String,
    /// The hash of each judge's labels and of the rules that change them, in hexadecimal: BLAKE3 of the rules
    /// and of the SHA-256 of the file. A judge is missing if its file cannot be read.
    pub judges: BTreeMap<String, String>,
    stamps: Stamps,
    /// True if a file is missing, or was modified so recently that its stamp might not show another change.
    is_young: bool,
    /// The first checksum that differs from the description.
    wrong_checksum: Option<Finding>,
}

impl FileFingerprint {
    /// Hashes the content of a collection and the labels of the other `judges`.
    pub fn new(
        descriptor: &Descriptor,
        root: &Path,
        judges: &[String],
        hashes: &FileHashes,
    ) -> Result<Self, LoadError> {
        let paths = files(descriptor, root)?.into_iter().map(|(_, path)| path);
        let judge_paths = judge_files(descriptor, root, judges).map(|(.., path)| path);
        let stamps = Stamps::new(paths.chain(judge_paths));
        let is_young = stamps.is_young(SystemTime::now());
        let mut judge_hashes = BTreeMap::new();
        for (name, judge, path) in judge_files(descriptor, root, judges) {
            // If a judge's file cannot be read, only computations that need this judge should fail, so we go on
            // without its hash.
            if let Ok(labels) = hashes.hash(&path) {
                let mut hasher = blake3::Hasher::new();
                hasher.update(judge.rules().as_bytes());
                hasher.update(&labels);
                judge_hashes.insert(name.clone(), hasher.finalize().to_hex().to_string());
            }
        }
        let hash = content_hash(descriptor, root, hashes)?;
        let wrong_checksum = wrong_checksums(descriptor, root, hashes)?.into_iter().next();
        Ok(Self { hash, judges: judge_hashes, stamps, is_young, wrong_checksum })
    }

    /// Checks that the files have the checksums of the description, if it has any, because results from other files
    /// must not be stored under the name of the collection.
    ///
    /// # Errors
    /// If a checksum differs.
    pub fn check_sums(&self, id: &str) -> Result<(), LoadError> {
        let Some(wrong_checksum) = &self.wrong_checksum else { return Ok(()) };
        let difference = wrong_checksum.difference();
        Err(LoadError::Unfit(format!(
            "`{id}` is not the described collection: {difference} (rejudge data verify {id})"
        )))
    }

    /// Checks that the files have not changed since they were hashed.
    ///
    /// # Errors
    /// If a file has changed, or was added.
    pub fn check(&self, descriptor: &Descriptor, root: &Path) -> Result<(), LoadError> {
        let files_now = files(descriptor, root)?;
        let added = files_now.iter().find(|(_, path)| !self.stamps.paths().any(|hashed| hashed == path));
        let path = match self.stamps.changed().or(added.map(|(_, path)| path.as_path())) {
            Some(path) => path,
            None if self.is_young && !self.has_same_hashes(descriptor, root)? => root,
            None => return Ok(()),
        };
        Err(LoadError::Unfit(format!(
            "{} changed while numbers of `{}` were computed: run again",
            visible::path(path),
            descriptor.id
        )))
    }

    /// Returns true if reading all files again gives the same hashes.
    fn has_same_hashes(&self, descriptor: &Descriptor, root: &Path) -> Result<bool, LoadError> {
        let names: Vec<String> = self.judges.keys().cloned().collect();
        let now = Self::new(descriptor, root, &names, &FileHashes::without_cache())?;
        Ok(now.judges == self.judges && now.hash == self.hash)
    }
}

/// Returns the files that hold the content of a collection, without judges' labels and printed scores, each
/// with its role. The files that the description names one by one may be missing on disk. A twin has no
/// files. The role of a later run, or of a run that is named by its file, includes the name of the file. The role
/// of a run that is named by its own folder includes the name of the folder instead.
fn files(descriptor: &Descriptor, root: &Path) -> Result<Vec<(String, PathBuf)>, LoadError> {
    let Some(folder) = descriptor.folder(root) else { return Ok(Vec::new()) };
    let mut paths: Vec<(String, PathBuf)> =
        descriptor.named_files().map(|(role, path)| (role.to_owned(), place(&folder, path))).collect();
    let Some(files) = &descriptor.files else { return Ok(paths) };
    let with_name = |role: &str, path: PathBuf| {
        (format!("{role} {}", path.file_name().unwrap_or_default().display()), path)
    };
    let with_own_folder = |role: &str, path: PathBuf| match own_folder(&path) {
        Some(folder) => (format!("{role} in {folder}"), path),
        None => with_name(role, path),
    };
    paths.extend(described_runs(&files.runs, &folder)?.into_iter().map(|path| match files.run_names {
        RunNames::Tags => ("run".to_owned(), path),
        RunNames::Files => with_own_folder("run", path),
        RunNames::FileStems => with_own_folder("run by stem", path),
    }));
    let later_runs = described_runs(&files.later_runs, &folder)?;
    paths.extend(later_runs.into_iter().map(|path| with_name("later", path)));
    Ok(paths)
}

/// Returns the name, the description and the file of each judge in `judges` that the descriptor describes.
fn judge_files<'a>(
    descriptor: &'a Descriptor,
    root: &'a Path,
    judges: &'a [String],
) -> impl Iterator<Item = (&'a String, &'a JudgeFile, PathBuf)> {
    descriptor.files.iter().flat_map(move |files| {
        let folder = place(root, &files.folder);
        let requested = judges.iter().filter_map(|name| files.judges.get_key_value(name));
        requested.map(move |(name, judge)| (name, judge, place(&folder, &judge.file)))
    })
}

/// Returns the BLAKE3 hash of a collection's contents, in hexadecimal. A file is not read if its hash is in
/// `hashes`.
pub fn content_hash(descriptor: &Descriptor, root: &Path, hashes: &FileHashes) -> Result<String, LoadError> {
    let hash = |text: String| Ok(blake3::hash(text.as_bytes()).to_hex().to_string());
    if let Some(twin) = descriptor.as_twin() {
        return hash(twin.canonical());
    }
    if !descriptor.is_without_files() {
        folder_of(descriptor, root)?;
    }
    let paths = files(descriptor, root)?;
    let file_hashes = paths.par_iter().map(|(role, path)| Ok((role.clone(), hashes.hash(path)?)));
    // First collect all results, then return the first error in the order of the files. If rayon collected into a
    // `Result`, it would return the error that a thread happens to find first.
    let file_hashes: Vec<Result<_, LoadError>> = file_hashes.collect();
    let mut file_hashes = file_hashes.into_iter().collect::<Result<Vec<_>, _>>()?;
    file_hashes.sort_unstable();
    // Rules that change the meaning of the contents are part of the hash. (Rules that only decide if a file
    // is refused are not.) Topics and gains are added only if a description chooses them, so that other
    // collections keep the hashes that they had before these keys existed.
    let scores = descriptor.scores.as_ref().map(|scores| (&scores.topics, &scores.team_before));
    let files = descriptor.files.as_ref();
    let level = files.and_then(|files| files.verticals.as_ref()?.level);
    let topics = files.and_then(|files| files.topics.as_ref());
    let topics = topics.map_or_else(String::new, |topics| format!(" {topics:?}"));
    let gains = if files.is_some_and(|files| files.labels == LabelKind::Gains) { " gains" } else { "" };
    let rules = files.map(|files| (files.format, &files.grades, level, &files.team_before));
    hash(format!("{scores:?} {rules:?}{topics}{gains} {file_hashes:?}"))
}
