//! Events of a run, and the observer that receives them.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use rejudge_experiment::exec;

/// An event of a run or an audit. A run waits for its folder before it computes cells, and an audit before it
/// writes files.
#[derive(Clone, Debug)]
pub enum RunEvent {
    /// The folder is locked by another process that writes to it.
    Waiting { folder: PathBuf },
    /// The data of all real collections in the plan are missing, so only simulated collections are computed.
    OnlySimulated,
    /// The experiment is planned, and its cells are computed from now on.
    Begun { to_compute: usize, cached: usize },
    /// An event of the computation, such as a finished cell.
    Computation(exec::ComputationEvent),
    /// The computation of cells has ended. Now claims are evaluated over choices of runs and resampled
    /// topics.
    EvaluatingClaims,
    /// Everything is computed. Now the files are written.
    Writing,
}

/// The observer of a run.
#[derive(Clone, Copy)]
pub struct Observer<'a> {
    /// Called with every event, from any thread.
    pub events: &'a (dyn Fn(RunEvent) + Sync),
    /// A flag that the caller sets to stop the run. The current cells are then finished and cached, and no results are
    /// written.
    pub stop: &'a AtomicBool,
}
