//! A plan that was run, before its results are written.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use clap::Args as ClapArgs;
use rejudge_experiment::exec::{Conduct, RunReport};
use rejudge_experiment::spec::OnCellError;
use rejudge_report::table::base::bases;
use rejudge_report::table::results::{Earlier, Manifest, ResultFiles, ResultInputs, result_files, settings};
use rejudge_report::table::{CellTable, FilledTable, fill_numbers};
use rejudge_store::cache::held;

use crate::cli::{Failure, Terminal};
use crate::session::Planned;
use crate::session::empty_tables::{EmptyTable, empty_tables, without_scores};

/// The options of a run besides computing missing cells.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct RunOptions {
    /// Stop at the first cell that fails
    #[arg(hide_short_help = true, long)]
    pub fail_fast: bool,
    /// Write the scores by topic for every judgment set, not only for the full judgments
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub keep_scores: bool,
    /// Compute nothing: write the results if the cache is complete, otherwise list the missing draws of each
    /// collection
    #[arg(long, conflicts_with_all = ["shard", "fail_fast"])]
    pub cached: bool,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All cells are computed.
    Good,
    /// Some cells failed.
    Failed,
    /// The run was stopped.
    Stopped,
}

/// A plan that was run, before its results are written.
pub struct Computed {
    /// The experiment and its plan.
    pub planned: Planned,
    /// The report of the computation.
    pub report: RunReport,
    /// The end of the run.
    pub ended: Ended,
    /// Its cells.
    pub(crate) cell_table: CellTable,
    started: Instant,
}

impl Planned {
    /// Computes the missing cells.
    ///
    /// # Errors
    /// If the cache cannot be written to, or its contents cannot be read.
    pub fn compute(self, options: RunOptions, terminal: &Terminal) -> Result<Computed, Failure> {
        let started = Instant::now();
        let Self { grid, plan, cache, .. } = &self;
        let stop = terminal.stop()?;
        if plan.missing() > 0 && !options.cached {
            cache.check_writable()?;
        }
        let to_compute: usize =
            plan.groups.iter().map(|g| g.cells.iter().filter(|c| g.missing.contains(&c.key)).count()).sum();
        let cells: usize = plan.groups.iter().map(|g| g.cells.len()).sum();
        terminal.begins(to_compute, cells - to_compute);
        let events = |event| terminal.happens(event);
        let cell_table = Mutex::new(CellTable::default());
        let cells = |cells| held(&cell_table).add(cells);
        let on_cell_error = if options.fail_fast { OnCellError::Stop } else { grid.run.on_cell_error };
        let conduct = Conduct {
            cache,
            events: &events,
            cells: &cells,
            stop: &stop,
            on_cell_error,
            keep_scores: options.keep_scores,
            cached_only: options.cached,
        };
        let report = rejudge_experiment::exec::run(grid, plan, conduct)?;
        terminal.ends();
        let ended = match (report.stopped && stop.load(Ordering::Relaxed), report.failed.is_empty()) {
            (true, _) => Ended::Stopped,
            (false, false) => Ended::Failed,
            (false, true) => Ended::Good,
        };
        let cell_table = cell_table.into_inner().unwrap_or_else(PoisonError::into_inner).in_order_of(plan);
        Ok(Computed { planned: self, report, ended, cell_table, started })
    }
}

impl Computed {
    /// Makes the result of a plan in which nothing is missing, and whose results exist.
    pub(crate) fn unchanged(planned: Planned) -> Self {
        let report = RunReport { cached: planned.plan.keys(), ..RunReport::default() };
        Self {
            planned,
            report,
            ended: Ended::Good,
            cell_table: CellTable::default(),
            started: Instant::now(),
        }
    }

    /// Returns the cache inputs that its results may record: none if a cell has no result, and only a part if there are
    /// remarks on the numbers or `empty` tables, which the next run must repeat.
    pub(crate) fn proof(&self, inputs: ResultInputs, empty: &[EmptyTable]) -> Option<ResultInputs> {
        if self.ended != Ended::Good || self.report.stopped {
            return None;
        }
        let is_silent =
            empty.is_empty() && without_scores(&self.planned.grid, &self.report.groups).is_empty();
        Some(if is_silent { inputs } else { inputs.with_remarks() })
    }

    /// Its tables.
    pub fn tables(&self) -> Vec<FilledTable> {
        fill_numbers(&self.planned.grid, &self.cell_table)
    }

    /// Returns the files of the run with their manifest. `tables` are its own, `file` is that of the experiment;
    /// `earlier` are the existing results, which contain counts of pooled judgments; `inputs` are the cache inputs, if
    /// the results record them.
    ///
    /// # Errors
    /// If a table cannot be made.
    pub fn made(
        &self,
        tables: &[FilledTable],
        file: PathBuf,
        options: RunOptions,
        earlier: Option<&Earlier>,
        inputs: Option<ResultInputs>,
    ) -> Result<(ResultFiles, Manifest), Failure> {
        let Planned { grid, plan, only, .. } = &self.planned;
        let finished = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_secs());
        let mut manifest = Manifest {
            experiment: grid.id.clone(),
            file,
            overrides: grid.overrides.clone(),
            only: only.clone(),
            complete: !self.report.stopped && !self.cell_table.all_failed(),
            seed: grid.seed,
            cache_inputs: plan.cache_inputs.clone(),
            bases: bases(grid, &plan.cache_inputs, earlier.map(|earlier| &earlier.manifest)),
            settings: settings(grid),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            finished,
            seconds: self.seconds(),
            computed: self.report.computed,
            cached: self.report.cached,
            files: BTreeMap::new(),
            inputs,
        };
        let (groups, keep_scores) = (&self.report.groups, options.keep_scores);
        let files =
            result_files(grid, groups, &self.cell_table, tables, keep_scores, &mut manifest, earlier)?;
        Ok((files, manifest))
    }

    /// Returns the seconds since it began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns remarks on its numbers: those of the experiment, and measures by which every run scores 0.
    pub fn remarks(&self) -> Vec<String> {
        let grid = &self.planned.grid;
        grid.all_remarks().chain(without_scores(grid, &self.report.groups)).collect()
    }

    /// The tables that it leaves empty.
    pub fn empty_tables(&self, tables: &[FilledTable]) -> Vec<EmptyTable> {
        // A run that was stopped is not expected to have full tables.
        if self.report.stopped {
            return Vec::new();
        }
        let Planned { grid, gaps, only, .. } = &self.planned;
        empty_tables(grid, gaps, &self.report.groups, tables, !only.is_empty())
    }
}
