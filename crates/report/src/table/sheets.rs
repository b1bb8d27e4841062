//! Tables for readers. Kinds of collections are never mixed in a table, so there is a sheet for each panel and kind. Each
//! sheet has a sentence about the collections of its numbers.

use rejudge_collections::descriptor::Kind;
use rejudge_tables::frame::{Cell, Sheet, Table};

use super::filled::{FilledCell, FilledTable};
use super::text::{cell_text, distinct, laid_out};

impl FilledTable {
    /// Returns this table in the form in which it is written to files.
    pub fn table(&self, experiment: &str) -> Table {
        let parts = distinct(self.cells.iter().map(|cell| (cell.panel.as_str(), cell.kind)));
        let sheets = parts.into_iter().filter_map(|part| self.sheet(experiment, part)).collect();
        Table {
            name: format!("{experiment}/{}", self.name),
            rows: self.frame(),
            sheets: Some(sheets),
            ..Table::default()
        }
    }

    /// Returns the sheet for a panel and a kind of collection, or `None` if it has no numbers.
    fn sheet(&self, experiment: &str, (name, kind): (&str, Kind)) -> Option<Sheet> {
        let is_of_sheet = |cell: &&FilledCell| cell.panel == name && cell.kind == kind;
        let cells: Vec<&FilledCell> = self.cells.iter().filter(is_of_sheet).collect();
        if cells.iter().all(|cell| cell.draws.is_empty()) {
            return None;
        }
        let collections = distinct(cells.iter().flat_map(|cell| cell.collections()));
        let is_spread = cells.iter().any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
        // If the panel is a collection, the sentence already names it.
        let name = if collections == [name] { "" } else { name };
        let panel_suffix = if name.is_empty() { String::new() } else { format!(" ({name})") };
        let origin = origin(kind, &collections, is_spread);
        let (columns, rows) = laid_out(&cells, str::to_owned, |cells| cell_text(cells, self.show.as_deref()));
        Some(Sheet {
            title: format!("{}{panel_suffix}. {origin}", self.caption.trim_end_matches('.')),
            label: [experiment, &self.name, name, &collections.join("-")].map(str::to_owned).to_vec(),
            columns,
            rows: rows.into_iter().map(|row| row.into_iter().map(Cell::from).collect()).collect(),
            notes: Vec::new(),
        })
    }
}

/// Returns a sentence that names the collections of the numbers. It makes clear that a simulated collection
/// is not the one that it simulates.
fn origin(kind: Kind, collections: &[&str], is_spread: bool) -> String {
    let several = collections.len() > 1;
    let (kind_name, remark) = match (kind, several) {
        (Kind::Simulated, false) => ("Simulated twin", "drawn from a model, not the original collection"),
        (Kind::Simulated, true) => ("Simulated twins", "drawn from models, not the original collections"),
        (Kind::WorkedExample, false) => ("Worked example", "taken from the paper"),
        (Kind::WorkedExample, true) => ("Worked examples", "taken from the paper"),
        (Kind::MadeUp, _) => ("Made-up data", "not from any paper"),
        (Kind::Open, false) => ("Open collection", "computed from its files"),
        (Kind::Open, true) => ("Open collections", "computed from their files"),
        (Kind::Licensed, _) => ("Licensed data", "not to be passed on unless the licence allows it"),
        (Kind::Own, false) => ("The user's own collection", "the origin of its files was not checked"),
        (Kind::Own, true) => ("The user's own collections", "the origin of their files was not checked"),
    };
    let names = collections.join(", ");
    let spread = if is_spread { " Mean ± standard deviation over the draws." } else { "" };
    format!("{kind_name} {names}: {remark}.{spread}")
}
