//! The threads and signals of a computation, and how its events are shown: as a progress bar and as remarks.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rejudge_experiment::exec;
use rejudge_names::plural::counted;
use rejudge_names::visible::visible;
use rejudge_session::{ComputedExperiment, Observer, RunEvent};
use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::args::Global;
use super::output::{Failure, remark};
use super::{BAD_DATA, GOOD, INTERRUPTED, RESUMABLE};

/// Makes writing fail with an error if a file exceeds the size limit (`ulimit -f`). Without this, a signal would kill the
/// process.
pub fn report_size_limit_as_error() {
    // If registering fails, the signal still kills the process. We cannot do more.
    let _ = register(SIGXFSZ, Arc::default());
}

/// The largest number of threads that you may ask for. Tens of thousands would stall any machine.
pub const MAX_THREADS: u16 = 1024;

/// The names of `--jobs` in other tools.
pub const OTHER_JOBS: [&str; 3] = ["threads", "num-threads", "n-jobs"];

/// The environment variables from which rayon takes the number of threads. The second one is deprecated, but still works.
const THREAD_VARIABLES: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// Refuses an environment variable that sets more threads than `--jobs` allows.
pub fn check_thread_variables() -> Result<(), Failure> {
    for variable in THREAD_VARIABLES {
        let value = std::env::var(variable).unwrap_or_default();
        if let Ok(threads) = value.trim().parse::<usize>()
            && threads > MAX_THREADS.into()
        {
            let message = format!("{variable}={threads}: expected at most {MAX_THREADS} threads");
            return Err(Failure::usage(message));
        }
    }
    Ok(())
}

/// Makes rayon use this number of threads. Without a number, rayon takes it from `THREAD_VARIABLES`, or uses
/// one thread per core. The threads are started now, so that a failure is an error now and not a panic later.
pub fn use_threads(jobs: Option<u16>) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, usize::from)).build_global();
    let setting = jobs.map_or("one thread per core".to_owned(), |jobs| format!("--jobs {jobs}"));
    pool.map_err(|error| Failure::usage(format!("{setting}: cannot start the threads: {error}")))
}

/// The terminal of a command.
pub struct Terminal {
    quiet: bool,
    /// The exit code after a signal, and the signals that stop the computation.
    stopped: (u8, &'static [i32]),
}

impl Terminal {
    /// Makes the terminal of a command.
    pub fn new(global: &Global) -> Self {
        Self { quiet: global.quiet, stopped: (INTERRUPTED, &[SIGINT, SIGTERM]) }
    }

    /// Makes the terminal of a shard. After a signal it returns an exit code that tells a scheduler to start the
    /// shard again.
    pub fn of_shard(global: &Global) -> Self {
        Self { quiet: global.quiet, stopped: (RESUMABLE, &[SIGINT, SIGTERM, SIGUSR1]) }
    }

    /// Returns the exit code for the outcome of a computation.
    pub fn code(&self, computed: &ComputedExperiment) -> u8 {
        if computed.interrupted {
            self.stopped.0
        } else if computed.is_good() {
            GOOD
        } else {
            BAD_DATA
        }
    }

    /// Prints how much was computed and which cells failed. `results` returns where the results are.
    pub fn summarise(&self, computed: &ComputedExperiment, results: impl FnOnce() -> String) {
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
        // Users need this even with `--quiet`, because the numbers do not show that parts of the files were not scored.
        for line in computed.unscored() {
            remark(format_args!("{}: {line}", grid.id));
        }
        for sentence in computed.failed_cells() {
            remark(format_args!("error: {sentence}"));
        }
        if computed.interrupted {
            remark(format_args!(
                "{}: interrupted; finished cells are in the cache, and no results were written: run the same command again to \
                 continue",
                grid.id
            ));
        }
    }

    /// Does `work` and shows its events. The first signal stops the work after the current cells. If it comes
    /// before the cells are counted, it ends the process. If it comes while claims are evaluated, it stops
    /// the evaluation. If it comes after that, it stops nothing. A second signal always ends the process.
    pub fn observed<T>(&self, work: impl FnOnce(Observer<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let (code, signals) = self.stopped;
        let stop = Arc::new(AtomicBool::new(false));
        let is_typed = Arc::new(AtomicBool::new(false));
        // Register this flag first, so that it is already set when the other flags are.
        register(SIGINT, Arc::clone(&is_typed))
            .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
        for &signal in signals {
            // The order matters. At the first signal, the conditional shutdown sees an unset flag and does nothing; then the
            // flag is set. At the second signal, it sees the flag and exits.
            register_conditional_shutdown(signal, code.into(), Arc::clone(&stop))
                .and_then(|_| register(signal, Arc::clone(&stop)))
                .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
        }
        let is_computed = AtomicBool::new(false);
        let progress = Progress { quiet: self.quiet, is_typed, cells: OnceLock::new(), is_computed };
        let (sender, receiver) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(|| progress.watch(&stop, code, receiver));
            let result = work(Observer { events: &|event| progress.show(event), stop: &stop });
            // The watching thread sees the closed channel and knows that the work has ended.
            drop(sender);
            result
        })
    }
}

/// Makes a progress bar over `count` steps.
pub fn steps(count: u32, quiet: bool) -> ProgressBar {
    bar(count.into(), "{bar:16} {pos}/{len}, {elapsed} gone  {wide_msg}", quiet)
}

/// Makes a progress bar. It is hidden with `--quiet`, or if stderr is not a terminal.
fn bar(count: u64, template: &str, quiet: bool) -> ProgressBar {
    let is_hidden = quiet || !std::io::stderr().is_terminal();
    let target = if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    // Before the first step, indicatif would show that no time is left.
    let style = style.with_key("to_go", |state: &ProgressState, text: &mut dyn Write| {
        if state.pos() > 0 {
            let _ = write!(text, ", {:#} to go", HumanDuration(state.eta()));
        }
    });
    ProgressBar::with_draw_target(Some(count), target).with_style(style)
}

/// In a log, lines of progress are this far apart.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// The time between two checks for a signal.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The messages after the first signal.
const STOPPED: &str = "stopped before anything was computed; nothing was written";
const STOPPING: &str = "stopping after the current cells";
const WRITING: &str = "nothing is left to compute, and the files are being written";

/// Shows the progress of a run.
struct Progress {
    quiet: bool,
    /// True after SIGINT, which Ctrl-C sends. Then the advice is to press Ctrl-C again.
    is_typed: Arc<AtomicBool>,
    /// The bar over the cells. It is set when the cells are counted.
    cells: OnceLock<Cells>,
    /// True if nothing is left to compute.
    is_computed: AtomicBool,
}

impl Progress {
    fn show(&self, event: RunEvent) {
        match event {
            RunEvent::Waiting { folder } => {
                remark(format_args!("waiting for another run that writes to {}", folder.display()));
            }
            RunEvent::OnlySimulated if self.quiet => {}
            RunEvent::OnlySimulated => remark(
                "no data of a real collection are available, so only simulated collections are computed; \
                 `rejudge data get` fetches real ones",
            ),
            RunEvent::Begun { to_compute, cached } => {
                drop(self.cells.set(Cells::new(to_compute, cached, self.quiet)))
            }
            RunEvent::Computation(event) => self.cells.get().into_iter().for_each(|cells| cells.show(&event)),
            RunEvent::EvaluatingClaims => {
                tracing::info!("evaluating claims");
                self.set_message("evaluating claims");
            }
            RunEvent::Writing => {
                self.is_computed.store(true, Relaxed);
                self.set_message("writing the results");
            }
        }
    }

    /// Shows a message next to the bar.
    fn set_message(&self, text: &'static str) {
        self.cells.get().into_iter().for_each(|cells| cells.bar.set_message(text));
    }

    /// Waits for the end of the work. If a signal sets `stop` meanwhile, prints a message at once. This needs
    /// its own thread, because the threads that compute may be busy with a cell for minutes.
    fn watch(&self, stop: &AtomicBool, code: u8, work: Receiver<()>) {
        let mut is_answered = false;
        loop {
            let is_over = work.recv_timeout(SIGNAL_INTERVAL) != Err(RecvTimeoutError::Timeout);
            if stop.load(Relaxed) && !is_answered {
                is_answered = true;
                let is_computed = self.is_computed.load(Relaxed);
                let answer = || {
                    let answer = if is_computed { WRITING } else { STOPPING };
                    let is_typed = self.is_typed.load(Relaxed);
                    let again = if is_typed { "press Ctrl-C again" } else { "send another signal" };
                    remark(format_args!("{answer}; {again} to stop now"));
                };
                match self.cells.get() {
                    _ if is_computed && is_over => {}
                    None if is_over => {}
                    None if is_computed => answer(),
                    // A plan has no cells to finish, and planning does not look at `stop`.
                    None => {
                        remark(STOPPED);
                        std::process::exit(code.into());
                    }
                    Some(cells) => cells.bar.suspend(answer),
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

/// The bar over a run's cells.
struct Cells {
    bar: ProgressBar,
    /// The time of the last line in a log. `None` if there is a bar, or with `--quiet`.
    last_line: Option<Mutex<Instant>>,
    cached: usize,
    failed: AtomicUsize,
}

impl Cells {
    /// Makes a bar over `to_compute` cells. It also shows the number of cached cells.
    fn new(to_compute: usize, cached: usize, quiet: bool) -> Self {
        let template = "{bar:12} {pos}/{len} cells{prefix}, {elapsed} gone{to_go}  {wide_msg}";
        let bar = bar(to_compute as u64, template, quiet);
        // Without this, the clock of the bar would stop while a cell takes minutes.
        bar.enable_steady_tick(Duration::from_secs(1));
        let last_line = (bar.is_hidden() && !quiet).then(|| Mutex::new(Instant::now()));
        let cells = Self { bar, last_line, cached, failed: AtomicUsize::new(0) };
        cells.show_counts();
        cells
    }

    /// Shows the numbers of cached and failed cells, if there are any.
    fn show_counts(&self) {
        let counts = [(self.cached, "cached"), (self.failed.load(Relaxed), "failed")];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        self.bar.set_prefix(counts.map(|(count, kind)| format!(", {count} {kind}")).collect::<String>());
    }

    fn show(&self, event: &exec::ComputationEvent) {
        match event {
            exec::ComputationEvent::Loading { label } => {
                self.bar.set_message(format!("loading {}", visible(label)))
            }
            exec::ComputationEvent::Computing { label } => self.bar.set_message(visible(label).into_owned()),
            exec::ComputationEvent::CellDone => self.bar.inc(1),
            exec::ComputationEvent::CellFailed { address, reason } => {
                self.failed.fetch_add(1, Relaxed);
                self.show_counts();
                self.bar.suspend(|| tracing::info!("{address} failed: {reason}"));
            }
        }
    }

    /// If there is no bar, prints the progress at most once a minute, unless `--quiet` is given.
    fn log(&self) {
        let Some(Ok(mut last_line)) = self.last_line.as_ref().map(Mutex::try_lock) else { return };
        if last_line.elapsed() >= LINE_INTERVAL {
            *last_line = Instant::now();
            let (computed, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let all = counted(all as usize, "cell");
            remark(format_args!("{computed} of {all} after {} s", self.bar.elapsed().as_secs()));
        }
    }
}
