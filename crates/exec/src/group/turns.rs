//! The cells of a group, computed some at a time, and kept.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use rayon::prelude::*;
use rejudge_grid::plan::CellTask;
use rejudge_stats::pair_count;

use super::Work;
use crate::{Conduct, Outcome, Status};

/// Cells that are computed between two looks at the flag that stops a run, fewer where they test many pairs.
const AT_ONCE: usize = 256;

/// What a kill may cost, besides the cells that are being computed: seconds of work that are not kept yet.
const KEEP_AFTER: Duration = Duration::from_secs(2);

impl Work<'_> {
    /// Computes cells some at a time, until it is told to stop, and keeps them; returns how many it kept.
    /// What a cell says of each pair of runs stays in memory where so many numbers may, or where nothing is
    /// kept.
    pub(super) fn in_turns(
        &self,
        wanted: &[usize],
        compute: impl Fn(usize) -> Outcome + Sync,
        conduct: Conduct<'_>,
        outcomes: &mut [Option<Outcome>],
        mut stays: impl FnMut(&CellTask, usize) -> bool,
    ) -> Result<usize> {
        let (mut fresh, mut numbers, mut kept, mut since) = (Vec::new(), 0, 0, Instant::now());
        for some in wanted.chunks(self.cells_at_once()) {
            if conduct.stop.load(Ordering::Relaxed) {
                break;
            }
            let done: Vec<(usize, Outcome)> = some.par_iter().map(|&at| (at, compute(at))).collect();
            for (at, mut outcome) in done {
                let task = &self.group.cells[at];
                if outcome.status != Status::Failed {
                    let of_pairs = outcome.vectors.iter().map(|(_, pairs)| pairs.len()).sum();
                    let whole = if !self.kept || stays(task, of_pairs) {
                        outcome.clone()
                    } else {
                        let vectors = std::mem::take(&mut outcome.vectors);
                        Outcome { vectors, ..outcome.clone() }
                    };
                    numbers += of_pairs;
                    fresh.push((task.key, whole));
                }
                outcomes[at] = Some(outcome);
            }
            if since.elapsed() >= KEEP_AFTER || numbers > self.empty_room().at_once(1) {
                self.keep(&fresh)?;
                kept += fresh.len();
                fresh.clear();
                (numbers, since) = (0, Instant::now());
            }
        }
        self.keep(&fresh)?;
        Ok(kept + fresh.len())
    }

    /// How many cells are computed at once: fewer where there are many pairs of runs, each of which may be
    /// tested, and no fewer than there are threads.
    fn cells_at_once(&self) -> usize {
        let runs = self.result.rosters.iter().map(|(.., roster)| roster.chosen.len()).max().unwrap_or(0);
        let at_once = self.empty_room().at_once(pair_count(runs));
        at_once.max(rayon::current_num_threads()).min(AT_ONCE)
    }
}
