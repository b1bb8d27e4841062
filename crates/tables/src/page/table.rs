//! Converts tables of Markdown to HTML.

use std::borrow::Cow;

use minijinja::context;
use minijinja::value::Serde;
use pulldown_cmark::Alignment;
use serde::Serialize;

use crate::page::templates::fill;

/// If no label has more characters than this, the column of labels stays visible while the rest of the table scrolls.
const MAX_PINNED_LABEL: usize = 32;
/// A table with more rows than this scrolls within the page, and its head stays visible.
const MAX_FULL_ROWS: usize = 40;
/// A table with more rows than this is collapsed.
const MAX_OPEN_ROWS: usize = 100;
/// A cell that is not a number and has more characters than this gets a wider column.
const MAX_NARROW_CELL: usize = 40;
/// Signs that mark a number as far from its reference value, or as different from it.
pub const FAR: [char; 4] = ['▲', '▼', '≠', '∉'];

/// An inline text, as HTML and as plain text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inline {
    /// The text with HTML elements.
    pub html: String,
    /// The text without elements.
    pub text: String,
}

/// A parsed table.
#[derive(Debug, Default)]
pub struct Table {
    /// The alignments of the columns.
    pub alignments: Vec<Alignment>,
    /// The head, followed by the rows.
    pub rows: Vec<Vec<Inline>>,
}

/// A cell for the template.
#[derive(Serialize)]
struct RenderedCell<'a> {
    html: Cow<'a, str>,
    class: String,
}

impl Table {
    /// Returns the table as HTML. `name` is its name for screen readers.
    pub fn html(&self, name: &str) -> String {
        let Some((head, body)) = self.rows.split_first() else { return String::new() };
        // The first column contains the labels of rows. If the headings of the first two columns are empty, both
        // columns contain labels.
        let labels = head.iter().take_while(|cell| cell.text.trim().is_empty()).count().clamp(1, 2);
        let head: Vec<RenderedCell<'_>> =
            head.iter().enumerate().map(|(at, cell)| self.render_cell(at, cell)).collect();
        let has_short_label =
            |row: &Vec<Inline>| row.first().is_none_or(|cell| cell.text.chars().count() <= MAX_PINNED_LABEL);
        let rows = body.iter().map(|row| row.iter().enumerate().map(|(at, cell)| self.render_cell(at, cell)));
        fill(
            "table.html",
            context! {
                name, labels,
                head => Serde(head),
                body => Serde(rows.map(Iterator::collect).collect::<Vec<Vec<RenderedCell<'_>>>>()),
                tall => body.len() > MAX_FULL_ROWS,
                folded => body.len() > MAX_OPEN_ROWS,
                pinned => body.iter().all(has_short_label),
            },
        )
    }

    fn render_cell<'a>(&self, at: usize, cell: &'a Inline) -> RenderedCell<'a> {
        let is_number = matches!(self.alignments.get(at), Some(Alignment::Right));
        let is_far = is_number && cell.text.contains(FAR);
        let is_long = !is_number && cell.text.chars().count() > MAX_NARROW_CELL;
        let classes = [("n", is_number), ("far", is_far), ("long", is_long)];
        let classes: Vec<&str> = classes.into_iter().filter(|(_, is)| *is).map(|(class, _)| class).collect();
        let html = cell.html.trim();
        // On a narrow screen, `77/120=64.2%` may be broken after the `=`. Attributes contain `=` too, so we do not
        // change a cell that has any.
        let is_breakable = is_number && !html.contains("=\"");
        let html = if is_breakable { html.replace('=', "=<wbr>").into() } else { html.into() };
        RenderedCell { html, class: classes.join(" ") }
    }
}
