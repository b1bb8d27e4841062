//! Explains a table's cell: its value, the expected value (printed or published), and the computed cells that
//! it comes from. Also lists an experiment's tables and a table's labels.

use std::fmt::Write;

use rejudge_experiment::grid::{Dimension, Lines, Table};
use rejudge_experiment::printed::cell::PrintedCell;
use rejudge_names::plural::few;
use rejudge_names::{meant, nearest, quoted};
use rejudge_report::table::{CellTable, FilledCell, FilledTable, Form, distinct, fill};

use super::source::Source;
use super::{key_lines, origin_lines, over_draws, short};
use crate::cli::Failure;
use rejudge_session::expected_of;

/// At most this many computed cells are named.
const MAX_NAMED: usize = 6;

/// A list has at most this many labels or cells.
const MAX_LISTED: usize = 40;

/// Returns the table, filled from the results. If there are no results, its cells have placeholders instead
/// of numbers.
fn fill_table(source: &Source, table: &Table) -> Result<FilledTable, Failure> {
    let grid = &source.grid;
    let is_available = |collection: usize| grid.collections[collection].entry.is_available();
    let cells = match &source.snapshot {
        Some(snapshot) => snapshot.cell_table(grid)?,
        None => CellTable::blank(grid, table, &is_available),
    };
    let mut filled = fill(grid, &cells, table);
    filled.cells.retain(|cell| !cell.draws.is_empty() || !cell.note.is_empty());
    Ok(filled)
}

/// Returns all labels of a cell: panel, row, column, quantities and collection.
fn labels(cell: &FilledCell) -> [&str; 6] {
    [&cell.panel, &cell.row, &cell.column, &cell.quantity, &cell.row_quantity, &cell.collection]
}

/// Returns the name by which `rejudge explain` finds the cell.
fn address(cell: &FilledCell, table: &str) -> String {
    let labels = [&cell.row, &cell.column, &cell.row_quantity, &cell.quantity].into_iter();
    let labels: Vec<_> = labels.filter(|label| !label.is_empty()).map(|label| quoted(label)).collect();
    let panel = if cell.panel.is_empty() { String::new() } else { format!("/{}", cell.panel) };
    format!("{table}{panel}[{}]", labels.join(", "))
}

/// Returns the cells that have these labels as panel, row and column, in this order. The panel may be left
/// out. If there is no such cell, returns the cells that have all of the labels in any order.
fn matching<'a>(cells: &'a [FilledCell], wanted_labels: &[String]) -> Vec<&'a FilledCell> {
    let has_all =
        |cell: &&FilledCell| wanted_labels.iter().all(|label| labels(cell).contains(&label.as_str()));
    let matches: Vec<_> = cells.iter().filter(|cell| has_labels_in_order(cell, wanted_labels)).collect();
    if matches.is_empty() { cells.iter().filter(has_all).collect() } else { matches }
}

fn has_labels_in_order(cell: &FilledCell, wanted_labels: &[String]) -> bool {
    let places = [&cell.panel, &cell.row, &cell.column];
    places.into_iter().filter(|label| !label.is_empty()).eq(wanted_labels)
        || wanted_labels == [&*cell.row, &*cell.column]
}

/// Returns which of `panels`, `rows` and `columns` have a label for each run, rank or item. Each comes with the word
/// `run`, `rank` or `item`, as in (`rows`, `rank`). Such labels are unknown until the experiment has results; after
/// that, the list is empty.
fn unknown_labels(source: &Source, table: &Table) -> Vec<(&'static str, &'static str)> {
    if source.snapshot.is_some() {
        return Vec::new();
    }
    let lines =
        [("panels", table.panels.as_ref()), ("rows", Some(&table.rows)), ("columns", Some(&table.columns))];
    let unknown = lines.into_iter().filter_map(|(kind, lines)| match lines? {
        Lines::Axis(Dimension::Run) => Some((kind, "run")),
        Lines::Axis(Dimension::Rank) => Some((kind, "rank")),
        Lines::Axis(Dimension::Item) => Some((kind, "item")),
        Lines::Axis(_) | Lines::Listed(_) | Lines::Tasks(_) => None,
    });
    unknown.collect()
}

/// Returns the error for labels that no cell has together. If the first unknown label is a collection without
/// data, the error is about the missing data. Otherwise it is a usage error.
fn none_matches(source: &Source, table: &Table, cells: &[FilledCell], wanted_labels: &[String]) -> Failure {
    let exists = |label: &&String| cells.iter().any(|cell| labels(cell).contains(&label.as_str()));
    let unknown = wanted_labels.iter().find(|label| !exists(label));
    // If the unknown label is a collection without data, it is not a typing error, and we must not suggest
    // the similar name of another collection.
    let collection = source.grid.collections.iter().find(|collection| Some(&collection.name) == unknown);
    let name = &table.name;
    if let Some(collection) = collection
        && let Err(missing) = source.check_data(&format!("`{name}` of {}", collection.name), [collection])
    {
        return missing;
    }
    let unknown_labels = unknown_labels(source, table);
    let all_labels = cells.iter().flat_map(labels).filter(|label| !label.is_empty());
    // Before the experiment has results, the only rank is the placeholder 1.
    let all_labels = all_labels.filter(|label| unknown_labels.is_empty() || *label != "1");
    let hint = meant(unknown.and_then(|unknown| nearest(unknown, all_labels)).map(quoted).as_deref());
    let wanted_labels: Vec<_> = wanted_labels.iter().map(|label| quoted(label)).collect();
    if let (Some((kind, subject)), "") = (unknown_labels.first(), hint.as_str()) {
        return Failure::usage(format!(
            "`{name}` has no cell with the labels {} yet: `rejudge run {}` computes its {kind}, one for each \
             {subject}",
            wanted_labels.join(", "),
            source.typed
        ));
    }
    Failure::usage(format!(
        "`{name}` has no cell with the labels {}{hint}: `rejudge explain EXPERIMENT {name}` lists its labels",
        wanted_labels.join(", ")
    ))
}

/// Returns an error if no cell has a number because the data of all of the table's collections are missing.
fn check_table(source: &Source, table: &Table, cells: &[FilledCell]) -> Result<(), Failure> {
    if cells.iter().any(|cell| !cell.draws.is_empty()) {
        return Ok(());
    }
    let collections = source.grid.collections.iter().enumerate();
    let shown =
        collections.filter(|(index, _)| source.grid.shows(table, *index)).map(|(_, collection)| collection);
    source.check_data(&format!("`{}`", table.name), shown)
}

/// Returns a list of the experiment's tables with their captions.
pub(super) fn tables(source: &Source) -> String {
    let mut text = format!("{}: {}\n", source.grid.id, source.grid.title);
    let width = source.grid.tables.iter().map(|table| table.name.len()).max().unwrap_or(0);
    for table in &source.grid.tables {
        let _ = writeln!(text, "  {:<width$}  {}", table.name, table.caption);
    }
    text + &format!("`rejudge explain {} TABLE` lists the labels of a table\n", source.typed)
}

/// Returns a list of a table's panels, rows, columns and quantities.
pub(super) fn list_labels(source: &Source, table: &Table) -> Result<String, Failure> {
    let cells = fill_table(source, table)?.cells;
    check_table(source, table, &cells)?;
    let mut text = format!("{}/{}: {}\n", source.grid.id, table.name, table.caption);
    let kinds = ["panels", "rows", "columns", "quantities", "quantities of rows"];
    let unknown_labels = unknown_labels(source, table);
    for (index, kind) in kinds.into_iter().enumerate() {
        if let Some((_, subject)) = unknown_labels.iter().find(|(unknown, _)| *unknown == kind) {
            let run = &source.typed;
            let _ = writeln!(text, "  {kind}: one for each {subject}, known after `rejudge run {run}`");
            continue;
        }
        let labels = cells.iter().map(|cell| labels(cell)[index]).filter(|label| !label.is_empty());
        let labels: Vec<_> = distinct(labels).into_iter().map(quoted).collect();
        if !labels.is_empty() {
            let _ = writeln!(text, "  {kind}: {}", few(&labels, MAX_LISTED, ", "));
        }
    }
    let is_part = source.snapshot.as_ref().is_some_and(|snapshot| !snapshot.manifest.only.is_empty());
    text += &match cells.iter().find(|cell| !cell.draws.is_empty()) {
        // A placeholder is not a label that you could type, so we give no example.
        Some(_) if !unknown_labels.is_empty() => String::new(),
        Some(cell) => format!(
            "as in `rejudge explain {} '{}'`\n",
            source.typed,
            address(cell, &table.name).replace('\'', r"'\''")
        ),
        None if is_part => {
            "  no cell: --only left out the table's points, or their data are not available\n".to_owned()
        }
        None => "  no cell has a number\n".to_owned(),
    };
    Ok(text)
}

/// Explains the cell with these labels. If several cells have them, lists these cells.
pub(super) fn explain(source: &Source, table: &Table, wanted_labels: &[String]) -> Result<String, Failure> {
    let filled = fill_table(source, table)?;
    check_table(source, table, &filled.cells)?;
    let mut matches = matching(&filled.cells, wanted_labels);
    // The name of a table's cell in the accepted numbers ends with `mean` or `sd`, which is not a label.
    if let (true, [labels @ .., last]) = (matches.is_empty(), wanted_labels)
        && ["mean", "sd"].contains(&last.as_str())
    {
        matches = matching(&filled.cells, labels);
    }
    let (grid, is_computed) = (&source.grid, source.snapshot.is_some());
    let cell = match matches.as_slice() {
        [] => return Err(none_matches(source, table, &filled.cells, wanted_labels)),
        [cell] => *cell,
        cells => {
            let mut text =
                format!("{}/{}: {} cells; add a label to choose one:\n", grid.id, table.name, cells.len());
            for cell in cells.iter().take(MAX_LISTED) {
                let value = if is_computed {
                    format!("  {}", cell.mean().map_or("no number".to_owned(), short))
                } else {
                    String::new()
                };
                let _ = writeln!(text, "  {}{value}", address(cell, &table.name));
            }
            if cells.len() > MAX_LISTED {
                let _ = writeln!(text, "  and {} more", cells.len() - MAX_LISTED);
            }
            if !is_computed {
                let _ = writeln!(text, "{}", source.no_results());
            }
            return Ok(text);
        }
    };
    let mut text = format!("{}/{}\n", grid.id, address(cell, &table.name));
    let format = |value: f64| Form::new(cell, filled.show.as_deref()).shown(value);
    let value = match (is_computed, cell.draws.is_empty()) {
        (false, _) => source.no_results(),
        (true, false) => over_draws(&cell.draws, source.draw, &format),
        (true, true) => format!("no number: {}", cell.note),
    };
    let _ = writeln!(text, "  {value}");
    if let Some((printed, collection)) = printed(source, table, cell)? {
        let page = printed.page.map_or(String::new(), |page| format!(", page {page}"));
        let _ = writeln!(text, "  printed for {collection}: {}{page}", printed.text);
    }
    let query = &cell.query;
    let Some(point) = query.points.first() else { return Ok(text) };
    source.check_draw(point)?;
    let statistic = query.statistic as usize;
    let name = &grid.statistics[statistic].name;
    let addresses: Vec<String> = query.points.iter().map(|point| grid.address(name, point)).collect();
    text += &origin_lines(source, statistic, query.component, point);
    let subject = query.of.to_string();
    let subject = if subject.is_empty() { subject } else { format!(", {}", subject.trim()) };
    let _ = match (query.take, addresses.as_slice()) {
        (Some(take), [_, _, ..]) => {
            let (take, count) = (take.words(), addresses.len());
            let few = few(&addresses, MAX_NAMED, "\n    ");
            writeln!(text, "  made of      {take} of {count} cells{subject}:\n    {few}")
        }
        (_, addresses) => writeln!(text, "  made of      {}{subject}", few(addresses, MAX_NAMED, "\n    ")),
    };
    Ok(text + &key_lines(source, statistic, point))
}

/// Returns the expected value for the cell, which the paper printed or the collection's makers published, and
/// the name of its collection. For a twin, this is the collection that the twin simulates. Returns `None` if
/// there is no such value.
fn printed(
    source: &Source,
    table: &Table,
    cell: &FilledCell,
) -> Result<Option<(PrintedCell, String)>, Failure> {
    let Some(expected) = expected_of(&source.grid)? else { return Ok(None) };
    let collection = cell.collection.strip_suffix("-twin").unwrap_or(&cell.collection);
    let official = expected.official.iter().flat_map(|official| &official.cells);
    let mut printed = expected.cells.iter().chain(official);
    let printed = printed.find(|printed| is_at_cell(printed, table, cell, collection));
    Ok(printed.map(|printed| (printed.clone(), collection.to_owned())))
}

/// Returns true if the printed value is for this cell of the table. `collection` is the real collection of the
/// cell.
fn is_at_cell(printed: &PrintedCell, table: &Table, cell: &FilledCell, collection: &str) -> bool {
    let address = &printed.address;
    let is_place = match &address.panel {
        Some(panel) => panel == collection && address.column == cell.column,
        None => address.column == collection || address.column == cell.column,
    };
    let quantity = address.quantity.as_deref();
    let is_quantity = |name: &str| *name == cell.quantity || *name == cell.row_quantity;
    address.table == table.name && address.row == cell.row && is_place && quantity.is_none_or(is_quantity)
}
