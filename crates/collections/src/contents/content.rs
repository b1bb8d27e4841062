//! A hash of the contents of a collection, for cache keys.
//!
//! Over the *decompressed* bytes, with the role of each file and without its path: files that are
//! moved, renamed (unless runs are called by their files) or compressed otherwise are the same collection.
//! For a twin it is over the constants of the model, in a fixed text form.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::descriptor::{Descriptor, RunNames, place};
use crate::{LoadError, described_runs, later_runs};

use super::FileHashes;

/// Returns the files that the content of a collection is read from, including missing ones, each with its role;
/// none for a twin. If the names of runs' files matter, they are part of the role.
pub(super) fn files(descriptor: &Descriptor, root: &Path) -> Result<Vec<(String, PathBuf)>, LoadError> {
    let Some(folder) = descriptor.folder(root) else { return Ok(Vec::new()) };
    let named = descriptor.named().map(|(role, path)| (role.to_owned(), place(&folder, path)));
    let mut all: Vec<(String, PathBuf)> = named.collect();
    let Some(files) = &descriptor.files else { return Ok(all) };
    let with_name = |role: &str, path: PathBuf| {
        (format!("{role} {}", path.file_name().unwrap_or_default().display()), path)
    };
    all.extend(described_runs(files, &folder)?.into_iter().map(|path| match files.run_names {
        RunNames::Tags => ("run".to_owned(), path),
        RunNames::Files => with_name("run", path),
        RunNames::FileStems => with_name("run by stem", path),
    }));
    all.extend(later_runs(files, &folder)?.into_iter().map(|path| with_name("later", path)));
    Ok(all)
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
    let hash = |text: String| Ok(blake3::hash(text.as_bytes()).to_hex().to_string());
    if let Some(twin) = descriptor.as_twin() {
        return hash(twin.canonical());
    }
    match descriptor.folder(root) {
        Some(folder) if !crate::bundled::is_dir(&folder) => {
            return Err(LoadError::missing(&descriptor.id, &folder));
        }
        None if !descriptor.is_without_files() => {
            let id = &descriptor.id;
            return Err(LoadError::Unfit(format!("collection `{id}` is simulated: it has no files to load")));
        }
        _ => {}
    }
    let of_file = |buffer: &mut Vec<u8>, (role, path): &(String, PathBuf)| -> Result<_, LoadError> {
        Ok((role.clone(), hashes.hash(path, buffer)?))
    };
    let found: Vec<_> = files(descriptor, root)?.par_iter().map_init(Vec::new, of_file).collect();
    let mut found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
    found.sort_unstable();
    // The rules of reading are part of the meaning of the files.
    let scores = descriptor.scores.as_ref().map(|of| (&of.topics, &of.team_before));
    let files = descriptor.files.as_ref();
    let level = files.and_then(|of| of.verticals.as_ref()?.level);
    let files = files.map(|of| (of.format, &of.grades, level, &of.team_before));
    hash(format!("{scores:?} {files:?} {found:?}"))
}
