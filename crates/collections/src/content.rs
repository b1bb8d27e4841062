//! A hash of what a collection is made of, for cache keys.
//!
//! Over the *decompressed* bytes, with the role of each file and without its path: files that are
//! moved, renamed or compressed otherwise are the same collection. For a twin it is over the
//! constants of the model, in a fixed text form.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::bytes::{read, read_into};
use crate::descriptor::Descriptor;
use crate::load_error::LoadError;
use crate::run_files::matching;

/// BLAKE3 of the collection's contents, in hexadecimal.
pub fn content_hash(descriptor: &Descriptor, root: &Path) -> Result<String, LoadError> {
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
        let folder = root.join(&scores.folder);
        if !folder.is_dir() {
            return Err(LoadError::Missing { id: id(), folder });
        }
        for (measure, path) in &scores.files {
            hasher.update(format!("scores {} {measure}\n", measure.len()).as_bytes());
            hasher.update(blake3::hash(&read(&folder.join(path))?).as_bytes());
        }
        // Which topics are used and which team a run is of are part of what the files say.
        hasher
            .update(format!("topics {:?}\nteam-before {:?}\n", scores.topics, scores.team_before).as_bytes());
        return Ok(hasher.finalize().to_hex().to_string());
    }
    let files = descriptor.files.as_ref().ok_or_else(|| LoadError::Simulated { id: id() })?;
    let folder = root.join(&files.folder);
    if !folder.is_dir() {
        return Err(LoadError::Missing { id: id(), folder });
    }
    let roles = [("qrels", files.qrels.as_path()), ("teams", &files.teams)];
    for (role, path) in roles.into_iter().chain(files.further()) {
        hasher.update(role.as_bytes());
        hasher.update(blake3::hash(&read(&folder.join(path))?).as_bytes());
    }
    if let Some(level) = files.verticals.as_ref().and_then(|verticals| verticals.level) {
        hasher.update(format!("vertical level {level}\n").as_bytes());
    }
    // How the judgments are read is part of what they say.
    hasher.update(format!("format {:?}\n", files.format).as_bytes());
    for (label, level) in &files.grades {
        hasher.update(format!("grade {} {label} {level}\n", label.len()).as_bytes());
    }
    let paths = matching(&folder.join(&files.runs))?;
    let hash = |buffer: &mut Vec<u8>, path: &PathBuf| {
        read_into(path, buffer).map(|()| *blake3::hash(buffer).as_bytes())
    };
    let mut runs = paths.par_iter().map_init(Vec::new, hash).collect::<Result<Vec<_>, _>>()?;
    runs.sort_unstable();
    hasher.update(b"runs");
    for run in runs {
        hasher.update(&run);
    }
    Ok(hasher.finalize().to_hex().to_string())
}
