//! Every printed cell, with its standing: the rows of checks.parquet for people.

use super::names::title;
use crate::check::verdict::Verdict;
use crate::table::distinct;
use rejudge_tables::frame::{Column, Heading, Values, trimmed};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, MarkdownTable, inert, plain};

/// The columns of checks.parquet that are shown.
const SHOWN: [&str; 8] =
    ["panel", "row", "column", "quantity", "printed", "worked_out", "computed", "standing"];

/// Returns the section, with a table for each table of the paper, which is empty if nothing is printed.
pub(super) fn text(verdict: &Verdict<'_>) -> Markdown {
    if verdict.cells.is_empty() {
        return Markdown::default();
    }
    let mut out = Markdown::from(
        "What the check knows of each cell, in the words of checks.parquet and of the glossary. *Computed*: the value of a worked example, or \
         of the paper's own collection if its licensed data are here. A twin's numbers are not the paper's, so they \
         are not in these tables.\n\n",
    );
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
        out += markdown!("### {}\n\n{}\n", plain(&title(table)), table_of_cells);
    }
    out
}

/// A value, with four decimals at most.
fn shown(column: &Column, at: usize) -> Markdown {
    match &column.values {
        Values::Number(of) => of[at].map_or_else(Markdown::default, |value| inert(&trimmed(value, 4))),
        values => plain(&values.shown(at)),
    }
}
