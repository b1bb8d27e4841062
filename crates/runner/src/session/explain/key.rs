//! The key of a cell: the values that its number depends on, and those that changed since the last run.

use std::fmt::Write;

use rejudge_experiment::grid::Point;

use super::source::Source;

pub(super) fn key_lines(source: &Source, statistic: usize, point: &Point) -> String {
    let now = source.parts(&source.cache_inputs, statistic, point);
    let key = now.hash();
    let state = if source.cache.has(&key) { "cached" } else { "to run" };
    let mut text = format!("key {key} ({state})\n");
    for (name, value) in now.iter() {
        let _ = writeln!(text, "  {name}: {value}");
    }
    let Some(earlier) = &source.earlier else {
        text.push_str("no earlier run to compare with\n");
        return text;
    };
    let before = source.parts(&earlier.cache_inputs, statistic, point);
    let mut changed = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    if earlier.version != version {
        changed.push(format!("changed rejudge: {} -> {version}\n", earlier.version));
    }
    for ((name, new), (_, old)) in now.iter().zip(before.iter()).filter(|(new, old)| new != old) {
        changed.push(format!("changed {name}: {old} -> {new}\n"));
    }
    match (changed.is_empty(), &source.stale) {
        (false, _) => text.extend(changed),
        (true, Some(why)) => drop(writeln!(text, "{why}")),
        (true, None) => text.push_str("nothing changed since the last run\n"),
    }
    text
}
