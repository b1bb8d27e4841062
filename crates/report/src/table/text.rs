//! The text of table cells.

use rejudge_tables::page::{Cell, Column, MarkdownTable, plain};

use super::filled::{FilledCell, FilledTable};
use super::number_form::Form;
use super::parts::distinct;

/// Formats a number with so many digits after the point; with `signed`, a gain gets a `+`.
pub fn number(value: f64, decimals: u8, signed: bool) -> String {
    let digits = usize::from(decimals);
    let text = if signed { format!("{value:+.digits$}") } else { format!("{value:.digits$}") };
    // Minus zero is zero.
    if text.trim_start_matches(['-', '+', '0', '.']).is_empty() {
        return text.trim_start_matches(['-', '+']).to_owned();
    }
    text
}

/// Returns the text of a cell: its quantities in the table's `show` format, or the mean with its deviation.
fn shown(quantities: &[&FilledCell], show: Option<&str>) -> String {
    let Some(first) = quantities.first() else { return String::new() };
    if quantities.iter().all(|q| q.draws.is_empty()) {
        return if first.note.is_empty() { "-".to_owned() } else { format!("({})", first.note) };
    }
    match show {
        None => {
            let (factor, sign) = if first.percent { (100.0, "%") } else { (1.0, "") };
            let show = |value: f64| number(factor * value, first.decimals, false);
            match (first.mean(), first.sd()) {
                (Some(mean), Some(sd)) if sd > 0.0 => format!("{}{sign} ±{}", show(mean), show(sd)),
                (Some(mean), _) => format!("{}{sign}", show(mean)),
                (None, _) => "-".to_owned(),
            }
        }
        Some(show) => {
            // {name:+2%} or {name.sd:2%}: digits after the point, an optional sign, an optional percentage.
            let mut out = String::new();
            let mut rest = show;
            while let Some((before, after)) = rest.split_once('{') {
                out.push_str(before);
                let (inside, tail) =
                    after.split_once('}').expect("`show` is refused where it is read, unless it is closed");
                let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
                let form = Form::parse(form, first.decimals);
                let (name, deviation) = name.strip_suffix(".sd").map_or((name, false), |name| (name, true));
                let found = quantities.iter().find(|q| q.quantity == name);
                let value = found.and_then(|q| if deviation { q.sd() } else { q.mean() });
                let text = value.map(|value| form.shown(value));
                out.push_str(&text.unwrap_or_else(|| "-".to_owned()));
                rest = tail;
            }
            out.push_str(rest);
            out
        }
    }
}

/// A row of a panel: label, quantity, and the shown cells.
pub(super) struct Row<'a> {
    pub label: &'a str,
    pub quantity: &'a str,
    pub cells: Vec<(&'a str, String)>,
}

impl Row<'_> {
    /// Returns the text in the column of this name.
    pub fn shown(&self, column: &str) -> Option<&str> {
        self.cells.iter().find(|(name, _)| *name == column).map(|(_, text)| text.as_str())
    }
}

/// Returns the rows of the cells of one panel, in order; `form` is the format string for several quantities.
pub(super) fn rows<'a>(cells: Vec<&'a FilledCell>, form: Option<&str>) -> Vec<Row<'a>> {
    let mut out: Vec<Row<'a>> = Vec::new();
    for group in
        cells.chunk_by(|a, b| (&a.row, &a.row_quantity, &a.column) == (&b.row, &b.row_quantity, &b.column))
    {
        let first = group[0];
        let entry = (first.column.as_str(), shown(group, form));
        match out.last_mut().filter(|row| (row.label, row.quantity) == (&*first.row, &*first.row_quantity)) {
            Some(row) => row.cells.push(entry),
            None => out.push(Row { label: &first.row, quantity: &first.row_quantity, cells: vec![entry] }),
        }
    }
    out
}

impl FilledTable {
    /// Returns the names of the panels whose collection has one of `kinds`, in order.
    pub fn panels(&self, kinds: &[&str]) -> Vec<&str> {
        let mut out: Vec<&str> = Vec::new();
        for cell in self.cells.iter().filter(|c| kinds.contains(&c.kind)) {
            if out.last() != Some(&cell.panel.as_str()) && !out.contains(&cell.panel.as_str()) {
                out.push(&cell.panel);
            }
        }
        out
    }
}

/// Returns a panel as a Markdown table; `beside` returns the Markdown below the number of (row, quantity, column).
pub fn markdown(
    table: &FilledTable,
    panel: &str,
    keep: &dyn Fn(&FilledCell) -> bool,
    beside: &dyn Fn(&str, &str, &str) -> Option<String>,
) -> String {
    let kept: Vec<&FilledCell> = table.cells.iter().filter(|c| keep(c) && c.panel == panel).collect();
    // A row may leave columns out: each cell goes to the column of its name.
    let columns = distinct(kept.iter().map(|cell| cell.column.as_str()));
    let rows = rows(kept, table.show.as_deref());
    if rows.is_empty() {
        return String::new();
    }
    let quantities = rows.iter().any(|row| !row.quantity.is_empty());
    let labels = if quantities { 2 } else { 1 };
    let head = std::iter::repeat_n(Column::words(""), labels);
    let mut out = MarkdownTable::new(head.chain(columns.iter().map(|column| Column::numbers(column))));
    let mut last = "";
    for row in &rows {
        let label = if row.label == last && quantities { "" } else { row.label };
        last = row.label;
        let cell = |column: &&str| {
            let Some(text) = row.shown(column) else { return Cell::NOTHING };
            match beside(row.label, row.quantity, column) {
                Some(expected) => Cell::markdown(&format!("{} <br>{expected}", plain(text))),
                None => Cell::text(text),
            }
        };
        let labels = [label, row.quantity].map(Cell::text).into_iter().take(labels);
        out.row(labels.chain(columns.iter().map(cell)));
    }
    out.to_string()
}
