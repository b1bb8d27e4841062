//! Tables of Markdown on a page.

use std::borrow::Cow;

use minijinja::context;
use minijinja::value::Serde;
use pulldown_cmark::Alignment;
use serde::Serialize;

use crate::page::templates::fill;

/// Longest label that stays visible while the rest of its row scrolls.
const PINNED: usize = 32;
/// Rows above which a table scrolls within the page, with its head visible.
const TALL: usize = 40;
/// Rows above which a table is collapsed.
const FOLDED: usize = 100;
/// Longest text of a cell that does not widen its column.
const LONG: usize = 40;
/// The signs of a number that is far from its reference, or differs from it.
pub const FAR: [char; 4] = ['▲', '▼', '≠', '∉'];

/// Some text, as HTML and without its elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inline {
    /// With elements.
    pub html: String,
    /// Without.
    pub text: String,
}

/// A parsed table.
#[derive(Debug, Default)]
pub struct Table {
    /// The alignments of the columns.
    pub alignments: Vec<Alignment>,
    /// The head, then the rows.
    pub rows: Vec<Vec<Inline>>,
}

/// A cell for the template.
#[derive(Serialize)]
struct Shown<'a> {
    html: Cow<'a, str>,
    class: String,
}

impl Table {
    /// The table called `name` as HTML.
    pub fn html(&self, name: &str) -> String {
        let Some((head, body)) = self.rows.split_first() else { return String::new() };
        // The first column names the rows, and so does a second if neither has a name.
        let labels = head.iter().take_while(|cell| cell.text.trim().is_empty()).count().clamp(1, 2);
        let head: Vec<Shown<'_>> = head.iter().enumerate().map(|(at, cell)| self.shown(at, cell)).collect();
        let is_pinned =
            |row: &Vec<Inline>| row.first().is_none_or(|cell| cell.text.chars().count() <= PINNED);
        let rows = body.iter().map(|row| row.iter().enumerate().map(|(at, cell)| self.shown(at, cell)));
        fill(
            "table.html",
            context! {
                name, labels,
                head => Serde(head),
                body => Serde(rows.map(Iterator::collect).collect::<Vec<Vec<Shown<'_>>>>()),
                tall => body.len() > TALL,
                folded => body.len() > FOLDED,
                pinned => body.iter().all(is_pinned),
            },
        )
    }

    fn shown<'a>(&self, at: usize, cell: &'a Inline) -> Shown<'a> {
        let is_number = matches!(self.alignments.get(at), Some(Alignment::Right));
        let is_far = is_number && cell.text.contains(FAR);
        let is_long = !is_number && cell.text.chars().count() > LONG;
        let classes = [("n", is_number), ("far", is_far), ("long", is_long)];
        let classes: Vec<&str> = classes.into_iter().filter(|(_, is)| *is).map(|(class, _)| class).collect();
        let html = cell.html.trim();
        // Of `77/120=64.2%` a narrow screen may break the line before the result. Attributes have an `=`, too.
        let is_breakable = is_number && !html.contains("=\"");
        let html = if is_breakable { html.replace('=', "=<wbr>").into() } else { html.into() };
        Shown { html, class: classes.join(" ") }
    }
}
