//! A table cut for a paper: one part a panel and kind of collection, since kinds are never in one table,
//! with the sentence that says what its numbers are of.

use super::filled::{FilledCell, FilledTable};
use super::text::{Row, rows};

/// A panel of a table, of one kind of collection.
pub(super) struct Part<'a> {
    /// Name of the panel; empty without panels.
    pub panel: &'a str,
    /// The collections, in order.
    pub collections: Vec<&'a str>,
    /// Labels of the columns.
    pub columns: Vec<&'a str>,
    /// The rows.
    pub rows: Vec<Row<'a>>,
    kind: &'static str,
    is_spread: bool,
}

/// The parts of `table` that have a number, in its order.
pub(super) fn parts(table: &FilledTable) -> Vec<Part<'_>> {
    let mut out: Vec<Part<'_>> = Vec::new();
    for cell in &table.cells {
        if out.iter().any(|part| (part.panel, part.kind) == (&cell.panel, cell.kind)) {
            continue;
        }
        let of_part = |other: &&FilledCell| (&other.panel, other.kind) == (&cell.panel, cell.kind);
        let cells: Vec<&FilledCell> = table.cells.iter().filter(of_part).collect();
        let is_spread = cells.iter().any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
        let collections = distinct(cells.iter().map(|cell| cell.collection.as_str()));
        let columns = distinct(cells.iter().map(|cell| cell.column.as_str()));
        let has_number = cells.iter().any(|cell| !cell.draws.is_empty());
        let rows = if has_number { rows(cells, table.show.as_deref()) } else { Vec::new() };
        out.push(Part { panel: &cell.panel, collections, columns, rows, kind: cell.kind, is_spread });
    }
    out.retain(|part| !part.rows.is_empty());
    out
}

/// The names, each once.
pub(super) fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut out: Vec<&str> = Vec::new();
    for name in names {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

impl Part<'_> {
    /// Whether rows share a label and are told apart by their quantity.
    pub(super) fn has_quantities(&self) -> bool {
        self.rows.iter().any(|row| !row.quantity.is_empty())
    }

    /// What its numbers are of, in sentences: nobody may take a twin for the collection that it stands for.
    pub(super) fn said(&self) -> String {
        let several = self.collections.len() > 1;
        let (what, more) = match (self.kind, several) {
            ("simulated", false) => {
                ("Simulated twin", "drawn from a model, not the collection that it stands for")
            }
            ("simulated", true) => {
                ("Simulated twins", "drawn from models, not the collections that they stand for")
            }
            ("worked-example", false) => ("Worked example", "what the paper works out"),
            ("worked-example", true) => ("Worked examples", "what the paper works out"),
            ("made-up", _) => ("Made-up data", "no paper prints anything of them"),
            ("open", false) => ("Open collection", "computed from its files"),
            ("open", true) => ("Open collections", "computed from their files"),
            ("licensed", _) => ("Licensed data", "not to be passed on unless the licence allows it"),
            _ => ("Files of the user", "nobody has looked at where they come from"),
        };
        let names = self.collections.join(", ");
        let spread = if self.is_spread { " Mean ± standard deviation over the draws." } else { "" };
        format!("{what} {names}: {more}.{spread}")
    }
}
