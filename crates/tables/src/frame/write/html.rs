//! Writes a table for people as an HTML element, for use in a page.

use crate::page::html;

use crate::frame::{Cell, Sheet};

/// The style that right-aligns numbers.
const RIGHT: &str = " style=\"text-align:right\"";

/// Returns the table element. Its caption has the title and the notes.
pub(super) fn sheet(sheet: &Sheet) -> String {
    let side = |at: usize| if sheet.columns[at].is_number { RIGHT } else { "" };
    let head: String = sheet
        .columns
        .iter()
        .enumerate()
        .map(|(at, heading)| format!("<th scope=\"col\"{}>{}</th>", side(at), html(&heading.text)))
        .collect();
    let row = |row: &Vec<Cell>| -> String {
        let cells = row.iter().enumerate().map(|(at, row_cell)| match at {
            0 => format!("<th scope=\"row\">{}</th>", cell(row_cell)),
            _ => format!("<td{}>{}</td>", side(at), cell(row_cell)),
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    let caption = sheet.caption(html);
    format!(
        "<table>\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )
}

fn cell(cell: &Cell) -> String {
    let text = html(&cell.text);
    let text = if cell.is_best { format!("<strong>{text}</strong>") } else { text };
    let mark = if cell.mark.is_empty() { String::new() } else { format!("<sup>{}</sup>", html(&cell.mark)) };
    text + &mark
}
