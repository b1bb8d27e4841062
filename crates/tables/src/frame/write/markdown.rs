//! Tables for people as Markdown.

use crate::page::{Cell as Written, MarkdownTable, plain};

use crate::frame::{Cell, Sheet};

/// The tables, with their titles above and their notes below.
pub(super) fn sheets(sheets: &[Sheet]) -> String {
    sheets.iter().map(sheet).collect::<Vec<_>>().join("\n")
}

fn sheet(sheet: &Sheet) -> String {
    let mut table = MarkdownTable::new(sheet.columns.iter().cloned());
    sheet.rows.iter().for_each(|row| table.row(row.iter().map(cell)));
    let title = if sheet.title.is_empty() { String::new() } else { format!("{}\n\n", plain(&sheet.title)) };
    let notes: Vec<String> = sheet.notes("Bold").map(|note| plain(&note)).collect();
    let notes = if notes.is_empty() { String::new() } else { format!("\n{}\n", notes.join(" ")) };
    format!("{title}{table}{notes}")
}

fn cell(cell: &Cell) -> Written {
    if cell.text.is_empty() && cell.mark.is_empty() {
        return Written::NOTHING;
    }
    let text = plain(&cell.text);
    let text = if cell.is_best { format!("**{text}**") } else { text };
    let mark = if cell.mark.is_empty() { String::new() } else { format!("<sup>{}</sup>", plain(&cell.mark)) };
    Written::markdown(&(text + &mark))
}
