//! A cell of a table: its value, the printed value, its source cells, and its counterparts.

use std::fmt::Write;

use rejudge_experiment::grid::Table;
use rejudge_experiment::printed::cell::PrintedCell;
use rejudge_report::check::computed::compare;
use rejudge_report::check::outcome::CellOutcome;
use rejudge_report::table::{ALL_OF, CellTable, FilledCell, FilledTable, Form, fill};

use super::source::Source;
use super::spots::{Spot, matching, none_matches, of_source, several};
use super::{key, origin, over_draws, some};
use crate::session::{SessionError, expected_of};

/// The most cells of the run, and the most neighbours, that are named.
const NAMED: usize = 6;

pub(super) fn explain(source: &Source, table: &Table, labels: &[String]) -> Result<String, SessionError> {
    let spots = of_source(source, table)?;
    let mut found = matching(&spots, labels);
    // The name of an accepted number ends with `mean` or `sd`.
    if let (true, Some((last, labels))) = (found.is_empty(), labels.split_last())
        && ["mean", "sd"].contains(&last.as_str())
    {
        found = matching(&spots, labels);
    }
    let spot = match found.as_slice() {
        [] => return Err(none_matches(source, table, &spots, labels)),
        [spot] => *spot,
        more => return Ok(format!("{}/{}: {}", source.grid.id, table.name, several(table, more))),
    };
    let mut text = format!("{}/{}\n", source.grid.id, spot.within(&table.name));
    let filled = filled(source, table, spot)?;
    let Some(cell) = filled.cells.iter().find(|cell| spot.is_of(cell)) else {
        let _ = writeln!(text, "  {}", source.no_results());
        return Ok(text);
    };
    let is_computed = source.snapshot.is_some();
    let shown = |value: f64| Form::new(cell, filled.show.as_deref()).shown(value);
    let value = match (is_computed, cell.draws.is_empty()) {
        (false, _) => source.no_results(),
        (true, false) => over_draws(&cell.draws, source.draw, &shown),
        (true, true) if cell.note.is_empty() => "no number".to_owned(),
        (true, true) => format!("no number: {}", cell.note),
    };
    let _ = writeln!(text, "  {value}");
    // The cells are filled anew, and the neighbours are as the run wrote them.
    let is_another = is_computed && spot.mean.is_some() && spot.mean != cell.mean();
    if is_another {
        text += "  the table of the results has another number here: run it again\n";
    }
    if let Some((printed, of)) = printed(source, table, spot)? {
        let page = printed.page.map_or(String::new(), |page| format!(", page {page}"));
        let known = if is_computed { recomputed(&printed, &filled) } else { String::new() };
        let _ = writeln!(text, "  printed of {of}: {}{page}{known}", printed.text);
    }
    let query = &cell.query;
    let Some(point) = query.points.first() else { return Ok(text) };
    source.check_draw(point)?;
    let (grid, statistic) = (&source.grid, query.statistic as usize);
    let about = &grid.statistics[statistic];
    let addresses: Vec<String> = query.points.iter().map(|point| grid.address(&about.name, point)).collect();
    text += &origin::origin_lines(source, statistic, query.component, point);
    let of = query.of.to_string();
    let of = if of.is_empty() { of } else { format!(", {}", of.trim()) };
    let _ = match (query.take, addresses.as_slice()) {
        (Some(take), [_, _, ..]) => {
            let few = some(&addresses, NAMED, "\n    ");
            writeln!(text, "  made of      {} of {} cells{of}:\n    {few}", take.words(), addresses.len())
        }
        (_, addresses) => writeln!(text, "  made of      {}{of}", some(addresses, NAMED, "\n    ")),
    };
    if is_computed && !is_another {
        text += &beside(&spots, spot, &shown);
    }
    text += &key::key_lines(source, statistic, point);
    Ok(text)
}

/// The table, filled as far as the collection of the cell goes.
fn filled(source: &Source, table: &Table, spot: &Spot) -> Result<FilledTable, SessionError> {
    let grid = &source.grid;
    let cell_table = match &source.snapshot {
        Some(snapshot) => {
            if spot.collection.contains(ALL_OF) {
                snapshot.cell_table(grid)?
            } else {
                let cells = snapshot.read_where("cells.parquet", &[("collection", &spot.collection)])?;
                CellTable::read(grid, |add| add(&cells))?
            }
        }
        None => CellTable::blank(grid, table, &|at| grid.collections[at].entry.available()),
    };
    Ok(fill(grid, &cell_table, table))
}

/// Returns the printed value, for the collection or for the one that it simulates.
fn printed(
    source: &Source,
    table: &Table,
    spot: &Spot,
) -> Result<Option<(PrintedCell, String)>, SessionError> {
    let Some(expected) = expected_of(&source.grid)? else { return Ok(None) };
    let of = spot.collection.strip_suffix("-twin").unwrap_or(&spot.collection);
    let is_there = |cell: &&PrintedCell| {
        let address = &cell.address;
        let place = match &address.panel {
            Some(panel) => panel == of && address.column == spot.column,
            None => address.column == of || address.column == spot.column,
        };
        let quantity = address.quantity.as_deref();
        let is_quantity = |wanted: &str| *wanted == spot.quantity || *wanted == spot.row_quantity;
        address.table == table.name && address.row == spot.row && place && quantity.is_none_or(is_quantity)
    };
    let official = expected.official.iter().flat_map(|official| &official.cells);
    Ok(expected.cells.iter().chain(official).find(is_there).map(|cell| (cell.clone(), of.to_owned())))
}

/// Returns the result of comparing a printed number, as `check` reports it; empty if its data are not available, or if
/// it is compared with draws.
fn recomputed(printed: &PrintedCell, filled: &FilledTable) -> String {
    let said = match compare(printed, std::slice::from_ref(filled), &|_| true).outcome {
        CellOutcome::Match => "equal to the printed digit".to_owned(),
        CellOutcome::Mismatch => "not equal".to_owned(),
        CellOutcome::KnownDifference => {
            let Some(meant) = &printed.should_be else { return String::new() };
            format!("not equal, but to {}, which the erratum {} says it should be", meant.text, meant.erratum)
        }
        CellOutcome::UnexpectedMatch => {
            let Some(meant) = &printed.should_be else { return String::new() };
            format!("equal, though the erratum {} says that it should be {}", meant.erratum, meant.text)
        }
        CellOutcome::Inside | CellOutcome::Outside | CellOutcome::SkippedData => return String::new(),
        CellOutcome::NotComputed | CellOutcome::NotInData => return String::new(),
        CellOutcome::Transcribed => return String::new(),
    };
    format!(" (recomputed: {said})")
}

/// Returns the cells of the same row and of the same column, as far as they have the same quantity and so the same form.
fn beside(spots: &[Spot], here: &Spot, shown: &dyn Fn(f64) -> String) -> String {
    let is_like = |spot: &&Spot| {
        let same = |a: &Spot| (a.panel.clone(), a.quantity.clone(), a.row_quantity.clone());
        same(spot) == same(here) && *spot != here
    };
    let value = |label: &str, spot: &Spot| spot.mean.map(|mean| format!("{label} {}", shown(mean)));
    let like: Vec<&Spot> = spots.iter().filter(is_like).collect();
    let is_of_row = |spot: &&&Spot| spot.row == here.row;
    let is_of_column = |spot: &&&Spot| spot.column == here.column && spot.collection == here.collection;
    let row: Vec<String> = like.iter().filter(is_of_row).filter_map(|s| value(&s.column, s)).collect();
    let column: Vec<String> = like.iter().filter(is_of_column).filter_map(|s| value(&s.row, s)).collect();
    let mut text = String::new();
    for (what, values) in [("in its row", row), ("in its column", column)] {
        if !values.is_empty() {
            let _ = writeln!(text, "  {what:<12} {}", some(&values, 2 * NAMED, "; "));
        }
    }
    text
}

/// Returns the places of a cell of the run in the tables.
pub(super) fn tables_of(
    source: &Source,
    statistic: usize,
    point: &rejudge_experiment::grid::Point,
) -> Vec<String> {
    let grid = &source.grid;
    let is_here = |at: usize| at == point.collection as usize;
    let asks = |table: &&Table| table.demands(grid).iter().any(|(of, _)| *of == statistic);
    let is_of =
        |cell: &FilledCell| cell.query.statistic as usize == statistic && cell.query.points.contains(point);
    let of_table = |table: &Table| {
        let filled = fill(grid, &CellTable::blank(grid, table, &is_here), table);
        let cells = filled.cells.into_iter().filter(|cell| is_of(cell));
        cells.map(|cell| Spot::foreseen(cell).within(&table.name)).collect::<Vec<_>>()
    };
    grid.tables.iter().filter(asks).flat_map(of_table).collect()
}
