//! What the fuzz targets do with their bytes: each reads them, and holds what it read against something else.
//!
//! One module a target. A target is a function of bytes, so that the corpus is replayed by an ordinary test
//! too (crates/runner/tests/suite/corpus.rs takes this file in as a module). Where there is a choice to
//! make (a format, a rule), the first byte makes it; files that belong together are parted by a line of `%%`.

pub mod compressed;
pub mod descriptions;
pub mod expected;
pub mod experiment;
pub mod forms;
pub mod judges;
pub mod measures;
pub mod ntcir;
mod place;
pub mod qrels;
pub mod runs;
mod scratch;
pub mod tables;

/// A target: its name, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 11] = [
    ("compressed", compressed::check),
    ("descriptions", descriptions::check),
    ("expected", expected::check),
    ("experiment", experiment::check),
    ("forms", forms::check),
    ("judges", judges::check),
    ("measures", measures::check),
    ("ntcir", ntcir::check),
    ("qrels", qrels::check),
    ("runs", runs::check),
    ("tables", tables::check),
];

/// The byte that makes a choice, and the rest.
fn choice(data: &[u8]) -> Option<(usize, &[u8])> {
    data.split_first().map(|(&first, rest)| (usize::from(first), rest))
}

/// What stands before the first line of `%%`, and what after it.
fn parted(bytes: &[u8]) -> (&[u8], &[u8]) {
    const MARK: &[u8] = b"%%\n";
    let at = bytes.windows(MARK.len()).position(|window| window == MARK);
    at.map_or((bytes, &[]), |at| (&bytes[..at], &bytes[at + MARK.len()..]))
}
