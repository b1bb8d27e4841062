//! Tables in a report, kinds of collections apart: as they are, with the printed numbers of worked
//! examples below the computed ones, or compared with print (`compared`).

use std::fmt::Write;

use rejudge_descriptor::Kind;

use super::names::title;
use super::{capitalised, compared, words};
use rejudge_grid::Grid;
use rejudge_page::{inert, plain};
use rejudge_printed::{CellKind, Expected, PrintedCell};
use rejudge_table::{FilledCell, FilledTable, kind_word, markdown};

/// Writes a table, the panels of each of `kinds` in their order; whether it has any.
pub fn write(
    out: &mut String,
    grid: &Grid,
    expected: Option<&Expected>,
    table: &FilledTable,
    kinds: &[Kind],
) -> bool {
    let has_panels = |kind: &&Kind| !table.panels(&[kind_word(**kind)]).is_empty();
    let kinds: Vec<Kind> = kinds.iter().filter(has_panels).copied().collect();
    let Some(first) = kinds.first() else { return false };
    let caption = inert(&table.caption);
    // Panels name their collection and its kind.
    let of_kind = match (kinds.len(), first) {
        (1, Kind::WorkedExample | Kind::MadeUp) => format!(" ({})", kind_word(*first)),
        _ => String::new(),
    };
    let _ = writeln!(out, "### {}: {caption}{of_kind}\n", title(&table.name));
    for kind in &kinds {
        if kinds.len() > 1 && table.panels(&[kind_word(*kind)]).iter().any(|panel| panel.is_empty()) {
            let _ = writeln!(out, "**{}**\n", capitalised(&words(&[*kind])));
        }
        panels(out, grid, expected, table, *kind);
    }
    true
}

/// Writes the panels of a table that are of `kind`.
pub(super) fn panels(
    out: &mut String,
    grid: &Grid,
    expected: Option<&Expected>,
    table: &FilledTable,
    kind: Kind,
) {
    let word = kind_word(kind);
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
    for panel in table.panels(&[word]) {
        if !panel.is_empty() {
            let _ = writeln!(out, "**{}** ({word})\n", plain(panel));
        }
        let compared = expected.and_then(|expected| compared::markdown(grid, expected, table, panel, kind));
        if let Some(compared) = compared {
            let _ = writeln!(out, "{compared}");
            continue;
        }
        let keep = |cell: &FilledCell| cell.kind == word;
        let has_number = |row: &str, quantity: &str, column: &str| {
            let is_here = |cell: &&FilledCell| {
                keep(cell)
                    && cell.panel == panel
                    && (cell.row.as_str(), cell.column.as_str()) == (row, column)
                    && (quantity.is_empty() || cell.row_quantity == quantity || cell.quantity == quantity)
            };
            table.cells.iter().filter(is_here).any(|cell| cell.mean().is_some())
        };
        let beside = |row: &str, quantity: &str, column: &str| {
            let of_table = expected?.cells.iter().filter(|c| c.address.table == table.name && !c.in_text);
            let like = of_table.filter(|c| c.address.row == row && c.address.column == column);
            let like = like.filter(|c| {
                quantity.is_empty() || c.address.quantity.as_deref().is_none_or(|of| of == quantity)
            });
            match kind {
                Kind::WorkedExample => of_the_example(like, panel),
                Kind::Open if has_number(row, quantity, column) => of_the_paper(like),
                _ => None,
            }
        };
        let _ = writeln!(out, "{}", markdown(table, panel, &keep, &beside));
    }
}

/// What is printed of the worked example of a panel, which has the labels of the print.
fn of_the_example<'e>(like: impl Iterator<Item = &'e PrintedCell>, panel: &str) -> Option<String> {
    let of_panel =
        like.filter(|c| c.kind == CellKind::Exact && c.address.panel.as_deref().unwrap_or("") == panel);
    let shown: Vec<&PrintedCell> = of_panel.collect();
    let texts = plain(&shown.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" "));
    let printed = shown.first()?.worked_out_from.is_none();
    Some(if printed { format!("*{texts}*") } else { format!("({texts})") })
}

/// What is printed in the same row and column of the paper's own collections: the least and the largest. Counts are
/// of as many runs as a collection has, and are not comparable.
fn of_the_paper<'e>(like: impl Iterator<Item = &'e PrintedCell>) -> Option<String> {
    let of_panels = like.filter(|c| c.address.panel.is_some() && c.worked_out_from.is_none());
    let number = |c: &PrintedCell| c.value.numbers().first().map(|(_, number)| *number);
    // Of `77/120=64.2%` the share.
    let text = |c: &'e PrintedCell| c.text.rsplit_once('=').map_or(c.text.as_str(), |(_, share)| share);
    let mut shown: Vec<(f64, &str)> = of_panels.filter_map(|c| Some((number(c)?, text(c)))).collect();
    shown.sort_by(|a, b| a.0.total_cmp(&b.0));
    if !shown.iter().any(|(_, text)| text.contains(['.', '%']))
        || shown.iter().any(|(number, _)| number.abs() > 1.0)
    {
        return None;
    }
    let ((_, least), (_, most)) = (shown.first()?, shown.last()?);
    Some(if least == most {
        format!("*{}*", plain(least))
    } else {
        format!("*{} to {}*", plain(least), plain(most))
    })
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
