//! Golden values: an accepted run's numbers at full precision, as CSV files in `golden/<id>/` next to the experiment's file.
//! If a folder contains several experiments, each has its own `<id>`.
//!
//! `tables.csv` contains every cell of every table and of the smaller figures: its mean and, unless the collection is
//! a worked example or made-up, its standard deviation over the draws. `scores.csv` contains the mean scores of the
//! first draw under the full judgments, because rank correlations and significance would not change if all scores moved
//! in the same way. Numbers of licensed collections are never accepted: the licence may forbid it, and they are compared with
//! the paper's tables.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use rejudge_collections::descriptor::Kind;

use super::Computed;
use crate::table::FilledTable;
use rejudge_collections::bundled::{bundled_file, is_file};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{CheckFailure, CheckOutcome};
use rejudge_store::atomic::{check_within, replace_within};
use rejudge_tables::frame::Frame;

/// Two numbers are equal if they differ by at most this share of the larger one.
const TOLERANCE: f64 = 1e-12;
/// The numbers of a figure on a collection are accepted if there are at most this many.
const MAX_POINTS: usize = 200;
/// The header of a golden file.
const HEADER: [&str; 3] = ["cell", "collection", "value"];
/// The names of an experiment's golden files.
const GOLDEN_FILES: [&str; 2] = ["tables.csv", "scores.csv"];

/// Accepted numbers by cell, each with its collection.
pub type Golden = BTreeMap<String, (String, Option<f64>)>;

/// A number that differs from the accepted one.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The address of the cell.
    pub cell: String,
    pub collection: String,
    /// The accepted number. `None` if the cell was never accepted, `Some(None)` if the accepted cell had no number.
    pub old: Option<Option<f64>>,
    /// The current number. `None` if the cell no longer exists.
    pub new: Option<Option<f64>>,
}

impl Moved {
    /// Returns the difference as a failure of the check.
    pub(super) fn failure(&self) -> CheckFailure {
        let Self { cell, old, new, .. } = self;
        let show = |value: Option<f64>| value.map_or("none".to_owned(), |v| v.to_string());
        let (outcome, message) = match (*old, *new) {
            (Some(old), Some(new)) => {
                (CheckOutcome::Mismatch, format!("accepted {}, now {}", show(old), show(new)))
            }
            (Some(old), None) => (CheckOutcome::NotComputed, format!("accepted {}, now missing", show(old))),
            (None, new) => (
                CheckOutcome::NotComputed,
                format!("{} was never accepted (rejudge accept)", show(new.flatten())),
            ),
        };
        // The table or `scores`: for example `table-8` in `table-8/trec03-twin[10, AP, mean]`.
        let about = cell.split(['/', '[']).next().unwrap_or_default();
        CheckFailure::new(outcome, about, None, &format!("golden {cell}: {message}"))
    }
}

/// Returns the golden numbers of tables, under names such as `table-8/trec03-twin[10, AP, mean]`.
pub(crate) fn golden_tables(tables: &[FilledTable]) -> Golden {
    let mut golden = Golden::new();
    for table in tables {
        let mut points: BTreeMap<&str, usize> = BTreeMap::new();
        table.cells.iter().for_each(|cell| *points.entry(&cell.collection).or_default() += 1);
        for cell in table.cells.iter().filter(|cell| cell.kind != Kind::Licensed) {
            // A curve over pairs of runs repeats numbers that other tables summarise.
            if table.plot.is_some() && points[cell.collection.as_str()] > MAX_POINTS {
                continue;
            }
            let labels = [&cell.row, &cell.row_quantity, &cell.column, &cell.quantity];
            let labels: Vec<&str> =
                labels.into_iter().map(String::as_str).filter(|l| !l.is_empty()).collect();
            let place = if cell.panel.is_empty() { String::new() } else { format!("/{}", cell.panel) };
            // A collection without random draws has no deviation.
            let is_drawn = !cell.kind.is_bundled();
            let values = [Some(("mean", cell.mean())), is_drawn.then(|| ("sd", cell.sd()))];
            for (name, value) in values.into_iter().flatten() {
                let key = format!("{}{place}[{}, {name}]", table.name, labels.join(", "));
                golden.insert(key, (cell.collection.clone(), value));
            }
        }
    }
    golden
}

/// Returns the golden numbers of `scores`, the mean scores in scores.parquet. Only first draws count, and
/// licensed collections are left out. The numbers have names such as `scores/trec03-twin[AP, NLPR03-02]`.
/// If the experiment has several choices of runs, the choice follows the run's name, even if only one of
/// them was computed.
pub(crate) fn golden_scores(grid: &Grid, scores: &Frame) -> Result<Golden> {
    let [collection, kind, measure, run, runs] =
        ["collection", "kind", "measure", "run", "runs"].map(|name| scores.text(name));
    let (collection, kind, measure, run, runs) = (collection?, kind?, measure?, run?, runs?);
    let has_several_choices = grid.runs.len() > 1;
    let (draw, score) = (scores.whole("draw")?, scores.number("score")?);
    let mut golden = Golden::new();
    for row in 0..scores.rows() {
        let first_draw = draw[row].is_none_or(|draw| draw == 1);
        if first_draw && &kind[row] != "licensed" {
            let choice = if has_several_choices { format!(", {}", &runs[row]) } else { String::new() };
            let key = format!("scores/{}[{}, {}{choice}]", &collection[row], &measure[row], &run[row]);
            golden.insert(key, (collection[row].to_owned(), score[row]));
        }
    }
    Ok(golden)
}

/// Returns the folder of an experiment's golden files, relative to the experiment's folder.
fn golden_folder(grid: &Grid) -> PathBuf {
    Path::new("golden").join(&grid.id)
}

/// Returns the path of an experiment's golden file `name`.
///
/// # Errors
/// If a file of this name is directly in `golden/`, because it does not say which experiment it belongs to.
pub fn file(grid: &Grid, name: &str) -> Result<PathBuf> {
    let path = grid.folder.join(golden_folder(grid)).join(name);
    let misplaced = grid.folder.join("golden").join(name);
    if misplaced.exists() {
        bail!(
            "{} does not say which experiment its numbers belong to: if it is `{}`, move the file to {}",
            misplaced.display(),
            grid.id,
            path.display()
        );
    }
    Ok(path)
}

/// Returns true if the experiment has golden files.
pub fn is_accepted(grid: &Grid) -> Result<bool> {
    let [tables, scores] = GOLDEN_FILES.map(|name| file(grid, name));
    Ok([tables?, scores?].iter().any(|path| path.exists() || is_file(path)))
}

/// Reads a golden file. Returns an empty map if the file is missing.
pub fn read(path: &Path) -> Result<Golden> {
    if !path.exists() && !is_file(path) {
        return Ok(Golden::new());
    }
    let context = || format!("cannot read {}", path.display());
    let bytes = match bundled_file(path) {
        Some(bundled) => Cow::Borrowed(bundled),
        None => Cow::Owned(std::fs::read(path).with_context(context)?),
    };
    let mut reader = csv::Reader::from_reader(bytes.as_ref());
    let mut golden = Golden::new();
    let head = reader.headers().with_context(context)?;
    ensure!(
        head.iter().eq(HEADER),
        "{}:1: found the columns {}, expected {}: restore the file, or remove it and `rejudge accept` the numbers anew",
        path.display(),
        head.iter().collect::<Vec<_>>().join(", "),
        HEADER.join(", ")
    );
    for record in reader.into_deserialize() {
        let (cell, collection, value): (String, String, Option<f64>) = record.with_context(context)?;
        let is_new = golden.insert(cell.clone(), (collection, value)).is_none();
        ensure!(is_new, "{}: {cell} is given twice", path.display());
    }
    Ok(golden)
}

/// Writes the golden files of an experiment: all of them or none.
///
/// # Errors
/// If a file cannot be written, or if the path below the experiment's folder contains a link, because the files would
/// then be written elsewhere.
pub fn write(grid: &Grid, files: &[(&str, Golden)]) -> Result<()> {
    let file = |(name, golden): &(&str, Golden)| Ok((golden_folder(grid).join(name), bytes(golden)?));
    let files = files.iter().map(file).collect::<Result<Vec<_>>>()?;
    replace_within(&grid.folder, &files, &[])
}

/// Checks that no link would lead the golden files out of the experiment's folder.
///
/// # Errors
/// If the folder of the golden files is a link, or a link is between it and the experiment's folder.
pub fn check_home(grid: &Grid) -> Result<()> {
    check_within(&grid.folder, &[golden_folder(grid)])
}

/// Returns the bytes of a golden file.
fn bytes(golden: &Golden) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for (cell, (collection, value)) in golden {
        let value = value.map_or(String::new(), |v| v.to_string());
        writer.write_record([cell.as_str(), collection, &value])?;
    }
    Ok(writer.into_inner()?)
}

/// Returns the cells that changed, appeared or disappeared. Accepted cells of collections for which `is_here`
/// returns false are left out, because there is nothing to compare them with.
pub fn compare(accepted: &Golden, now: &Golden, is_here: &dyn Fn(&str) -> bool) -> Vec<Moved> {
    let number = |golden: &Golden, cell: &str| golden.get(cell).map(|(_, value)| *value);
    let accepted_here = accepted.iter().filter(|(_, (collection, _))| is_here(collection));
    let unknown = now.iter().filter(|(cell, _)| !accepted.contains_key(*cell));
    let moved = accepted_here.chain(unknown).map(|(cell, (collection, _))| Moved {
        cell: cell.clone(),
        collection: collection.clone(),
        old: number(accepted, cell),
        new: number(now, cell),
    });
    let is_same =
        |moved: &Moved| moved.old.zip(moved.new).is_some_and(|(old, new)| are_close(old, new, TOLERANCE));
    moved.filter(|moved| !is_same(moved)).collect()
}

/// The outcome of comparing the accepted numbers with the results.
#[derive(Debug, Default)]
pub struct GoldenNumbers {
    /// The number of compared cells.
    pub compared: usize,
    /// The numbers that changed.
    pub moved: Vec<Moved>,
    /// The number of cells that were not compared because their collections have no results.
    pub without_data: usize,
    /// The number of cells of available collections that `--only` left out.
    pub left_out: usize,
}

/// Compares the accepted numbers with the results' numbers.
pub(super) fn compare_golden_numbers(
    grid: &Grid,
    computed: Option<&Computed>,
    has_results: &dyn Fn(&str) -> bool,
) -> Result<GoldenNumbers> {
    // If a run was changed on the command line, its numbers are expected to differ.
    let Some(computed) = computed.filter(|_| grid.overrides.is_empty()) else {
        return Ok(GoldenNumbers::default());
    };
    let mut compared = GoldenNumbers::default();
    let now = current_golden_numbers(grid, computed)?;
    for (name, mut now) in now {
        let mut accepted = read(&file(grid, name)?)?;
        if !computed.manifest().only.is_empty() {
            // A run of a part (`--only`) has only the numbers of this part. All other cells of its tables are empty.
            now.retain(|_, (_, value)| value.is_some());
            let is_available = |name: &str| {
                grid.collections
                    .iter()
                    .all(|collection| collection.name != name || collection.entry.is_available())
            };
            let is_left_out = |cell: &str, name: &str| !now.contains_key(cell) && is_available(name);
            let all = accepted.len();
            accepted.retain(|cell, (collection, _)| !is_left_out(cell, collection));
            compared.left_out += all - accepted.len();
        }
        // Numbers that do not need data must exist.
        let expected_here = |name: &str| {
            let collection = grid.collections.iter().find(|c| c.name == name);
            has_results(name) || collection.is_none_or(|c| c.entry.descriptor.kind.needs_no_data())
        };
        for (collection, _) in accepted.values() {
            if expected_here(collection) { compared.compared += 1 } else { compared.without_data += 1 }
        }
        compared.moved.extend(compare(&accepted, &now, &expected_here));
    }
    compared.moved.sort_by_key(|moved| grid.is_simulated(&moved.collection));
    Ok(compared)
}

/// Returns the numbers that `rejudge accept` would write, for each golden file.
pub fn current_golden_numbers(grid: &Grid, computed: &Computed) -> Result<[(&'static str, Golden); 2]> {
    let scores = golden_scores(grid, &computed.mean_scores()?)?;
    let [tables, means] = GOLDEN_FILES;
    Ok([(tables, golden_tables(&computed.tables)), (means, scores)])
}

/// Returns true if two numbers differ by at most `tolerance` times the larger one, or if both are missing.
pub fn are_close(old: Option<f64>, new: Option<f64>, tolerance: f64) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => old == new || (old - new).abs() <= tolerance * old.abs().max(new.abs()),
        (old, new) => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::{TOLERANCE, are_close};

    #[test]
    fn a_number_may_move_by_rounding_only() {
        let is_same = |now: f64| are_close(Some(0.3), Some(now), TOLERANCE);
        assert_eq!([0.1 + 0.2, 0.3 + 1e-9].map(is_same), [true, false]);
    }
}
