//! `rejudge diff`

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use indexmap::IndexMap;

use super::GOOD;
use super::args::{Diff, Global};
use super::columns::print_sheets;
use super::output::{Failure, print};
use rejudge_experiment::exec::Subject;
use rejudge_report::table::results::{Manifest, Results, Snapshot};
use rejudge_tables::frame::{Cell, Frame, Heading, Kind, Sheet, Tabled, Values};

/// Exit code of folders whose numbers differ.
const DIFFERENT: u8 = 1;

/// The most cells of a table that are shown; `--format` writes every number.
const SHOWN: usize = 40;

/// Address, component, subject, draw.
type NumberOf = (String, String, Subject, i64);

/// The numbers of results; `None` if undefined or failed.
type Numbers = BTreeMap<NumberOf, Option<f64>>;

/// A number before and after; `None` if it is missing from the results.
type Pair = [Option<Option<f64>>; 2];

pub fn main(_: &Global, args: &Diff) -> Result<u8, Failure> {
    let (before, after) = (Results::new(&args.before).snapshot()?, Results::new(&args.after).snapshot()?);
    let files = [&before, &after].into_iter().flat_map(|folder| {
        folder.manifest.files.keys().map(|name| folder.folder().join(name)).collect::<Vec<_>>()
    });
    args.form.check(&files.collect::<Vec<_>>())?;
    let writes_rows = args.form.format.is_some() || args.form.output.is_some();
    let shows_tables = !args.stat && !writes_rows;
    let differences = Differences {
        before: numbers(&before)?,
        after: numbers(&after)?,
        tables: if shows_tables { tables(&before, &after, args.tolerance)? } else { Vec::new() },
        settings: settings(&before.manifest, &after.manifest),
        tolerance: args.tolerance,
    };
    let counts = differences.total();
    if writes_rows {
        args.form.write(&differences)?;
    } else if counts.differ() == 0 {
        print(&format!("{}\n", counts.line()))?;
    } else {
        print_sheets(&differences.sheets())?;
    }
    Ok(if counts.differ() == 0 { GOOD } else { DIFFERENT })
}

/// The numbers of two results side by side.
struct Differences {
    before: Numbers,
    after: Numbers,
    tables: Vec<Sheet>,
    /// The settings that differ.
    settings: Option<Sheet>,
    tolerance: f64,
}

/// Counts of the numbers that are equal, and of the others. A number that became null, or was null before, counts as
/// moved.
#[derive(Clone, Copy, Default)]
struct Counts {
    equal: usize,
    moved: usize,
    gone: usize,
    new: usize,
    /// The largest difference among numbers that changed.
    largest: Option<f64>,
}

impl Counts {
    fn differ(self) -> usize {
        self.moved + self.gone + self.new
    }

    fn line(self) -> String {
        let Self { equal, moved, gone, new, .. } = self;
        format!("{equal} equal, {moved} moved, {gone} gone, {new} new")
    }

    fn add(&mut self, pair: Pair, tolerance: f64) {
        match pair {
            [Some(old), Some(new)] if equal(old, new, tolerance) => self.equal += 1,
            [Some(old), Some(new)] => {
                self.moved += 1;
                if let Some((old, new)) = old.zip(new) {
                    self.largest = Some(self.largest.unwrap_or(0.0).max((new - old).abs()));
                }
            }
            [Some(_), None] => self.gone += 1,
            [None, _] => self.new += 1,
        }
    }
}

impl Differences {
    /// Returns every number of either side, with its old and new value.
    fn pairs(&self) -> impl Iterator<Item = (&NumberOf, Pair)> {
        let before = self.before.iter().map(|(key, old)| (key, [Some(*old), self.after.get(key).copied()]));
        let new = self.after.iter().filter(|(key, _)| !self.before.contains_key(*key));
        before.chain(new.map(|(key, value)| (key, [None, Some(*value)])))
    }

    fn total(&self) -> Counts {
        let mut counts = Counts::default();
        self.pairs().for_each(|(_, pair)| counts.add(pair, self.tolerance));
        counts
    }

    /// The counts of each statistic that differs.
    fn summary(&self) -> Sheet {
        let mut by_statistic: BTreeMap<&str, Counts> = BTreeMap::new();
        for ((address, ..), pair) in self.pairs() {
            let statistic = address.split(['/', '[']).nth(1).unwrap_or(address);
            by_statistic.entry(statistic).or_default().add(pair, self.tolerance);
        }
        let row = |(statistic, counts): (&str, Counts)| -> Vec<Cell> {
            let Counts { equal, moved, gone, new, largest } = counts;
            let numbers = [equal, moved, gone, new].map(|count| count.to_string());
            let largest = largest.map_or(String::new(), |largest| format!("{largest:.2e}"));
            std::iter::once(statistic.to_owned()).chain(numbers).chain([largest]).map(Cell::from).collect()
        };
        let head = ["equal", "moved", "gone", "new", "largest difference"].map(Heading::numbers);
        Sheet {
            columns: std::iter::once(Heading::words("statistic")).chain(head).collect(),
            rows: by_statistic.into_iter().filter(|(_, counts)| counts.differ() > 0).map(row).collect(),
            notes: vec![format!("{}.", self.total().line())],
            ..Sheet::default()
        }
    }
}

impl Tabled for Differences {
    fn name(&self) -> &str {
        "differences"
    }

    /// The numbers that differ.
    fn rows(&self) -> Cow<'_, Frame> {
        let mut rows = Frame::new([
            ("address", Kind::Text, "the cell"),
            ("component", Kind::Text, "quantity of the statistic"),
            ("of", Kind::Text, "team, run, item or rank that the number is of"),
            ("draw", Kind::Whole, "draw of the cell, from 1"),
            ("before", Kind::Number, "the number of the first folder"),
            ("after", Kind::Number, "the number of the second"),
        ]);
        for ((address, component, of, draw), [old, new]) in self.pairs() {
            if old.zip(new).is_some_and(|(old, new)| equal(old, new, self.tolerance)) {
                continue;
            }
            let of = of.to_string();
            let draw = u32::try_from(*draw).ok();
            let [old, new] = [old, new].map(|value| value.flatten().into());
            rows.push([address.into(), component.into(), of.trim().into(), draw.into(), old, new]);
        }
        Cow::Owned(rows)
    }

    fn sheets(&self) -> Vec<Sheet> {
        let summary = std::iter::once(self.summary());
        summary.chain(self.settings.iter().chain(&self.tables).cloned()).collect()
    }
}

/// The settings of the experiments that differ. Returns `None` if none does.
fn settings(before: &Manifest, after: &Manifest) -> Option<Sheet> {
    let names: BTreeSet<&String> = before.settings.keys().chain(after.settings.keys()).collect();
    let row = |name: &&String| {
        let [old, new] = [before, after].map(|of| of.settings.get(*name).map_or("-", String::as_str));
        (old != new).then(|| [name.as_str(), old, new].map(Cell::from).to_vec())
    };
    let rows: Vec<Vec<Cell>> = names.iter().filter_map(row).collect();
    let columns = ["setting", "before", "after"].map(Heading::words).to_vec();
    (!rows.is_empty()).then(|| Sheet { title: "settings".to_owned(), columns, rows, ..Sheet::default() })
}

fn equal(a: Option<f64>, b: Option<f64>, tolerance: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b || (a - b).abs() <= tolerance * a.abs().max(b.abs()),
        (a, b) => a == b,
    }
}

const COLUMNS: [&str; 8] = ["address", "component", "team", "run", "item", "rank", "draw", "value"];

fn numbers(results: &Snapshot) -> Result<Numbers, Failure> {
    let frame = results.read_columns("cells.parquet", &COLUMNS)?;
    let (address, component, of) =
        (frame.text("address")?, frame.text("component")?, rejudge_report::table::subjects(&frame)?);
    let (draw, value) = (frame.whole("draw")?, frame.number("value")?);
    let key = |row: usize| {
        let draw = draw[row].unwrap_or(0);
        ((address[row].to_owned(), component[row].to_owned(), of.subject(row), draw), value[row])
    };
    Ok((0..frame.rows()).map(key).collect())
}

/// The labels of a cell of a table: panel, collection, row, quantity of the row, column, quantity.
const LABELS: [&str; 6] = ["panel", "collection", "row", "row_quantity", "column", "quantity"];

/// The cells of each table that moved, with the number that the paper prints of the collection or of its original.
fn tables(old: &Snapshot, new: &Snapshot, tolerance: f64) -> Result<Vec<Sheet>, Failure> {
    let is_table = |name: &&String| name.starts_with("tables/") && name.ends_with(".parquet");
    let mut files: Vec<&String> =
        old.manifest.files.keys().chain(new.manifest.files.keys()).filter(is_table).collect();
    files.sort();
    files.dedup();
    let mut sheets = Vec::new();
    for file in files {
        let (was, is) = (means(old, file)?, means(new, file)?);
        let name = file.trim_start_matches("tables/").trim_end_matches(".parquet");
        let printed = printed(new.folder(), name);
        let gone = was.iter().filter(|(labels, _)| !is.contains_key(*labels));
        let both = is.iter().chain(gone).map(|(labels, _)| labels);
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for labels in both {
            let [before, after] = [&was, &is].map(|of| of.get(labels).copied().flatten());
            if equal(before, after, tolerance) {
                continue;
            }
            let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
            let place: Vec<&str> =
                labels.iter().map(String::as_str).filter(|label| !label.is_empty()).collect();
            let difference =
                before.zip(after).map_or(String::new(), |(old, new)| format!("{:+.4}", new - old));
            let printed = printed.iter().find(|(of, _)| is_printed_for(of, labels));
            let printed = printed.map(|(_, text)| text.clone()).unwrap_or_default();
            let cells = [place.join(", "), shown(before), shown(after), difference, printed];
            rows.push(cells.into_iter().map(Cell::from).collect());
        }
        if rows.is_empty() {
            continue;
        }
        let more = rows.len().saturating_sub(SHOWN);
        rows.truncate(SHOWN);
        let notes = if more > 0 {
            vec![format!("And {more} more: --format tsv writes every number.")]
        } else {
            vec![]
        };
        let numbers =
            ["before", "after", "difference", "paper's value (of the original)"].map(Heading::numbers);
        let columns = std::iter::once(Heading::words("cell")).chain(numbers).collect();
        sheets.push(Sheet { title: name.to_owned(), columns, rows, notes, ..Sheet::default() });
    }
    Ok(sheets)
}

/// Returns the mean of each cell of a table, in its order. Returns an empty map if the results lack the table.
fn means(results: &Snapshot, file: &str) -> Result<IndexMap<[String; 6], Option<f64>>, Failure> {
    if !results.manifest.files.contains_key(file) {
        return Ok(IndexMap::new());
    }
    let table = results.read(file)?;
    let columns = LABELS.iter().map(|name| table.text(name)).collect::<Result<Vec<_>, _>>()?;
    let labels = |row: usize| -> [String; 6] { std::array::from_fn(|at| columns[at][row].to_owned()) };
    let mean = table.number("mean")?;
    Ok((0..table.rows()).map(|row| (labels(row), mean[row])).collect())
}

/// A printed number: panel, row, quantity, column, collection and its twin, and the text.
type Printed = ([String; 6], String);

/// The printed numbers of a table, if a report of these results has written them.
fn printed(folder: &Path, name: &str) -> Vec<Printed> {
    let path = folder.join("tables/paper").join(format!("{name}.parquet"));
    let Some(frame) =
        std::fs::read(path).ok().and_then(|bytes| rejudge_report::table::parquet::read(&bytes).ok())
    else {
        return Vec::new();
    };
    let columns = ["panel", "row", "quantity", "column", "collection", "simulated_by", "printed"];
    let columns: Vec<&Values> = columns.iter().filter_map(|name| frame.column(name).ok()).collect();
    let [panel, row, quantity, column, collection, twin, text] = columns[..] else { return Vec::new() };
    let of = |at: usize| {
        let place = [panel, row, quantity, column, collection, twin].map(|values| values.shown(at));
        (place, text.shown(at))
    };
    (0..frame.rows()).map(of).collect()
}

/// Returns true if a printed number is of a computed cell, or of the collection that its twin imitates.
fn is_printed_for(printed: &[String; 6], labels: &[String; 6]) -> bool {
    let [panel, row, quantity, column, collection, twin] = printed;
    let [_, of, of_row, row_quantity, of_column, of_quantity] = labels;
    let is_column =
        if panel.is_empty() && column == collection { of_column == of } else { of_column == column };
    row == of_row
        && is_column
        && (of == collection || of == twin)
        && (quantity.is_empty() || quantity == row_quantity || quantity == of_quantity)
}
