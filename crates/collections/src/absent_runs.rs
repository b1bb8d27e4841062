//! Runs that a table lists, and of which there is no file.

use std::path::Path;

/// Most of them that are named.
const NAMED: usize = 5;

/// Tells which runs of a `table` have no file, where there are any: nobody finds one by their number alone.
pub(crate) fn tell<'a>(table: &Path, runs: impl Iterator<Item = &'a str>) {
    let all: Vec<&str> = runs.collect();
    if all.is_empty() {
        return;
    }
    let named = all[..all.len().min(NAMED)].join(", ");
    let more = all.len().saturating_sub(NAMED);
    let absent = if more > 0 { format!("{named} and {more} more") } else { named };
    tracing::warn!(table = %table.display(), %absent, "runs of the table that have no file");
}
