//! Remarks of a run on its results besides their counts: tables without a number, collections whose scores are all 0,
//! and facts about a collection.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_experiment::exec::GroupResult;
use rejudge_experiment::grid::{Grid, Table};
use rejudge_report::table::{FilledTable, Gap};

/// A table that a run left without a number, though it computed something.
#[derive(Clone, Debug)]
pub struct EmptyTable {
    pub name: String,
    /// The reason why it is empty.
    pub why: String,
    /// True if the available collections could have filled it.
    pub is_wrong: bool,
}

/// Returns the `tables` that `groups` leave empty. In a run that was narrowed by `--only`, no empty table is an error,
/// nor is a table that waits for data. A table without any matching point (one of the `gaps`) is an error, unless it is
/// about other collections, or the command line changed the experiment: an experiment that extends another one should
/// drop the tables that it can no longer fill.
pub fn empty_tables(
    grid: &Grid,
    gaps: &[Gap],
    groups: &[GroupResult],
    tables: &[FilledTable],
    is_narrowed: bool,
) -> Vec<EmptyTable> {
    let by_axes: BTreeMap<&str, &Gap> =
        gaps.iter().filter(|gap| gap.line.is_none()).map(|gap| (&*gap.table, gap)).collect();
    let is_changed = !grid.overrides.is_empty();
    let is_bare = !by_axes.is_empty() && by_axes.len() == grid.tables.len() && !is_changed;
    if groups.is_empty() && !is_bare {
        return Vec::new();
    }
    let filled = grid.tables.iter().zip(tables);
    let empty: Vec<_> = filled.filter(|(_, filled)| filled.is_empty()).collect();
    if empty.is_empty() {
        return Vec::new();
    }
    let without_data = rejudge_report::table::gaps(grid, &|at| grid.collections[at].entry.available());
    let foreseen: BTreeSet<&str> =
        without_data.iter().filter(|gap| gap.line.is_none()).map(|gap| gap.table.as_str()).collect();
    let why = |table: &Table, filled: &FilledTable| match by_axes.get(&*table.name) {
        Some(gap) => gap.reason(),
        None => filled.why_empty().to_owned(),
    };
    let asks_for_nothing = |name: &str| by_axes.get(name).is_some_and(|gap| !gap.is_of_others && !is_changed);
    let tables = empty.into_iter().map(|(table, filled)| EmptyTable {
        name: table.name.clone(),
        why: why(table, filled),
        is_wrong: !is_narrowed
            && (is_bare || asks_for_nothing(&table.name) || !foreseen.contains(table.name.as_str())),
    });
    tables.collect()
}

/// Returns measures by which no run of a collection scores above 0 under a `min-rel`: perhaps no document is judged
/// that high.
pub fn without_scores(grid: &Grid, groups: &[GroupResult]) -> Vec<String> {
    let (mut asked, mut above) = (BTreeSet::new(), BTreeSet::new());
    for set in groups.iter().flat_map(|group| &group.scores) {
        let by = (set.point.collection, set.point.evaluation, set.point.measure);
        asked.insert(by);
        if set.summaries.iter().any(|score| *score > 0.0) {
            above.insert(by);
        }
    }
    let mut by_level: BTreeMap<(u32, u8), Vec<&str>> = BTreeMap::new();
    for (collection, evaluation, measure) in asked.difference(&above) {
        let min_rel = grid.evaluations[*evaluation as usize].rules.min_rel.get();
        if let Some(measure) = measure.filter(|_| min_rel > 1) {
            by_level.entry((*collection, min_rel)).or_default().push(&grid.measures[measure as usize].label);
        }
    }
    let said = by_level.into_iter().map(|((collection, min_rel), measures)| {
        let (name, measures) = (&grid.collections[collection as usize].name, measures.join(", "));
        format!("{name}: no run scores above 0 by {measures} with `min-rel: {min_rel}`: is any document judged that high?")
    });
    said.collect()
}
