//! How far apart runs are by pools of each depth, against how far they are by all judgments: what turns
//! differences by the one into differences by the other.

use rejudge_pools::{TestCollection, pool_depth};
use rejudge_stats::standard_deviation;

use super::assumptions::places;
use super::{Inspection, ScoredRuns};

/// By depth (at most some 20 of them): the deviation of the runs' scores by all judgments, over that by the
/// pool of the depth. Nothing for a pool by which all runs score alike. `collection` has the runs as they
/// were read for the pool, and their marks; `compared` marks the runs that count.
pub fn stretch(
    scoring: &ScoredRuns<'_>,
    collection: &TestCollection,
    depth: u32,
    compared: &[bool],
) -> Vec<(u32, f64)> {
    let spread = |scores: &[f64]| {
        let counted: Vec<f64> =
            scores.iter().zip(compared).filter(|(_, is)| **is).map(|(score, _)| *score).collect();
        standard_deviation(&counted).filter(|spread| *spread > 0.0)
    };
    let Some(by_all) = spread(&scoring.scores(&scoring.full)) else { return Vec::new() };
    let of = |depth: u32| {
        let view = pool_depth(collection, &scoring.full, depth as usize);
        Some((depth, by_all / spread(&scoring.scores(&view))?))
    };
    places(depth).into_iter().filter_map(of).collect()
}

impl Inspection {
    /// By depth of a pool of the stored runs: how many times as far apart they are by all judgments as by
    /// that pool, in the main measure.
    pub fn stretch(&self) -> &[(u32, f64)] {
        &self.stretch
    }
}
