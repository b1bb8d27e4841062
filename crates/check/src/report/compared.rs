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
    let panel = Panel::of(grid, expected, table, panel, &here)?;
    let computed = if kind == Kind::Simulated { "twin" } else { "computed" };
    let wide: usize = panel.columns.iter().map(|column| if panel.compares(column) { 3 } else { 1 }).sum();
    Some(if wide > FEW { panel.below_each_other(computed) } else { panel.side_by_side(computed) })
}

/// A panel with what is printed of it.
struct Panel<'a> {
    grid: &'a Grid,
    expected: &'a Expected,
    table: &'a FilledTable,
    /// Its name; empty in a table without panels.
    name: &'a str,
    rows: Vec<Key<'a>>,
    columns: Vec<&'a str>,
    pairs: BTreeMap<(Key<'a>, &'a str), Pair<'a>>,
}

impl<'a> Panel<'a> {
    /// The cells of `here` beside what is printed like them; `None` where nothing is.
    fn of(
        grid: &'a Grid,
        expected: &'a Expected,
        table: &'a FilledTable,
        name: &'a str,
        here: &[&'a FilledCell],
    ) -> Option<Self> {
        let mut panel = Self {
            grid,
            expected,
            table,
            name,
            rows: Vec::new(),
            columns: Vec::new(),
            pairs: BTreeMap::new(),
        };
        let (mut told, alone) = printed_like(grid, expected, table, here);
        if told.is_empty() {
            return None;
        }
        for cell in here {
            let of_row = (cell.row.as_str(), cell.row_quantity.as_str(), cell.quantity.as_str());
            if !panel.rows.contains(&of_row) {
                panel.rows.push(of_row);
            }
            if !panel.columns.contains(&cell.column.as_str()) {
                panel.columns.push(&cell.column);
            }
            let found = told.iter().position(|(like, _)| std::ptr::eq(*like, *cell));
            let told = found.map(|at| told.swap_remove(at).1);
            panel.pairs.insert((of_row, &cell.column), Pair { told, like: Some(cell) });
        }
        for (cell, collection) in alone {
            panel.add(cell, collection);
        }
        Some(panel)
    }

    /// Adds a printed cell that nothing is computed like, below the row that is printed above it.
    fn add(&mut self, cell: &'a PrintedCell, collection: &str) {
        let address = &cell.address;
        // Where the columns are the collections, the printed one is its twin's here.
        let wanted = if address.panel.is_some() { address.column.as_str() } else { collection };
        let Some(column) = self.columns.iter().find(|column| **column == wanted) else { return };
        let row: Key<'a> = (&address.row, address.quantity.as_deref().unwrap_or(""), "");
        if !self.rows.contains(&row) {
            let cells = self.expected.cells.iter();
            let lines = cells.filter(|c| c.address.table == address.table && c.at.line < cell.at.line);
            let place = |c: &PrintedCell| self.rows.iter().rposition(|(label, ..)| *label == c.address.row);
            let above = lines.filter_map(place).next_back();
            self.rows.insert(above.map_or(self.rows.len(), |at| at + 1), row);
        }
        let Some((_, meant)) = cell.value.numbers().into_iter().next() else { return };
        let told = Told { cell, text: cell.text.clone(), meant };
        self.pairs.entry((row, column)).or_default().told = Some(told);
    }

    /// Whether a number is printed here.
    fn is_told(&self, row: Key<'a>, column: &'a str) -> bool {
        self.pairs.get(&(row, column)).is_some_and(|pair| pair.told.is_some())
    }

    /// Whether a number of this column is printed.
    fn compares(&self, column: &'a str) -> bool {
        self.rows.iter().any(|row| self.is_told(*row, column))
    }

    /// Print, what is computed, difference.
    fn texts(&self, row: Key<'a>, column: &'a str) -> [String; 3] {
        let nothing = Pair::default();
        texts(self.pairs.get(&(row, column)).unwrap_or(&nothing), self.table.show.as_deref())
    }

    fn label(&self, (row, of, quantity): Key<'_>) -> String {
        let marks = match self.name.is_empty() {
            true => self.expected.marks(&self.table.name, None, row),
            false => self.expected.marks(&self.table.name, original(self.grid, self.name).as_deref(), row),
        };
        let row = if marks.is_empty() { row.to_owned() } else { format!("{row} {marks}") };
        let parts = [row.as_str(), of, quantity].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Three lines in place of a row.
    fn below_each_other(&self, computed: &str) -> String {
        let columns = self.columns.iter().map(|c| Column::numbers(c));
        let mut out = MarkdownTable::new(["", ""].map(Column::words).into_iter().chain(columns));
        for &row in &self.rows {
            let texts: Vec<[String; 3]> = self.columns.iter().map(|column| self.texts(row, column)).collect();
            let is_told = self.columns.iter().any(|column| self.is_told(row, column));
            for (line, name) in ["print", computed, "difference"].into_iter().enumerate() {
                if !is_told && line != 1 {
                    continue;
                }
                let first = if line == 0 || !is_told { self.label(row) } else { String::new() };
                let cells = texts.iter().map(|of| Cell::text(&of[line]));
                out.row([Cell::text(&first), Cell::text(name)].into_iter().chain(cells));
            }
        }
        out.to_string()
    }

    /// Three columns in place of each that is printed.
    fn side_by_side(&self, computed: &str) -> String {
        let heads = self.columns.iter().flat_map(|column| {
            let base = original(self.grid, column).filter(|_| self.name.is_empty());
            let base = base.unwrap_or_else(|| (*column).to_owned());
            match self.compares(column) {
                true => ["print", computed, "difference"].map(|what| format!("{base}: {what}")).to_vec(),
                false => vec![format!("{base}: {computed}")],
            }
        });
        let heads: Vec<Column> = heads.map(|head| Column::numbers(&head)).collect();
        let mut out = MarkdownTable::new([Column::words("")].into_iter().chain(heads));
        for &row in &self.rows {
            let cells = self.columns.iter().flat_map(|column| {
                let [print, computed, difference] = self.texts(row, column);
                if self.compares(column) { vec![print, computed, difference] } else { vec![computed] }
            });
            let cells: Vec<Cell> = cells.map(|text| Cell::text(&text)).collect();
            out.row([Cell::text(&self.label(row))].into_iter().chain(cells));
        }
        out.to_string()
    }
}

/// The printed numbers, each with the cell of `here` that is computed like it, and the printed cells that none
/// is, each with its collection.
#[expect(clippy::type_complexity, reason = "two lists, each read once by the only caller")]
fn printed_like<'a>(
    grid: &Grid,
    expected: &'a Expected,
    table: &'a FilledTable,
    here: &[&'a FilledCell],
) -> (Vec<(&'a FilledCell, Told<'a>)>, Vec<(&'a PrintedCell, &'a str)>) {
    let mut told = Vec::new();
    let mut alone = Vec::new();
    for (name, paper) in collections(grid, here) {
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
    (told, alone)
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
