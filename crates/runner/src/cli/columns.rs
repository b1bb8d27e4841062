//! Lines of several columns: parted by tabs for programs, aligned and wrapped on a terminal.

use std::io::IsTerminal;

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, Color, ContentArrangement, Table};

use super::output::{Failure, colour, print, print_styled};
use crate::visible::visible;

/// Columns in which a table can be read. Some terminals say that they have none.
const NARROWEST: u16 = 40;

/// Prints lines whose columns are parted by `between`, a tab for programs to read.
pub fn print_columns(text: &str, between: &str) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(text);
    }
    let mut table = Table::new();
    table.load_style(NOTHING);
    // Words that do not fit go to a line of their own below, where the terminal says how wide it is.
    if table.width().is_some_and(|columns| columns >= NARROWEST) {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    let styled = colour(&stdout);
    for line in text.lines() {
        let cells = line.splitn(if between == "\t" { usize::MAX } else { 2 }, between);
        table.add_row(cells.enumerate().map(|(at, text)| cell(at, text, styled)));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    print_styled(&(table.trim_fmt() + "\n"))
}

/// The name stands out, and so does what is good or bad.
fn cell(at: usize, text: &str, styled: bool) -> Cell {
    let cell = Cell::new(visible(text));
    match text.split(' ').next() {
        _ if !styled => cell,
        _ if at == 0 => cell.add_attribute(Attribute::Bold),
        Some("good" | "here" | "done") => cell.fg(Color::Green),
        Some("BAD" | "failed" | "missing") => cell.fg(Color::Red),
        _ => cell,
    }
}
