//! The threads of a computation, and the display of its events: a progress bar, and the process that is waited for.
//! Signals stop the computation.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rejudge_experiment::exec;
use rejudge_names::visible::visible;
use rejudge_session::{Computed, Event, Observer};
use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::args::Global;
use super::output::{Failure, remark};
use super::{BAD_DATA, GOOD, INTERRUPTED, RESUMABLE};

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
        for sentence in computed.failed_cells() {
            remark(format_args!("error: {sentence}"));
        }
        if computed.interrupted {
            remark(format_args!(
                "{}: interrupted; finished cells are kept, no results are written: run the same command again to continue",
                grid.id
            ));
        }
    }

    /// Does `work` and shows its events. The first signal stops the work, and is answered at once; before anything is
    /// computed, it ends the process.
    pub fn observed<T>(&self, work: impl FnOnce(Observer<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let (code, signals) = self.stopped;
        let stop = Arc::new(AtomicBool::new(false));
        for &signal in signals {
            // In this order: only the second signal finds the flag set.
            register_conditional_shutdown(signal, code.into(), Arc::clone(&stop))
                .and_then(|_| register(signal, Arc::clone(&stop)))
                .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
        }
        let progress =
            Progress { quiet: self.quiet, cells: OnceLock::new(), is_computed: AtomicBool::new(false) };
        let (ended, is_ended) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(|| progress.watch(&stop, code, is_ended));
            let done = work(Observer { events: &|event| progress.show(event), stop: &stop });
            drop(ended);
            done
        })
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

/// The answers to the first signal.
const STOPPED: &str = "stopped before anything was computed; nothing is written";
const STOPPING: &str = "stopping after the cells in work; press Ctrl-C again to stop now";
const WRITING: &str =
    "nothing is left to compute, and the files are being written; press Ctrl-C again to stop now";

/// How far a run is.
struct Progress {
    quiet: bool,
    /// The bar over its cells, as soon as they are counted.
    cells: OnceLock<Cells>,
    /// True if nothing more is computed.
    is_computed: AtomicBool,
}

impl Progress {
    fn show(&self, event: Event) {
        match event {
            Event::Waiting { folder } => {
                remark(format_args!("waiting for another run, which writes to {}", folder.display()));
            }
            Event::Begun { to_compute, cached } => {
                drop(self.cells.set(Cells::new(to_compute, cached, self.quiet)))
            }
            Event::Computation(event) => self.cells.get().into_iter().for_each(|cells| cells.show(&event)),
            Event::EvaluatingClaims => {
                tracing::info!("evaluating claims");
                self.say("evaluating claims");
            }
            Event::Writing => {
                self.is_computed.store(true, Relaxed);
                self.say("writing the results");
            }
        }
    }

    /// Shows a message beside the bar.
    fn say(&self, text: &'static str) {
        self.cells.get().into_iter().for_each(|cells| cells.bar.set_message(text));
    }

    /// Answers the signal that sets `stop` at once, also while a collection is loaded or a cell takes minutes, until the
    /// work has ended.
    fn watch(&self, stop: &AtomicBool, code: u8, is_ended: Receiver<()>) {
        let mut is_answered = false;
        loop {
            let is_over = is_ended.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout);
            if stop.load(Relaxed) && !is_answered {
                is_answered = true;
                let is_computed = self.is_computed.load(Relaxed);
                let answer = if is_computed { WRITING } else { STOPPING };
                match self.cells.get() {
                    _ if is_computed && is_over => {}
                    None if is_over => {}
                    None if is_computed => remark(answer),
                    // Planning has nothing to finish, and does not ask whether it is stopped.
                    None => {
                        remark(STOPPED);
                        std::process::exit(code.into());
                    }
                    Some(cells) => cells.bar.suspend(|| remark(answer)),
                }
            }
            if is_over {
                break;
            }
            self.cells.get().into_iter().for_each(Cells::log);
        }
        self.cells.get().into_iter().for_each(|cells| cells.bar.finish_and_clear());
    }
}

/// A bar over the cells of a run.
struct Cells {
    bar: ProgressBar,
    /// The last line if there is no bar, for a log; `None` if there is a bar or nothing is to be said.
    last_line: Option<Mutex<Instant>>,
    cached: usize,
    failed: AtomicUsize,
}

impl Cells {
    /// A bar over the cells `to_compute`, with the number of `cached` cells. Its clock goes on while a cell takes minutes.
    fn new(to_compute: usize, cached: usize, quiet: bool) -> Self {
        let template = "{bar:12} {pos}/{len} cells{prefix}, {elapsed} gone{to_go}  {wide_msg}";
        let bar = bar(to_compute as u64, template, quiet);
        bar.enable_steady_tick(Duration::from_secs(1));
        let last_line = (bar.is_hidden() && !quiet).then(|| Mutex::new(Instant::now()));
        let cells = Self { bar, last_line, cached, failed: AtomicUsize::new(0) };
        cells.show_besides();
        cells
    }

    /// Shows the numbers of cached and failed cells, if there are any.
    fn show_besides(&self) {
        let counts = [(self.cached, "cached"), (self.failed.load(Relaxed), "failed")];
        let shown = counts.iter().filter(|(count, _)| *count > 0);
        self.bar.set_prefix(shown.map(|(count, what)| format!(", {count} {what}")).collect::<String>());
    }

    fn show(&self, event: &exec::Event) {
        match event {
            exec::Event::Loading { label } => self.bar.set_message(format!("loading {}", visible(label))),
            exec::Event::Computing { label } => self.bar.set_message(visible(label).into_owned()),
            exec::Event::CellDone => self.bar.inc(1),
            exec::Event::CellFailed { address, reason } => {
                self.failed.fetch_add(1, Relaxed);
                self.show_besides();
                self.bar.suspend(|| tracing::info!("{address} failed: {reason}"));
            }
        }
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
}
