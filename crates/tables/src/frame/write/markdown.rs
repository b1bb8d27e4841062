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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Heading;

    #[test]
    fn the_best_is_bold_and_marks_are_raised() {
        let best = Cell { text: "0.31".into(), is_best: true, mark: "a*".into() };
        let sheet = Sheet {
            title: "AP".into(),
            columns: vec![Heading::words("run"), Heading::numbers("AP")],
            rows: vec![vec!["x|y".into(), best]],
            notes: vec!["Rounded.".into()],
            ..Sheet::default()
        };
        let expected = "AP\n\n| run | AP |\n|---|--:|\n| x\\|y | **0.31**<sup>a\\*</sup> |\n\nBold: the best of its column. Rounded.\n";
        assert_eq!(super::sheet(&sheet), expected);
    }
}
