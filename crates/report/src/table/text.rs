//! The text of table cells, and the layout of cells in rows and columns.

use rejudge_collections::descriptor::Kind;
use rejudge_tables::frame::Heading;
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, MarkdownTable, plain};

use super::filled::{FilledCell, FilledTable};
use super::number_form::Form;

/// Formats a number with this many decimals. If `signed`, a positive number begins with `+`.
pub fn number(value: f64, decimals: u8, signed: bool) -> String {
    let digits = usize::from(decimals);
    let text = if signed { format!("{value:+.digits$}") } else { format!("{value:.digits$}") };
    // A value that rounds to -0.0 is shown without the sign.
    if text.trim_start_matches(['-', '+', '0', '.']).is_empty() {
        return text.trim_start_matches(['-', '+']).to_owned();
    }
    text
}

/// Returns the text of a cell: the quantities in the table's `show` format, or else the mean with its
/// deviation. A cell without numbers has its note in brackets, or `-`.
pub(super) fn cell_text(quantities: &[&FilledCell], show: Option<&str>) -> String {
    let Some(first) = quantities.first() else { return String::new() };
    if quantities.iter().all(|q| q.draws.is_empty()) {
        return if first.note.is_empty() { "-".to_owned() } else { format!("({})", first.note) };
    }
    match show {
        None => Form::new(first, None).with_deviation(first).unwrap_or_else(|| "-".to_owned()),
        Some(show) => {
            // A field is `{name:+2%}` or `{name.sd:2%}`: optionally a plus sign, the digits after the point, and a percent
            // sign. A field without a colon has the decimals and the percent sign of the cell.
            let mut out = String::new();
            let mut rest = show;
            while let Some((before, after)) = rest.split_once('{') {
                out.push_str(before);
                let (inside, tail) = after
                    .split_once('}')
                    .expect("a `show` with an open brace was refused when the table was read");
                let (name, form) = match inside.split_once(':') {
                    Some((name, form)) => (name, Form::parse(form, first.decimals)),
                    None => (inside, Form::new(first, None)),
                };
                let (name, deviation) = name.strip_suffix(".sd").map_or((name, false), |name| (name, true));
                let quantity = quantities.iter().find(|q| q.quantity == name);
                if deviation && quantity.is_some_and(|q| !q.varies()) {
                    // `+4.67% ±0.00%` would look as if the number were random.
                    out.truncate(out.trim_end_matches('±').trim_end().len());
                    rest = tail;
                    continue;
                }
                let value = quantity.and_then(|q| if deviation { q.sd() } else { q.mean() });
                let text = value.map(|value| form.shown(value));
                out.push_str(&text.unwrap_or_else(|| "-".to_owned()));
                rest = tail;
            }
            out.push_str(rest);
            out
        }
    }
}

/// Lays out the cells of one panel. Returns the headings and the rows. The first one or two columns have labels, and the
/// others numbers. `labelled` makes the text of a label, and `cell_text` the text of a cell from its quantities. A row has an
/// empty text in a column that it leaves out.
pub(super) fn laid_out<'a, T: Default + PartialEq>(
    cells: &[&'a FilledCell],
    labelled: fn(&str) -> T,
    cell_text: impl Fn(&[&FilledCell]) -> T,
) -> (Vec<Heading>, Vec<Vec<T>>) {
    let columns = distinct(cells.iter().map(|cell| cell.column.as_str()));
    let has_quantities = cells.iter().any(|cell| !cell.row_quantity.is_empty());
    let labels = if has_quantities { 2 } else { 1 };
    let mut rows: Vec<Vec<T>> = Vec::new();
    let mut last = None;
    let place = |cell: &'a FilledCell| (cell.row.as_str(), cell.row_quantity.as_str(), cell.column.as_str());
    for group in cells.chunk_by(|a, b| place(a) == place(b)) {
        let (label, quantity, column) = place(group[0]);
        if last != Some((label, quantity)) {
            // If rows have quantities, a label that equals the label above it is left empty.
            let is_repeated = has_quantities && last.is_some_and(|(last_label, _)| last_label == label);
            let row_labels = [if is_repeated { "" } else { label }, quantity].into_iter().take(labels);
            let blank = columns.iter().map(|_| T::default());
            rows.push(row_labels.map(labelled).chain(blank).collect());
            last = Some((label, quantity));
        }
        // A row may leave out columns, so look up the column by name. If several cells are in the same place, the first
        // one with a text stays.
        let index = columns.iter().position(|other| *other == column).expect("each cell has a column");
        let cell = &mut rows.last_mut().expect("a row was added")[labels + index];
        if *cell == T::default() {
            *cell = cell_text(group);
        }
    }
    let heads = vec![Heading::words(""); labels];
    (heads.into_iter().chain(columns.into_iter().map(Heading::numbers)).collect(), rows)
}

/// Returns the items in their order, without repetitions.
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
    /// Returns the names of the panels with a collection of one of these `kinds`, in the table's order.
    pub fn panels(&self, kinds: &[Kind]) -> Vec<&str> {
        let cells = self.cells.iter().filter(|cell| kinds.contains(&cell.kind));
        distinct(cells.map(|cell| cell.panel.as_str()))
    }
}

/// Returns the cells of a panel for which `keep` returns true, as a Markdown table. `below` makes the line below a
/// cell's number.
pub fn markdown(
    table: &FilledTable,
    panel: &str,
    keep: &dyn Fn(&FilledCell) -> bool,
    below: &dyn Fn(&FilledCell) -> Option<Markdown>,
) -> MarkdownTable {
    let cells: Vec<&FilledCell> = table.cells.iter().filter(|c| keep(c) && c.panel == panel).collect();
    let (columns, rows) = laid_out(&cells, plain, |cells| {
        let mut text = plain(&cell_text(cells, table.show.as_deref()));
        text.extend(below(cells[0]).map(|below| markdown!(" <br>{}", below)));
        text
    });
    MarkdownTable { columns, rows }
}

#[cfg(test)]
mod tests {
    use super::super::filled::FilledCell;
    use super::cell_text;

    #[test]
    fn a_field_without_a_form_has_the_form_of_its_cell() {
        let [least, greatest] = [("least", 0.394), ("greatest", 0.409)].map(|(name, value)| FilledCell {
            quantity: name.to_owned(),
            draws: vec![(1, value)],
            decimals: 1,
            percent: true,
            ..FilledCell::default()
        });
        let text = |show| cell_text(&[&least, &greatest], Some(show));
        assert_eq!(text("{least} to {greatest}"), "39.4% to 40.9%");
        assert_eq!(text("{least:2} to {greatest:0%}"), "0.39 to 41%");
    }
}
