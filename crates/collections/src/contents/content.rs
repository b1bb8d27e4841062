//! A hash of the contents of a collection, for cache keys.
//!
//! Over the *decompressed* bytes, with the role of each file and without its path: files that are
//! moved, renamed (unless runs are called by their files) or compressed otherwise are the same collection.
//! For a twin it is over the constants of the model, in a fixed text form.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::descriptor::{Descriptor, Format, RunNames, TopicRange, place};
use crate::{LoadError, described_runs, later_runs};

use super::FileHashes;

/// Returns the files that the content of a collection is read from, including missing ones; none for a twin.
pub(super) fn files(descriptor: &Descriptor, root: &Path) -> Result<Vec<PathBuf>, LoadError> {
    if let Some(scores) = &descriptor.scores {
        return Ok(scores.sums().map(|(_, path)| place(&place(root, &scores.folder), path)).collect());
    }
    let Some(files) = &descriptor.files else { return Ok(Vec::new()) };
    let folder = place(root, &files.folder);
    let named = files.qrels.as_deref().into_iter().chain(files.further().map(|(_, path)| path));
    let named = named.map(|path| place(&folder, path));
    Ok(named.chain(described_runs(files, &folder)?).chain(later_runs(files, &folder)?).collect())
}

/// Returns the files of other judges, with their names.
pub(super) fn judge_files<'a>(
    descriptor: &'a Descriptor,
    root: &'a Path,
    judges: &'a [String],
) -> impl Iterator<Item = (&'a str, PathBuf)> {
    descriptor.files.iter().flat_map(move |files| {
        let folder = place(root, &files.folder);
        let asked = judges.iter().filter_map(|name| files.judges.get_key_value(name));
        asked.map(move |(name, judge)| (name.as_str(), place(&folder, &judge.file)))
    })
}

/// By judge: BLAKE3 of its labels and of the operations on them, in hexadecimal. A file that cannot be read
/// has none, so that only operations that need it fail.
pub(super) fn judge_hashes(
    descriptor: &Descriptor,
    root: &Path,
    judges: &[String],
    hashes: &FileHashes,
) -> BTreeMap<String, String> {
    let hash = |(name, path): (&str, PathBuf)| {
        let rules = descriptor.files.iter().filter_map(|files| Some(files.judges.get(name)?.rules()));
        let mut hasher = blake3::Hasher::new();
        hasher.update(rules.collect::<String>().as_bytes());
        hasher.update(&hashes.hash(&path, &mut Vec::new()).ok()?);
        Some((name.to_owned(), hasher.finalize().to_hex().to_string()))
    };
    judge_files(descriptor, root, judges).filter_map(hash).collect()
}

/// BLAKE3 of the collection's contents, in hexadecimal. Files that `hashes` knows are not read.
pub fn content_hash(descriptor: &Descriptor, root: &Path, hashes: &FileHashes) -> Result<String, LoadError> {
    let hash_of = |path: &Path| hashes.hash(path, &mut Vec::new());
    let mut hasher = blake3::Hasher::new();
    if let Some(twin) = descriptor.as_twin() {
        hasher.update(twin.canonical().as_bytes());
        return Ok(hasher.finalize().to_hex().to_string());
    }
    if descriptor.is_without_files() {
        return Ok(hasher.finalize().to_hex().to_string());
    }
    let id = || descriptor.id.clone();
    if let Some(scores) = &descriptor.scores {
        let folder = place(root, &scores.folder);
        if !crate::bundled::is_dir(&folder) {
            return Err(LoadError::missing(&descriptor.id, &folder));
        }
        for (measure, path) in &scores.files {
            hasher.update(format!("scores {} {measure}\n", measure.len()).as_bytes());
            hasher.update(&hash_of(&place(&folder, path))?);
        }
        // The topics used and the team of each run are part of the meaning of the files.
        let topics = scores.topics.as_ref().map_or("None".to_owned(), |TopicRange { from, to }| {
            format!("Some(TopicRange {{ from: {from:?}, to: {to:?} }})")
        });
        hasher.update(format!("topics {topics}\nteam-before {:?}\n", scores.team_before).as_bytes());
        if let Some(table) = &scores.teams {
            hasher.update(b"teams\n");
            hasher.update(&hash_of(&place(&folder, table))?);
        }
        return Ok(hasher.finalize().to_hex().to_string());
    }
    let files = descriptor.files.as_ref().ok_or_else(|| {
        LoadError::Unfit(format!("collection `{}` is simulated: it has no files to load", id()))
    })?;
    let folder = place(root, &files.folder);
    if !crate::bundled::is_dir(&folder) {
        return Err(LoadError::missing(&descriptor.id, &folder));
    }
    let qrels = files.qrels.as_deref().map(|path| ("qrels", path));
    for (role, path) in qrels.into_iter().chain(files.further()) {
        hasher.update(role.as_bytes());
        hasher.update(&hash_of(&place(&folder, path))?);
    }
    if let Some(level) = files.verticals.as_ref().and_then(|verticals| verticals.level) {
        hasher.update(format!("vertical level {level}\n").as_bytes());
    }
    // The format of the judgments is part of their meaning.
    let format = match files.format {
        Format::Trec => "Trec",
        Format::Ntcir => "Ntcir",
    };
    hasher.update(format!("format {format}\n").as_bytes());
    for (label, level) in &files.grades {
        hasher.update(format!("grade {} {label} {level}\n", label.len()).as_bytes());
    }
    if let Some(mark) = &files.team_before {
        hasher.update(format!("team-before {mark:?}\n").as_bytes());
    }
    let hash = |buffer: &mut Vec<u8>, path: &PathBuf| hashes.hash(path, buffer);
    let hash_all = |paths: Vec<PathBuf>| -> Result<Vec<(PathBuf, [u8; 32])>, LoadError> {
        let runs = paths.par_iter().map_init(Vec::new, hash).collect::<Result<Vec<_>, _>>()?;
        Ok(paths.into_iter().zip(runs).collect())
    };
    // Used if the names of files are part of their meaning; the files are sorted by name.
    let with_names = |hasher: &mut blake3::Hasher, role: &str, runs: &[(PathBuf, [u8; 32])]| {
        for (path, run) in runs {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            hasher.update(format!("{role} {} {name}\n", name.len()).as_bytes()).update(run);
        }
    };
    with_names(&mut hasher, "later", &hash_all(later_runs(files, &folder)?)?);
    let mut runs = hash_all(described_runs(files, &folder)?)?;
    let role = match files.run_names {
        RunNames::Tags => None,
        RunNames::Files => Some("run"),
        RunNames::FileStems => Some("run by stem"),
    };
    if let Some(role) = role {
        with_names(&mut hasher, role, &runs);
        return Ok(hasher.finalize().to_hex().to_string());
    }
    runs.sort_unstable_by_key(|(_, run)| *run);
    hasher.update(b"runs");
    for (_, run) in runs {
        hasher.update(&run);
    }
    Ok(hasher.finalize().to_hex().to_string())
}
