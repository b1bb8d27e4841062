//! Cache inputs of the results: if they are unchanged, the results are unchanged and need not be written again.
//!
//! A number depends on its key only, and everything else on the experiment and the program. A run whose numbers are all
//! in the cache reads none of them if the existing results were made from the same keys and their files are unchanged.

use std::io::Write;
use std::sync::OnceLock;

use blake3::Hasher;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::Plan;
use rejudge_store::cache::Key;
use serde::{Deserialize, Serialize};

use super::{Manifest, Results, SCORES, provenance};
use crate::table::kind_word;

/// BLAKE3 hashes of the cache inputs of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultInputs {
    /// Hash for scores.parquet.
    scores: String,
    /// Hash over all files; `None` if the run printed remarks that are not in its files, which the next run must print
    /// again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    results: Option<String>,
}

impl ResultInputs {
    /// Hashes the inputs of the results of `plan`. If `keep_scores`, they contain the scores of every topic; `only` are
    /// the selectors of `--only`. Returns `None` if the program cannot be read.
    pub fn new(grid: &Grid, plan: &Plan, keep_scores: bool, only: &[String]) -> Option<Self> {
        let mut scores = Hasher::new();
        writeln!(scores, "{} {keep_scores} {}", program()?, provenance(grid, &plan.cache_inputs)).ok()?;
        // Everything that results show of an experiment comes from its YAML, from that of its measures and collections,
        // and from its data. Their paths are hashed too, which does no harm.
        let mut results = Hasher::new();
        writeln!(results, "{only:?} {:?} {:?} {:?}", grid.resolved, grid.overrides, plan.no_data).ok()?;
        for measure in &grid.measures {
            writeln!(results, "{:?} {:?}", measure.label, measure.name).ok()?;
        }
        for collection in &grid.collections {
            writeln!(results, "{:?} {:?}", collection.entry, collection.teams).ok()?;
        }
        for group in &plan.groups {
            let collection = &grid.collections[group.collection as usize];
            let kind = kind_word(collection.entry.descriptor.kind);
            writeln!(scores, "{:?} {kind} {:?}", collection.name, group.instance).ok()?;
            for ((_, draw), key) in &group.rosters {
                add(&mut scores, key, Some(*draw));
            }
            for ((_, sample), key) in &group.scores {
                add(&mut scores, key, *sample);
            }
            for task in &group.cells {
                add(&mut results, &task.key, Some(task.draw));
            }
        }
        let scores = scores.finalize().to_hex().to_string();
        writeln!(results, "{scores}").ok()?;
        Some(Self { scores, results: Some(results.finalize().to_hex().to_string()) })
    }

    /// Marks a run that printed remarks which are not in its files.
    pub fn with_remarks(self) -> Self {
        Self { results: None, ..self }
    }
}

impl Results {
    /// Returns true if this version wrote the results of `earlier` from these inputs, and each file is unchanged.
    pub fn were_made_from(&self, earlier: &Manifest, inputs: &ResultInputs) -> bool {
        inputs.results.is_some()
            && earlier.inputs.as_ref() == Some(inputs)
            && earlier.version == env!("CARGO_PKG_VERSION")
            && earlier.files.iter().all(|(name, hash)| self.has_hash(name, hash))
    }

    /// Returns the hash of the scores.parquet of `earlier`, if it was made from these inputs and is unchanged.
    pub(super) fn scores(&self, earlier: &Manifest, inputs: &ResultInputs) -> Option<String> {
        let hash = earlier.files.get(SCORES)?;
        let is_same = earlier.inputs.as_ref()?.scores == inputs.scores && self.has_hash(SCORES, hash);
        is_same.then(|| hash.clone())
    }
}

/// Returns the BLAKE3 hash of the program: another program computes the same numbers, but may write other files.
fn program() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let mut hasher = Hasher::new();
        hasher.update_reader(std::fs::File::open(std::env::current_exe().ok()?).ok()?).ok()?;
        Some(hasher.finalize().to_hex().to_string())
    };
    PROGRAM.get_or_init(read).as_deref()
}

/// Adds a key and its draw to a hash.
fn add(hasher: &mut Hasher, key: &Key, draw: Option<u32>) {
    hasher.update(key.bytes()).update(&draw.map_or([0; 5], |draw| {
        let [a, b, c, d] = draw.to_le_bytes();
        [1, a, b, c, d]
    }));
}
