//! Tables for people as Markdown.

use crate::page::{MarkdownTable, plain};

use crate::frame::{Cell, Sheet};

/// The tables, with their titles above and their notes below.
pub(super) fn sheets(sheets: &[Sheet]) -> String {
    sheets.iter().map(sheet).collect::<Vec<_>>().join("\n")
}

fn sheet(sheet: &Sheet) -> String {
    let rows = sheet.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let table = MarkdownTable { columns: sheet.columns.clone(), rows };
    let title = if sheet.title.is_empty() { String::new() } else { format!("{}\n\n", plain(&sheet.title)) };
    let notes: Vec<String> = sheet.notes("Bold").map(|note| plain(&note)).collect();
    let notes = if notes.is_empty() { String::new() } else { format!("\n{}\n", notes.join(" ")) };
    format!("{title}{table}{notes}")
}

fn cell(cell: &Cell) -> String {
    let text = plain(&cell.text);
    let text = if cell.is_best { format!("**{text}**") } else { text };
    let mark = if cell.mark.is_empty() { String::new() } else { format!("<sup>{}</sup>", plain(&cell.mark)) };
    text + &mark
}
