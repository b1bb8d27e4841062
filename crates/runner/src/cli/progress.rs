//! Progress bars, on a terminal only.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use rejudge_experiment::exec::Event;
use rejudge_names::visible::visible;

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

/// A bar over the cells of a run.
pub struct Progress {
    bar: ProgressBar,
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
        let progress = Self { bar, cached, failed: AtomicUsize::new(0) };
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
            Event::CellsDone { count } => self.bar.inc(count as u64),
            Event::CellFailed { address, reason } => {
                self.failed.fetch_add(1, Relaxed);
                self.show_besides();
                self.bar.suspend(|| tracing::info!("{address} failed: {reason}"));
            }
            Event::GroupFinished { .. } => {}
        }
    }

    /// Removes the bar from the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
