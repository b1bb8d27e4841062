//! The printed tables as data, in the paper's order and with its names: `tables/paper/<table>.parquet`, `.csv` and
//! `.tex`.
//!
//! A row is a printed cell, as printed and as a number, with the corresponding value of the simulated collection, the
//! 95% prediction interval of its draws, and the value computed on real data if they are available. A cell with several
//! numbers has a row for each. Values that the paper does not print are left out.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::table::{FilledCell, FilledTable, distinct, number, parquet};
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{Address, CellKind, Expected, PrintedCell};
use rejudge_stats::prediction_interval;
use rejudge_tables::frame::{Cell, Format, Frame, Heading, Kind as ColumnKind, Sheet, Table, Value};

use crate::check::beside::{self, Use};
use crate::check::computed::{counterparts, half_step};

/// Their folder among the results.
pub const PAPER: &str = "tables/paper";

/// The probability that a prediction interval contains one further number.
const COVERAGE: f64 = 0.95;

/// A number of a printed cell with its counterparts; also a cell without a number.
pub(crate) struct Entry<'a> {
    pub(crate) cell: &'a PrintedCell,
    /// The part of the cell, if it has several numbers.
    pub(crate) part: &'static str,
    /// The number.
    pub(crate) value: Option<f64>,
    /// The twin's name, and its number.
    pub(crate) twin: Option<(&'a str, &'a FilledCell)>,
    /// The number computed on the printed collection itself, if its data are available.
    pub(crate) real: Option<&'a FilledCell>,
}

impl Entry<'_> {
    /// Returns the number; for a known misprint, the correct one.
    pub(crate) fn meant(&self) -> Option<f64> {
        let meant = self.cell.meant().into_iter().find(|(part, _)| *part == self.part);
        self.value.and(meant).map(|(_, number)| number)
    }
}

/// The files of the printed tables, by their names among the results.
///
/// # Errors
/// If one cannot be written.
pub fn files(grid: &Grid, expected: &Expected, tables: &[FilledTable]) -> Result<Vec<(String, Vec<u8>)>> {
    let mut of_table: BTreeMap<&str, Vec<Entry<'_>>> = BTreeMap::new();
    for cell in printed_cells(expected) {
        of_table.entry(&cell.address.table).or_default().extend(entries(grid, cell, tables));
    }
    let provenance = format!("{{\"experiment\":\"{}\"}}", grid.id);
    let beside = beside::numbers(grid, expected, tables);
    let uses: Uses<'_> = beside.iter().map(|of| ((&of.cell, of.part), of.used)).collect();
    let mut out = Vec::new();
    for (name, entries) in of_table {
        let table = Table {
            name: format!("{}/{name}", grid.id),
            rows: frame(&entries, &uses),
            sheets: Some(sheets(&grid.id, name, &entries)),
            ..Table::default()
        };
        out.push((format!("{PAPER}/{name}.parquet"), parquet::write(&table.rows, &provenance)?));
        out.push((format!("{PAPER}/{name}.csv"), Format::CSV.text(&table)?.into_bytes()));
        out.push((format!("{PAPER}/{name}.tex"), Format::LATEX.text(&table)?.into_bytes()));
    }
    Ok(out)
}

/// The cells of the printed tables, in the paper's order.
pub(crate) fn printed_cells(expected: &Expected) -> Vec<&PrintedCell> {
    let all = expected.cells.iter().chain(&expected.blanks);
    let mut cells: Vec<&PrintedCell> = all.filter(|cell| cell.is_in_table()).collect();
    cells.sort_by_key(|cell| (cell.at.line, cell.at.column));
    cells
}

/// The numbers of a cell.
pub(crate) fn entries<'a>(
    grid: &'a Grid,
    cell: &'a PrintedCell,
    tables: &'a [FilledTable],
) -> Vec<Entry<'a>> {
    let named = |name: &str| grid.collections.iter().find(|collection| collection.name == name);
    let name = cell.address.collection();
    let twin = named(&format!("{name}-twin")).filter(|c| c.entry.descriptor.kind == Kind::Simulated);
    let of_twin = twin.map_or(Vec::new(), |twin| counterparts(cell, &twin.name, tables));
    let of_itself = match cell.kind {
        CellKind::NeedsLicensedData(_) | CellKind::Real(_) | CellKind::Exact => {
            counterparts(cell, name, tables)
        }
        CellKind::Words | CellKind::Transcribed => Vec::new(),
    };
    let like = |of: &[(f64, Option<&'a FilledCell>)], at: usize| {
        of.get(at).and_then(|(_, like)| *like).filter(|like| !like.draws.is_empty())
    };
    let entry = |(at, (part, value)): (usize, (&'static str, f64))| {
        let twin = twin.zip(like(&of_twin, at)).map(|(twin, like)| (twin.name.as_str(), like));
        let real = like(&of_itself, at);
        Entry { cell, part, value: Some(value), twin, real }
    };
    let entries: Vec<Entry<'a>> = cell.value.numbers().into_iter().enumerate().map(entry).collect();
    match entries.is_empty() {
        true => vec![Entry { cell, part: "", value: None, twin: None, real: None }],
        false => entries,
    }
}

/// The prediction interval of a twin's draws: print is one more collection of the kind, not the middle of
/// them.
pub(crate) fn ends(like: &FilledCell) -> Option<(f64, f64)> {
    central(&like.draws.iter().map(|&(_, value)| value).collect::<Vec<f64>>())
}

/// Returns the ends of the interval that contains one further number with 95% probability.
pub(crate) fn central(numbers: &[f64]) -> Option<(f64, f64)> {
    prediction_interval(numbers, COVERAGE)
}

/// Returns the kind of an axis: numbers if each of its labels is one.
fn axis<'a>(labels: impl Iterator<Item = &'a String>) -> ColumnKind {
    let numbers: Option<Vec<f64>> =
        labels.map(|label| label.parse().ok().filter(|number: &f64| number.is_finite())).collect();
    match numbers {
        Some(numbers) if numbers.iter().all(|number| number.fract() == 0.0) => ColumnKind::Whole,
        Some(_) => ColumnKind::Number,
        None => ColumnKind::Text,
    }
}

/// A label of an axis of this kind.
fn label(kind: ColumnKind, label: &str) -> Value<'_> {
    let number = label.parse().ok();
    match kind {
        ColumnKind::Text => Value::Text(label),
        ColumnKind::Number => Value::Number(number),
        ColumnKind::Whole => Value::Whole(number.map(|number| number as i64)),
    }
}

/// The use of each number, by its cell and its part.
type Uses<'a> = BTreeMap<(&'a Address, &'static str), Use>;

fn frame(entries: &[Entry<'_>], uses: &Uses<'_>) -> Frame {
    use ColumnKind::{Number, Text, Whole};
    let row = axis(entries.iter().map(|entry| &entry.cell.address.row));
    let column = axis(entries.iter().map(|entry| &entry.cell.address.column));
    let mut rows = Frame::new([
        ("panel", Text, "panel of the table; empty without panels"),
        ("row", row, "label of the row; numbers where all are"),
        ("quantity", Text, "what is printed, where a cell or row holds several"),
        ("column", column, "label of the column; numbers where all are"),
        ("part", Text, "which number of a cell that holds several: low, high, before, after, .."),
        ("printed", Text, "as printed; a dash or nothing where no number is"),
        ("value", Number, "the printed number; a percentage is a share"),
        ("meant", Number, "the same; of a known misprint what it should be"),
        ("twin", Number, "mean over the draws of the twin"),
        ("lo", Number, "lower end of the 95% prediction interval of the twin's draws"),
        ("hi", Number, "upper end of the 95% prediction interval of the twin's draws"),
        ("sd", Number, "standard deviation over the draws of the twin"),
        ("half_step", Number, "half of the step between printed numbers of this form; 0 where it is exact"),
        (
            "used",
            Text,
            "what was done with the number: given to the twin, fitted, held out; empty without a twin",
        ),
        ("draws", Whole, "draws of the twin"),
        (
            "real",
            Number,
            "computed of what the paper's numbers are of, where it is here: its data, or a worked example",
        ),
        ("collection", Text, "the paper's collection; empty where the table is of none"),
        ("simulated_by", Text, "its twin, as `collection` of the other files of results names it"),
    ]);
    for entry in entries {
        let of = &entry.cell.address;
        let has_collection = matches!(entry.cell.kind, CellKind::NeedsLicensedData(_) | CellKind::Real(_));
        let (twin, like) = entry.twin.unzip();
        let ends = like.and_then(ends);
        rows.push([
            of.panel.as_deref().unwrap_or_default().into(),
            label(row, &of.row),
            of.quantity.as_deref().unwrap_or_default().into(),
            label(column, &of.column),
            entry.part.into(),
            (&entry.cell.text).into(),
            entry.value.into(),
            entry.meant().into(),
            like.and_then(FilledCell::mean).into(),
            ends.map(|(low, _)| low).into(),
            ends.map(|(_, high)| high).into(),
            like.and_then(FilledCell::sd).into(),
            like.map(|_| half_step(&entry.cell.value)).into(),
            uses.get(&(of, entry.part)).map_or("", |used| used.word()).into(),
            like.map(|like| like.draws.len() as u32).into(),
            entry.real.and_then(FilledCell::mean).into(),
            if has_collection { of.collection() } else { "" }.into(),
            twin.unwrap_or_default().into(),
        ]);
    }
    rows
}

/// The printed table with the twin's mean and ends below each number.
fn sheets(experiment: &str, name: &str, entries: &[Entry<'_>]) -> Vec<Sheet> {
    fn panel_of<'e>(e: &Entry<'e>) -> &'e str {
        e.cell.address.panel.as_deref().unwrap_or_default()
    }
    fn quantity_of<'e>(e: &Entry<'e>) -> &'e str {
        e.cell.address.quantity.as_deref().unwrap_or_default()
    }
    let mut sheets = Vec::new();
    for panel in distinct(entries.iter().map(panel_of)) {
        let here: Vec<&Entry<'_>> = entries.iter().filter(|e| panel_of(e) == panel).collect();
        let columns = distinct(here.iter().map(|e| e.cell.address.column.as_str()));
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last = "";
        let lines = here.iter().map(|e| e.cell.address.row.as_str());
        for row in distinct(lines) {
            let of_row = |e: &&&Entry<'_>| e.cell.address.row == row;
            for quantity in distinct(here.iter().filter(of_row).map(|e| quantity_of(e))) {
                let label = if row == last { "" } else { row };
                last = row;
                let (mut printed, mut twins) =
                    (vec![label.into(), quantity.into()], vec!["".into(), "twin".into()]);
                for column in &columns {
                    let is_cell =
                        |e: &&&Entry<'_>| quantity_of(e) == quantity && e.cell.address.column == *column;
                    let found = || here.iter().filter(of_row).filter(is_cell);
                    printed.push(found().next().map_or("", |e| e.cell.text.as_str()).into());
                    let beside = found().filter_map(|e| simulated(e.twin?.1));
                    twins.push(beside.collect::<Vec<_>>().join("; ").into());
                }
                rows.push(printed);
                rows.extend(twins[2..].iter().any(|cell: &Cell| !cell.text.is_empty()).then_some(twins));
            }
        }
        let labels = [Heading::words(""), Heading::words("")];
        sheets.push(Sheet {
            title: format!("{name}{}", if panel.is_empty() { String::new() } else { format!(" ({panel})") }),
            label: [experiment, name, panel, "printed"].map(str::to_owned).to_vec(),
            columns: labels.into_iter().chain(columns.into_iter().map(Heading::numbers)).collect(),
            rows,
            notes: Vec::new(),
        });
    }
    let has_twin = sheets.iter().flat_map(|sheet| &sheet.rows).any(|row| row[1].text == "twin");
    let said = match has_twin {
        true => {
            "As printed; below it the mean and the 95% prediction interval of the draws of a simulated twin, which is not the \
             collection that it stands for."
        }
        false => "As printed.",
    };
    sheets.iter_mut().for_each(|sheet| sheet.title += &format!(". {said}"));
    sheets
}

/// The mean of a twin's draws with the ends of their prediction interval.
fn simulated(like: &FilledCell) -> Option<String> {
    let ((low, high), mean) = (ends(like)?, like.mean()?);
    let (factor, sign) = if like.percent { (100.0, "%") } else { (1.0, "") };
    let shown = |value: f64| number(factor * value, like.decimals, false);
    Some(format!("{}{sign} [{}, {}]", shown(mean), shown(low), shown(high)))
}
