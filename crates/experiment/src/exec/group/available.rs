//! Inputs of cells: score matrices and tests of all pairs of runs. Matrices are kept in memory if those of a group fit
//! into a budget, and read from the cache otherwise, as the pairs are: with a hundred thousand judgment sets the matrices
//! take gigabytes, although a cell needs two of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::grid::Point;
use crate::grid::plan::CellTask;
use crate::statistics::{Outcome, Status};
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

use super::scores::cached_matrix;
use crate::exec::ScoreSet;

/// Bytes of score matrices that a run keeps in memory for its cells, besides those that its results
/// show: a quarter of a gigabyte.
const BUDGET: usize = 256 << 20;

/// The part of a group's room that is made at once. There is more than one copy of it until it is cached.
const PORTION: usize = 8;

/// The numbers that one of several groups has room for, which may be computed at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(usize);

impl Room {
    pub(crate) fn of_one_of(groups: usize) -> Self {
        // Tests exceed the budget of debug builds.
        let named = || std::env::var("REJUDGE_MATRICES").ok()?.parse().ok();
        let budget = if cfg!(debug_assertions) { named().unwrap_or(BUDGET) } else { BUDGET };
        Self(budget / groups.min(rayon::current_num_threads()).max(1) / size_of::<f64>())
    }

    /// Returns true if so many numbers may stay in memory.
    pub fn has(self, numbers: usize) -> bool {
        numbers <= self.0
    }

    /// Returns the number of items, of `numbers` numbers each, that may be computed at once.
    pub fn at_once(self, numbers: usize) -> usize {
        self.0 / PORTION / numbers.max(1)
    }
}

/// The reason if a matrix has been removed from the cache during the run.
const GONE: &str = "the cache has them no more: run again";

/// The scores of a group, by point and sample.
pub(crate) struct Available<'a> {
    sets: HashMap<(Point, Option<u32>), &'a ScoreSet>,
    /// The reasons why points have no scores.
    unscored: &'a HashMap<Point, String>,
    cache: &'a Cache,
}

impl<'a> Available<'a> {
    pub fn new(cache: &'a Cache, sets: &'a [ScoreSet], unscored: &'a HashMap<Point, String>) -> Self {
        let sets = sets.iter().map(|set| ((set.point, set.sample), set)).collect();
        Self { sets, unscored, cache }
    }

    /// Returns the scores at a point, or the reason why there are none.
    pub fn get(&self, point: Point, sample: Option<u32>) -> Result<Arc<ScoreMatrix>, &str> {
        let Some(set) = self.sets.get(&(point, sample)) else {
            return Err(self.unscored.get(&point).map_or("for an unknown reason", String::as_str));
        };
        let matrix = set.matrix.clone();
        matrix.or_else(|| cached_matrix(self.cache, &set.key, set.summaries.len())).ok_or(GONE)
    }
}

/// The values of a group's statistics for each pair of runs, by statistic, point and draw.
pub(crate) struct AvailablePairs<'a> {
    of: HashMap<(u32, Point, u32), (Key, &'a Outcome)>,
    cache: &'a Cache,
}

impl<'a> AvailablePairs<'a> {
    /// The pairs of these cells, which are in the cache: those of hundreds of runs fill the memory.
    pub fn new(cache: &'a Cache, cells: impl Iterator<Item = (&'a CellTask, &'a Outcome)>) -> Self {
        let cell = |(task, outcome): (&CellTask, &'a Outcome)| {
            ((task.statistic, task.point, task.draw), (task.key, outcome))
        };
        Self { of: cells.map(cell).collect(), cache }
    }

    /// Returns the value of the statistic `of` for each pair.
    pub fn get(&self, of: u32, point: Point, draw: u32) -> Result<Vec<f64>, Outcome> {
        let none = || Outcome::undefined("no run pairs to compare");
        let (key, outcome) = self.of.get(&(of, point, draw)).ok_or_else(none)?;
        match outcome.status {
            Status::Failed => Err(Outcome::failed(outcome.note.clone())),
            Status::Undefined => Err(none()),
            Status::Ok => Ok(self.cache.load::<Outcome>(key).ok_or_else(|| Outcome::failed(GONE))?.pairs),
        }
    }
}
