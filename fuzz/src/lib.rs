//! The checks of the fuzz targets. Each reads bytes and checks the messages of errors. Most also compare the
//! result with a second one, for example with the result of a plain reader, or with the result of writing and
//! reading it again.
//!
//! Each target has a module with a function of bytes. An ordinary test also runs these functions on the corpus:
//! crates/runner/tests/suite/corpus.rs includes this file as a module. If there is a choice, for example of a format or
//! of rules, the first byte makes it. Files that belong together are separated by a line `%%`.

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

/// A target: its name and its function.
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

/// Returns the first byte, which makes a choice, and the other bytes.
fn choice(data: &[u8]) -> Option<(usize, &[u8])> {
    data.split_first().map(|(&first, rest)| (usize::from(first), rest))
}

/// Returns the bytes before and after the first `%%` at the end of a line.
fn split_at_separator(bytes: &[u8]) -> (&[u8], &[u8]) {
    const SEPARATOR: &[u8] = b"%%\n";
    let at = bytes.windows(SEPARATOR.len()).position(|window| window == SEPARATOR);
    at.map_or((bytes, &[]), |at| (&bytes[..at], &bytes[at + SEPARATOR.len()..]))
}
