//! Plan to outcomes: missing results are computed, group by group, and cached.
//!
//! `group` runs one group of a plan: its collection is loaded into memory (an `instance`), `choices` chooses the
//! runs to compare, `scores` computes score matrices, `cells` collects the inputs of
//! each statistic, and `pairs` tests random pairs; `resampled` computes cells over bootstrap samples of the topics. This
//! module prints nothing: it emits [`Event`]s, which the caller shows.

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

/// The start of a cell's reason if its scores could not be computed.
pub const NO_SCORES: &str = "no scores: ";

/// An event during a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// The collection of a group is loaded, which can take longer than its cells.
    Loading {
        /// Name and draw.
        label: String,
    },
    /// The cells of a group are computed.
    Computing {
        /// Name and draw.
        label: String,
    },
    CellDone,
    CellFailed {
        address: String,
        reason: String,
    },
}

/// Scores of one judgment set by one measure.
#[derive(Clone, Debug)]
pub struct ScoreSet {
    /// The key of the matrix in the cache.
    pub(crate) key: Key,
    /// Scores of the roster's runs by topic, with no score if a manipulation emptied a topic. `None` if the results
    /// show summaries only.
    pub matrix: Option<Arc<ScoreMatrix>>,
    /// The summary (mostly the mean) of each run over its topics, emptied ones as 0.
    pub summaries: Arc<Vec<f64>>,
}

/// The report of a run, without the cells, which [`Conduct::cells`] receives.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// The rosters, each with its draw, in the order of the plan.
    pub rosters: Vec<((Point, u32), Arc<Roster>)>,
    /// The scores in the order of the plan, with their runs and topics; those of a twin have its draw.
    pub scores: Vec<(Scored, Arc<Roster>, ScoreSet)>,
    /// Keys that were computed.
    pub computed: usize,
    /// Keys that were cached.
    pub cached: usize,
    /// Cells that failed: address and reason.
    pub failed: Vec<(String, String)>,
    /// True if the run was stopped before its end.
    pub stopped: bool,
}

/// The settings of a run.
#[derive(Clone, Copy)]
pub struct Conduct<'a> {
    /// The cache of finished cells.
    pub cache: &'a Cache,
    /// Called with every event.
    pub events: &'a (dyn Fn(Event) + Sync),
    /// Receives the cells of a group, in the order of the plan, when the group is done. Groups finish in any order. A
    /// run that kept all outcomes until its end would use most of its memory for them.
    pub cells: &'a (dyn Fn(Vec<(CellTask, Outcome)>) + Sync),
    /// Set by the caller to stop after the current cells.
    pub stop: &'a AtomicBool,
    /// The reaction to a failed cell.
    pub on_cell_error: OnCellError,
    /// True if the scores of every topic are wanted under every judgment set, not only the full one.
    pub keep_scores: bool,
    /// If true, results that are not in the cache are left out instead of computed.
    pub cached_only: bool,
}

impl Conduct<'_> {
    /// Returns true if no more cells may be computed.
    fn is_stopped(&self) -> bool {
        self.cached_only || self.stop.load(Ordering::Relaxed)
    }
}

/// Computes and caches the missing results of `plan`. If a collection cannot be loaded, only its own cells fail.
pub fn run(grid: &Grid, plan: &Plan, conduct: Conduct<'_>) -> Result<RunReport> {
    let failed_fast = AtomicBool::new(false);
    let stopped = || conduct.stop.load(Ordering::Relaxed) || failed_fast.load(Ordering::Relaxed);
    let run_each = || -> Vec<Option<Result<RunReport>>> {
        let each = plan.groups.par_iter().map(|group| {
            if stopped() {
                return None;
            }
            let done = run_group(grid, plan, group, conduct);
            let stops = match &done {
                Ok(run) => !run.failed.is_empty() && conduct.on_cell_error == OnCellError::Stop,
                // A disk that is full stays so.
                Err(_) => true,
            };
            failed_fast.fetch_or(stops, Ordering::Relaxed);
            Some(done)
        });
        each.collect()
    };
    let done = while_written(conduct.cache, run_each);
    conduct.cache.write()?;
    let mut report = RunReport::default();
    for group in done {
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

/// The time between two looks for finished cells that are due to be written.
const LOOK: Duration = Duration::from_secs(1);

/// Runs `work` while finished cells are written every few seconds, regardless of the time that the next one takes.
fn while_written<T>(cache: &Cache, work: impl FnOnce() -> T) -> T {
    let (ended, is_ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while is_ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                // After a failure the cells stay; the write at the end tries again, and tells.
                let _ = cache.write_due();
            }
        });
        let done = work();
        drop(ended);
        done
    })
}
