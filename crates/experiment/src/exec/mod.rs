//! Executes a plan: computes the missing results, group by group, and caches them.
//!
//! `group` computes one group of a plan. Its collection is loaded into memory (an `instance`), `choices`
//! chooses the runs to compare, `scores` computes score matrices, `cells` collects the inputs of each
//! statistic, `pairs` tests random pairs of runs that have their own pools, and `resampled` computes cells
//! over bootstrap samples of the topics. Progress is not printed here: the caller receives
//! [`ComputationEvent`]s.

mod cells;
mod choices;
pub mod defect;
mod group;
mod instance;
mod pairs;
mod resampled;
mod scores;
pub mod shard;
mod unscored;

pub use crate::statistics::{Number, Outcome, Roster, Status, Subject};
pub use resampled::Resampled;
pub use unscored::{UnscoredParts, unscored};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::Result;
use rayon::prelude::*;

use crate::grid::plan::{CellTask, Plan, Scored};
use crate::grid::{Grid, Point};
use crate::spec::OnCellError;
use group::run_group;
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

/// The beginning of the reason why a cell has no number, if its scores could not be computed.
pub const NO_SCORES: &str = "no scores: ";

/// An event during a run.
#[derive(Clone, Debug)]
pub enum ComputationEvent {
    /// A group begins to load its collection, which can take longer than computing the group's cells.
    Loading {
        /// The collection's name, and the draw of a twin.
        label: String,
    },
    /// A group begins to compute its missing results, or continues after loading its collection.
    Computing {
        /// The collection's name, and the draw of a twin.
        label: String,
    },
    CellDone,
    CellFailed {
        address: String,
        reason: String,
    },
}

/// The scores of runs under one judgment set by one measure.
#[derive(Clone, Debug)]
pub struct ScoreSet {
    /// The key of the matrix in the cache.
    pub(crate) key: Key,
    /// The scores of the roster's runs by topic. A topic that a manipulation emptied has no score. With
    /// `emptied-topics: drop-unlabelled` it scores 0, and the topics that the set's other judges did not
    /// label have no score instead. The matrix is `None` if only the summaries are needed, or if the matrices
    /// of a group would take too much memory. Cells then read the matrix from the cache.
    pub matrix: Option<Arc<ScoreMatrix>>,
    /// The summary of each run over its topics, usually the mean. A topic without a score counts as 0.
    pub summaries: Arc<Vec<f64>>,
}

/// The report of a run, without the cells, because these go to [`RunOptions::cells`].
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// The rosters, each with its draw, in the order of the plan.
    pub rosters: Vec<((Point, u32), Arc<Roster>)>,
    /// The scores in the order of the plan, with their runs and topics. The scores of a twin are returned with its
    /// draw.
    pub scores: Vec<(Scored, Arc<Roster>, ScoreSet)>,
    /// The number of results that were computed: cells, score matrices and rosters. Results with the same key count
    /// once.
    pub computed: usize,
    /// The number of results that were already in the cache.
    pub cached: usize,
    /// The address of each cell and score matrix that failed, with the reason.
    pub failed: Vec<(String, String)>,
    /// True if the run was stopped before its end, or if [`RunOptions::cached_only`] left results out.
    pub stopped: bool,
}

/// The options of a run, and the functions that receive its events and cells.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// The cache of finished cells.
    pub cache: &'a Cache,
    /// Called with every event.
    pub events: &'a (dyn Fn(ComputationEvent) + Sync),
    /// Called with the cells of a group, in the order of the plan, when the group is done. Groups finish in any order. We do
    /// not keep all outcomes until the end, because they would take most of the memory.
    pub cells: &'a (dyn Fn(Vec<(CellTask, Outcome)>) + Sync),
    /// The caller sets this to stop the run after the current cells.
    pub stop: &'a AtomicBool,
    /// The reaction to a failed cell.
    pub on_cell_error: OnCellError,
    /// True if you need every topic's scores at every point, not only where [`Grid::shows_topics`] returns
    /// true.
    pub keep_scores: bool,
    /// If true, results that are not in the cache are left out and not computed.
    pub cached_only: bool,
}

impl RunOptions<'_> {
    /// Returns true if no more cells may be computed.
    fn is_stopped(&self) -> bool {
        self.cached_only || self.stop.load(Ordering::Relaxed)
    }
}

/// Computes and caches the missing results of `plan`. If a collection cannot be loaded, only its own cells fail, and
/// the report lists them.
///
/// # Errors
/// If results cannot be written to the cache.
pub fn run(grid: &Grid, plan: &Plan, options: RunOptions<'_>) -> Result<RunReport> {
    let reports = with_periodic_writes(options.cache, || run_groups(grid, plan, options));
    options.cache.write()?;
    let mut report = RunReport::default();
    for group in reports {
        let Some(group) = group else {
            report.stopped = true;
            continue;
        };
        let group = group?;
        report.computed += group.computed;
        report.cached += group.cached;
        report.failed.extend(group.failed);
        report.stopped |= group.stopped;
        report.rosters.extend(group.rosters);
        report.scores.extend(group.scores);
    }
    Ok(report)
}

/// Computes the groups in parallel. A group has no report if the run was stopped before it.
fn run_groups(grid: &Grid, plan: &Plan, options: RunOptions<'_>) -> Vec<Option<Result<RunReport>>> {
    let stop_early = AtomicBool::new(false);
    let reports = plan.groups.par_iter().map(|group| {
        if options.stop.load(Ordering::Relaxed) || stop_early.load(Ordering::Relaxed) {
            return None;
        }
        let report = run_group(grid, plan, group, options);
        let stops = match &report {
            Ok(report) => !report.failed.is_empty() && options.on_cell_error == OnCellError::Stop,
            // The cause, for example a full disk, would fail the next group too.
            Err(_) => true,
        };
        stop_early.fetch_or(stops, Ordering::Relaxed);
        Some(report)
    });
    reports.collect()
}

/// The time between two checks for finished cells that must be written.
const WRITE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Runs `work`, and writes finished cells to the cache every few seconds. Otherwise a kill during a long cell
/// would also lose the cells that were finished before it.
fn with_periodic_writes<T>(cache: &Cache, work: impl FnOnce() -> T) -> T {
    let (end, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(WRITE_CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                // If this fails, the cells stay in memory. The write at the end tries again, and reports the error.
                let _ = cache.write_due();
            }
        });
        let result = work();
        drop(end);
        result
    })
}
