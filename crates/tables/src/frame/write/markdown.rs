//! Writes tables for people as Markdown.

use crate::frame::{Cell, Sheet};
use crate::markdown;
use crate::page::{Markdown, MarkdownTable, plain};

/// Returns the tables, with their titles above and their notes below.
pub(super) fn sheets(sheets: &[Sheet]) -> String {
    Markdown::joined(sheets.iter().map(sheet), "\n").into()
}

fn sheet(sheet: &Sheet) -> Markdown {
    let rows = sheet.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let table = MarkdownTable { columns: sheet.columns.clone(), rows };
    let title = match sheet.title.as_str() {
        "" => Markdown::default(),
        title => markdown!("{}\n\n", plain(title)),
    };
    let notes = Markdown::joined(sheet.notes("Bold").map(|note| plain(&note)), " ");
    let notes = if notes.is_empty() { notes } else { markdown!("\n{}\n", notes) };
    markdown!("{}{}{}", title, table, notes)
}

fn cell(cell: &Cell) -> Markdown {
    let text = plain(&cell.text);
    let mut text = if cell.is_best { markdown!("**{}**", text) } else { text };
    if !cell.mark.is_empty() {
        text += markdown!("<sup>{}</sup>", plain(&cell.mark));
    }
    text
}
