//! A table for readers: one sheet per panel and kind of collection, because kinds are never mixed in a table, with a
//! sentence about the collections of its numbers.

use rejudge_tables::frame::{Heading, Sheet, Table};

use super::filled::{FilledCell, FilledTable};
use super::text::{Row, rows};

impl FilledTable {
    /// Returns the table of this experiment in the form in which it is written.
    pub fn table(&self, experiment: &str) -> Table {
        let sheets = parts(self).iter().map(|part| part.sheet(self, experiment)).collect();
        Table {
            name: format!("{experiment}/{}", self.name),
            rows: self.frame(),
            sheets: Some(sheets),
            ..Table::default()
        }
    }
}

/// A panel of a table, of one kind of collection.
struct Part<'a> {
    /// Name of the panel; empty without panels.
    panel: &'a str,
    /// The collections, in order.
    collections: Vec<&'a str>,
    /// Labels of the columns.
    columns: Vec<&'a str>,
    rows: Vec<Row<'a>>,
    kind: &'static str,
    is_spread: bool,
}

/// The parts of `table` that have a number, in its order.
fn parts(table: &FilledTable) -> Vec<Part<'_>> {
    let mut out: Vec<Part<'_>> = Vec::new();
    for cell in &table.cells {
        if out.iter().any(|part| (part.panel, part.kind) == (&cell.panel, cell.kind)) {
            continue;
        }
        let of_part = |other: &&FilledCell| (&other.panel, other.kind) == (&cell.panel, cell.kind);
        let cells: Vec<&FilledCell> = table.cells.iter().filter(of_part).collect();
        let is_spread = cells.iter().any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
        let collections = distinct(cells.iter().flat_map(|cell| cell.collections()));
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
    fn sheet(&self, table: &FilledTable, experiment: &str) -> Sheet {
        let has_quantities = self.has_quantities();
        // A panel that is a collection is labelled with its kind.
        let panel = if self.collections == [self.panel] { "" } else { self.panel };
        let of_panel = if panel.is_empty() { String::new() } else { format!(" ({panel})") };
        let title = format!("{}{of_panel}. {}", table.caption.trim_end_matches('.'), self.said());
        let mut columns = vec![Heading::words(""); if has_quantities { 2 } else { 1 }];
        columns.extend(self.columns.iter().map(|column| Heading::numbers(column)));
        let mut last = None;
        let mut row = |row: &Row<'_>| {
            let is_repeated = has_quantities && last.as_deref() == Some(row.label);
            last = Some(row.label.to_owned());
            let label = if is_repeated { "" } else { row.label };
            let labels = [label, row.quantity].into_iter().take(if has_quantities { 2 } else { 1 });
            let shown = self.columns.iter().map(|column| row.shown(column).unwrap_or_default());
            labels.chain(shown).map(Into::into).collect()
        };
        let names = [experiment, &table.name, panel, &self.collections.join("-")];
        Sheet {
            title,
            label: names.map(str::to_owned).to_vec(),
            columns,
            rows: self.rows.iter().map(&mut row).collect(),
            notes: Vec::new(),
        }
    }

    /// Returns true if rows share a label and are distinguished by their quantity.
    fn has_quantities(&self) -> bool {
        self.rows.iter().any(|row| !row.quantity.is_empty())
    }

    /// Describes the collections of its numbers in sentences, so that a simulated collection is not mistaken for the
    /// one that it simulates.
    fn said(&self) -> String {
        let several = self.collections.len() > 1;
        let (what, more) = match (self.kind, several) {
            ("simulated", false) => ("Simulated twin", "drawn from a model, not the original collection"),
            ("simulated", true) => ("Simulated twins", "drawn from models, not the original collections"),
            ("worked-example", false) => ("Worked example", "what the paper works out"),
            ("worked-example", true) => ("Worked examples", "what the paper works out"),
            ("made-up", _) => ("Made-up data", "not from any paper"),
            ("open", false) => ("Open collection", "computed from its files"),
            ("open", true) => ("Open collections", "computed from their files"),
            ("licensed", _) => ("Licensed data", "not to be passed on unless the licence allows it"),
            _ => ("Files of the user", "provenance not checked"),
        };
        let names = self.collections.join(", ");
        let spread = if self.is_spread { " Mean ± standard deviation over the draws." } else { "" };
        format!("{what} {names}: {more}.{spread}")
    }
}
