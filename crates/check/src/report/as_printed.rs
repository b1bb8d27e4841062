//! Printed tables beside which nothing is computed: as they are printed.

use std::fmt::Write;

use super::names::title;
use rejudge_page::{Cell, Column, MarkdownTable, plain};
use rejudge_printed::{CellKind, Expected, PrintedRow};

/// The printed tables, in the paper's order.
pub(super) fn tables(expected: &Expected) -> Vec<&str> {
    let mut tables: Vec<&str> = Vec::new();
    for cell in expected.cells.iter().filter(|cell| cell.is_in_table()) {
        let table = cell.address.table.as_str();
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    tables
}

/// Returns true if no cell of a printed table needs data: it says in words what a paper is about.
pub(super) fn needs_no_data(expected: &Expected, table: &str) -> bool {
    let mut cells = expected.cells.iter().filter(|cell| cell.address.table == table);
    cells.all(|cell| !matches!(cell.kind, CellKind::NeedsLicensedData(_) | CellKind::Real(_)))
}

/// Writes printed tables.
pub(super) fn write(out: &mut String, expected: &Expected, tables: &[&str]) {
    for table in tables {
        let _ = writeln!(out, "### {}: as printed\n", title(table));
        let lines: Vec<&PrintedRow> = expected.rows.iter().filter(|line| line.table == *table).collect();
        for panel in lines.chunk_by(|a, b| a.panel == b.panel) {
            write_panel(out, panel);
        }
    }
}

fn write_panel(out: &mut String, lines: &[&PrintedRow]) {
    let Some(head) = lines.iter().find(|line| line.label.is_none()) else { return };
    if let Some(panel) = &head.panel {
        let _ = writeln!(out, "**{}**\n", plain(panel));
    }
    let mut table = MarkdownTable::new(head.fields.iter().map(|field| Column::words(field)));
    for line in lines.iter().filter(|line| line.label.is_some()) {
        table.row(line.fields.iter().map(|field| Cell::text(field)));
    }
    let _ = writeln!(out, "{table}");
}
