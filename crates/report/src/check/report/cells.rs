//! Every printed cell, with its standing: the rows of checks.parquet for people.

use std::fmt::Write;

use super::names::title;
use crate::check::verdict::Verdict;
use crate::table::distinct;
use rejudge_tables::frame::{Column, Heading, Values, trimmed};
use rejudge_tables::page::{MarkdownTable, plain};

/// The columns of checks.parquet that are shown.
const SHOWN: [&str; 8] =
    ["panel", "row", "column", "quantity", "printed", "worked_out", "computed", "standing"];

/// Returns the section as Markdown, with a table for each table of the paper. Returns an empty text if nothing is
/// printed.
pub(super) fn text(verdict: &Verdict<'_>) -> String {
    if verdict.cells.is_empty() {
        return String::new();
    }
    let mut out = "What the check knows of each cell, in the words of checks.parquet and of the glossary. *Computed*: the value of a worked example, or \
         of the paper's own collection if its licensed data are here. A twin's numbers are not the paper's, so they \
         are not in these tables.\n\n"
        .to_owned();
    let frame = verdict.frame();
    let table_of = |at: usize| verdict.cells[at].cell.address.table.as_str();
    let cells = 0..verdict.cells.len();
    for table in distinct(cells.clone().map(table_of)) {
        let rows: Vec<usize> = cells.clone().filter(|&at| table_of(at) == table).collect();
        let has_text = |column: &&Column| rows.iter().any(|&at| !column.values.shown(at).is_empty());
        let columns = frame.columns.iter().filter(|column| SHOWN.contains(&column.name.as_str()));
        let columns: Vec<&Column> = columns.filter(has_text).collect();
        let heading = |column: &&Column| Heading {
            text: column.name.replace('_', " "),
            is_number: ["printed", "worked_out", "computed"].contains(&column.name.as_str()),
        };
        let row = |&at: &usize| columns.iter().map(|column| shown(column, at)).collect();
        let table_of_cells = MarkdownTable {
            columns: columns.iter().map(heading).collect(),
            rows: rows.iter().map(row).collect(),
        };
        let _ = writeln!(out, "### {}\n\n{table_of_cells}", title(table));
    }
    out
}

/// A value, with four decimals at most.
fn shown(column: &Column, at: usize) -> String {
    match &column.values {
        Values::Number(of) => of[at].map_or(String::new(), |value| trimmed(value, 4)),
        values => plain(&values.shown(at)),
    }
}
