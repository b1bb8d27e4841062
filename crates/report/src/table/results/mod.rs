//! Writes the results of a run, and reads them back.
//!
//! Every file is written in one step, and a reader first checks its BLAKE3 hash in manifest.json. Only manifest.json
//! contains times. All other files have the same bytes whenever the input and the program are the same.

mod ir_metadata;
mod manifest;
mod result_inputs;
mod scores;
mod snapshot;
mod why;

use std::collections::{BTreeMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use crate::table::parquet;
use crate::table::plotted_tables::{FIGURES, pictures};
use crate::table::{CellTable, FilledTable};
pub(crate) use ir_metadata::run_command;
use ir_metadata::{IR_METADATA, ir_metadata};
use manifest::check_version;
pub use manifest::{MANIFEST, Manifest};
use rejudge_experiment::exec::RunReport;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::cache_key::CacheInputs;
use rejudge_store::atomic::{check_within, replace_within};
use rejudge_store::lock::LOCK;
use rejudge_store::ordinary_file;
use rejudge_tables::frame::{Format, Frame};
pub use result_inputs::ResultInputs;
use scores::{choices, scores};
pub use snapshot::Snapshot;
pub use why::{Change, MissingReasons};

/// The file with all cells.
pub(crate) const CELLS: &str = "cells.parquet";
/// The file with the verdicts on the paper's claims on real runs.
pub(crate) const CLAIMS: &str = "claims.parquet";
/// The file with the scores of the runs.
const SCORES: &str = "scores.parquet";

/// The names and bytes of the files of a run.
pub type ResultFiles = Vec<(String, Vec<u8>)>;

/// The numbers of a run.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a> {
    pub cell_table: &'a CellTable,
    pub tables: &'a [FilledTable],
    /// The rows of claims.parquet, if claims were evaluated on real runs.
    pub claims: Option<&'a Frame>,
}

/// Makes the files of a run. If this program can write parquet, the first files are the scores, choices, cells and
/// verdicts. Then come ir-metadata.yml, tables and figures, and last manifest.json with the hashes of the other files.
/// If `keep_scores` is true, scores.parquet contains the score of each topic at all points. Otherwise it contains these
/// scores only at the points for which `Grid::shows_topics` returns true. scores.parquet is not made again if the
/// `earlier` results in the folder have the same inputs.
///
/// # Errors
/// If one of the files cannot be made.
pub fn result_files(
    grid: &Grid,
    report: &RunReport,
    Numbers { cell_table, tables, claims }: Numbers<'_>,
    keep_scores: bool,
    manifest: &mut Manifest,
    earlier: Option<(&Results, &Manifest)>,
) -> Result<ResultFiles> {
    let provenance = provenance(grid, &manifest.cache_inputs);
    let mut files = Vec::new();
    if parquet::can_write() {
        let unchanged =
            earlier.and_then(|(results, earlier)| results.scores(earlier, manifest.inputs.as_ref()?));
        match unchanged {
            Some(hash) => drop(manifest.files.insert(SCORES.to_owned(), hash)),
            None => files.push((SCORES.to_owned(), scores(grid, report, keep_scores, &provenance)?)),
        }
        files.push(("choices.parquet".to_owned(), parquet::write(&choices(grid, report), &provenance)?));
        files.push((CELLS.to_owned(), cell_table.parquet(grid, &provenance)?));
        if let Some(claims) = claims {
            files.push((CLAIMS.to_owned(), parquet::write(claims, &provenance)?));
        }
    }
    files.push((IR_METADATA.to_owned(), ir_metadata(grid, &manifest.only)?));
    for table in tables {
        let folder = if table.plot.is_some() { FIGURES } else { "tables" };
        let (name, written) = (&table.name, table.table(&grid.id));
        if parquet::can_write() {
            files.push((format!("{folder}/{name}.parquet"), parquet::write(&written.rows, &provenance)?));
        }
        files.push((format!("{folder}/{name}.csv"), Format::Csv.text(&written)?.into_bytes()));
        if table.plot.is_none() {
            files.push((format!("tables/{name}.tex"), Format::Latex.text(&written)?.into_bytes()));
            files.push((format!("tables/{name}.md"), Format::Markdown.text(&written)?.into_bytes()));
        }
    }
    for (name, svg) in pictures(tables)? {
        files.push((format!("{FIGURES}/{name}.svg"), svg.into_bytes()));
    }
    for (name, bytes) in &files {
        manifest.files.insert(name.clone(), blake3::hash(bytes).to_hex().to_string());
    }
    let text = serde_json::to_string_pretty(manifest)? + "\n";
    files.push((MANIFEST.to_owned(), text.into_bytes()));
    Ok(files)
}

/// The folder of results.
#[derive(Clone, Debug)]
pub struct Results {
    pub folder: PathBuf,
}

impl Results {
    /// Returns the results in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns an error if the experiment must not write to this folder: if the path is a file or a link to nothing, if
    /// the folder contains results of another experiment or of a later version, or files that no run wrote, or if a
    /// link in it leads elsewhere.
    pub fn check_writable_by(&self, experiment: &str, file: &Path) -> Result<()> {
        if self.folder.exists() && !self.folder.is_dir() {
            bail!("{} is a file, expected a folder for results", self.folder.display());
        }
        if let (false, Ok(target)) = (self.folder.exists(), self.folder.read_link()) {
            bail!("{} is a link to {}, which does not exist", self.folder.display(), target.display());
        }
        check_within(&self.folder, &["tables", FIGURES])?;
        let path = self.folder.join(MANIFEST);
        let Ok(text) = ordinary_file::read_to_string(&path) else { return self.check_foreign() };
        check_version(&path, &text)?;
        let Ok(manifest) = self.manifest() else { return Ok(()) };
        let same_file = match (manifest.file.canonicalize(), file.canonicalize()) {
            (Ok(earlier_file), Ok(file)) => earlier_file == file,
            // If one of the files does not exist, the experiments' ids decide.
            _ => true,
        };
        if manifest.experiment != experiment || !same_file {
            bail!(
                "{} contains the results of `{}` ({}): choose another folder, or another id",
                self.folder.display(),
                manifest.experiment,
                manifest.file.display()
            );
        }
        Ok(())
    }

    /// Returns an error if a run would replace files that no run wrote. A run locks the folder before it writes, so a folder
    /// without a lock file was not written by a run. A link may be replaced, because its target stays.
    fn check_foreign(&self) -> Result<()> {
        let folder = self.folder.display();
        let exists = |name: &str| {
            let path = self.folder.join(name);
            path.exists() && !path.is_symlink()
        };
        match [CELLS, "choices.parquet", SCORES, "tables"].iter().find(|name| exists(name)) {
            Some(name) if !exists(LOCK) => {
                bail!(
                    "{folder} contains `{name}`, which rejudge did not create and a run would replace: choose another folder"
                )
            }
            _ => Ok(()),
        }
    }

    /// Returns the `collections` that have numbers in the results. If the results are damaged or missing, there are none.
    pub fn collections_with_numbers<'a>(
        &self,
        collections: impl IntoIterator<Item = &'a str>,
    ) -> HashSet<&'a str> {
        let mut collections = collections.into_iter().peekable();
        if collections.peek().is_none() {
            return HashSet::new();
        }
        let snapshot = self.snapshot_of(|name| name == CELLS);
        let rows = snapshot.and_then(|snapshot| snapshot.read_columns(CELLS, &["collection", "status"]));
        let rows = rows.unwrap_or_default();
        let columns = rows.text("collection").ok().zip(rows.text("status").ok());
        let cells =
            columns.into_iter().flat_map(|(collections, statuses)| collections.iter().zip(statuses.iter()));
        let with_numbers: HashSet<&str> =
            cells.filter(|(_, status)| *status == "ok").map(|(collection, _)| collection).collect();
        collections.filter(|name| with_numbers.contains(name)).collect()
    }

    /// Writes the files of a run, and removes files that only an earlier run wrote. manifest.json is written last,
    /// because results without a matching manifest are invalid. If the disk is full, nothing changes. A file whose
    /// content is unchanged is not written again. The manifest is not written again if only its times and its numbers
    /// of computed and cached cells would change.
    pub fn write(&self, mut files: ResultFiles, manifest: &Manifest) -> Result<()> {
        let before = self.manifest().ok();
        let stale_files =
            before.as_ref().map_or_else(Vec::new, |before| files_to_remove(&before.files, &manifest.files));
        let is_unchanged = before.is_some_and(|before| before.is_same_except_times(manifest));
        files.retain(|(name, bytes)| name == MANIFEST || !self.is_up_to_date(manifest, name, bytes));
        if is_unchanged && stale_files.is_empty() && files.len() == 1 {
            return Ok(());
        }
        replace_within(&self.folder, &files, &stale_files)
    }

    /// Returns true if the file `name` has these bytes, whose hash is in the manifest.
    fn is_up_to_date(&self, manifest: &Manifest, name: &str, bytes: &[u8]) -> bool {
        // Most changed files have another length, which we can see without reading them.
        let length = self.folder.join(name).symlink_metadata().map(|about| about.len());
        length.is_ok_and(|length| length == bytes.len() as u64)
            && manifest.files.get(name).is_some_and(|hash| self.has_hash(name, hash))
    }

    /// Returns true if the file `name` has this BLAKE3 hash. Returns false if the file is a link.
    fn has_hash(&self, name: &str, hash: &str) -> bool {
        let path = self.folder.join(name);
        let is_file = path.symlink_metadata().is_ok_and(|about| about.is_file());
        is_file
            && ordinary_file::read(&path).is_ok_and(|bytes| blake3::hash(&bytes).to_hex().as_str() == hash)
    }

    /// Reads manifest.json.
    pub fn manifest(&self) -> Result<Manifest> {
        let path = self.folder.join(MANIFEST);
        let text = ordinary_file::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                let folder = self.folder.display();
                anyhow!("there are no results in {folder} (no {MANIFEST}): `rejudge run` writes them")
            }
            _ => anyhow!("cannot read {}: {error}", path.display()),
        })?;
        check_version(&path, &text)?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }
}

/// Returns the files of an earlier run that this run did not write, such as tables that no longer exist.
pub(crate) fn files_to_remove(
    before: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
) -> Vec<String> {
    before.keys().filter(|name| !now.contains_key(*name)).cloned().collect()
}

/// The prefix of a setting that lists a collection's judgment sets.
pub(crate) const JUDGMENTS_OF: &str = "judgments of ";

/// Returns the settings that decide a run's cells and their numbers, by name. `rejudge plan` and `rejudge
/// diff` show the settings that changed.
pub fn settings(grid: &Grid) -> BTreeMap<String, String> {
    let mut settings = BTreeMap::new();
    settings.insert("seed".to_owned(), grid.seed.to_string());
    let draws = grid.draws;
    settings.insert(
        "draws".to_owned(),
        format!("{}/{}/{}/{}", draws.simulated, draws.open, draws.licensed, draws.own),
    );
    if !grid.claims.0.is_empty() {
        settings.insert("draws of verdicts".to_owned(), draws.verdicts.to_string());
    }
    // If a collection's data are missing, its teams are unknown, and so are its judgment sets.
    for collection in grid.collections.iter().filter(|collection| collection.entry.is_available()) {
        settings.insert(format!("{JUDGMENTS_OF}{}", collection.name), collection.judgment_names.join(" "));
    }
    let measures: Vec<&str> = grid.measures.iter().map(|measure| measure.name.as_str()).collect();
    settings.insert("measures".to_owned(), measures.join(" "));
    let runs: Vec<String> = grid.runs.iter().map(ToString::to_string).collect();
    settings.insert("runs".to_owned(), runs.join(" "));
    if !grid.topic_sets.is_empty() {
        let sets: Vec<String> = grid.topic_sets.iter().map(ToString::to_string).collect();
        settings.insert("topic-sets".to_owned(), sets.join(" "));
    }
    for point in &grid.evaluations {
        let mut swept: Vec<String> =
            point.swept.iter().map(|(rule, value)| format!("{rule}={value}")).collect();
        // Level 1 is not written into the name. Earlier versions had only level 1, and the names of their settings must not
        // change.
        swept.extend(
            point
                .track_level
                .filter(|level| level.get() > 1)
                .map(|level| format!("min-rel={level} by the track")),
        );
        settings.insert(format!("evaluation[{}]", swept.join(",")), point.canonical.clone());
    }
    for statistic in &grid.statistics {
        settings.insert(format!("statistic {}", statistic.name), statistic.operation.clone());
    }
    settings
}

/// Returns the provenance that parquet files contain. It has nothing that differs between equal runs, such as the time.
fn provenance(grid: &Grid, cache_inputs: &CacheInputs) -> String {
    serde_json::json!({
        "experiment": grid.id,
        "title": grid.title,
        "seed": grid.seed,
        "overrides": grid.overrides,
        "settings": settings(grid),
        "content": cache_inputs.content,
        "rejudge": env!("CARGO_PKG_VERSION"),
    })
    .to_string()
}
