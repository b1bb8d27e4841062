//! Printed tables beside which nothing is computed: as they are printed.

use std::fmt::Write;

use super::bound;
use super::names::title;
use crate::verdict::Verdict;
use rejudge_page::{Cell, Column, MarkdownTable, plain};
use rejudge_printed::cell::Role;
use rejudge_printed::{Expected, PrintedRow};

/// Writes the printed tables that none of `shown` is.
pub(super) fn write(out: &mut String, expected: &Expected, verdict: Option<&Verdict<'_>>, shown: &[&str]) {
    let mut tables: Vec<&str> = Vec::new();
    for cell in expected.cells.iter().filter(|cell| !cell.in_text && cell.worked_out_from.is_none()) {
        let table = cell.address.table.as_str();
        if !tables.contains(&table) && !shown.contains(&table) {
            tables.push(table);
        }
    }
    for table in tables {
        let _ = writeln!(out, "### {}: as printed\n", title(table));
        let lines: Vec<&PrintedRow> = expected.rows.iter().filter(|line| line.table == table).collect();
        for panel in lines.chunk_by(|a, b| a.panel == b.panel) {
            write_panel(out, panel);
        }
        if let Some(verdict) = verdict {
            bound::write(out, expected, verdict, table);
        }
    }
}

fn write_panel(out: &mut String, lines: &[&PrintedRow]) {
    let Some(head) = lines.iter().find(|line| line.role == Role::Columns) else { return };
    if let Some(panel) = &head.panel {
        let _ = writeln!(out, "**{}**\n", plain(panel));
    }
    let mut table = MarkdownTable::new(head.fields.iter().map(|field| Column::words(field)));
    for line in lines.iter().filter(|line| line.role == Role::Cells && line.fields.len() == head.fields.len())
    {
        table.row(line.fields.iter().map(|field| Cell::text(field)));
    }
    let _ = writeln!(out, "{table}");
}
