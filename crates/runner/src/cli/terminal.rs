//! The display during a computation: a progress bar, and the process that is waited for. Signals stop the computation.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::args::Global;
use super::interrupt::{Interruptible, WHOLE, stop_on_signals};
use super::output::{Failure, remark};
use super::progress::Progress;
use super::{BAD_DATA, GOOD};
use crate::session::{Computed, Ended};
use rejudge_experiment::exec::{Event, NO_SCORES};

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
