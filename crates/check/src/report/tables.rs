//! Tables in a report: printed beside computed, of one kind of collection at a time.

use std::fmt::Write;

use rejudge_descriptor::Kind;

use rejudge_grid::Grid;
use rejudge_page::plain;
use rejudge_printed::{CellKind, Expected, PrintedCell};
use rejudge_table::{FilledCell, FilledTable, markdown};

/// Writes the panels of a table that are of `kind`.
pub fn write(out: &mut String, grid: &Grid, expected: Option<&Expected>, table: &FilledTable, kind: Kind) {
    let word = rejudge_table::kind_word(kind);
    let panels = table.panels(&[word]);
    if panels.is_empty() {
        return;
    }
    // The other kinds name themselves in every panel.
    let of_kind = match kind {
        Kind::WorkedExample => " (worked example)",
        Kind::MadeUp => " (made-up data)",
        Kind::Simulated | Kind::Open | Kind::Licensed | Kind::Own => "",
    };
    if table.plot.is_none() {
        let _ = writeln!(out, "### {}: {}{of_kind}\n", table.name, table.caption);
    }
    let of_table = expected.into_iter().flat_map(|e| &e.cells).filter(|c| c.address.table == table.name);
    let is_here = |c: &&PrintedCell| (c.kind == CellKind::Exact) == (kind == Kind::WorkedExample);
    let mut from: Vec<&str> = of_table.filter(is_here).filter_map(|c| c.worked_out_from.as_deref()).collect();
    from.dedup();
    if !from.is_empty() && matches!(kind, Kind::WorkedExample | Kind::Simulated) {
        let from = from.join(" and ");
        let _ = writeln!(
            out,
            "In parentheses: worked out from {from}; the paper does not print these numbers.\n"
        );
    }
    for panel in panels {
        if !panel.is_empty() {
            let _ = writeln!(out, "**{panel}** ({word})\n");
        }
        let keep = |cell: &FilledCell| cell.kind == word;
        let beside = |row: &str, quantity: &str, column: &str| {
            let name = if panel.is_empty() { column } else { panel };
            let original = original(grid, name);
            let found =
                expected?.cells.iter().filter(|c| c.address.table == table.name && c.address.row == row);
            let mut here = found.filter(|c| match (c.kind, &c.address.panel) {
                // What a worked example gives has the labels of the print.
                (CellKind::Exact, of) => {
                    let of_row = c.address.quantity.as_deref().is_none_or(|of| of == quantity);
                    kind == Kind::WorkedExample
                        && of_row
                        && of.as_deref().unwrap_or("") == panel
                        && c.address.column == column
                }
                (_, Some(of)) => original.as_ref() == Some(of) && c.address.column == column,
                (_, None) => original.as_ref() == Some(&c.address.column),
            });
            let shown: Vec<&PrintedCell> = if quantity.is_empty() {
                here.by_ref().collect()
            } else {
                here.filter(|c| shown_beside(c, quantity)).collect()
            };
            let texts = plain(&shown.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" "));
            let printed = shown.first()?.worked_out_from.is_none();
            Some(if printed { format!("*{texts}*") } else { format!("({texts})") })
        };
        let _ = writeln!(out, "{}", markdown(table, panel, &keep, &beside));
    }
}

/// Whether a printed cell belongs beside a row of this quantity.
fn shown_beside(cell: &PrintedCell, quantity: &str) -> bool {
    match cell.address.quantity.as_deref() {
        Some(printed) => printed == quantity,
        // A range or `10(12)` is printed once, beside the first of its rows; a mean over teams beside
        // the mean over all of them.
        None => matches!(quantity, "low" | "all teams"),
    }
}

/// The collection whose printed cells stand beside those of `name`: a twin's original, a licensed
/// collection itself.
fn original(grid: &Grid, name: &str) -> Option<String> {
    let collection = grid.collections.iter().find(|c| c.name == name)?;
    match collection.entry.descriptor.kind {
        Kind::Simulated => name.strip_suffix("-twin").map(str::to_owned),
        Kind::Licensed | Kind::Open => Some(name.to_owned()),
        Kind::WorkedExample | Kind::MadeUp | Kind::Own => None,
    }
}
