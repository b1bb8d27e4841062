//! The limit on how far a compressed file may grow, for any compression format.

/// A compressed file may grow by this factor. Runs compress by 3 to 30; gzip cannot exceed 1032.
pub const RATIO: usize = 500;

/// Below this size (64 MiB) growth is harmless and [`RATIO`] is not checked.
const RATIO_FROM: usize = 64 << 20;

/// Returns true if `given` bytes are too many to come of so few `compressed` ones: more than [`RATIO`] times
/// as many, and above 64 MiB.
pub fn exceeds_ratio(given: usize, compressed: usize) -> bool {
    given > RATIO_FROM && given / RATIO > compressed
}
