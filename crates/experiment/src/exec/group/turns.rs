//! The cells of a group, computed some at a time, and kept.

use anyhow::Result;
use rayon::prelude::*;
use rejudge_stats::pair_count;

use super::Work;
use crate::exec::{Outcome, Status};

/// Cells that are computed between two checks of the stop flag; fewer if they test many pairs.
const AT_ONCE: usize = 256;

impl Work<'_> {
    /// Computes cells in batches until the run is stopped, and caches them. Returns the number of cells that did not
    /// fail. The values of a cell for each pair of runs are in the cache alone.
    pub(super) fn in_turns(
        &self,
        wanted: &[usize],
        compute: impl Fn(usize) -> Outcome + Sync,
        outcomes: &mut [Option<Outcome>],
    ) -> Result<usize> {
        let (cells, cache) = (&self.group.cells, self.conduct.cache);
        let mut computed = 0;
        for some in wanted.chunks(self.cells_at_once()) {
            if self.conduct.is_stopped() {
                break;
            }
            // Cached one by one, so that a kill loses seconds, regardless of the time that the others take.
            let done = some.par_iter().map(|&at| {
                let outcome = compute(at);
                if outcome.status != Status::Failed {
                    cache.store(&[(cells[at].key, &outcome)])?;
                }
                Ok((at, outcome))
            });
            for (at, outcome) in done.collect::<Result<Vec<(usize, Outcome)>>>()? {
                computed += usize::from(outcome.status != Status::Failed);
                outcomes[at] = Some(outcome.without_pairs());
            }
        }
        Ok(computed)
    }

    /// Returns the number of cells to compute at once: fewer if there are many pairs of runs, each of which may be
    /// tested, but at least the number of threads.
    fn cells_at_once(&self) -> usize {
        let runs = self.result.rosters.iter().map(|(.., roster)| roster.chosen.len()).max().unwrap_or(0);
        let at_once = self.room.at_once(pair_count(runs));
        at_once.max(rayon::current_num_threads()).min(AT_ONCE)
    }
}
