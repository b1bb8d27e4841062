//! Progress: bars on a terminal, and a line a minute elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use rejudge_experiment::exec::Event;
use rejudge_names::visible::visible;

use super::output::remark;

/// A bar over `count` steps; hidden when stderr is no terminal or `quiet`.
pub fn steps(count: u32, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count.into()), target(quiet));
    if let Ok(style) = ProgressStyle::with_template("{bar:16} {pos}/{len}, {elapsed} gone  {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

fn target(quiet: bool) -> ProgressDrawTarget {
    let hidden = quiet || !std::io::stderr().is_terminal();
    if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

/// The time between two lines of a log.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// A bar over the cells of a run.
pub struct Progress {
    bar: ProgressBar,
    /// The last line if there is no bar, for a log; `None` if there is a bar or nothing is to be said.
    last_line: Option<Mutex<Instant>>,
    cached: usize,
    failed: AtomicUsize,
}

impl Progress {
    /// Makes a bar over the cells `to_run`, with the number of `cached` cells. It is hidden if stderr is not a terminal
    /// or if `quiet`.
    pub fn new(to_run: usize, cached: usize, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(to_run as u64), target(quiet));
        let template = "{bar:12} {pos}/{len} cells{prefix}, {elapsed} gone, {eta} to go  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let last_line = (bar.is_hidden() && !quiet).then(|| Mutex::new(Instant::now()));
        let progress = Self { bar, last_line, cached, failed: AtomicUsize::new(0) };
        progress.show_besides();
        progress
    }

    /// Shows the numbers of cached and failed cells, if there are any.
    fn show_besides(&self) {
        let counts = [(self.cached, "cached"), (self.failed.load(Relaxed), "failed")];
        let shown = counts.iter().filter(|(count, _)| *count > 0);
        self.bar.set_prefix(shown.map(|(count, what)| format!(", {count} {what}")).collect::<String>());
    }

    /// Shows an event.
    pub fn show(&self, event: Event) {
        match event {
            Event::GroupStarted { label } => self.bar.set_message(visible(&label).into_owned()),
            Event::CellsDone { count } => {
                self.bar.inc(count as u64);
                self.log();
            }
            Event::CellFailed { address, reason } => {
                self.failed.fetch_add(1, Relaxed);
                self.show_besides();
                self.bar.suspend(|| tracing::info!("{address} failed: {reason}"));
            }
            Event::GroupFinished { .. } => {}
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

    /// Removes the bar from the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
