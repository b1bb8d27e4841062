//! Hashes of everything that results depend on. If these are unchanged, the results need not be written again.
//!
//! | files | inputs |
//! |---|---|
//! | scores.parquet | the program, the parquet library, the provenance in the file's footer, `--keep-scores`, and for each collection the keys of its choices of runs and its scores |
//! | all | the inputs of scores.parquet, the experiment's file and its values, labels of measures, descriptions and teams of collections, `--only`, the collections without data, and the keys of the cells |
//!
//! The program means its version (a part of the provenance) and the sources that it was built from. The data folder's path,
//! and positions and comments in an experiment's file, do not matter. A run does not read its numbers if all of them are in
//! the cache, and if the inputs and the files of the existing results are unchanged.

use blake3::Hasher;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::spec::yaml::{Node, Value};
use rejudge_store::cache::Key;
use rejudge_tables::frame::parquet;
use serde::{Deserialize, Serialize};

use super::{Manifest, Results, SCORES, provenance};
use crate::table::kind_word;

/// BLAKE3 hashes of the inputs of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultInputs {
    /// The hash of the inputs of scores.parquet.
    scores: String,
    /// The hash of the inputs of all files. `None` if the run printed remarks: the files do not contain them, so the next
    /// run must print them again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    results: Option<String>,
}

impl ResultInputs {
    /// Hashes the inputs of the results of `plan`. `keep_scores` is true if the results contain the scores of each topic
    /// under all judgment sets. `only` has the selectors of `--only`.
    pub fn new(grid: &Grid, plan: &Plan, keep_scores: bool, only: &[String]) -> Self {
        let (mut scores, mut results) = (Inputs::default(), Inputs::default());
        scores.add("sources", env!("REJUDGE_SOURCES"));
        // Different parquet libraries write the same rows as different bytes.
        scores.add("parquet", format!("{} {}", parquet::IS_BUILT_IN, parquet::can_write()));
        scores.add("keep-scores", keep_scores.to_string());
        scores.add("provenance", provenance(grid, &plan.cache_inputs));
        results.add("file", &grid.resolved.at.source.name);
        results.add_tree(&grid.resolved);
        only.iter().for_each(|selector| results.add("only", selector));
        for measure in &grid.measures {
            results.add("measure", &measure.name);
            results.add("label", &measure.label);
        }
        for collection in &grid.collections {
            results.add("collection", &collection.name);
            results.add("description", &collection.entry.source.text);
            collection.teams.iter().for_each(|team| results.add("team", team));
        }
        for &(collection, cells) in &plan.no_data {
            results.add("without-data", format!("{collection} {cells}"));
        }
        for group in &plan.groups {
            let collection = &grid.collections[group.collection as usize];
            scores.add("collection", &collection.name);
            scores.add("kind", kind_word(collection.entry.descriptor.kind));
            scores.add_draw("instance", group.instance);
            for ((_, draw), key) in &group.rosters {
                scores.add_key("roster", key, Some(*draw));
            }
            for ((_, sample), key) in &group.scores {
                scores.add_key("scores", key, *sample);
            }
            for task in &group.cells {
                results.add_key("cell", &task.key, Some(task.draw));
            }
        }
        let scores = scores.hash();
        results.add("scores", &scores);
        Self { scores, results: Some(results.hash()) }
    }

    /// Marks the results of a run that printed remarks, so that the next run prints them again.
    pub fn with_remarks(self) -> Self {
        Self { results: None, ..self }
    }
}

impl Results {
    /// Returns true if this version wrote the results of `earlier` from these inputs, and no file was changed since.
    pub fn were_made_from(&self, earlier: &Manifest, inputs: &ResultInputs) -> bool {
        inputs.results.is_some()
            && earlier.inputs.as_ref() == Some(inputs)
            && earlier.version == env!("CARGO_PKG_VERSION")
            && earlier.files.iter().all(|(name, hash)| self.has_hash(name, hash))
    }

    /// Returns the hash of scores.parquet in `earlier`, if it was made from these inputs and was not changed since.
    pub(super) fn scores(&self, earlier: &Manifest, inputs: &ResultInputs) -> Option<String> {
        let hash = earlier.files.get(SCORES)?;
        let is_same = earlier.inputs.as_ref()?.scores == inputs.scores && self.has_hash(SCORES, hash);
        is_same.then(|| hash.clone())
    }
}

/// A hash of values with their names.
#[derive(Default)]
struct Inputs(Hasher);

impl Inputs {
    fn add(&mut self, name: &str, value: impl AsRef<[u8]>) {
        // Without the lengths, `ab` with `c` would hash like `a` with `bc`.
        for bytes in [name.as_bytes(), value.as_ref()] {
            self.0.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        }
    }

    fn add_draw(&mut self, name: &str, draw: Option<u32>) {
        self.add(name, draw.map_or_else(String::new, |draw| draw.to_string()));
    }

    fn add_key(&mut self, name: &str, key: &Key, draw: Option<u32>) {
        self.add(name, key.bytes());
        self.add_draw("draw", draw);
    }

    /// Adds the values of a YAML tree without their positions in the file.
    fn add_tree(&mut self, node: &Node) {
        match &node.value {
            Value::Scalar { text, quoted } => self.add(if *quoted { "quoted" } else { "scalar" }, text),
            Value::List(items) => {
                self.add("list", items.len().to_string());
                items.iter().for_each(|item| self.add_tree(item));
            }
            Value::Map(entries) => {
                self.add("map", entries.len().to_string());
                entries.iter().flat_map(|(key, value)| [key, value]).for_each(|node| self.add_tree(node));
            }
        }
    }

    fn hash(self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}
