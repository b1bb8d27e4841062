//! The list of all printed cells with their outcomes, as readers of a page see it.

use super::names::title;
use crate::check::columns::{Column, Entry, View, columns};
use crate::check::verdict::Verdict;
use crate::table::distinct;
use rejudge_tables::frame::{Heading, Values, trimmed};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, MarkdownTable, inert, plain};

/// Returns the section, with a table of cells for each table of the paper. The text is empty if nothing is
/// printed.
pub(super) fn text(verdict: &Verdict<'_>) -> Markdown {
    if verdict.rows.is_empty() {
        return Markdown::default();
    }
    let mut out = Markdown::from(
        "The outcome of each cell, in the words of checks.parquet and the glossary. *Computed*: the value of a worked example, or \
         of the paper's own collection if its data are available. A twin's numbers are not the paper's, so they \
         are not in these tables.\n\n",
    );
    for table in distinct(verdict.rows.iter().map(|row| row.cell.address.table.as_str())) {
        let table_rows = verdict.rows.iter().filter(|row| row.cell.address.table == table);
        let rows: Vec<Entry<'_>> = table_rows.map(Entry::of_row).collect();
        let filled = columns(&[View::Page, View::PageNumbers]).map(|column| (column, column.values(&rows)));
        let has_text = |values: &Values| (0..rows.len()).any(|row| !values.format_row(row).is_empty());
        let filled: Vec<(&Column, Values)> = filled.filter(|(_, values)| has_text(values)).collect();
        let heading = |(column, _): &(&Column, Values)| Heading {
            text: column.name.replace('_', " "),
            is_number: column.is_in(View::PageNumbers),
        };
        let row = |index: usize| filled.iter().map(|(_, values)| value_markdown(values, index)).collect();
        let table_of_cells = MarkdownTable {
            columns: filled.iter().map(heading).collect(),
            rows: (0..rows.len()).map(row).collect(),
        };
        out += markdown!("### {}\n\n{}\n", plain(&title(table)), table_of_cells);
    }
    out
}

/// Returns a value with at most four decimals.
fn value_markdown(values: &Values, row: usize) -> Markdown {
    match values {
        Values::Number(numbers) => {
            numbers[row].map_or_else(Markdown::default, |value| inert(&trimmed(value, 4)))
        }
        values => plain(&values.format_row(row)),
    }
}
