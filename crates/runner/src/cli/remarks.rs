//! What a run says of its results besides their counts: tables without a number, collections whose scores are all 0, and what is
//! to be known of a collection.

use std::collections::BTreeSet;

use crate::exec::GroupResult;
use crate::grid::Grid;
use crate::table::{Book, FilledTable, fill, gaps};

/// A table that a run left without a number, though it computed something.
pub struct EmptyTable<'a> {
    pub name: &'a str,
    pub why: String,
    /// Whether the collections that are here could have filled it.
    pub is_wrong: bool,
}

/// The tables that `groups` leave empty. Of a run that was narrowed by `--only`, none is wrong.
pub fn empty_tables<'a>(grid: &'a Grid, groups: &[GroupResult], is_narrowed: bool) -> Vec<EmptyTable<'a>> {
    if groups.is_empty() {
        return Vec::new();
    }
    let book = Book::of_run(groups);
    let filled = grid.tables.iter().map(|table| (table, fill(grid, &book, table)));
    let empty: Vec<_> = filled.filter(|(_, filled)| filled.is_empty()).collect();
    if empty.is_empty() {
        return Vec::new();
    }
    let without_data = gaps(grid, &|at| grid.collections[at].entry.available());
    let foreseen: BTreeSet<&str> =
        without_data.iter().filter(|gap| gap.line.is_none()).map(|gap| gap.table.as_str()).collect();
    let why = |filled: &FilledTable| {
        let note = filled.cells.iter().map(|cell| &cell.note).find(|note| !note.is_empty());
        note.map_or_else(|| "no cell fits it".to_owned(), Clone::clone)
    };
    let told = empty.into_iter().map(|(table, filled)| EmptyTable {
        name: &table.name,
        why: why(&filled),
        is_wrong: !is_narrowed && !foreseen.contains(table.name.as_str()),
    });
    told.collect()
}
