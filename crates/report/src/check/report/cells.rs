//! Every printed cell, with its standing: the rows of checks.parquet for people.

use std::fmt::Write;

use super::names::title;
use crate::check::checked_cell::CheckedCell;
use crate::check::outcome::CellOutcome;
use crate::check::verdict::Verdict;
use crate::table::distinct;
use rejudge_experiment::printed::Standing;
use rejudge_tables::frame::Heading;
use rejudge_tables::page::{Cell, MarkdownTable, plain};

/// Returns the section as Markdown, with a table for each table of the paper. Returns an empty text if nothing is
/// printed.
pub(super) fn text(verdict: &Verdict<'_>) -> String {
    let mut out = String::new();
    let all = &verdict.cells;
    if all.is_empty() {
        return out;
    }
    let _ = writeln!(
        out,
        "What the check knows of each cell, as in checks.parquet. *Computed*: the value of a worked example, or of \
         the paper's own collection if its licensed data are here. A twin's numbers are not the paper's, so they \
         are not in these tables.\n"
    );
    for table in distinct(all.iter().map(|checked| checked.cell.address.table.as_str())) {
        let rows: Vec<_> = all.iter().filter(|checked| checked.cell.address.table == table).collect();
        let panels = rows.iter().any(|checked| checked.cell.address.panel.is_some());
        let quantities = rows.iter().any(|checked| checked.cell.address.quantity.is_some());
        let _ = writeln!(out, "### {}\n", title(table));
        let mut columns = vec![Heading::words("row"), Heading::words("column")];
        columns.extend(quantities.then(|| Heading::words("quantity")));
        columns.extend(panels.then(|| Heading::words("panel")));
        columns.extend(["printed", "computed"].map(Heading::numbers));
        columns.push(Heading::words("outcome"));
        let mut written = MarkdownTable::new(columns);
        for checked in rows {
            let (cell, address) = (checked.cell, &checked.cell.address);
            let mut row: Vec<Cell> = vec![Cell::text(&address.row), Cell::text(&address.column)];
            for (there, text) in [(quantities, &address.quantity), (panels, &address.panel)] {
                row.extend(there.then(|| Cell::text(text.as_deref().unwrap_or_default())));
            }
            let printed = plain(&cell.text);
            let printed = if cell.worked_out_from.is_some() { format!("({printed})") } else { printed };
            row.push(Cell::markdown(&printed));
            row.push(checked.computed.map_or(String::new(), short).into());
            row.push(outcome(checked).into());
            written.row(row);
        }
        let _ = writeln!(out, "{written}");
    }
    out
}

/// Four decimals at most.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The outcome of a cell in words.
fn outcome(checked: &CheckedCell<'_>) -> &'static str {
    match checked.outcome {
        CellOutcome::Match => "✓ match",
        CellOutcome::Mismatch => "✗ differs",
        CellOutcome::KnownDifference => "✓ differs as a known erratum says",
        CellOutcome::UnexpectedMatch => "✗ matches against a known erratum",
        CellOutcome::Inside => "✓ inside of the draws",
        CellOutcome::Outside => "✗ outside of the draws",
        CellOutcome::SkippedData if checked.standing() == Standing::RealDrawn => "needs data; real, drawn",
        CellOutcome::SkippedData => "needs data",
        CellOutcome::NotComputed => "✗ not computed",
        CellOutcome::NotInData => "not in the data",
        CellOutcome::Transcribed => "transcribed",
    }
}
