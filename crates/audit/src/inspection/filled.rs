//! How much of the pool that depth is varied in is judged, and whether that is enough to say what it tells.

use super::Inspection;

/// A pool is held against all judgments, and teams are left out of it, where at least this share of its
/// documents is judged: of one with many unjudged ones nobody knows how it would rank the runs or what a
/// team brought to it, and what is left of it may agree because it is all there is.
pub const FILLED: f64 = 0.9;

/// Whether enough of the `documents` of a pool are `judged` to say what it tells.
pub fn is_filled(judged: usize, documents: usize) -> bool {
    judged as f64 >= FILLED * documents as f64
}

impl Inspection {
    /// Whether enough of the pool's documents are judged to say what it tells.
    pub fn pool_is_filled(&self) -> bool {
        self.by_rank().is_some_and(|found| is_filled(found.whole().judged, found.whole().new))
    }

    /// The share of the pool's documents that are judged, where not all are.
    pub fn judged_of_pool(&self) -> Option<f64> {
        let whole = self.by_rank()?.whole();
        (whole.judged < whole.new).then(|| whole.judged as f64 / whole.new as f64)
    }
}
