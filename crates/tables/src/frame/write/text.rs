//! Writes tables for people as text: columns are aligned, and a table that is too wide for the terminal is split into
//! blocks.

use std::borrow::Cow;

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell as DrawnCell, CellAlignment, Table as Drawn};
use rejudge_names::visible::visible;

use crate::frame::{Cell, Screen, Sheet};

/// The mark of the best number of a column.
const BEST: &str = " <";
/// The number of spaces after a column.
const PADDING: u16 = 2;

impl Sheet {
    /// Formats tables as text. If `screen` is given, they are fitted to the width of the terminal.
    pub fn to_text(sheets: &[Self], screen: Option<Screen>) -> String {
        let texts: Vec<String> = sheets.iter().map(|sheet| sheet.text(screen)).collect();
        texts.join("\n") + "For full precision use --format tsv, csv, json or parquet.\n"
    }

    fn text(&self, screen: Option<Screen>) -> String {
        let mut out = String::new();
        if !self.title.is_empty() {
            out += &format!("{}\n", printable(&self.title, screen));
        }
        let cells: Vec<Vec<String>> =
            (0..self.columns.len()).map(|index| self.column(index, screen)).collect();
        for (number, block) in self.blocks(&cells, screen).iter().enumerate() {
            if number > 0 {
                out.push('\n');
            }
            out += &self.block(&cells, block, screen.is_some_and(|screen| screen.is_styled));
        }
        self.notes(BEST.trim()).for_each(|note| out += &format!("{}\n", printable(&note, screen)));
        out
    }

    /// Returns the texts of a column, with its heading first. All marks are padded to the same width, so that digits
    /// are aligned.
    fn column(&self, index: usize, screen: Option<Screen>) -> Vec<String> {
        let cells = || self.rows.iter().map(|row| &row[index]);
        let mark_width = cells().map(|cell| raised(&cell.mark).chars().count()).max().unwrap_or(0);
        let best_width = if cells().any(|cell| cell.is_best) { BEST.len() } else { 0 };
        let text = |Cell { text, is_best, mark }: &Cell| {
            let mark = raised(mark);
            let best = if *is_best { BEST } else { "" };
            format!("{}{mark:<mark_width$}{best:<best_width$}", printable(text, screen))
        };
        let head =
            format!("{}{:2$}", printable(&self.columns[index].text, screen), "", mark_width + best_width);
        std::iter::once(head).chain(cells().map(text)).collect()
    }

    /// Returns the columns of each block. Every block has all text columns, and as many columns of numbers as fit, but
    /// at least one.
    fn blocks(&self, cells: &[Vec<String>], screen: Option<Screen>) -> Vec<Vec<usize>> {
        let width = |&column: &usize| {
            let widest = cells[column].iter().map(|text| text.chars().count()).max().unwrap_or(0);
            widest + usize::from(PADDING)
        };
        let (numbers, names): (Vec<usize>, Vec<usize>) =
            (0..self.columns.len()).partition(|&column| self.columns[column].is_number);
        let Some(room) = screen.and_then(|screen| screen.width).map(usize::from) else {
            return vec![(0..self.columns.len()).collect()];
        };
        let names_width: usize = names.iter().map(width).sum();
        let (mut blocks, mut block_width) = (vec![Vec::new()], names_width);
        for column in numbers {
            let last = blocks.len() - 1;
            // The padding after the last column does not need room.
            if !blocks[last].is_empty() && block_width + width(&column) - usize::from(PADDING) > room {
                blocks.push(vec![column]);
                block_width = names_width + width(&column);
            } else {
                blocks[last].push(column);
                block_width += width(&column);
            }
        }
        for block in &mut blocks {
            block.extend(&names);
            block.sort_unstable();
        }
        blocks
    }

    fn block(&self, cells: &[Vec<String>], columns: &[usize], is_styled: bool) -> String {
        let mut drawn = Drawn::new();
        drawn.load_style(NOTHING);
        if is_styled {
            drawn.enforce_styling();
        }
        (0..=self.rows.len()).for_each(|row| {
            drawn.add_row(columns.iter().map(|&column| {
                let cell = DrawnCell::new(&cells[column][row]);
                let is_bold = row == 0 || self.rows[row - 1][column].is_best;
                if is_styled && is_bold { cell.add_attribute(Attribute::Bold) } else { cell }
            }));
        });
        for (drawn_column, &column) in drawn.column_iter_mut().zip(columns) {
            drawn_column.set_padding((0, PADDING));
            if self.columns[column].is_number {
                drawn_column.set_cell_alignment(CellAlignment::Right);
            }
        }
        drawn.trim_fmt() + "\n"
    }
}

/// Formats the mark of a number. Unless the mark is stars, it begins with a blank, because a mark can be digits, which
/// would look like part of the number.
fn raised(mark: &str) -> String {
    if mark.is_empty() || mark.starts_with('*') { mark.to_owned() } else { format!(" {mark}") }
}

/// Escapes control characters if the text is for a terminal. A file gets the text unchanged.
fn printable(text: &str, screen: Option<Screen>) -> Cow<'_, str> {
    if screen.is_some() { visible(text) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Heading;

    #[test]
    fn a_narrow_terminal_gets_blocks() {
        let sheet = Sheet {
            columns: vec![Heading::words("run"), Heading::numbers("AP"), Heading::numbers("nDCG@10")],
            rows: vec![["a", "0.31", "0.5"], ["b\u{1b}", "0.30", "0.45"]]
                .into_iter()
                .map(|row| row.map(Cell::from).into())
                .collect(),
            ..Sheet::default()
        };
        let sheets = [sheet];
        let text = Sheet::to_text(&sheets, Some(Screen { width: Some(18), is_styled: false }));
        assert!(text.contains("run") && text.matches("run").count() == 2, "{text}");
        assert!(text.contains("b\\u{1b}"), "{text}");
        assert!(
            text.lines().filter(|line| line.contains("0.")).all(|line| line.chars().count() <= 18),
            "{text}"
        );
        let styled = Sheet::to_text(&sheets, Some(Screen { width: None, is_styled: true }));
        assert!(styled.contains("\u{1b}[1m"), "{styled}");
    }
}
