//! Lines with several columns: separated by tabs for programs, aligned and wrapped on a terminal.

use std::io::IsTerminal;

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, Color, ColumnConstraint, ContentArrangement, Table, Width};

use super::output::{Failure, colour, print, print_styled};
use rejudge_names::visible::visible;
use rejudge_tables::frame::{Screen, Sheet};

/// The narrowest terminal for which a table is laid out. Some terminals report a width of 0.
const NARROWEST: u16 = 40;
/// Spaces after a column.
const PADDING: u16 = 2;

/// Prints lines whose columns are separated by `between`, which is a tab if programs read them.
pub fn print_columns(text: &str, between: &str) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(text);
    }
    print_styled(&(aligned(text, between, Table::new().width(), colour(&stdout)) + "\n"))
}

/// Prints tables for people: fitted to the width of the terminal, with highlights.
pub fn print_sheets(sheets: &[Sheet]) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(&Sheet::text_of(sheets, None));
    }
    let width = Table::new().width().filter(|&width| width >= NARROWEST);
    print_styled(&Sheet::text_of(sheets, Some(Screen { width, is_styled: colour(&stdout) })))
}

/// Returns the lines as a table, for a terminal with `wide` columns.
fn aligned(text: &str, between: &str, wide: Option<u16>, styled: bool) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let widest = widest_words(text, between);
    let least: u32 = widest.iter().map(|&word| u32::from(word + PADDING)).sum();
    // Words that do not fit go to a line of their own below, if the width of the terminal is known. Numbers and names
    // are never broken: if they alone are too wide, lines stay whole, and the terminal wraps them.
    let wraps = wide.filter(|&wide| wide >= NARROWEST && least <= u32::from(wide));
    if let Some(wide) = wraps {
        table.set_width(wide).set_content_arrangement(ContentArrangement::Dynamic);
    }
    for line in text.lines() {
        let cells = line.splitn(parts(between), between);
        table.add_row(cells.enumerate().map(|(at, text)| cell(at, text, styled)));
    }
    for (column, word) in table.column_iter_mut().zip(widest) {
        column.set_padding((0, PADDING));
        if wraps.is_some() {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(word + PADDING)));
        }
    }
    table.trim_fmt()
}

/// The width of the widest word of each column.
fn widest_words(text: &str, between: &str) -> Vec<u16> {
    let mut widest = Vec::new();
    for line in text.lines() {
        for (at, cell) in line.splitn(parts(between), between).enumerate() {
            let word = visible(cell).split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
            widest.resize(widest.len().max(at + 1), 0);
            widest[at] = widest[at].max(u16::try_from(word).unwrap_or(u16::MAX).min(u16::MAX - PADDING));
        }
    }
    widest
}

/// Returns the most cells into which a line is split: separators other than a tab split off the name only.
fn parts(between: &str) -> usize {
    if between == "\t" { usize::MAX } else { 2 }
}

/// Formats a cell: the name is highlighted, and so is a good or bad value.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_and_numbers_do_not_break() {
        let lines = "AP\tone title of several words that goes on and on\t0.7559219416556174\n";
        let narrow = aligned(lines, "\t", Some(50), false);
        assert!(
            narrow.lines().count() > 1 && narrow.lines().all(|line| line.chars().count() <= 50),
            "{narrow}"
        );
        assert!(narrow.contains("0.7559219416556174"), "{narrow}");
        // If the terminal is too narrow for the numbers alone, each row is one line, as for a terminal of unknown
        // width.
        let numbers = "AP\t0.7559219416556174\t0.7505116967950056\t0.0054102448606118125\n";
        let whole = aligned(numbers, "\t", Some(50), false);
        assert_eq!(whole, "AP  0.7559219416556174  0.7505116967950056  0.0054102448606118125");
        assert_eq!(whole, aligned(numbers, "\t", None, false));
        // A word that is wider than the library can count is not lost either.
        let endless = aligned(&"x".repeat(70_000), "\t", Some(80), false);
        assert_eq!(endless.matches('x').count(), 70_000);
    }
}
