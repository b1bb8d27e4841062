//! An audit of files: their collection is looked at, an experiment is written for it and carried out, and its
//! cells answer the questions.

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
use rejudge_eval::own::{check_name, check_unchanged};
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes};
use rejudge_experiment::grid::{Grid, load};
use rejudge_report::table::{fill_numbers, gaps};
use rejudge_session::{Computed, Failure, Observer, Places, Planned, RunRequest};
use rejudge_store::atomic::replace_within;

/// A collection that was looked at, with the experiment that is asked of it.
pub struct PreparedAudit {
    places: Places,
    pub home: AuditFolder,
    stamps: Stamps,
    asked: AuditRequest,
    pub looked: Inspected,
    /// The contents of its files that are not read.
    pub unread: Vec<String>,
}

/// The report of an audit.
#[derive(Clone, Debug)]
pub struct AuditReport {
    /// A sentence over all answers; empty for score matrices.
    pub summary: String,
    /// The questions and their answers.
    pub answers: Vec<Answer>,
    /// Remarks on the files.
    pub remarks: Vec<Remark>,
    pub page: PathBuf,
    /// True if the folder contained a report on other files, or with other options.
    pub replaces_another: bool,
}

impl PreparedAudit {
    /// Inspects the inputs of an audit, and looks up collections in `places`.
    ///
    /// # Errors
    /// If files cannot be read, or do not fit together, or the folder contains other files.
    pub fn new(places: Places, request: AuditRequest) -> Result<Self, Failure> {
        let given = &request.given;
        let id = request.id.clone().unwrap_or_else(|| given.name());
        check_name("the collection's name (--id)", &id)?;
        let folder = request.folder.clone().unwrap_or_else(|| PathBuf::from("audit").join(&id));
        if folder.to_str().is_none() {
            let why =
                format!("{}: expected a name in UTF-8, by which the experiment is found", folder.display());
            return Err(Failure::usage(format!("{why} (-o)")));
        }
        let home = AuditFolder::checked(folder, given)?;
        let stamps = Stamps::new(given.inputs());
        let looked = inspect(&request, &id)?;
        let unread = match given {
            Inputs::Judged(files, ..) => files.unread(),
            Inputs::Scores(_) => Vec::new(),
        };
        Ok(Self { places, home, stamps, asked: request, looked, unread })
    }

    /// Writes the experiment only. Returns its path.
    ///
    /// # Errors
    /// If it would contradict a report in the folder.
    pub fn write_experiment(self, observer: Observer<'_>) -> Result<PathBuf, Failure> {
        let (_stage, unfilled, grid) = self.staged()?;
        let files = experiment_files(&self.asked, &self.asked.set, &self.looked, &unfilled, &self.home.path)?;
        let content = content(&files, &grid, &CacheInputs::new(&grid, &FileHashes::unkept()));
        // Removing the report instead could destroy hours of computation.
        match self.home.report()? {
            None => self.home.write(files, None, observer)?,
            Some(of) if of == content => {}
            Some(_) => {
                return Err(Failure::usage(format!(
                    "{} holds the report of another experiment, or on files that have changed since: run the audit \
                     itself, or choose another folder (-o)",
                    self.home.path.display()
                )));
            }
        }
        Ok(self.home.path.join(EXPERIMENT))
    }

    /// Makes a folder with an experiment on the collection that extends `extends`, which is read as `base`, without the paper's values
    /// and without tables and figures that cannot be filled. Returns its path.
    ///
    /// # Errors
    /// If the other experiment does not fit the collection, or the folder exists or cannot be written.
    pub fn write_extending(
        self,
        extends: &str,
        base: &Grid,
        observer: Observer<'_>,
    ) -> Result<(PathBuf, Vec<String>), Failure> {
        let stage = tempfile::tempdir()?;
        let printed = ["paper", "expected"].into_iter().filter(|key| base.resolved.get(key).is_some());
        let printed: Vec<String> = printed.map(str::to_owned).collect();
        let files = |drop: &[String], home: &Path| extending_files(extends, &self.looked, drop, home);
        replace_within(stage.path(), &files(&printed, stage.path())?, &[])?;
        let grid = load(&stage.path().join(EXPERIMENT), None, &[], &self.places.catalogue())?;
        let empty = gaps(&grid, &|_| true).into_iter().filter(|gap| gap.line.is_none());
        let path = |name: &str| {
            let is_figure = grid.tables.iter().any(|table| table.name == name && table.plot.is_some());
            format!("{}.{name}", if is_figure { "figures" } else { "tables" })
        };
        let drop: Vec<String> = printed.into_iter().chain(empty.map(|gap| path(&gap.table))).collect();
        let experiment = self.home.path.join(EXPERIMENT);
        let files = files(&drop, &self.home.path)?;
        self.home.write_new(files, observer)?;
        Ok((experiment, drop))
    }

    /// Runs the experiment, and writes it with its report if every cell is computed: the other cells alone do not support
    /// verdicts.
    ///
    /// # Errors
    /// If files cannot be read or written, or changed during the audit.
    pub fn carry_out(self, observer: Observer<'_>) -> Result<(Computed, Option<AuditReport>), Failure> {
        // Until everything is computed, the experiment is in a temporary folder.
        let (stage, unfilled, grid) = self.staged()?;
        let folder = &self.home.path;
        // Errors in them should not come after hours of computation.
        let mut files = experiment_files(&self.asked, &self.asked.set, &self.looked, &unfilled, folder)?;
        let lists: Vec<_> = self.looked.new_runs.iter().filter_map(NewRun::list_file).collect();
        self.home.check_lists(&lists)?;
        let request = RunRequest { cache: Some(self.asked.cache.clone()), ..RunRequest::default() };
        let computed = Planned::new(grid, &request)?.compute(&request, observer)?;
        if !computed.is_good() {
            return Ok((computed, None));
        }
        let grid = &computed.planned.grid;
        let tables = fill_numbers(grid, &computed.cell_table);
        let looked = &self.looked;
        let content = content(&files, grid, &computed.planned.plan.cache_inputs);
        let audited = Audited { grid, tables: &tables, looked };
        let (summary, answers) = answers(&audited)?;
        files.extend(report_files(&audited, &summary, &answers)?);
        let (made, _) = computed.made(&tables, folder.join(EXPERIMENT), request.keep_scores, None, None)?;
        files.extend(made);
        drop(stage);
        // The inspection and the computation read the collection separately.
        check_unchanged(&self.stamps)?;
        let replaces_another = self.home.report()?.is_some_and(|there| there != content);
        self.home.write(files, Some(content), observer)?;
        let (remarks, page) = (looked.remarks.clone(), folder.join(PAGE));
        let report = AuditReport { summary, answers, remarks, page, replaces_another };
        Ok((computed, Some(report)))
    }

    /// Reads the experiment in a temporary folder, without the tables that cannot be filled, whose names it returns.
    fn staged(&self) -> Result<(tempfile::TempDir, Vec<String>, Grid), Failure> {
        let stage = tempfile::tempdir()?;
        let files = experiment_files(&self.asked, &[], &self.looked, &[], stage.path())?;
        replace_within(stage.path(), &files, &[])?;
        // Changes are applied here as `run -s` applies them, with its errors. The written experiment contains them.
        let mut grid = load(&stage.path().join(EXPERIMENT), None, &self.asked.set, &self.places.catalogue())?;
        grid.overrides.clear();
        let unfilled = unfilled(&self.looked, &grid);
        grid.tables.retain(|table| !unfilled.contains(&table.name));
        Ok((stage, unfilled, grid))
    }
}

/// Returns a hash of an audit's experiment, of its collection, and of each collection with a new run.
fn content(files: &[(String, Vec<u8>)], grid: &Grid, cache_inputs: &CacheInputs) -> String {
    let mut hash = blake3::Hasher::new();
    for (_, bytes) in files {
        hash.update(blake3::hash(bytes).as_bytes());
    }
    for collection in &grid.collections {
        hash.update(cache_inputs.content[&collection.name].as_bytes());
    }
    hash.finalize().to_hex().to_string()
}
