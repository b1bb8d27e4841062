//! The text of table cells.

use rejudge_tables::frame::Heading;
use rejudge_tables::page::{Cell, MarkdownTable, plain};

use super::filled::{FilledCell, FilledTable};
use super::number_form::Form;

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
        None => Form::new(first, None).with_deviation(first).unwrap_or_else(|| "-".to_owned()),
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

/// The cells of a panel in rows and columns, as they are shown.
pub(super) struct Panel<'a> {
    /// The headings: of one or two columns of labels, and of the numbers.
    pub heads: Vec<Heading>,
    /// Labels of the columns of numbers.
    columns: Vec<&'a str>,
    pub rows: Vec<Row<'a>>,
}

/// A row of a panel.
pub(super) struct Row<'a> {
    label: &'a str,
    quantity: &'a str,
    /// The labels as shown, which do not repeat that of the row above.
    pub labels: Vec<&'a str>,
    /// The text in each column; `None` if the row leaves it out.
    pub cells: Vec<Option<String>>,
}

/// Lays out the cells of one panel; `form` is the format string for several quantities.
pub(super) fn panel<'a>(cells: &[&'a FilledCell], form: Option<&str>) -> Panel<'a> {
    let columns = distinct(cells.iter().map(|cell| cell.column.as_str()));
    let has_quantities = cells.iter().any(|cell| !cell.row_quantity.is_empty());
    let labels = if has_quantities { 2 } else { 1 };
    let mut rows: Vec<Row<'a>> = Vec::new();
    let place = |cell: &'a FilledCell| (cell.row.as_str(), cell.row_quantity.as_str(), cell.column.as_str());
    for group in cells.chunk_by(|a, b| place(a) == place(b)) {
        let (label, quantity, column) = place(group[0]);
        let last = rows.last().map(|row| (row.label, row.quantity));
        if last != Some((label, quantity)) {
            let is_repeated = has_quantities && last.is_some_and(|(last, _)| last == label);
            let labels = [if is_repeated { "" } else { label }, quantity].into_iter().take(labels).collect();
            rows.push(Row { label, quantity, labels, cells: vec![None; columns.len()] });
        }
        // A row may leave columns out: each cell goes to the column of its name, the first of several.
        let at =
            columns.iter().position(|known| *known == column).expect("the columns are those of the cells");
        let cell = &mut rows.last_mut().expect("a row was added").cells[at];
        cell.get_or_insert_with(|| shown(group, form));
    }
    let heads = vec![Heading::words(""); labels];
    let heads = heads.into_iter().chain(columns.iter().map(|column| Heading::numbers(column))).collect();
    Panel { heads, columns, rows }
}

/// The items, each once.
pub fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for item in items {
        if !out.contains(&item) {
            out.push(item);
        }
    }
    out
}

impl FilledTable {
    /// Returns the names of the panels whose collection has one of `kinds`, in order.
    pub fn panels(&self, kinds: &[&str]) -> Vec<&str> {
        let of_kinds = self.cells.iter().filter(|cell| kinds.contains(&cell.kind));
        distinct(of_kinds.map(|cell| cell.panel.as_str()))
    }
}

/// Returns a panel as a Markdown table; `beside` returns the Markdown below the number of (row, quantity, column).
pub fn markdown(
    table: &FilledTable,
    panel: &str,
    keep: &dyn Fn(&FilledCell) -> bool,
    beside: &dyn Fn(&str, &str, &str) -> Option<String>,
) -> MarkdownTable {
    let kept: Vec<&FilledCell> = table.cells.iter().filter(|c| keep(c) && c.panel == panel).collect();
    let Panel { heads, columns, rows } = self::panel(&kept, table.show.as_deref());
    let mut out = MarkdownTable::new(heads);
    for row in &rows {
        let cell = |(text, column): (&Option<String>, &&str)| {
            let Some(text) = text else { return Cell::NOTHING };
            match beside(row.label, row.quantity, column) {
                Some(expected) => Cell::markdown(&format!("{} <br>{expected}", plain(text))),
                None => Cell::text(text),
            }
        };
        let labels = row.labels.iter().map(|label| Cell::text(label));
        out.row(labels.chain(row.cells.iter().zip(&columns).map(cell)));
    }
    out
}
