//! Runs that a table lists but that have no file.

use std::path::Path;

/// Most of them that are named.
const NAMED: usize = 5;

/// Reports the runs of a `table` that have no file, if there are any. It lists names because a number alone does not
/// help to find them.
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
