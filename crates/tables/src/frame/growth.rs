//! A limit on how much larger a file may become when it is decompressed, for all compression formats.

/// The largest allowed ratio of decompressed to compressed size. For runs the ratio is 3 to 30; the largest that gzip
/// can reach is 1032.
pub const RATIO: usize = 500;

/// Up to this decompressed size (64 MiB) [`RATIO`] does not apply, because such files are harmless.
const RATIO_FROM: usize = 64 << 20;

/// Returns true if the decompressed size of a file is above 64 MiB and more than [`RATIO`] times its compressed size.
pub fn exceeds_ratio(decompressed: usize, compressed: usize) -> bool {
    decompressed > RATIO_FROM && decompressed / RATIO > compressed
}
