//! The threads of a computation, and the display during it: a progress bar, and the process that is waited for. Signals stop the computation.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use rejudge_experiment::exec::{Event, NO_SCORES};
use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::args::Global;
use super::output::{Failure, remark};
use super::progress::Progress;
use super::{BAD_DATA, GOOD, INTERRUPTED, RESUMABLE};
use crate::session::{Computed, Ended};

/// An exit code after a signal, and the signals.
pub type Interruptible = (u8, &'static [i32]);
/// A command that a person started.
pub const WHOLE: Interruptible = (INTERRUPTED, &[SIGINT, SIGTERM]);
pub const SHARD: Interruptible = (RESUMABLE, &[SIGINT, SIGTERM, SIGUSR1]);

/// Turns a file that exceeds the size limit (`ulimit -f`) into a write error, instead of a signal that kills the
/// process.
pub fn outgrown_files_are_errors() {
    // If the signal cannot be handled, it kills the process as before.
    let _ = register(SIGXFSZ, Arc::default());
}

/// A flag that the first signal sets.
pub fn stop_on_signals((code, signals): Interruptible) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in signals {
        // In this order: only the second signal finds the flag set.
        register_conditional_shutdown(signal, code.into(), Arc::clone(&stop))
            .and_then(|_| register(signal, Arc::clone(&stop)))
            .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
    }
    Ok(stop)
}

/// Uses this number of threads, or one per core. The pool is made here, so that a failure to start threads is reported.
pub fn use_threads(jobs: Option<u16>) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, usize::from)).build_global();
    let asked = jobs.map_or("a thread for each core".to_owned(), |jobs| format!("--jobs {jobs}"));
    pool.map_err(|e| Failure::usage(format!("{asked}: threads cannot be started: {}", e)))
}

/// The terminal of a command.
pub struct Terminal {
    quiet: bool,
    stopped: Interruptible,
    progress: OnceLock<Progress>,
}

impl Terminal {
    /// Makes the display of a command that a person started.
    pub fn new(global: &Global) -> Self {
        Self::from_options(global, WHOLE)
    }

    /// Makes the display of a computation that signals stop as `stopped` says.
    pub fn from_options(global: &Global, stopped: Interruptible) -> Self {
        Self { quiet: global.quiet, stopped, progress: OnceLock::new() }
    }

    /// Returns the exit code of a computation.
    pub fn code(&self, ended: Ended) -> u8 {
        match ended {
            Ended::Good => GOOD,
            Ended::Failed => BAD_DATA,
            Ended::Stopped => self.stopped.0,
        }
    }

    /// Prints how much was computed, and which cells failed; `results` describes the results, if anything is printed.
    pub fn say(&self, computed: &Computed, results: impl FnOnce() -> String) {
        let (grid, report) = (&computed.planned.grid, &computed.report);
        if !self.quiet {
            remark(format_args!(
                "{}: {} computed, {} cached, {} failed; {} ({:.1} s)",
                grid.id,
                report.computed,
                report.cached,
                report.failed.len(),
                results(),
                computed.seconds(),
            ));
            for text in computed.remarks() {
                remark(format_args!("{}: {text}", grid.id));
            }
        }
        for failure in failures(&report.failed) {
            remark(format_args!("error: {failure}"));
        }
        if computed.ended == Ended::Stopped {
            remark(format_args!(
                "{}: interrupted; finished cells are kept: run the same command again to continue",
                grid.id
            ));
        }
    }

    /// Returns the flag that stops the computation when it is set: work in progress is finished and cached.
    pub fn stop(&self) -> Result<Arc<AtomicBool>, Failure> {
        stop_on_signals(self.stopped)
    }

    pub fn begins(&self, to_compute: usize, cached: usize) {
        self.progress.get_or_init(|| Progress::new(to_compute, cached, self.quiet));
    }

    pub fn happens(&self, event: Event) {
        if let Some(progress) = self.progress.get() {
            progress.show(event);
        }
    }

    pub fn ends(&self) {
        if let Some(progress) = self.progress.get() {
            progress.finish();
        }
    }

    pub fn waits(&self, folder: &Path) {
        remark(format_args!("waiting for another run, which writes to {}", folder.display()));
    }
}

/// Returns the failures, one line per reason, in the order of the plan: a broken file fails hundreds of cells.
fn failures(failed: &[(String, String)]) -> Vec<String> {
    let mut reasons: Vec<(&str, &str, usize)> = Vec::new();
    for (address, reason) in failed {
        // A cell without scores repeats the reason of its scores.
        let reason = reason.strip_prefix(NO_SCORES).unwrap_or(reason);
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((.., count)) => *count += 1,
            None => reasons.push((reason, address, 1)),
        }
    }
    let line = |(reason, address, count): (&str, &str, usize)| match count {
        1 => format!("{reason}: {address} failed"),
        _ => format!("{reason}: {count} cells failed, the first of them {address}"),
    };
    reasons.into_iter().map(line).collect()
}
