//! The threads of a computation, and the display during it: a progress bar, and the process that is waited for. Signals stop the computation.

use std::fmt::Write;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rejudge_experiment::exec::{Event, NO_SCORES};
use rejudge_names::visible::visible;
use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::args::Global;
use super::output::{Failure, grouped, remark};
use super::{BAD_DATA, GOOD, INTERRUPTED, RESUMABLE};
use crate::session::Computed;

/// Turns a file that exceeds the size limit (`ulimit -f`) into a write error, instead of a signal that kills the
/// process.
pub fn outgrown_files_are_errors() {
    // If the signal cannot be handled, it kills the process as before.
    let _ = register(SIGXFSZ, Arc::default());
}

/// The most threads: tens of thousands would stall any machine.
pub const MOST_THREADS: u16 = 1024;

/// The variables from which rayon takes the number of threads of any verb; the second one is deprecated, but works.
const THREAD_VARIABLES: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// Refuses more threads in a variable of rayon's than `--jobs` allows.
pub fn check_thread_variables() -> Result<(), Failure> {
    for variable in THREAD_VARIABLES {
        let asked = std::env::var(variable).unwrap_or_default();
        if let Ok(threads) = asked.trim().parse::<usize>()
            && threads > MOST_THREADS.into()
        {
            let message = format!("{variable}={threads}: expected at most {MOST_THREADS} threads");
            return Err(Failure::usage(message));
        }
    }
    Ok(())
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
    /// The exit code after a signal, and the signals.
    stopped: (u8, &'static [i32]),
}

impl Terminal {
    /// The terminal of a command that a person started.
    pub fn new(global: &Global) -> Self {
        Self { quiet: global.quiet, stopped: (INTERRUPTED, &[SIGINT, SIGTERM]) }
    }

    /// The terminal of a shard, which is resumed after a signal.
    pub fn of_shard(global: &Global) -> Self {
        Self { quiet: global.quiet, stopped: (RESUMABLE, &[SIGINT, SIGTERM, SIGUSR1]) }
    }

    /// Returns the exit code of a computation.
    pub fn code(&self, computed: &Computed) -> u8 {
        if computed.interrupted {
            self.stopped.0
        } else if computed.is_good() {
            GOOD
        } else {
            BAD_DATA
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
        // The numbers do not show what is missing, so that `--quiet` does not hide it.
        for line in computed.unscored() {
            remark(format_args!("{}: {line}", grid.id));
        }
        // A broken file fails hundreds of cells, and a cell without scores repeats the reason of its scores.
        let failed = report
            .failed
            .iter()
            .map(|(address, reason)| (reason.strip_prefix(NO_SCORES).unwrap_or(reason), address));
        for (reason, cells) in grouped(failed) {
            match cells.as_slice() {
                [cell] => remark(format_args!("error: {reason}: {cell} failed")),
                _ => remark(format_args!(
                    "error: {reason}: {} cells failed, the first of them {}",
                    cells.len(),
                    cells[0]
                )),
            }
        }
        if computed.interrupted {
            remark(format_args!(
                "{}: interrupted; finished cells are kept, no results are written: run the same command again to continue",
                grid.id
            ));
        }
    }

    /// Returns the flag that stops the computation, which the first signal sets: work in progress is finished and cached.
    pub fn stop(&self) -> Result<Arc<AtomicBool>, Failure> {
        let (code, signals) = self.stopped;
        let stop = Arc::new(AtomicBool::new(false));
        for &signal in signals {
            // In this order: only the second signal finds the flag set.
            register_conditional_shutdown(signal, code.into(), Arc::clone(&stop))
                .and_then(|_| register(signal, Arc::clone(&stop)))
                .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
        }
        Ok(stop)
    }

    /// Returns a bar over the cells `to_compute`, with the number of `cached` cells.
    pub fn progress(&self, to_compute: usize, cached: usize) -> Progress {
        let template = "{bar:12} {pos}/{len} cells{prefix}, {elapsed} gone{to_go}  {wide_msg}";
        let bar = bar(to_compute as u64, template, self.quiet);
        let last_line = (bar.is_hidden() && !self.quiet).then(|| Mutex::new(Instant::now()));
        let progress = Progress { bar, last_line, cached, failed: AtomicUsize::new(0) };
        progress.show_besides();
        progress
    }

    pub fn waits(&self, folder: &Path) {
        remark(format_args!("waiting for another run, which writes to {}", folder.display()));
    }
}

/// A bar over `count` steps.
pub fn steps(count: u32, quiet: bool) -> ProgressBar {
    bar(count.into(), "{bar:16} {pos}/{len}, {elapsed} gone  {wide_msg}", quiet)
}

/// A bar, which is hidden if stderr is not a terminal or if `quiet`.
fn bar(count: u64, template: &str, quiet: bool) -> ProgressBar {
    let hidden = quiet || !std::io::stderr().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template(template).expect("a template of this file");
    // Before the first step the bar would say that none is left to wait for.
    let style = style.with_key("to_go", |state: &ProgressState, text: &mut dyn Write| {
        if state.pos() > 0 {
            let _ = write!(text, ", {:#} to go", HumanDuration(state.eta()));
        }
    });
    ProgressBar::with_draw_target(Some(count), target).with_style(style)
}

/// The time between two lines of a log.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// The answer to the first signal.
const STOPPING: &str = "stopping after the cells in work; press Ctrl-C again to stop now";

/// A bar over the cells of a run.
pub struct Progress {
    bar: ProgressBar,
    /// The last line if there is no bar, for a log; `None` if there is a bar or nothing is to be said.
    last_line: Option<Mutex<Instant>>,
    cached: usize,
    failed: AtomicUsize,
}

impl Progress {
    /// Shows the numbers of cached and failed cells, if there are any.
    fn show_besides(&self) {
        let counts = [(self.cached, "cached"), (self.failed.load(Relaxed), "failed")];
        let shown = counts.iter().filter(|(count, _)| *count > 0);
        self.bar.set_prefix(shown.map(|(count, what)| format!(", {count} {what}")).collect::<String>());
    }

    /// Shows an event.
    pub fn show(&self, event: Event) {
        match event {
            Event::Loading { label } => self.bar.set_message(format!("loading {}", visible(&label))),
            Event::Computing { label } => self.bar.set_message(visible(&label).into_owned()),
            Event::CellDone => self.bar.inc(1),
            Event::CellFailed { address, reason } => {
                self.failed.fetch_add(1, Relaxed);
                self.show_besides();
                self.bar.suspend(|| tracing::info!("{address} failed: {reason}"));
            }
        }
    }

    /// Shows that all cells are there, and that claims are evaluated over choices of runs and resampled topics.
    pub fn evaluates_claims(&self) {
        self.bar.set_message("evaluating claims");
    }

    /// Does `work`. Meanwhile the clock goes on, also while a collection is loaded or a cell takes minutes, and the signal
    /// that sets `stop` is answered at once.
    pub fn during<T>(&self, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
        self.bar.enable_steady_tick(Duration::from_secs(1));
        let (ended, is_ended) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut is_answered = false;
                loop {
                    let is_over = is_ended.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout);
                    if stop.load(Relaxed) && !is_answered {
                        is_answered = true;
                        self.bar.suspend(|| remark(STOPPING));
                    }
                    if is_over {
                        break;
                    }
                    self.log();
                }
            });
            let done = work();
            drop(ended);
            done
        })
    }

    /// Prints how far the run is, if there is no bar and the last line is a minute ago.
    fn log(&self) {
        let Some(Ok(mut last)) = self.last_line.as_ref().map(Mutex::try_lock) else { return };
        if last.elapsed() >= BETWEEN_LINES {
            *last = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
            remark(format_args!("{done} of {all} cells after {} s", self.bar.elapsed().as_secs()));
        }
    }

    /// Removes the bar from the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
