//! Lines with several columns: separated by tabs for programs, aligned and wrapped on a terminal.

use std::io::IsTerminal;

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, ContentArrangement, Table};

use super::output::{Failure, colour, print, print_styled};
use rejudge_names::visible::visible;
use rejudge_tables::frame::{Screen, Sheet};

/// The narrowest terminal for which a table is laid out. Some terminals report a width of 0.
const NARROWEST: u16 = 40;

/// Prints lines whose columns are separated by `between`, which is a tab if programs read them.
pub fn print_columns(text: &str, between: &str) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(text);
    }
    print_styled(&(aligned(text, between, colour(&stdout)) + "\n"))
}

/// Prints tables for people: fitted to the width of the terminal, with highlights.
pub fn print_sheets(sheets: &[Sheet]) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(&Sheet::text_of(sheets, None));
    }
    let width = width(&Table::new());
    print_styled(&Sheet::text_of(sheets, Some(Screen { width, is_styled: colour(&stdout) })))
}

/// Returns the width of the terminal, if tables can be laid out for it.
fn width(table: &Table) -> Option<u16> {
    table.width().filter(|&width| width >= NARROWEST)
}

/// Returns the lines as a table whose cells wrap at the width of the terminal, with names in bold.
fn aligned(text: &str, between: &str, is_styled: bool) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    if width(&table).is_some() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    // Separators other than a tab split off the name only.
    let parts = if between == "\t" { usize::MAX } else { 2 };
    for line in text.lines() {
        let cell = |(at, text): (usize, &str)| {
            let cell = Cell::new(visible(text));
            if at == 0 && is_styled { cell.add_attribute(Attribute::Bold) } else { cell }
        };
        table.add_row(line.splitn(parts, between).enumerate().map(cell));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}
