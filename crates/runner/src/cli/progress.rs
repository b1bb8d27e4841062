//! Progress bars, on a terminal only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exec::Event;
use crate::visible::visible;

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
}

impl Progress {
    /// A bar over `cells`; hidden when stderr is no terminal or `quiet`.
    pub fn new(cells: usize, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(cells as u64), target(quiet));
        let template = "{bar:16} {pos}/{len} cells, {elapsed} gone, {eta} to go  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows an event.
    pub fn show(&self, event: Event) {
        match event {
            Event::GroupStarted { label } => self.bar.set_message(visible(&label).into_owned()),
            Event::CellsDone { count } => self.bar.inc(count as u64),
            Event::CellFailed { address, reason } => {
                self.bar.suspend(|| tracing::info!("{address} failed: {reason}"));
            }
            Event::GroupFinished { .. } => {}
        }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
