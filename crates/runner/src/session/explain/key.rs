//! The key of a cell: the values that its number depends on, and those that changed since the last run.

use std::fmt::Write;

use rejudge_experiment::grid::cache_key::Parts;
use rejudge_experiment::grid::{Grid, Point};
use rejudge_report::table::results::settings;

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
    let matters = settings_of(&source.grid, statistic, point, &now);
    for (name, new) in settings(&source.grid).iter().filter(|(name, _)| matters.contains(name)) {
        match earlier.settings.get(name) {
            Some(old) if old == new => {}
            Some(old) => changed.push(format!("changed {name}: {old} -> {new}\n")),
            None => changed.push(format!("changed {name}: (none) -> {new}\n")),
        }
    }
    match (changed.is_empty(), &source.stale) {
        (false, _) => text.extend(changed),
        (true, Some(why)) => drop(writeln!(text, "nothing of this changed, but {why}")),
        (true, None) => text.push_str("nothing changed since the last run\n"),
    }
    text
}

/// Returns the names of the settings that the key of a cell depends on.
fn settings_of(grid: &Grid, statistic: usize, point: &Point, parts: &Parts<'_>) -> Vec<String> {
    let swept = &grid.evaluations[point.evaluation as usize].swept;
    let swept: Vec<String> = swept.iter().map(|(rule, value)| format!("{rule}={value}")).collect();
    let about = &grid.statistics[statistic];
    let mut names = vec![format!("evaluation[{}]", swept.join(",")), format!("statistic {}", about.name)];
    if let Some(of) = about.of {
        names.push(format!("statistic {}", grid.statistics[of].name));
    }
    let drawn = |(name, value): (&str, &str)| name == "drawn" || value.contains(", drawn ");
    if parts.iter().any(drawn) {
        names.push("seed".to_owned());
    }
    names
}
