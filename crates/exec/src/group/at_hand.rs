//! The score matrices that cells ask for: in memory up to a budget, the others in the cache.
//!
//! Of a hundred thousand judgment sets the matrices take gigabytes, and a cell looks at two of them. What the
//! budget has no room for is read again by each cell that asks for it, which costs some microseconds.

use std::collections::HashMap;
use std::sync::Arc;

use rejudge_grid::Point;
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

use super::Work;
use super::scores::Scores;

/// Bytes of score matrices that a run keeps in memory for its cells, besides those that its results show:
/// half a gigabyte.
const BUDGET: usize = 512 << 20;

/// Room that a group has left for matrices.
#[derive(Debug)]
pub(super) struct Room(usize);

impl Room {
    /// An equal part of the budget: as many groups as there are threads may be computed at once.
    pub fn of_a_group() -> Self {
        Self(budget() / rayon::current_num_threads().max(1))
    }

    /// Takes what `matrix` needs, where there is as much.
    pub fn has(&mut self, matrix: &ScoreMatrix) -> bool {
        let left = self.0.checked_sub(size_of_val(matrix.values()));
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// How many matrices of so many scores there is room for.
    pub fn for_matrices(&self, scores: usize) -> usize {
        self.0 / (scores * size_of::<f64>()).max(1)
    }
}

/// The budget, or for tests of what lies beyond it that of `REJUDGE_MATRICES`, at which a release build does
/// not look.
fn budget() -> usize {
    let named = || std::env::var("REJUDGE_MATRICES").ok()?.parse().ok();
    if cfg!(debug_assertions) { named().unwrap_or(BUDGET) } else { BUDGET }
}

/// The matrices of a group, by point and sample.
pub(crate) struct AtHand<'a> {
    held: HashMap<(Point, Option<u32>), &'a Arc<ScoreMatrix>>,
    /// Where the others are, and of how many topics they are.
    kept: HashMap<(Point, Option<u32>), (Key, usize)>,
    cache: &'a Cache,
}

impl AtHand<'_> {
    /// The scores at a point, or why there are none.
    pub fn get(&self, point: Point, sample: Option<u32>) -> Result<Arc<ScoreMatrix>, &'static str> {
        if let Some(matrix) = self.held.get(&(point, sample)) {
            return Ok(Arc::clone(matrix));
        }
        let (key, topics) = self.kept.get(&(point, sample)).ok_or("for an unknown reason")?;
        let scores = Scores::load(self.cache, key, *topics, true);
        scores.and_then(|scores| scores.matrix).ok_or("the cache has them no more: run again")
    }
}

impl Work<'_> {
    /// The matrices that were loaded or computed.
    pub(super) fn at_hand(&self) -> AtHand<'_> {
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
        AtHand { held, kept, cache: self.cache }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_taken_until_there_is_none() {
        let matrix = |scores: usize| ScoreMatrix::new(1, std::iter::repeat_n(Some(0.5), scores));
        let mut room = Room(100);
        assert_eq!(room.for_matrices(5), 2);
        assert!(room.has(&matrix(10)) && !room.has(&matrix(3)) && room.has(&matrix(2)));
        assert!(!room.has(&matrix(1)));
        assert_eq!(Room(100).for_matrices(0), 100);
    }
}
