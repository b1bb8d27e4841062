//! manifest.json: describes a run, with the hashes of its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use super::ResultInputs;
use crate::table::base::Bases;
use rejudge_experiment::exec::UnscoredParts;
use rejudge_experiment::grid::cache_key::CacheInputs;

/// The content of manifest.json.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manifest {
    /// Name of the experiment.
    pub experiment: String,
    pub file: PathBuf,
    /// The overrides of the run.
    pub overrides: Vec<String>,
    /// The selectors of `--only`.
    pub only: Vec<String>,
    /// True if every group of the plan was computed, and not all cells failed.
    pub complete: bool,
    /// Root seed.
    pub seed: u64,
    /// The inputs of the cache keys.
    pub cache_inputs: CacheInputs,
    /// The numbers of judgments within the pools of collections. Missing in older manifests, and if nothing was
    /// counted.
    #[serde(default, skip_serializing_if = "Bases::is_empty")]
    pub bases: Bases,
    /// The parts of the collections' files that were not scored.
    #[serde(default, skip_serializing_if = "UnscoredParts::is_empty")]
    pub unscored: UnscoredParts,
    /// The settings of the experiment that decide the run's cells and their numbers. `rejudge diff` shows
    /// the settings in which two runs differ.
    pub settings: BTreeMap<String, String>,
    /// The version of rejudge.
    pub version: String,
    /// The end of the run, in seconds since 1970.
    pub finished: u64,
    /// The duration of the run in seconds.
    pub seconds: f64,
    /// The number of cells that the run computed.
    pub computed: usize,
    /// The number of cells that were in the cache.
    pub cached: usize,
    /// The BLAKE3 hash of each other file, by the file's name.
    pub files: BTreeMap<String, String>,
    /// The inputs of the files. Older manifests do not have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<ResultInputs>,
}

/// The file name of the manifest.
pub const MANIFEST: &str = "manifest.json";

impl Manifest {
    /// Returns true if `other` is equal except for its time, its duration and the numbers of computed and cached cells.
    pub(super) fn is_same_except_times(&self, other: &Self) -> bool {
        let Self { finished, seconds, computed, cached, .. } = *other;
        Self { finished, seconds, computed, cached, ..self.clone() } == *other
    }
}

/// Refuses a manifest that a later version of rejudge wrote, because we may not understand its content, and a manifest
/// that rejudge did not write.
pub(super) fn check_version(path: &Path, text: &str) -> Result<()> {
    const THIS: &str = env!("CARGO_PKG_VERSION");
    // A damaged file is reported later, by the code that reads all of it.
    let Ok(manifest) = serde_json::from_str::<serde_json::Value>(text) else { return Ok(()) };
    // Other programs' manifests also have a `version`, but not an `experiment`.
    let (Some(version), Some(_)) = (manifest["version"].as_str(), manifest["experiment"].as_str()) else {
        bail!("{} was not created by rejudge: choose another folder", path.display());
    };
    if numbers(version).is_none_or(|manifest_version| Some(manifest_version) > numbers(THIS)) {
        let path = path.display();
        bail!("{path} was written by rejudge {version}, this is {THIS}: use that version, or another folder");
    }
    Ok(())
}

/// Returns the numbers of a version, such as 1, 2 and 3 for 1.2.3-rc.1.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let plain = version.split(['-', '+']).next()?;
    let numbers: Vec<u64> = plain.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}
