//! Inputs of cells: score matrices and tests of all pairs of runs. They are kept in memory up to a budget, the others
//! are read from the cache.
//!
//! With a hundred thousand judgment sets the matrices take gigabytes, although a cell needs two of them; with hundreds
//! of runs, so do the pairs. If the budget is used up, each cell reads its inputs again, which costs some microseconds.

use std::collections::HashMap;
use std::sync::Arc;

use crate::grid::Point;
use crate::grid::plan::CellTask;
use crate::statistics::{Outcome, Status};
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

use super::Work;
use super::scores::Scores;

/// Bytes of score matrices and pair tests that a run keeps in memory for its cells, besides those that its results
/// show: a quarter of a gigabyte.
const BUDGET: usize = 256 << 20;

/// The part of a group's room that is made at once. There is more than one copy of it until it is kept.
const PORTION: usize = 8;

/// Room that a group has left.
#[derive(Debug, Default)]
pub(super) struct Room(usize);

impl Room {
    /// An equal part of the budget for each of the `groups` that may be computed at once.
    pub(crate) fn of_one_of(groups: usize) -> Self {
        Self(budget() / groups.min(rayon::current_num_threads()).max(1))
    }

    /// Reserves the memory of `numbers` numbers. Returns false if less is left.
    pub fn has(&mut self, numbers: usize) -> bool {
        let left = self.0.checked_sub(numbers * size_of::<f64>());
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// Returns the number of items, of `numbers` numbers each, that may be computed at once.
    pub fn at_once(&self, numbers: usize) -> usize {
        self.0 / PORTION / (numbers * size_of::<f64>()).max(1)
    }
}

/// Returns the budget. Debug builds read `REJUDGE_MATRICES` instead, so that tests can exceed it.
fn budget() -> usize {
    let named = || std::env::var("REJUDGE_MATRICES").ok()?.parse().ok();
    if cfg!(debug_assertions) { named().unwrap_or(BUDGET) } else { BUDGET }
}

/// The reason if a matrix has been removed from the cache during the run.
const GONE: &str = "the cache has them no more: run again";

/// The matrices of a group, by point and sample.
pub(crate) struct Available<'a> {
    held: HashMap<(Point, Option<u32>), &'a Arc<ScoreMatrix>>,
    /// The cache keys of the other matrices, and their numbers of topics.
    kept: HashMap<(Point, Option<u32>), (Key, usize)>,
    cache: &'a Cache,
}

impl Available<'_> {
    /// Returns the scores at a point, or the reason why there are none.
    pub fn get(&self, point: Point, sample: Option<u32>) -> Result<Arc<ScoreMatrix>, &'static str> {
        if let Some(matrix) = self.held.get(&(point, sample)) {
            return Ok(Arc::clone(matrix));
        }
        let (key, topics) = self.kept.get(&(point, sample)).ok_or("for an unknown reason")?;
        let scores = Scores::load(self.cache, key, *topics, true);
        scores.and_then(|scores| scores.matrix).ok_or(GONE)
    }
}

/// The values of a group's statistics for each pair of runs, by statistic, point and draw.
pub(crate) struct AvailablePairs<'a> {
    of: HashMap<(u32, Point, u32), (Key, &'a Outcome)>,
    cache: &'a Cache,
}

impl<'a> AvailablePairs<'a> {
    /// The pairs of these cells; those that are not in memory are in the cache.
    pub fn new(cache: &'a Cache, cells: impl Iterator<Item = (&'a CellTask, &'a Outcome)>) -> Self {
        let cell = |(task, outcome): (&CellTask, &'a Outcome)| {
            ((task.statistic, task.point, task.draw), (task.key, outcome))
        };
        Self { of: cells.map(cell).collect(), cache }
    }

    /// Returns the value of the statistic `of` for each pair, which the statistic calls `name`.
    pub fn get(&self, of: u32, point: Point, draw: u32, name: &str) -> Result<Vec<f64>, Outcome> {
        let none = || Outcome::undefined("no run pairs to compare");
        let (key, outcome) = self.of.get(&(of, point, draw)).ok_or_else(none)?;
        match outcome.status {
            Status::Failed => Err(Outcome::failed(outcome.note.clone())),
            Status::Undefined => Err(none()),
            Status::Ok if outcome.vectors.is_empty() => {
                let kept = self.cache.load::<Outcome>(key).ok_or_else(|| Outcome::failed(GONE))?;
                kept.vectors
                    .into_iter()
                    .find(|(known, _)| known == name)
                    .map(|(_, pairs)| pairs)
                    .ok_or_else(none)
            }
            Status::Ok => outcome.vector(name).map(<[f64]>::to_vec).ok_or_else(none),
        }
    }
}

impl Work<'_> {
    /// The matrices that were loaded or computed.
    pub(super) fn available(&self) -> Available<'_> {
        let (mut held, mut kept) = (HashMap::new(), HashMap::new());
        let keys: HashMap<_, Key> =
            self.group.scores.iter().map(|task| ((task.point, task.sample), task.key)).collect();
        for set in &self.result.scores {
            let of = (set.point, set.sample);
            match (&set.matrix, keys.get(&of)) {
                (Some(matrix), _) => drop(held.insert(of, matrix)),
                (None, Some(key)) => drop(kept.insert(of, (*key, self.topics(&set.point)))),
                (None, None) => {}
            }
        }
        Available { held, kept, cache: self.cache }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_taken_until_there_is_none() {
        let mut room = Room(100);
        assert!(room.has(10) && !room.has(3) && room.has(2));
        assert!(!room.has(1));
    }

    #[test]
    fn a_portion_of_the_room_is_made_at_once() {
        assert_eq!(Room(800).at_once(5), 2);
        assert_eq!(Room(800).at_once(0), 100);
    }

    #[test]
    fn groups_that_are_not_there_take_no_room() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        let room = |groups| pool.install(|| Room::of_one_of(groups)).0;
        assert_eq!([0, 1, 2, 4, 9].map(room), [1, 1, 2, 4, 4].map(|groups| BUDGET / groups));
    }
}
