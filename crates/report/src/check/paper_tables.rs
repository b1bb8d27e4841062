//! The printed tables as data, in the order and with the names of the paper: `tables/paper/<table>.parquet`, `.csv` and
//! `.tex`.
//!
//! Each row of the parquet and CSV files has the text of a printed cell, and its number if there is one. Beside them
//! are the mean and the 95% prediction interval of the twin's draws, if there is a twin, and the value on the
//! paper's own collection or worked example, if it is available. A cell with several numbers has several rows.
//! Computed values without a printed cell are left out.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::table::{FilledCell, distinct, number, parquet};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::CheckOutcome;
use rejudge_stats::{CONFIDENCE, percent};
use rejudge_tables::frame::{Cell, Format, Heading, Sheet, Table};

use crate::check::check_row::{CheckRow, ends};
use crate::check::columns::{Entry, View, frame};
use crate::check::verdict::Verdict;

/// The folder of these files in the results folder.
pub const PAPER: &str = "tables/paper";

/// Returns the files of the printed tables, with their paths in the results folder.
///
/// # Errors
/// If a file cannot be made.
pub fn files(grid: &Grid, verdict: &Verdict<'_>) -> Result<Vec<(String, Vec<u8>)>> {
    let blanks: Vec<CheckRow<'_>> =
        verdict.expected.blanks.iter().map(|cell| CheckRow::new(cell, CheckOutcome::Transcribed)).collect();
    let in_tables = verdict.rows.iter().chain(&blanks).filter(|row| row.cell.is_in_table());
    let all = in_tables.flat_map(|row| {
        let is_none = row.measured().next().is_none();
        let numbers = row.measured().map(Some).chain(is_none.then_some(None));
        numbers.map(move |number| Entry { row, number })
    });
    let mut entries_by_table: BTreeMap<&str, Vec<Entry<'_>>> = BTreeMap::new();
    all.for_each(|entry| entries_by_table.entry(&entry.row.cell.address.table).or_default().push(entry));
    for entries in entries_by_table.values_mut() {
        entries.sort_by_key(|entry| (entry.row.cell.at.line, entry.row.cell.at.column));
    }
    let provenance = format!("{{\"experiment\":\"{}\"}}", grid.id);
    let mut out = Vec::new();
    for (name, entries) in entries_by_table {
        let table = Table {
            name: format!("{}/{name}", grid.id),
            rows: frame(View::Paper, &entries),
            sheets: Some(sheets(&grid.id, name, &entries)),
            ..Table::default()
        };
        out.push((format!("{PAPER}/{name}.parquet"), parquet::write(&table.rows, &provenance)?));
        out.push((format!("{PAPER}/{name}.csv"), Format::Csv.text(&table)?.into_bytes()));
        out.push((format!("{PAPER}/{name}.tex"), Format::Latex.text(&table)?.into_bytes()));
    }
    Ok(out)
}

/// Returns the printed table, with a sheet for each panel. If a number has a twin with enough draws,
/// the mean of these draws and the ends of their prediction interval are below the number.
fn sheets(experiment: &str, name: &str, entries: &[Entry<'_>]) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for panel in distinct(entries.iter().map(|entry| entry.panel())) {
        let panel_entries: Vec<&Entry<'_>> = entries.iter().filter(|entry| entry.panel() == panel).collect();
        let columns = distinct(panel_entries.iter().map(|entry| entry.row.cell.address.column.as_str()));
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last = "";
        let lines = panel_entries.iter().map(|entry| entry.row.cell.address.row.as_str());
        for row in distinct(lines) {
            let is_in_row = |entry: &&&Entry<'_>| entry.row.cell.address.row == row;
            for quantity in distinct(panel_entries.iter().filter(is_in_row).map(|entry| entry.quantity())) {
                let label = if row == last { "" } else { row };
                last = row;
                let (mut printed, mut twins) =
                    (vec![label.into(), quantity.into()], vec!["".into(), "twin".into()]);
                for column in &columns {
                    let is_cell = |entry: &&&Entry<'_>| {
                        entry.quantity() == quantity && entry.row.cell.address.column == *column
                    };
                    let entries = || panel_entries.iter().filter(is_in_row).filter(is_cell);
                    printed.push(entries().next().map_or("", |entry| entry.row.cell.text.as_str()).into());
                    let simulated_values = entries().filter_map(|entry| simulated(entry.number?.twin?));
                    twins.push(simulated_values.collect::<Vec<_>>().join("; ").into());
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
    let sentence = if has_twin {
        format!(
            "As printed; below a number, the mean and the {} prediction interval of the draws of a simulated twin, which is not the \
             collection that it simulates.",
            percent(CONFIDENCE)
        )
    } else {
        "As printed.".to_owned()
    };
    sheets.iter_mut().for_each(|sheet| sheet.title += &format!(". {sentence}"));
    sheets
}

/// Returns the mean of a twin's draws and the ends of their prediction interval, such as `0.951 [0.940,
/// 0.962]`.
fn simulated(twin: &FilledCell) -> Option<String> {
    let ((low, high), mean) = (ends(twin)?, twin.mean()?);
    let (factor, sign) = if twin.percent { (100.0, "%") } else { (1.0, "") };
    let shown = |value: f64| number(factor * value, twin.decimals, false);
    Some(format!("{}{sign} [{}, {}]", shown(mean), shown(low), shown(high)))
}
