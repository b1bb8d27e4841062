//! The cells of a table, by their labels: those of the results if there are any, else those that the experiment
//! predicts.

use std::fmt::Write;

use rejudge_experiment::grid::{Grid, Table};
use rejudge_names::{meant, nearest, quoted};
use rejudge_report::table::{CellTable, FilledCell, fill};
use rejudge_tables::frame::Frame;

use super::source::Source;
use super::{short, some};
use crate::session::SessionError;

/// A quantity of a cell of a table, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its panel; empty without panels.
    pub panel: String,
    pub collection: String,
    pub row: String,
    pub row_quantity: String,
    pub column: String,
    /// Its quantity within the cell.
    pub quantity: String,
    /// The mean over the draws, if a run wrote one.
    pub mean: Option<f64>,
}

impl Spot {
    /// The place of a cell that is not computed yet.
    pub fn foreseen(cell: FilledCell) -> Self {
        let FilledCell { panel, collection, row, row_quantity, column, quantity, .. } = cell;
        Self { panel, collection, row, row_quantity, column, quantity, mean: None }
    }

    /// The labels that tell it from others: panel, row, column, quantities.
    fn labels(&self) -> [&str; 6] {
        [&self.panel, &self.row, &self.column, &self.quantity, &self.row_quantity, &self.collection]
    }

    /// Returns the address to request it with.
    pub fn within(&self, table: &str) -> String {
        let labels = [&self.row, &self.column, &self.row_quantity, &self.quantity];
        let labels: Vec<_> =
            labels.into_iter().filter(|label| !label.is_empty()).map(|label| quoted(label)).collect();
        let panel = if self.panel.is_empty() { String::new() } else { format!("/{}", self.panel) };
        format!("{table}{panel}[{}]", labels.join(", "))
    }

    /// Returns true if it is the place of this cell.
    pub fn is_of(&self, cell: &FilledCell) -> bool {
        let here =
            [&self.panel, &self.collection, &self.row, &self.row_quantity, &self.column, &self.quantity];
        here == [&cell.panel, &cell.collection, &cell.row, &cell.row_quantity, &cell.column, &cell.quantity]
    }
}

/// The cells of a table as the experiment foresees them.
pub fn spots(grid: &Grid, table: &Table) -> Vec<Spot> {
    let is_here = |at: usize| grid.collections[at].entry.available();
    let filled = fill(grid, &CellTable::blank(grid, table, &is_here), table);
    filled.cells.into_iter().filter(|cell| !cell.draws.is_empty()).map(Spot::foreseen).collect()
}

/// Returns the cells of the results, or else the predicted ones.
pub(super) fn of_source(source: &Source, table: &Table) -> Result<Vec<Spot>, SessionError> {
    let folder = if table.plot.is_some() { "figures" } else { "tables" };
    let name = format!("{folder}/{}.parquet", table.name);
    match &source.snapshot {
        Some(snapshot) if snapshot.manifest.files.contains_key(&name) => {
            Ok(of_frame(&snapshot.read(&name)?)?)
        }
        _ => Ok(spots(&source.grid, table)),
    }
}

fn of_frame(frame: &Frame) -> anyhow::Result<Vec<Spot>> {
    let columns =
        ["panel", "collection", "row", "row_quantity", "column", "quantity"].map(|name| frame.text(name));
    let [panel, collection, row, row_quantity, column, quantity] = columns;
    let (panel, collection, row) = (panel?, collection?, row?);
    let (row_quantity, column, quantity) = (row_quantity?, column?, quantity?);
    let mean = frame.number("mean")?;
    let spot = |at: usize| Spot {
        panel: panel[at].to_owned(),
        collection: collection[at].to_owned(),
        row: row[at].to_owned(),
        row_quantity: row_quantity[at].to_owned(),
        column: column[at].to_owned(),
        quantity: quantity[at].to_owned(),
        mean: mean[at],
    };
    Ok((0..frame.rows()).map(spot).collect())
}

/// Returns the cells that have all of these labels: in the order panel, row, column if that matches, else in any order.
pub(super) fn matching<'a>(spots: &'a [Spot], labels: &[String]) -> Vec<&'a Spot> {
    let in_order = |spot: &&Spot| {
        let [panel, row, column, ..] = spot.labels();
        let all = [panel, row, column];
        let named = all.into_iter().filter(|label| !label.is_empty());
        named.eq(labels.iter().map(String::as_str)) || labels == [row, column]
    };
    let found: Vec<&Spot> = spots.iter().filter(in_order).collect();
    if !found.is_empty() {
        return found;
    }
    let has_all = |spot: &&Spot| labels.iter().all(|label| spot.labels().contains(&label.as_str()));
    spots.iter().filter(has_all).collect()
}

/// Returns the error if no cell has these labels.
pub(super) fn none_matches(
    source: &Source,
    table: &Table,
    spots: &[Spot],
    labels: &[String],
) -> SessionError {
    let is_known = |label: &str| spots.iter().any(|spot| spot.labels().contains(&label));
    let name = &table.name;
    let Some(unknown) = labels.iter().find(|label| !is_known(label)) else {
        return SessionError::Usage(format!(
            "`{name}` has no cell with all of {}: `rejudge explain EXPERIMENT {name}` lists its lines",
            labels.iter().map(|label| quoted(label)).collect::<Vec<_>>().join(", ")
        ));
    };
    // This is not a typing error: another collection's number must not be suggested instead.
    if let Some(collection) = source.grid.collections.iter().find(|collection| collection.name == *unknown)
        && !collection.entry.available()
    {
        let verb = if collection.entry.descriptor.origin.is_some() { "get" } else { "verify" };
        return SessionError::Usage(format!(
            "`{name}` has nothing of `{unknown}`, whose data are not available: `rejudge data {verb} {unknown}`"
        ));
    }
    let all: Vec<&str> = spots.iter().flat_map(Spot::labels).filter(|label| !label.is_empty()).collect();
    let begins = all.iter().copied().find(|label| label.starts_with(&format!("{unknown},")));
    let near = begins.or_else(|| nearest(unknown, all.iter().copied()));
    let hint = match meant(near.map(quoted).as_deref()) {
        hint if hint.is_empty() => format!(": `rejudge explain EXPERIMENT {name}` lists its lines"),
        hint => hint,
    };
    SessionError::Usage(format!("`{name}` has no panel, row or column `{unknown}`{hint}"))
}

/// Returns the tables of an experiment, each with its size.
pub(super) fn tables(source: &Source) -> String {
    let mut text = format!("{}: {}\n", source.grid.id, source.grid.title);
    let width = source.grid.tables.iter().map(|table| table.name.len()).max().unwrap_or(0);
    for table in &source.grid.tables {
        let _ = writeln!(text, "  {:<width$}  {}", table.name, table.caption);
    }
    let _ = writeln!(text, "`rejudge explain {} TABLE` lists the lines of one", source.typed);
    text
}

/// The most labels of a kind that are listed.
const LISTED: usize = 40;

/// The panels, rows and columns of a table.
pub(super) fn lines(source: &Source, table: &Table) -> Result<String, SessionError> {
    let spots = of_source(source, table)?;
    let mut text = format!("{}/{}: {}\n", source.grid.id, table.name, table.caption);
    let kinds = ["panels", "rows", "columns", "quantities", "quantities of rows"];
    for (at, kind) in kinds.into_iter().enumerate() {
        let mut all: Vec<String> = Vec::new();
        for label in spots.iter().map(|spot| spot.labels()[at]).filter(|label| !label.is_empty()) {
            let label = quoted(label).into_owned();
            if !all.contains(&label) {
                all.push(label);
            }
        }
        if !all.is_empty() {
            let _ = writeln!(text, "  {kind}: {}", some(&all, LISTED, ", "));
        }
    }
    match spots.iter().find(|spot| spot.mean.is_some()).or(spots.first()) {
        Some(spot) => {
            let _ = writeln!(
                text,
                "as in `rejudge explain {} '{}'`",
                source.typed,
                spot.within(&table.name).replace('\'', r"'\''")
            );
        }
        None => text.push_str("  no cell: the data of its collections are not available\n"),
    }
    Ok(text)
}

/// Lists several cells with their values.
pub(super) fn several(table: &Table, found: &[&Spot]) -> String {
    let value = |spot: &&Spot| {
        let value = spot.mean.map_or("no number".to_owned(), short);
        format!("  {}  {value}\n", spot.within(&table.name))
    };
    let mut text = format!("{} cells; another label says which:\n", found.len());
    text.extend(found.iter().take(LISTED).map(value));
    if found.len() > LISTED {
        let _ = writeln!(text, "  and {} more", found.len() - LISTED);
    }
    text
}
