//! Tables in a report, of one kind of collection at a time: as they are, with the printed numbers of worked
//! examples below the computed ones, or compared with print (`compared`).

use std::fmt::Write;

use rejudge_descriptor::Kind;

use super::compared;
use super::names::title;
use rejudge_grid::Grid;
use rejudge_page::{inert, plain};
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
        let _ = writeln!(out, "### {}: {}{of_kind}\n", title(&table.name), inert(&table.caption));
    }
    let of_table = expected.into_iter().flat_map(|e| &e.cells).filter(|c| c.address.table == table.name);
    let is_here = |c: &&PrintedCell| (c.kind == CellKind::Exact) == (kind == Kind::WorkedExample);
    let mut from: Vec<&str> = of_table.filter(is_here).filter_map(|c| c.worked_out_from.as_deref()).collect();
    from.dedup();
    if !from.is_empty() && matches!(kind, Kind::WorkedExample | Kind::Simulated) {
        let from = inert(&from.join(" and "));
        let _ = writeln!(
            out,
            "In parentheses: worked out from {from}; the paper does not print these numbers.\n"
        );
    }
    for panel in panels {
        if !panel.is_empty() {
            let _ = writeln!(out, "**{}** ({word})\n", plain(panel));
        }
        let compared = expected.and_then(|expected| compared::markdown(grid, expected, table, panel, kind));
        if let Some(compared) = compared {
            let _ = writeln!(out, "{compared}");
            continue;
        }
        let keep = |cell: &FilledCell| cell.kind == word;
        // What a worked example gives has the labels of the print.
        let beside = |row: &str, quantity: &str, column: &str| {
            let of_panel = expected?.cells.iter().filter(|c| {
                kind == Kind::WorkedExample
                    && c.kind == CellKind::Exact
                    && c.address.table == table.name
                    && c.address.panel.as_deref().unwrap_or("") == panel
            });
            let shown: Vec<&PrintedCell> = of_panel
                .filter(|c| c.address.row == row && c.address.column == column)
                .filter(|c| {
                    quantity.is_empty() || c.address.quantity.as_deref().is_none_or(|of| of == quantity)
                })
                .collect();
            let texts = plain(&shown.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" "));
            let printed = shown.first()?.worked_out_from.is_none();
            Some(if printed { format!("*{texts}*") } else { format!("({texts})") })
        };
        let _ = writeln!(out, "{}", markdown(table, panel, &keep, &beside));
    }
}

/// The collection whose printed cells stand beside those of `name`: a twin's original, a licensed
/// collection itself.
pub(super) fn original(grid: &Grid, name: &str) -> Option<String> {
    let collection = grid.collections.iter().find(|c| c.name == name)?;
    match collection.entry.descriptor.kind {
        Kind::Simulated => name.strip_suffix("-twin").map(str::to_owned),
        Kind::Licensed | Kind::Open => Some(name.to_owned()),
        Kind::WorkedExample | Kind::MadeUp | Kind::Own => None,
    }
}
