//! Reads results for the checks and the reports.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::{Result, bail, ensure};

use crate::check::claims::RealVerdicts;
use crate::table::results::{CELLS, CLAIMS, Change, JUDGMENTS_OF, Manifest, Results, Snapshot, settings};
use crate::table::{CellTable, FilledTable, fill, fill_all};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, UNREADABLE};
use rejudge_tables::frame::Frame;

/// Scores by topic and run.
pub(super) type TopicScores = HashMap<(String, String), f64>;

/// The results that checks and reports use. They are always read from parquet files, never from memory.
pub struct Computed {
    pub cell_table: CellTable,
    pub tables: Vec<FilledTable>,
    /// The claims' verdicts on real runs, from claims.parquet.
    pub(super) real_verdicts: RealVerdicts,
    /// The files of the results. scores.parquet is large, and only golden values and official scores need it, so it is
    /// read on demand.
    snapshot: Snapshot,
    /// The reason why the results cannot be used (see [`stale_reason`]), if there is one.
    stale: Option<String>,
    /// Tables of the other experiments whose draws of real runs are shown beside printed cells.
    pub elsewhere: Arc<Elsewhere>,
}

/// Filled tables by the name of their experiment.
pub type Elsewhere = BTreeMap<String, Vec<FilledTable>>;

/// Reads the tables for which `is_wanted` returns true from the results of another experiment. Returns `None`
/// if these results cannot be read, do not belong to `grid` or cannot be used (see [`stale_reason`]), or if the
/// run was restricted by `--only`.
pub fn tables_of(
    grid: &Grid,
    results: &Results,
    hashes: &FileHashes,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<Vec<FilledTable>> {
    let snapshot = results.snapshot_of(|name| name == CELLS).ok()?;
    let manifest = &snapshot.manifest;
    let is_whole = manifest.experiment == grid.id && manifest.only.is_empty();
    if !is_whole || stale_reason(grid, manifest, &CacheInputs::new(grid, hashes)).is_some() {
        return None;
    }
    let cell_table = snapshot.cell_table(grid).ok()?;
    let wanted_tables = grid.tables.iter().filter(|table| is_wanted(&table.name));
    Some(wanted_tables.map(|table| fill(grid, &cell_table, table)).collect())
}

impl Computed {
    /// Reads the results of a run of `grid`. `hashes` has the hashes of the collections' files, which show if the data
    /// changed since the run.
    ///
    /// # Errors
    /// If the results belong to another experiment, or if a file is missing or damaged.
    pub fn read(grid: &Grid, snapshot: Snapshot, hashes: &FileHashes) -> Result<Self> {
        let experiment = &snapshot.manifest.experiment;
        let folder = snapshot.folder().display();
        ensure!(
            *experiment == grid.id,
            "{folder} contains the results of `{experiment}`, not of `{}`",
            grid.id
        );
        let cell_table = snapshot.cell_table(grid)?;
        let tables = fill_all(grid, &cell_table);
        let stale = stale_reason(grid, &snapshot.manifest, &CacheInputs::new(grid, hashes));
        let real_verdicts = if snapshot.manifest.files.contains_key(CLAIMS) {
            RealVerdicts::read(&snapshot.read(CLAIMS)?)?
        } else {
            RealVerdicts::default()
        };
        Ok(Self { cell_table, tables, real_verdicts, snapshot, stale, elsewhere: Arc::default() })
    }

    /// Returns the description of the run.
    pub fn manifest(&self) -> &Manifest {
        &self.snapshot.manifest
    }

    /// Refuses results that cannot be used (see [`stale_reason`]). Otherwise a page could show, for example, numbers
    /// of an earlier version of the experiment with the text of the current version.
    pub fn current(&self, experiment: &str) -> Result<()> {
        self.stale.as_ref().map_or(Ok(()), |why| bail!("{experiment}: {why}"))
    }

    /// Returns the scores of all runs of `collection` by `measure`, for each topic, under the full judgments. The
    /// topic `all` has the summary.
    pub(super) fn topic_scores(&self, collection: &str, measure: &str) -> Result<TopicScores> {
        let values = [("collection", collection), ("measure", measure), ("judgments", "full")];
        let frame = self.snapshot.read_where("scores.parquet", &values)?;
        let (topics, runs, scores) = (frame.text("topic")?, frame.text("run")?, frame.number("score")?);
        let names = topics.iter().zip(runs.iter()).map(|(topic, run)| (topic.to_owned(), run.to_owned()));
        Ok(names.zip(scores).filter_map(|(names, score)| Some((names, (*score)?))).collect())
    }

    /// Calls `take` with the scores of all runs, one row group after another.
    pub(super) fn each_score(&self, take: &mut dyn FnMut(&Frame) -> Result<()>) -> Result<()> {
        const SCORE_COLUMNS: [&str; 7] =
            ["collection", "judgments", "measure", "run", "team", "topic", "score"];
        self.snapshot.each_row_group("scores.parquet", &SCORE_COLUMNS, take)
    }

    /// Returns the summaries over topics (usually means) under the full judgments, from scores.parquet.
    pub(super) fn mean_scores(&self) -> Result<Frame> {
        self.snapshot.read_where("scores.parquet", &[("topic", "all"), ("judgments", "full")])
    }
}

/// The message if a run stopped at a failed cell, or if all its cells failed.
const UNFINISHED: &str = "the run did not finish, or all its cells failed: run it again";

/// Returns the reason why the results cannot be used: their run did not finish, all its cells failed, or the
/// experiment or its data changed after the run. Returns `None` if there is no such reason. `inputs` are the
/// experiment's current cache inputs.
pub fn stale_reason(grid: &Grid, manifest: &Manifest, inputs: &CacheInputs) -> Option<String> {
    if !manifest.complete {
        return Some(UNFINISHED.to_owned());
    }
    let now = settings(grid);
    // If a collection's data were added or removed after the run, other code reports it.
    let is_new = |name: &str| name.starts_with(JUDGMENTS_OF) && !manifest.settings.contains_key(name);
    let changed = |(name, value): &(&String, &String)| manifest.settings.get(*name) != Some(*value);
    let setting = now.iter().filter(changed).find(|(name, _)| !is_new(name));
    let content = inputs
        .content
        .iter()
        .find(|(name, hash)| manifest.cache_inputs.content.get(*name).is_some_and(|before| before != *hash));
    let origin = match (setting, content) {
        (Some((name, _)), _) => format!("an earlier version of the experiment ({name} changed)"),
        (None, Some((name, _))) => format!("other data ({name} changed)"),
        (None, None) => origin_by_inputs(grid, &manifest.cache_inputs, inputs)?,
    };
    Some(format!("the results belong to {origin}: run it again"))
}

/// Returns the origin of results whose settings and collections' files did not change, if instead a collection's pool,
/// another judge's labels or a file that names runs changed. Returns `None` if none of these changed. If an older
/// manifest lacks one of them, it counts as unchanged.
fn origin_by_inputs(grid: &Grid, before: &CacheInputs, now: &CacheInputs) -> Option<String> {
    for change in Change::of_descriptions(before, now) {
        if let Change { setting, before: Some(before), now: Some(now) } = change {
            return Some(format!(
                "an earlier version of the experiment ({setting} changed from {before} to {now})"
            ));
        }
    }
    for (collection, judges) in &now.judges {
        let labels_before = before.judges.get(collection);
        for (judge, labels) in judges {
            if labels_before.and_then(|hashes| hashes.get(judge)).is_some_and(|before| before != labels) {
                return Some(format!("other data (the labels of {judge} for {collection} changed)"));
            }
        }
    }
    let mut choices = before.runs.iter().zip(&now.runs).zip(&grid.runs);
    // A file that cannot be read now may not have changed.
    let (_, runs) = choices.find(|((before, now), _)| before != now && !now.contains(UNREADABLE))?;
    let file = runs.file.as_ref().map_or_else(|| "runs".to_owned(), |(path, _)| path.display().to_string());
    Some(format!("an earlier version of the experiment ({file} changed)"))
}
