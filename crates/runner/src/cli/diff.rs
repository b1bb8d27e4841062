//! `rejudge diff`

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use rejudge_experiment::exec::Subject;
use rejudge_names::plural::counted;
use rejudge_report::check::golden::are_close;
use rejudge_report::table::results::{Change, Manifest, Results, Snapshot};
use rejudge_report::table::subjects;
use rejudge_tables::frame::{Cell, Frame, Heading, Kind, Sheet, Table};

use super::GOOD;
use super::args::Global;
use super::args::table::FormArgs;
use super::output::print_sheets;
use super::output::{Failure, print};

/// `rejudge diff`
#[derive(Debug, ClapArgs)]
pub struct Diff {
    /// Folder of results
    pub before: PathBuf,
    /// Folder of results to compare it with
    pub after: PathBuf,
    /// Largest relative difference at which two numbers count as equal
    #[arg(long, default_value_t = 1e-12, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Parses a relative difference. It must be finite, because otherwise all numbers would count as equal.
fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number of at least 0, such as 1e-6".to_owned())
}

/// The exit code if numbers differ.
const DIFFERENT: u8 = 1;

/// The key of a number: its cell's address, its component, its subject, and the draw.
type NumberKey = (String, String, Subject, i64);

/// The numbers in a folder of results. `None` means that the number is undefined, or that its cell failed.
type Numbers = BTreeMap<NumberKey, Option<f64>>;

/// A number before and after. The outer `None` means that the folder does not have the number.
type Pair = [Option<Option<f64>>; 2];

pub fn main(global: &Global, args: &Diff) -> Result<u8, Failure> {
    if let Some(file) = [&args.before, &args.after].into_iter().find(|path| path.is_file()) {
        return Err(Failure::usage(format!(
            "{} is a file: `rejudge diff` compares folders of results; `rejudge eval QRELS RUN.. --compare` compares runs, \
             `--expect FILE` their scores with a table",
            file.display()
        )));
    }
    let (before, after) = (Results::new(&args.before).snapshot()?, Results::new(&args.after).snapshot()?);
    let files = [&before, &after].into_iter().flat_map(|results| {
        results.manifest.files.keys().map(|name| results.folder().join(name)).collect::<Vec<_>>()
    });
    args.form.check(&files.collect::<Vec<_>>())?;
    let writes_rows = args.form.format.is_some() || args.form.output.is_some();
    let numbers = [numbers(&before)?, numbers(&after)?];
    let pairs: Vec<(&NumberKey, Pair)> = pairs(&numbers).collect();
    let (mut counts, mut by_statistic) = (Counts::default(), BTreeMap::<&str, Counts>::new());
    for ((address, ..), pair) in &pairs {
        let statistic = address.split(['/', '[']).nth(1).unwrap_or(address);
        counts.add(*pair, args.tolerance);
        by_statistic.entry(statistic).or_default().add(*pair, args.tolerance);
    }
    let [first, second] = [&before, &after].map(|results| &results.manifest.experiment);
    if first != second && counts.equal + counts.moved == 0 {
        global.remark(format_args!(
            "the first results belong to `{first}`, and the second to `{second}`: no number of one matches a number of the \
             other, because addresses begin with these names"
        ));
    }
    if !writes_rows && counts.differ() == 0 {
        print(&format!("{}\n", counts.line()))?;
        return Ok(GOOD);
    }
    let notes = std::iter::once(format!("{}.", counts.line())).chain(other_draws(&numbers)).collect();
    let settings = settings(&before.manifest, &after.manifest);
    let sheets: Vec<Sheet> = std::iter::once(summary(by_statistic, notes)).chain(settings).collect();
    if writes_rows {
        args.form.write(&differences(pairs, sheets, args.tolerance))?;
    } else {
        print_sheets(&sheets)?;
    }
    Ok(if counts.differ() == 0 { GOOD } else { DIFFERENT })
}

/// Counts of the compared numbers, by outcome. A number that is undefined on only one side counts as moved.
#[derive(Clone, Copy, Default)]
struct Counts {
    equal: usize,
    moved: usize,
    gone: usize,
    new: usize,
    /// The largest absolute difference among the moved numbers.
    largest: Option<f64>,
}

impl Counts {
    fn differ(self) -> usize {
        self.moved + self.gone + self.new
    }

    fn line(self) -> String {
        let Self { equal, moved, gone, new, .. } = self;
        format!("numbers: {equal} equal, {moved} moved, {gone} gone, {new} new")
    }

    fn add(&mut self, pair: Pair, tolerance: f64) {
        match pair {
            [Some(old), Some(new)] if are_close(old, new, tolerance) => self.equal += 1,
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

/// Returns every number of the two folders, with its value before and after.
fn pairs([before, after]: &[Numbers; 2]) -> impl Iterator<Item = (&NumberKey, Pair)> {
    let old = before.iter().map(|(key, old)| (key, [Some(*old), after.get(key).copied()]));
    let new = after.iter().filter(|(key, _)| !before.contains_key(*key));
    old.chain(new.map(|(key, value)| (key, [None, Some(*value)])))
}

/// Returns a table of the numbers that differ. In formats for people it shows `sheets` instead.
fn differences(pairs: Vec<(&NumberKey, Pair)>, sheets: Vec<Sheet>, tolerance: f64) -> Table {
    let mut rows = Frame::new([
        ("address", Kind::Text, "the cell: experiment/statistic[axis=value,..]"),
        ("component", Kind::Text, "quantity of the statistic; empty if the cell has no number"),
        ("of", Kind::Text, "team, run, item or rank that the number is about; empty if it is about none"),
        ("draw", Kind::Whole, "draw of the cell, from 1"),
        ("before", Kind::Number, "number in the first folder; empty if it is missing or undefined"),
        ("after", Kind::Number, "number in the second folder; empty if it is missing or undefined"),
    ]);
    for ((address, component, subject, draw), [old, new]) in pairs {
        if old.zip(new).is_some_and(|(old, new)| are_close(old, new, tolerance)) {
            continue;
        }
        let subject = subject.to_string();
        let draw = u32::try_from(*draw).ok();
        let [old, new] = [old, new].map(|value| value.flatten().into());
        rows.push([address.into(), component.into(), subject.trim().into(), draw.into(), old, new]);
    }
    Table { name: "differences".to_owned(), rows, sheets: Some(sheets), ..Table::default() }
}

/// Returns a note if the two folders have different numbers of draws, because a mean over draws may differ
/// even if all common draws are equal.
fn other_draws(numbers: &[Numbers; 2]) -> Option<String> {
    let draws = |side: &Numbers| side.keys().map(|(.., draw)| *draw).max().unwrap_or(0);
    let [before, after] = numbers.each_ref().map(draws);
    (before != after && before.min(after) > 0).then(|| {
        let [before, after] = [before, after].map(|draws| counted(draws as usize, "draw"));
        format!("Means over draws are not compared: {before} on one side, {after} on the other.")
    })
}

/// Returns a sheet with counts for each statistic that has differing numbers.
fn summary(by_statistic: BTreeMap<&str, Counts>, notes: Vec<String>) -> Sheet {
    let row = |(statistic, counts): (&str, Counts)| -> Vec<Cell> {
        let Counts { equal, moved, gone, new, largest } = counts;
        let numbers = [equal, moved, gone, new].map(|count| count.to_string());
        let largest = largest.map_or(String::new(), |largest| format!("{largest:.2e}"));
        std::iter::once(statistic.to_owned()).chain(numbers).chain([largest]).map(Cell::from).collect()
    };
    let head = ["equal", "moved", "gone", "new", "largest difference"].map(Heading::numbers);
    let columns = std::iter::once(Heading::words("statistic")).chain(head).collect();
    let rows = by_statistic.into_iter().filter(|(_, counts)| counts.differ() > 0).map(row).collect();
    Sheet { columns, rows, notes, ..Sheet::default() }
}

/// At most this many characters of a setting's value are shown.
const MAX_SHOWN: usize = 60;

/// Cuts a long value to [`MAX_SHOWN`] characters around the index `first_difference`.
fn shortened(value: &str, first_difference: usize) -> String {
    let length = value.chars().count();
    if length <= MAX_SHOWN {
        return value.to_owned();
    }
    let from = if first_difference < MAX_SHOWN - 4 { 0 } else { first_difference - MAX_SHOWN / 3 };
    let excerpt = value.chars().skip(from).take(MAX_SHOWN - 4).collect::<String>();
    let [before, after] =
        [from > 0, from + MAX_SHOWN - 4 < length].map(|is_cut| if is_cut { ".." } else { "" });
    format!("{before}{excerpt}{after}")
}

/// Returns a sheet with the settings that differ between the two folders, or `None` if none differs.
fn settings(before: &Manifest, after: &Manifest) -> Option<Sheet> {
    let row = |Change { setting, before, now }| {
        let [before, now] = [before, now].map(|value| value.unwrap_or_else(|| "-".to_owned()));
        let first_difference = before.chars().zip(now.chars()).take_while(|(old, new)| old == new).count();
        [setting, shortened(&before, first_difference), shortened(&now, first_difference)]
            .map(Cell::from)
            .to_vec()
    };
    let changes = Change::all(&before.settings, &after.settings).into_iter();
    let descriptions = Change::of_descriptions(&before.cache_inputs, &after.cache_inputs);
    let rows: Vec<Vec<Cell>> = changes.chain(descriptions).map(row).collect();
    let columns = ["setting", "before", "after"].map(Heading::words).to_vec();
    (!rows.is_empty()).then(|| Sheet { title: "settings".to_owned(), columns, rows, ..Sheet::default() })
}

const COLUMNS: [&str; 8] = ["address", "component", "team", "run", "item", "rank", "draw", "value"];

fn numbers(results: &Snapshot) -> Result<Numbers, Failure> {
    let frame = results.read_columns("cells.parquet", &COLUMNS)?;
    let (address, component, subjects) =
        (frame.text("address")?, frame.text("component")?, subjects(&frame)?);
    let (draw, value) = (frame.whole("draw")?, frame.number("value")?);
    let numbers = (0..frame.rows()).map(|row| {
        let draw = draw[row].unwrap_or(0);
        ((address[row].to_owned(), component[row].to_owned(), subjects.subject(row), draw), value[row])
    });
    Ok(numbers.collect())
}
