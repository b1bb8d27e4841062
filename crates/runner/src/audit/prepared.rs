//! Carries out an audit, from the inspection to the report: writes the collection's experiment, runs it, and answers
//! questions from the results.

use std::path::{Path, PathBuf};

use crate::audit::experiment::{experiment_files, extending_files, unfilled};
use crate::audit::files::EXPERIMENT;
use crate::audit::folder::AuditFolder;
use crate::audit::inputs::{AuditRequest, Inputs};
use crate::audit::inspect::{Inspected, inspect};
use crate::audit::new_run::NewRun;
use crate::audit::report::{Audited, PAGE, Remark, report_files};
use crate::audit::verdicts::{Answer, answers};
use rejudge_collections::Stamps;
use rejudge_eval::own_files::{check_name, check_unchanged};
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes};
use rejudge_experiment::grid::{Grid, load};
use rejudge_metrics::Metric;
use rejudge_pools::NoLevels;
use rejudge_report::table::{fill_numbers, gaps};
use rejudge_session::{ComputedExperiment, Failure, Observer, Places, Planned, RunRequest};
use rejudge_store::atomic::replace_within;

/// An inspected collection. Its experiment has not been run yet.
pub struct PreparedAudit {
    places: Places,
    pub folder: AuditFolder,
    stamps: Stamps,
    request: AuditRequest,
    pub inspected: Inspected,
    /// Notes about nearby files that are not read.
    pub unread: Vec<String>,
}

/// The report of an audit.
#[derive(Clone, Debug)]
pub struct AuditReport {
    /// A sentence that sums up the answers about the collection. Empty if there are only score matrices.
    pub summary: String,
    pub answers: Vec<Answer>,
    /// Remarks on the files.
    pub remarks: Vec<Remark>,
    pub page: PathBuf,
    /// True if this report replaced a report on other files, or with other options.
    pub replaces_another: bool,
}

impl PreparedAudit {
    /// Inspects the inputs of an audit. The experiment is loaded later, with the collections in `places`.
    ///
    /// # Errors
    /// If the collection's name is not valid, if the folder's name is not UTF-8, if files cannot be read or
    /// contradict each other, if the measures cannot be computed, or if an audit may not write to the folder
    /// (see `AuditFolder::checked`).
    pub fn new(places: Places, request: AuditRequest) -> Result<Self, Failure> {
        let inputs = &request.inputs;
        let id = request.id.clone().unwrap_or_else(|| inputs.name());
        check_name("the collection's name (--id)", &id)?;
        let folder = request.folder.clone().unwrap_or_else(|| PathBuf::from("audit").join(&id));
        if folder.to_str().is_none() {
            return Err(Failure::usage(format!(
                "{}: expected a folder name in UTF-8, because the path of the experiment contains it (-o)",
                folder.display()
            )));
        }
        let folder = AuditFolder::checked(folder, inputs)?;
        let stamps = Stamps::new(inputs.files());
        let inspected = inspect(&request, &id)?;
        let unread = match inputs {
            Inputs::Judged(files, ..) => files.unread(),
            Inputs::Scores(_) => Vec::new(),
        };
        Ok(Self { places, folder, stamps, request, inspected, unread })
    }

    /// Writes the experiment without running it. Returns its path. If the folder has a report of exactly this experiment,
    /// nothing is written, because the files are already there.
    ///
    /// # Errors
    /// If the folder has a report of another experiment, or of files that have changed since. Also if the
    /// requested changes of the experiment are mistaken, or if files cannot be read or written.
    pub fn write_experiment(self, observer: Observer<'_>) -> Result<PathBuf, Failure> {
        let (_stage, unfilled, grid) = self.staged()?;
        let files = self.experiment_files(&unfilled)?;
        let content = content_hash(&files, &grid, &CacheInputs::new(&grid, &FileHashes::without_cache()));
        // Do not remove the other report, because it may have taken hours to compute.
        match self.folder.report()? {
            None => self.folder.write(files, None, observer)?,
            Some(reported) if reported == content => {}
            Some(_) => {
                return Err(Failure::usage(format!(
                    "{} has a report with other options, or on files that have changed since: run the audit without \
                     --emit-yaml, or choose another folder (-o)",
                    self.folder.path.display()
                )));
            }
        }
        Ok(self.folder.path.join(EXPERIMENT))
    }

    /// Creates a folder with an experiment on this collection that extends another experiment. `extends` is
    /// the other experiment's name or file, and `base` is its content. The new experiment drops the keys
    /// `paper` and `expected` of the other experiment, all tables and figures that cannot be filled, and, if
    /// the grades are gains, rules that need levels. Returns the path of the new experiment and the names of
    /// the dropped parts.
    ///
    /// # Errors
    /// If the extended experiment cannot use this collection, or if the folder exists or cannot be written to.
    pub fn write_extending(
        self,
        extends: &str,
        base: &Grid,
        observer: Observer<'_>,
    ) -> Result<(PathBuf, Vec<String>), Failure> {
        let stage = tempfile::tempdir()?;
        let printed = ["paper", "expected"].into_iter().filter(|key| base.resolved.get(key).is_some());
        // Gains have no levels, so a rule about levels would make every cell fail.
        let rules = base.resolved.get("evaluation").filter(|_| self.inspected.has_gains);
        let level_rules =
            ["gains", "min-rel"].into_iter().filter(|rule| rules.and_then(|rules| rules.get(rule)).is_some());
        let unfit: Vec<String> =
            printed.map(str::to_owned).chain(level_rules.map(|rule| format!("evaluation.{rule}"))).collect();
        let files = |drop: &[String], folder: &Path| {
            extending_files(extends, &self.inspected, (drop, &self.request.rules), folder)
        };
        replace_within(stage.path(), &files(&unfit, stage.path())?, &[])?;
        let grid = load(&stage.path().join(EXPERIMENT), None, &[], &self.places.catalogue())?;
        if self.inspected.has_gains {
            let metrics: Vec<Metric> = grid.measures.iter().map(|measure| measure.metric.clone()).collect();
            for evaluation in &grid.evaluations {
                NoLevels::check_gains(&metrics, evaluation.rules.min_rel.get())
                    .map_err(|error| Failure::usage(format!("--extends {extends}: {error}")))?;
            }
        }
        let empty = gaps(&grid, &|_| true).into_iter().filter(|gap| gap.line.is_none());
        let path = |name: &str| {
            let is_figure = grid.tables.iter().any(|table| table.name == name && table.plot.is_some());
            format!("{}.{name}", if is_figure { "figures" } else { "tables" })
        };
        let drop: Vec<String> = unfit.into_iter().chain(empty.map(|gap| path(&gap.table))).collect();
        let experiment = self.folder.path.join(EXPERIMENT);
        let files = files(&drop, &self.folder.path)?;
        self.folder.write_new(files, observer)?;
        Ok((experiment, drop))
    }

    /// Runs the experiment, and writes it together with its report. If a cell was not computed, nothing is written and
    /// there is no report, because verdicts need all cells.
    ///
    /// # Errors
    /// If files cannot be read or written, if they were changed during the audit, or if the requested changes
    /// of the experiment are mistaken.
    pub fn carry_out(
        self,
        observer: Observer<'_>,
    ) -> Result<(ComputedExperiment, Option<AuditReport>), Failure> {
        // The experiment stays in a temporary folder until everything is computed.
        let (stage, unfilled, grid) = self.staged()?;
        // Check files and lists first, so that you do not get these errors after hours of computation.
        let mut files = self.experiment_files(&unfilled)?;
        let lists: Vec<_> = self.inspected.new_runs.iter().filter_map(NewRun::list_file).collect();
        self.folder.check_lists(&lists)?;
        let request = RunRequest { cache: Some(self.request.cache.clone()), ..RunRequest::default() };
        let computed = Planned::new(grid, &request)?.compute(&request, observer)?;
        if !computed.is_good() {
            return Ok((computed, None));
        }
        let grid = &computed.planned.grid;
        let tables = fill_numbers(grid, &computed.cell_table);
        let inspected = &self.inspected;
        let folder = &self.folder.path;
        let content = content_hash(&files, grid, &computed.planned.plan.cache_inputs);
        let audited = Audited { grid, tables: &tables, inspected };
        let (summary, answers) = answers(&audited)?;
        files.extend(report_files(&audited, &summary, &answers)?);
        let (made, _) =
            computed.result_files(&tables, folder.join(EXPERIMENT), request.keep_scores, None, None)?;
        files.extend(made);
        drop(stage);
        // Inspection and computation each read the files, so check that the files did not change in between.
        check_unchanged(&self.stamps)?;
        let replaces_another = self.folder.report()?.is_some_and(|reported| reported != content);
        self.folder.write(files, Some(content), observer)?;
        let (remarks, page) = (inspected.remarks.clone(), folder.join(PAGE));
        let report = AuditReport { summary, answers, remarks, page, replaces_another };
        Ok((computed, Some(report)))
    }

    /// Returns the files of the experiment for the audit's folder. Tables that cannot be filled are left out.
    fn experiment_files(&self, unfilled: &[String]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let Self { request, inspected, folder, .. } = self;
        Ok(experiment_files(request, &request.set, inspected, unfilled, &folder.path)?)
    }

    /// Writes the experiment to a temporary folder and loads it. Returns the folder, the names of tables that cannot be
    /// filled, and the experiment without these tables.
    fn staged(&self) -> Result<(tempfile::TempDir, Vec<String>, Grid), Failure> {
        let stage = tempfile::tempdir()?;
        let files = experiment_files(&self.request, &[], &self.inspected, &[], stage.path())?;
        replace_within(stage.path(), &files, &[])?;
        // Apply the changes as `run -s` does, so that mistakes in them give the same errors. Then clear the
        // list of overrides, because the experiment that an audit writes contains the changes.
        let mut grid =
            load(&stage.path().join(EXPERIMENT), None, &self.request.set, &self.places.catalogue())?;
        grid.overrides.clear();
        let unfilled = unfilled(&self.inspected, &grid);
        grid.tables.retain(|table| !unfilled.contains(&table.name));
        Ok((stage, unfilled, grid))
    }
}

/// Returns a hash of the experiment's files and of the content of its collections. Each new run is in a
/// collection of its own.
fn content_hash(files: &[(String, Vec<u8>)], grid: &Grid, cache_inputs: &CacheInputs) -> String {
    let mut hash = blake3::Hasher::new();
    for (_, bytes) in files {
        hash.update(blake3::hash(bytes).as_bytes());
    }
    for collection in &grid.collections {
        hash.update(cache_inputs.content[&collection.name].as_bytes());
    }
    hash.finalize().to_hex().to_string()
}
