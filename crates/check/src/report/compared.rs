//! A panel of which numbers are printed: print, what is computed like it, and their difference, where people
//! compare them.
//!
//! A panel of few columns has three columns in place of each, a wider one three lines in place of a row. A
//! cell that holds several numbers is a row a number.

use std::collections::BTreeMap;

use rejudge_descriptor::Kind;
use rejudge_grid::Grid;
use rejudge_page::{Cell, Column, MarkdownTable};
use rejudge_printed::{CellKind, Expected, PrintedCell};
use rejudge_table::{FilledCell, FilledTable, Form, number};

use super::tables::original;
use crate::computed::{counterparts, step};

/// Most columns of a panel that has three in place of each that is compared.
const FEW: usize = 12;

/// Standard deviations of the draws beyond which a difference is marked.
const FAR: f64 = 2.0;

/// What says so, above and below.
const MARKS: [&str; 2] = ["▲", "▼"];

/// How the marks are explained above the tables.
pub(super) const EXPLAINED: &str = "*Difference*: computed minus printed, in points for percentages. ▲: the mean is more than two standard \
     deviations of the draws above the printed number, and half a step of its digits more. ▼: it is as far below. \
     The page tints both.";

/// A number that is printed.
struct Told<'a> {
    cell: &'a PrintedCell,
    /// As printed.
    text: String,
    /// The number; of a known misprint what it should be.
    meant: f64,
}

impl Told<'_> {
    fn shown(&self) -> String {
        let text = match &self.cell.should_be {
            Some(should_be) => format!("{} (should be {})", self.text, should_be.text),
            None => self.text.clone(),
        };
        if self.cell.worked_out_from.is_some() { format!("({text})") } else { text }
    }

    /// The difference of `like`, marked where it is large.
    fn difference(&self, like: &FilledCell, form: Form) -> String {
        let Some(mean) = like.mean() else { return "-".to_owned() };
        let difference = mean - self.meant;
        let shown = form.difference(difference);
        // One draw has no deviation to measure by.
        let Some(sd) = like.sd() else { return shown };
        let half = step(&self.cell.value) / 2.0;
        if difference.abs() <= FAR * sd + half * (1.0 + 1e-9) {
            return shown;
        }
        format!("{shown} {}", MARKS[usize::from(difference < 0.0)])
    }
}

/// A row: a label of the table and what is counted there.
type Key<'a> = (&'a str, &'a str, &'a str);

/// What stands in a row and column.
#[derive(Default)]
struct Pair<'a> {
    told: Option<Told<'a>>,
    like: Option<&'a FilledCell>,
}

/// The panel of `table`, as Markdown; `None` where nothing is printed of it.
pub(super) fn markdown(
    grid: &Grid,
    expected: &Expected,
    table: &FilledTable,
    panel: &str,
    kind: Kind,
) -> Option<String> {
    let word = rejudge_table::kind_word(kind);
    let here: Vec<&FilledCell> = table.cells.iter().filter(|c| c.kind == word && c.panel == panel).collect();
    let mut rows: Vec<Key<'_>> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    let mut pairs: BTreeMap<(Key<'_>, &str), Pair<'_>> = BTreeMap::new();
    let mut told: Vec<(&FilledCell, Told<'_>)> = Vec::new();
    let mut alone: Vec<(&PrintedCell, &str)> = Vec::new();
    for (name, paper) in collections(grid, &here) {
        let of_table = expected.cells.iter().filter(|c| c.address.table == table.name && !c.in_text);
        let of_paper = of_table.filter(|c| c.kind != CellKind::Exact && c.address.collection() == paper);
        for cell in of_paper {
            let numbers = cell.value.numbers();
            let found = counterparts(cell, name, std::slice::from_ref(table));
            let likes: Vec<_> = found
                .iter()
                .zip(&numbers)
                .filter_map(|(of, (_, value))| Some((of.like?, of, value)))
                .collect();
            if likes.is_empty() {
                alone.push((cell, name));
            }
            for (like, of, value) in likes {
                let text = if numbers.len() == 1 { cell.text.clone() } else { number(*value, 0, false) };
                told.push((like, Told { cell, text, meant: of.printed }));
            }
        }
    }
    if told.is_empty() {
        return None;
    }
    for cell in &here {
        let of_row = (cell.row.as_str(), cell.row_quantity.as_str(), cell.quantity.as_str());
        if !rows.contains(&of_row) {
            rows.push(of_row);
        }
        if !columns.contains(&cell.column.as_str()) {
            columns.push(&cell.column);
        }
        let found = told.iter().position(|(like, _)| std::ptr::eq(*like, *cell));
        let told = found.map(|at| told.swap_remove(at).1);
        pairs.insert((of_row, &cell.column), Pair { told, like: Some(cell) });
    }
    for (cell, name) in alone {
        add(expected, cell, name, &mut rows, &columns, &mut pairs);
    }
    let label = |(row, of, quantity): &Key<'_>| {
        let marks = match panel.is_empty() {
            true => expected.marks(&table.name, None, row),
            false => expected.marks(&table.name, original(grid, panel).as_deref(), row),
        };
        let row = if marks.is_empty() { (*row).to_owned() } else { format!("{row} {marks}") };
        [row.as_str(), of, quantity]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let computed = if kind == Kind::Simulated { "twin" } else { "computed" };
    let shown = |pair: &Pair<'_>| texts(pair, table.show.as_deref());
    let nothing = Pair::default();
    let compares = |column: &str| {
        rows.iter().any(|row| pairs.get(&(*row, column)).is_some_and(|pair| pair.told.is_some()))
    };
    let wide: usize = columns.iter().map(|column| if compares(column) { 3 } else { 1 }).sum();
    if wide > FEW {
        let mut out = MarkdownTable::new(
            ["", ""].map(Column::words).into_iter().chain(columns.iter().map(|c| Column::numbers(c))),
        );
        for row in &rows {
            let texts: Vec<[String; 3]> =
                columns.iter().map(|column| shown(pairs.get(&(*row, *column)).unwrap_or(&nothing))).collect();
            let is_told = columns
                .iter()
                .any(|column| pairs.get(&(*row, *column)).is_some_and(|pair| pair.told.is_some()));
            for (line, name) in ["print", computed, "difference"].into_iter().enumerate() {
                if !is_told && line != 1 {
                    continue;
                }
                let first = if line == 0 || !is_told { label(row) } else { String::new() };
                let cells = texts.iter().map(|of| Cell::text(&of[line]));
                out.row([Cell::text(&first), Cell::text(name)].into_iter().chain(cells));
            }
        }
        return Some(out.to_string());
    }
    let heads = columns.iter().flat_map(|column| {
        let base =
            original(grid, column).filter(|_| panel.is_empty()).unwrap_or_else(|| (*column).to_owned());
        match compares(column) {
            true => ["print", computed, "difference"].iter().map(|what| format!("{base}: {what}")).collect(),
            false => vec![format!("{base}: {computed}")],
        }
    });
    let heads: Vec<Column> = heads.map(|head| Column::numbers(&head)).collect();
    let mut out = MarkdownTable::new([Column::words("")].into_iter().chain(heads));
    for row in &rows {
        let cells = columns.iter().flat_map(|column| {
            let [print, twin, difference] = shown(pairs.get(&(*row, *column)).unwrap_or(&nothing));
            if compares(column) { vec![print, twin, difference] } else { vec![twin] }
        });
        let cells: Vec<Cell> = cells.map(|text| Cell::text(&text)).collect();
        out.row([Cell::text(&label(row))].into_iter().chain(cells));
    }
    Some(out.to_string())
}

/// The collections of these cells, with those whose printed numbers stand beside theirs.
fn collections<'a>(grid: &Grid, here: &[&'a FilledCell]) -> Vec<(&'a str, String)> {
    let mut out: Vec<(&str, String)> = Vec::new();
    for cell in here {
        if !out.iter().any(|(name, _)| *name == cell.collection) {
            out.extend(original(grid, &cell.collection).map(|paper| (cell.collection.as_str(), paper)));
        }
    }
    out
}

/// Adds a printed cell that nothing is computed like, below the row that is printed above it.
fn add<'a>(
    expected: &'a Expected,
    cell: &'a PrintedCell,
    name: &str,
    rows: &mut Vec<Key<'a>>,
    columns: &[&'a str],
    pairs: &mut BTreeMap<(Key<'a>, &'a str), Pair<'a>>,
) {
    let address = &cell.address;
    // Where the columns are the collections, the printed one is its twin's here.
    let wanted = if address.panel.is_some() { address.column.as_str() } else { name };
    let Some(column) = columns.iter().find(|column| **column == wanted) else { return };
    let row: Key<'a> = (&address.row, address.quantity.as_deref().unwrap_or(""), "");
    if !rows.contains(&row) {
        let lines =
            expected.cells.iter().filter(|c| c.address.table == address.table && c.at.line < cell.at.line);
        let above =
            lines.filter_map(|c| rows.iter().rposition(|(label, ..)| *label == c.address.row)).next_back();
        rows.insert(above.map_or(rows.len(), |at| at + 1), row);
    }
    let Some((_, meant)) = cell.value.numbers().into_iter().next() else { return };
    let told = Told { cell, text: cell.text.clone(), meant };
    pairs.entry((row, column)).or_default().told = Some(told);
}

/// Print, what is computed, difference.
fn texts(pair: &Pair<'_>, show: Option<&str>) -> [String; 3] {
    let print = pair.told.as_ref().map_or(String::new(), Told::shown);
    let Some(like) = pair.like else { return [print, "-".to_owned(), String::new()] };
    let form = Form::of(like, show);
    let computed = match (like.mean(), like.sd()) {
        (None, _) if like.note.is_empty() => "-".to_owned(),
        (None, _) => format!("({})", like.note),
        (Some(mean), Some(sd)) if sd > 0.0 => {
            let spread = Form { signed: false, percent: false, ..form };
            format!("{} ±{}", form.shown(mean), spread.shown(if form.percent { 100.0 * sd } else { sd }))
        }
        (Some(mean), _) => form.shown(mean),
    };
    let difference = pair.told.as_ref().map_or(String::new(), |told| told.difference(like, form));
    [print, computed, difference]
}
