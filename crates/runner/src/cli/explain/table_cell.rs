//! A table and its cells: the values, the printed value, and the cells of the run that they are computed from.

use std::fmt::Write;

use rejudge_experiment::grid::Table;
use rejudge_experiment::printed::cell::PrintedCell;
use rejudge_names::plural::few;
use rejudge_names::{meant, nearest, quoted};
use rejudge_report::table::{CellTable, FilledCell, FilledTable, Form, distinct, fill};

use super::source::Source;
use super::{key_lines, origin_lines, over_draws, short};
use crate::cli::Failure;
use rejudge_session::expected_of;

/// The most cells of the run that are named.
const NAMED: usize = 6;

/// The most labels of a kind, and cells, that are listed.
const LISTED: usize = 40;

/// The table, filled from the results, or as the experiment foresees it.
fn filled(source: &Source, table: &Table) -> Result<FilledTable, Failure> {
    let grid = &source.grid;
    let is_here = |at: usize| grid.collections[at].entry.available();
    let cells = match &source.snapshot {
        Some(snapshot) => snapshot.cell_table(grid)?,
        None => CellTable::blank(grid, table, &is_here),
    };
    let mut filled = fill(grid, &cells, table);
    filled.cells.retain(|cell| !cell.draws.is_empty() || !cell.note.is_empty());
    Ok(filled)
}

/// The labels that tell a cell from others: panel, row, column, quantities, collection.
fn labels(cell: &FilledCell) -> [&str; 6] {
    [&cell.panel, &cell.row, &cell.column, &cell.quantity, &cell.row_quantity, &cell.collection]
}

/// Returns the address to request a cell with.
fn address(cell: &FilledCell, table: &str) -> String {
    let labels = [&cell.row, &cell.column, &cell.row_quantity, &cell.quantity].into_iter();
    let labels: Vec<_> = labels.filter(|label| !label.is_empty()).map(|label| quoted(label)).collect();
    let panel = if cell.panel.is_empty() { String::new() } else { format!("/{}", cell.panel) };
    format!("{table}{panel}[{}]", labels.join(", "))
}

/// Returns the cells that have all of these labels: in the order panel, row, column if that matches, else in any order.
fn matching<'a>(cells: &'a [FilledCell], asked: &[String]) -> Vec<&'a FilledCell> {
    let in_order = |cell: &&FilledCell| {
        let all = [&cell.panel, &cell.row, &cell.column];
        all.into_iter().filter(|label| !label.is_empty()).eq(asked) || asked == [&*cell.row, &*cell.column]
    };
    let has_all = |cell: &&FilledCell| asked.iter().all(|label| labels(cell).contains(&label.as_str()));
    let found: Vec<_> = cells.iter().filter(in_order).collect();
    if found.is_empty() { cells.iter().filter(has_all).collect() } else { found }
}

/// Returns the error if no cell has these labels.
fn none_matches(source: &Source, table: &Table, cells: &[FilledCell], asked: &[String]) -> Failure {
    let is_known = |label: &&String| cells.iter().any(|cell| labels(cell).contains(&label.as_str()));
    let unknown = asked.iter().find(|label| !is_known(label));
    // This is not a typing error: another collection's number must not be suggested instead.
    let collection = source.grid.collections.iter().find(|collection| Some(&collection.name) == unknown);
    let name = &table.name;
    if let Some(collection) = collection.filter(|collection| !collection.entry.available()) {
        let (of, entry) = (&collection.name, &collection.entry);
        let verb = if entry.is_fetched { "get" } else { "verify" };
        return Failure::usage(format!(
            "`{name}` has nothing of `{of}`, whose data are not available: `rejudge data {verb} {of}`"
        ));
    }
    let all = cells.iter().flat_map(labels).filter(|label| !label.is_empty());
    let hint = meant(unknown.and_then(|unknown| nearest(unknown, all)).map(quoted).as_deref());
    let asked: Vec<_> = asked.iter().map(|label| quoted(label)).collect();
    Failure::usage(format!(
        "`{name}` has no cell with all of {}{hint}: `rejudge explain EXPERIMENT {name}` lists its lines",
        asked.join(", ")
    ))
}

/// Returns the tables of an experiment, each with its caption.
pub(super) fn tables(source: &Source) -> String {
    let mut text = format!("{}: {}\n", source.grid.id, source.grid.title);
    let width = source.grid.tables.iter().map(|table| table.name.len()).max().unwrap_or(0);
    for table in &source.grid.tables {
        let _ = writeln!(text, "  {:<width$}  {}", table.name, table.caption);
    }
    text + &format!("`rejudge explain {} TABLE` lists the lines of one\n", source.typed)
}

/// The panels, rows and columns of a table.
pub(super) fn lines(source: &Source, table: &Table) -> Result<String, Failure> {
    let cells = filled(source, table)?.cells;
    let mut text = format!("{}/{}: {}\n", source.grid.id, table.name, table.caption);
    let kinds = ["panels", "rows", "columns", "quantities", "quantities of rows"];
    for (at, kind) in kinds.into_iter().enumerate() {
        let all = cells.iter().map(|cell| labels(cell)[at]).filter(|label| !label.is_empty());
        let all: Vec<_> = distinct(all).into_iter().map(quoted).collect();
        if !all.is_empty() {
            let _ = writeln!(text, "  {kind}: {}", few(&all, LISTED, ", "));
        }
    }
    Ok(text
        + &match cells.iter().find(|cell| !cell.draws.is_empty()) {
            Some(cell) => format!(
                "as in `rejudge explain {} '{}'`\n",
                source.typed,
                address(cell, &table.name).replace('\'', r"'\''")
            ),
            None if source.snapshot.as_ref().is_some_and(|found| !found.manifest.only.is_empty()) => {
                "  no cell: --only left out its points, or their data are not available\n".to_owned()
            }
            None => "  no cell: the data of its collections are not available\n".to_owned(),
        })
}

pub(super) fn explain(source: &Source, table: &Table, asked: &[String]) -> Result<String, Failure> {
    let filled = filled(source, table)?;
    let mut found = matching(&filled.cells, asked);
    // The name of an accepted number ends with `mean` or `sd`.
    if let (true, [labels @ .., last]) = (found.is_empty(), asked)
        && ["mean", "sd"].contains(&last.as_str())
    {
        found = matching(&filled.cells, labels);
    }
    let (grid, is_computed) = (&source.grid, source.snapshot.is_some());
    let cell = match found.as_slice() {
        [] => return Err(none_matches(source, table, &filled.cells, asked)),
        [cell] => *cell,
        more => {
            let mut text =
                format!("{}/{}: {} cells; another label says which:\n", grid.id, table.name, more.len());
            for cell in more.iter().take(LISTED) {
                let value = match is_computed {
                    true => format!("  {}", cell.mean().map_or("no number".to_owned(), short)),
                    false => String::new(),
                };
                let _ = writeln!(text, "  {}{value}", address(cell, &table.name));
            }
            if more.len() > LISTED {
                let _ = writeln!(text, "  and {} more", more.len() - LISTED);
            }
            if !is_computed {
                let _ = writeln!(text, "{}", source.no_results());
            }
            return Ok(text);
        }
    };
    let mut text = format!("{}/{}\n", grid.id, address(cell, &table.name));
    let shown = |value: f64| Form::new(cell, filled.show.as_deref()).shown(value);
    let value = match (is_computed, cell.draws.is_empty()) {
        (false, _) => source.no_results(),
        (true, false) => over_draws(&cell.draws, source.draw, &shown),
        (true, true) => format!("no number: {}", cell.note),
    };
    let _ = writeln!(text, "  {value}");
    if let Some((printed, of)) = printed(source, table, cell)? {
        let page = printed.page.map_or(String::new(), |page| format!(", page {page}"));
        let _ = writeln!(text, "  printed of {of}: {}{page}", printed.text);
    }
    let query = &cell.query;
    let Some(point) = query.points.first() else { return Ok(text) };
    source.check_draw(point)?;
    let statistic = query.statistic as usize;
    let about = &grid.statistics[statistic];
    let addresses: Vec<String> = query.points.iter().map(|point| grid.address(&about.name, point)).collect();
    text += &origin_lines(source, statistic, query.component, point);
    let of = query.of.to_string();
    let of = if of.is_empty() { of } else { format!(", {}", of.trim()) };
    let _ = match (query.take, addresses.as_slice()) {
        (Some(take), [_, _, ..]) => {
            let few = few(&addresses, NAMED, "\n    ");
            writeln!(text, "  made of      {} of {} cells{of}:\n    {few}", take.words(), addresses.len())
        }
        (_, addresses) => writeln!(text, "  made of      {}{of}", few(addresses, NAMED, "\n    ")),
    };
    Ok(text + &key_lines(source, statistic, point))
}

/// Returns the printed value, for the collection or for the one that it simulates.
fn printed(
    source: &Source,
    table: &Table,
    here: &FilledCell,
) -> Result<Option<(PrintedCell, String)>, Failure> {
    let Some(expected) = expected_of(&source.grid)? else { return Ok(None) };
    let of = here.collection.strip_suffix("-twin").unwrap_or(&here.collection);
    let is_there = |cell: &&PrintedCell| {
        let address = &cell.address;
        let place = match &address.panel {
            Some(panel) => panel == of && address.column == here.column,
            None => address.column == of || address.column == here.column,
        };
        let quantity = address.quantity.as_deref();
        let is_quantity = |wanted: &str| *wanted == here.quantity || *wanted == here.row_quantity;
        address.table == table.name && address.row == here.row && place && quantity.is_none_or(is_quantity)
    };
    let official = expected.official.iter().flat_map(|official| &official.cells);
    Ok(expected.cells.iter().chain(official).find(is_there).map(|cell| (cell.clone(), of.to_owned())))
}
