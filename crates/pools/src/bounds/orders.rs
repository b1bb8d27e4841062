//! The orders that fillings give to pairs of runs, without the bounds of differences. Among hundreds of runs,
//! most pairs are settled before all fillings are tried on all topics.

use rayon::prelude::*;

use crate::bounds::bounding::Bounding;
use crate::bounds::interval::Bounds;
use crate::bounds::pairs::{Order, PairBounds, ROUNDING, Room, unfilled};
use crate::{JoinedRun, RunIx, TopicIx};

/// The intermediate state of a pair by a measure.
#[derive(Clone, Copy)]
struct Pair {
    bounds: PairBounds,
    /// The sums over topics of the least and the greatest difference that fillings are known to reach: as far
    /// as they were tried, and elsewhere with no hole taken. The least only falls, the greatest only rises.
    reached: Bounds,
}

impl Pair {
    /// Returns true if two fillings that order it both ways have been found, so that further topics cannot change
    /// this. Sums of other terms may round differently, so the required distance is twice that of the final check.
    fn flips(&self, share: usize) -> bool {
        let margin = 2.0 * ROUNDING * share as f64;
        self.reached.lower < -margin && self.reached.upper > margin
    }
}

impl Bounding<'_> {
    /// Returns the order of every pair of `runs` by each measure: measure by measure, in the order (0, 1),
    /// (0, 2), .. It is that of [`pairs`](Self::pairs), for less. Pairs that the bounds of their difference
    /// order are not tried; those that flip are tried topic by topic until that is seen.
    ///
    /// # Panics
    /// As [`pairs`](Self::pairs).
    pub fn orders(&self, runs: &[RunIx], joined: &[JoinedRun], topics: &[TopicIx]) -> Vec<Vec<Order>> {
        assert_eq!(runs.len(), joined.len(), "joined runs of others");
        let measures = self.rules.len();
        let nothing = Pair { bounds: PairBounds::NOTHING, reached: Bounds::default() };
        let of_first = |first: usize| vec![nothing; (runs.len() - 1 - first) * measures];
        let mut all: Vec<Vec<Pair>> = (0..runs.len()).map(of_first).collect();
        for &topic in topics {
            let sides = self.sides(runs, joined, topic);
            let room = || Room::new(measures);
            all.par_iter_mut().enumerate().for_each_init(room, |room, (first, rows)| {
                for (row, second) in rows.chunks_mut(measures).zip(first + 1..) {
                    let of = [&sides[first], &sides[second]];
                    for (measure, (pair, near)) in
                        row.iter_mut().zip(self.differences(topic, of, room)).enumerate()
                    {
                        pair.bounds.difference.lower += near.lower;
                        pair.bounds.difference.upper += near.upper;
                        let alone = unfilled(of, measure);
                        pair.reached.lower += alone;
                        pair.reached.upper += alone;
                    }
                }
            });
        }
        let share = |measure: usize| self.share(measure, topics.len());
        // No filling has been tried yet: a settled pair is settled by the bounds.
        for rows in &mut all {
            for (at, pair) in rows.iter_mut().enumerate() {
                pair.bounds.order = pair.bounds.settled(share(at % measures)).order;
            }
        }
        self.try_open(&mut all, runs, joined, topics);
        let of_measure = |measure: usize| {
            let rows = all.iter().flat_map(move |rows| rows.chunks(measures));
            rows.map(move |row| row[measure].bounds.order).collect()
        };
        (0..measures).map(of_measure).collect()
    }

    /// Tries fillings of the pairs that nothing is shown of yet.
    fn try_open(&self, all: &mut [Vec<Pair>], runs: &[RunIx], joined: &[JoinedRun], topics: &[TopicIx]) {
        let measures = self.rules.len();
        let is_open = |pair: &Pair| pair.bounds.order == Order::Unknown;
        for &topic in topics {
            if !all.iter().flatten().any(is_open) {
                return;
            }
            let sides = self.sides(runs, joined, topic);
            let room = || Room::new(measures);
            all.par_iter_mut().enumerate().for_each_init(room, |room, (first, rows)| {
                for (row, second) in rows.chunks_mut(measures).zip(first + 1..) {
                    if !row.iter().any(is_open) {
                        continue;
                    }
                    let of = [&sides[first], &sides[second]];
                    for (measure, (pair, found)) in
                        row.iter_mut().zip(self.found(topic, of, room)).enumerate()
                    {
                        if !is_open(pair) {
                            continue;
                        }
                        let alone = unfilled(of, measure);
                        pair.reached.lower += found.lower - alone;
                        pair.reached.upper += found.upper - alone;
                        pair.bounds.found.lower += found.lower;
                        pair.bounds.found.upper += found.upper;
                        if pair.flips(self.share(measure, topics.len())) {
                            pair.bounds.order = Order::Flips;
                        }
                    }
                }
            });
        }
        for rows in all {
            for (at, pair) in rows.iter_mut().enumerate().filter(|(_, pair)| is_open(pair)) {
                pair.bounds.order = pair.bounds.settled(self.share(at % measures, topics.len())).order;
            }
        }
    }
}
