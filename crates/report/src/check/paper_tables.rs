//! The printed tables as data, in the paper's order and with its names: `tables/paper/<table>.parquet`, `.csv` and
//! `.tex`.
//!
//! A row is a printed cell, as printed and as a number, with the corresponding value of the simulated collection, the
//! 95% prediction interval of its draws, and the value computed on real data if they are available. A cell with several
//! numbers has a row for each. Values that the paper does not print are left out.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::table::{FilledCell, distinct, number, parquet};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::PrintedCell;
use rejudge_stats::{CONFIDENCE, percent};
use rejudge_tables::frame::{Cell, Format, Frame, Heading, Kind as ColumnKind, Sheet, Table, Value};

use crate::check::checked_cell::{CheckedNumber, Use, ends};
use crate::check::computed::half_step;
use crate::check::verdict::Verdict;

/// Their folder among the results.
pub const PAPER: &str = "tables/paper";

/// A printed cell with one of its numbers, if it has any.
type Entry<'a> = (&'a PrintedCell, Option<&'a CheckedNumber<'a>>);

/// The files of the printed tables, by their names among the results.
///
/// # Errors
/// If one cannot be written.
pub fn files(grid: &Grid, verdict: &Verdict<'_>) -> Result<Vec<(String, Vec<u8>)>> {
    let numbers = verdict.cells.iter().flat_map(|checked| {
        let is_none = checked.measured().next().is_none();
        let numbers = checked.measured().map(Some).chain(is_none.then_some(None));
        numbers.map(|number| (checked.cell, number))
    });
    let blanks = verdict.expected.blanks.iter().map(|cell| (cell, None));
    let all = numbers.chain(blanks).filter(|(cell, _)| cell.is_in_table());
    let mut of_table: BTreeMap<&str, Vec<Entry<'_>>> = BTreeMap::new();
    all.for_each(|entry| of_table.entry(&entry.0.address.table).or_default().push(entry));
    of_table.values_mut().for_each(|entries| entries.sort_by_key(|(cell, _)| (cell.at.line, cell.at.column)));
    let provenance = format!("{{\"experiment\":\"{}\"}}", grid.id);
    let mut out = Vec::new();
    for (name, entries) in of_table {
        let table = Table {
            name: format!("{}/{name}", grid.id),
            rows: frame(&entries),
            sheets: Some(sheets(&grid.id, name, &entries)),
            ..Table::default()
        };
        out.push((format!("{PAPER}/{name}.parquet"), parquet::write(&table.rows, &provenance)?));
        out.push((format!("{PAPER}/{name}.csv"), Format::Csv.text(&table)?.into_bytes()));
        out.push((format!("{PAPER}/{name}.tex"), Format::Latex.text(&table)?.into_bytes()));
    }
    Ok(out)
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

fn frame(entries: &[Entry<'_>]) -> Frame {
    use ColumnKind::{Number, Text, Whole};
    let row = axis(entries.iter().map(|(cell, _)| &cell.address.row));
    let column = axis(entries.iter().map(|(cell, _)| &cell.address.column));
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
        ("lo", Number, "lower end of the prediction interval of the twin's draws"),
        ("hi", Number, "upper end of the prediction interval of the twin's draws"),
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
    for (cell, number) in entries {
        let of = &cell.address;
        let like = number.and_then(|number| number.twin.filter(|like| !like.draws.is_empty()));
        let ends = like.and_then(ends);
        rows.push([
            of.panel.as_deref().unwrap_or_default().into(),
            label(row, &of.row),
            of.quantity.as_deref().unwrap_or_default().into(),
            label(column, &of.column),
            number.map_or("", |number| number.part).into(),
            (&cell.text).into(),
            number.map(|number| number.printed).into(),
            number.map(|number| number.meant).into(),
            like.and_then(FilledCell::mean).into(),
            ends.map(|(low, _)| low).into(),
            ends.map(|(_, high)| high).into(),
            like.and_then(FilledCell::sd).into(),
            like.map(|_| half_step(cell.value)).into(),
            number.and_then(|number| number.used).map_or("", Use::word).into(),
            like.map(|like| like.draws.len() as u32).into(),
            number.and_then(|number| number.real?.mean()).into(),
            if cell.kind.needs_data() { of.collection() } else { "" }.into(),
            like.map_or("", |like| &like.collection).into(),
        ]);
    }
    rows
}

/// The printed table with the twin's mean and ends below each number.
fn sheets(experiment: &str, name: &str, entries: &[Entry<'_>]) -> Vec<Sheet> {
    fn panel_of<'e>((cell, _): &Entry<'e>) -> &'e str {
        cell.address.panel.as_deref().unwrap_or_default()
    }
    fn quantity_of<'e>((cell, _): &Entry<'e>) -> &'e str {
        cell.address.quantity.as_deref().unwrap_or_default()
    }
    let mut sheets = Vec::new();
    for panel in distinct(entries.iter().map(panel_of)) {
        let here: Vec<&Entry<'_>> = entries.iter().filter(|e| panel_of(e) == panel).collect();
        let columns = distinct(here.iter().map(|(cell, _)| cell.address.column.as_str()));
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last = "";
        let lines = here.iter().map(|(cell, _)| cell.address.row.as_str());
        for row in distinct(lines) {
            let of_row = |(cell, _): &&&Entry<'_>| cell.address.row == row;
            for quantity in distinct(here.iter().filter(of_row).map(|e| quantity_of(e))) {
                let label = if row == last { "" } else { row };
                last = row;
                let (mut printed, mut twins) =
                    (vec![label.into(), quantity.into()], vec!["".into(), "twin".into()]);
                for column in &columns {
                    let is_cell =
                        |e: &&&Entry<'_>| quantity_of(e) == quantity && e.0.address.column == *column;
                    let found = || here.iter().filter(of_row).filter(is_cell);
                    printed.push(found().next().map_or("", |(cell, _)| cell.text.as_str()).into());
                    let beside = found().filter_map(|(_, number)| simulated((*number)?.twin?));
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
        true => format!(
            "As printed; below it the mean and the {} prediction interval of the draws of a simulated twin, which is not the \
             collection that it stands for.",
            percent(CONFIDENCE)
        ),
        false => "As printed.".to_owned(),
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
