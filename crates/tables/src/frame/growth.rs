//! The limit on how far a compressed file may grow, for any compression format.

/// A compressed file may grow by this factor. Runs compress by 3 to 30; gzip cannot exceed 1032.
pub const RATIO: usize = 500;

/// Below this size (64 MiB) growth is harmless and [`RATIO`] is not checked.
const RATIO_FROM: usize = 64 << 20;

/// Returns true if a file has grown too far: beyond 64 MiB, and to more than [`RATIO`] times its compressed size.
pub fn exceeds_ratio(decompressed: usize, compressed: usize) -> bool {
    decompressed > RATIO_FROM && decompressed / RATIO > compressed
}
