//! Cache inputs of the results: if they are unchanged, the results are unchanged and need not be written again.
//!
//! A number depends on its key only, and everything else on the experiment and the program. A run whose numbers are all
//! in the cache reads none of them if the existing results were made from the same keys and their files are unchanged.

use std::fmt::{self, Write};
use std::sync::OnceLock;

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
        let mut scores = Hashed::default();
        scores.text(format_args!("{} {keep_scores} {}", program()?, provenance(grid, &plan.cache_inputs)));
        // Everything that results show of an experiment comes from its YAML, from that of its measures and collections,
        // and from its data. Their paths are hashed too, which does no harm.
        let mut results = Hashed::default();
        results.text(format_args!("{only:?} {:?} {:?} {:?}", grid.resolved, grid.overrides, plan.no_data));
        for measure in &grid.measures {
            results.text(format_args!("{:?} {:?}", measure.label, measure.name));
        }
        for collection in &grid.collections {
            results.text(format_args!("{:?} {:?}", collection.entry, collection.teams));
        }
        for group in &plan.groups {
            let collection = &grid.collections[group.collection as usize];
            let kind = kind_word(collection.entry.descriptor.kind);
            scores.text(format_args!("{:?} {kind} {:?}", collection.name, group.instance));
            for ((_, draw), key) in &group.rosters {
                scores.key(key, Some(*draw));
            }
            for ((_, sample), key) in &group.scores {
                scores.key(key, *sample);
            }
            for task in &group.cells {
                results.key(&task.key, Some(task.draw));
            }
        }
        let scores = scores.hash();
        results.text(format_args!("{scores}"));
        Some(Self { scores, results: Some(results.hash()) })
    }

    /// Marks a run that printed remarks which are not in its files.
    pub fn with_remarks(self) -> Self {
        Self { results: None, ..self }
    }
}

/// The results of an earlier run in the same folder.
#[derive(Clone, Debug)]
pub struct Earlier {
    results: Results,
    pub manifest: Manifest,
}

impl Earlier {
    /// Returns the existing results of the folder, or `None` if it has none.
    pub fn read(results: &Results) -> Option<Self> {
        let manifest = results.manifest().ok()?;
        Some(Self { results: results.clone(), manifest })
    }

    /// Returns true if this version wrote the results from these inputs, and each file is unchanged.
    pub fn are(&self, inputs: &ResultInputs) -> bool {
        let Manifest { version, inputs: earlier, .. } = &self.manifest;
        let is_proved = inputs.results.is_some() && earlier.as_ref() == Some(inputs);
        is_proved
            && version == env!("CARGO_PKG_VERSION")
            && self.manifest.files.iter().all(|(name, hash)| self.results.has_hash(name, hash))
    }

    /// Returns the hash of scores.parquet, if it was made from these inputs and is unchanged.
    pub(super) fn scores(&self, inputs: &ResultInputs) -> Option<&str> {
        let bytes = self.manifest.files.get(SCORES)?;
        let is_same = self.manifest.inputs.as_ref().is_some_and(|earlier| earlier.scores == inputs.scores);
        (is_same && self.results.has_hash(SCORES, bytes)).then_some(bytes)
    }
}

/// Returns the BLAKE3 hash of the program: another program computes the same numbers, but may write other files.
fn program() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(std::fs::File::open(std::env::current_exe().ok()?).ok()?).ok()?;
        Some(hasher.finalize().to_hex().to_string())
    };
    PROGRAM.get_or_init(read).as_deref()
}

/// A hash over texts and keys, with separators.
#[derive(Default)]
struct Hashed(blake3::Hasher);

impl Hashed {
    fn text(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a hash cannot fail.
        let _ = self.write_fmt(text);
        self.0.update(b"\n");
    }

    fn key(&mut self, key: &Key, draw: Option<u32>) {
        self.0.update(key.bytes()).update(&draw.map_or([0; 5], |draw| {
            let [a, b, c, d] = draw.to_le_bytes();
            [1, a, b, c, d]
        }));
    }

    fn hash(self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}
