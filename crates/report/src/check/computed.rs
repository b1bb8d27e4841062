//! Finds the computed cells that correspond to a printed cell, and compares the printed cell with those of
//! the paper's own collection or of a worked example.
//!
//! If an erratum gives the correct value of a cell, the cell is also compared with this value:
//!
//! | agrees with the correct value | with the printed value | outcome without draws | outcome with draws |
//! |---|---|---|---|
//! | yes | no | known-difference | known-difference |
//! | yes | yes | known-difference (within half a digit of both) | inside: the draws cannot distinguish the two |
//! | no | yes | unexpected-match | unexpected-match |
//! | no | no | mismatch | outside |

use std::collections::BTreeSet;

use rejudge_collections::descriptor::Kind::{Simulated, WorkedExample};
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_experiment::printed::{Address, CellKind, CheckOutcome, Expected, Pair, Printed, PrintedCell};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_stats::{percentile_rank, within_central};

use super::central_draws::{CENTRAL_SHARE, CentralDraws};
use super::check_row::{CheckRow, CheckedNumber, ComputedValue};
use super::compared::by_distance;
use crate::table::{FilledCell, FilledTable, number};

/// Pairs each number of `cell` with the computed cells that correspond to it, and compares the cell with the
/// values that were computed on the paper's own collection or on a worked example. `twin` names the
/// simulation of that collection. `has_results` returns true if a collection has results.
pub fn compare<'a>(
    cell: &'a PrintedCell,
    tables: &'a [FilledTable],
    twin: Option<&str>,
    has_results: &dyn Fn(&str) -> bool,
) -> CheckRow<'a> {
    let collection = cell.address.collection();
    let twin_cells = twin.map_or(Vec::new(), |twin| cells_like(cell, twin, tables));
    let real_cells = if cell.kind.is_compared() { cells_like(cell, collection, tables) } else { Vec::new() };
    let meant = cell.should_be.as_ref().map_or(cell.value, |should_be| should_be.value).parts();
    let number = |((part, printed), (_, meant)): ((&'static str, Printed), (&str, Printed))| {
        let (twin, real) = (part_of(part, &twin_cells), part_of(part, &real_cells));
        Some(CheckedNumber {
            part,
            printed: printed.number()?,
            meant: meant.number()?,
            twin,
            real,
            used: None,
        })
    };
    let numbers: Vec<_> = cell.value.parts().into_iter().zip(meant).filter_map(number).collect();
    let checked = match cell.kind {
        kind if !kind.is_compared() => CheckRow::new(cell, CheckOutcome::Transcribed),
        kind if kind.needs_data() && !has_results(collection) => {
            CheckRow::new(cell, CheckOutcome::SkippedData)
        }
        _ => {
            let draws = numbers.iter().map(|number| number.real.map_or(Vec::new(), FilledCell::values));
            compare_with_draws(cell, &draws.collect::<Vec<_>>())
        }
    };
    CheckRow { numbers, ..checked }
}

/// Compares `cell` with draws, one list for each of its numbers.
pub(super) fn compare_with_draws<'a>(cell: &'a PrintedCell, draws: &[Vec<f64>]) -> CheckRow<'a> {
    let printed = numbers(cell.value);
    let is_computed = printed.len() == draws.len() && draws.iter().all(|draws| !draws.is_empty());
    let ([first, ..], true) = (printed.as_slice(), is_computed) else {
        return CheckRow::new(cell, CheckOutcome::NotComputed);
    };
    let is_exact = !cell.is_drawn;
    let agrees = |value: Printed| {
        value.parts().into_iter().zip(draws).all(|((_, part), draws)| {
            if is_exact {
                return draws.iter().all(|draw| part.agrees(*draw));
            }
            let is_inside =
                |number| within_central(CENTRAL_SHARE, number, &rounded(value, number, draws)) == Some(true);
            part.number().is_some_and(is_inside)
        })
    };
    let outcome = match (cell.should_be.as_ref().map(|should_be| agrees(should_be.value)), agrees(cell.value))
    {
        (Some(true), agrees) if is_exact || !agrees => CheckOutcome::KnownDifference,
        (Some(false), true) => CheckOutcome::UnexpectedMatch,
        (_, true) if is_exact => CheckOutcome::Match,
        (_, false) if is_exact => CheckOutcome::Mismatch,
        (_, true) => CheckOutcome::Inside,
        (_, false) => CheckOutcome::Outside,
    };
    let value = rejudge_stats::mean(&draws[0]).expect("there are draws");
    let percentile = || percentile_rank(*first, &rounded(cell.value, *first, &draws[0]));
    let place =
        |((_, part), draws): ((&str, Printed), &Vec<f64>)| CentralDraws::new(part, part.number()?, draws);
    let places = cell.value.parts().into_iter().zip(draws).filter(|_| !is_exact).filter_map(place);
    // Numbers outside come before numbers inside, because a cell is inside only if all of its numbers are.
    let farthest =
        places.max_by(|one, other| other.is_inside.cmp(&one.is_inside).then_with(|| by_distance(one, other)));
    let computed = ComputedValue {
        value,
        shown: like_printed(cell.value, draws),
        diff: value - first,
        percentile: if is_exact { None } else { percentile() },
        place: farthest,
    };
    CheckRow { computed: Some(computed), ..CheckRow::new(cell, outcome) }
}

/// Returns the numbers of a value, one for each part.
fn numbers(value: Printed) -> Vec<f64> {
    value.parts().into_iter().filter_map(|(_, part)| part.number()).collect()
}

/// Writes the mean of each number's draws in the form of the printed value: `[4, 133]` for a printed `[4,
/// 115]`. If the text would look like the printed numbers, up to eleven digits are added until it differs.
fn like_printed(value: Printed, draws: &[Vec<f64>]) -> String {
    let computed: Vec<f64> = draws.iter().filter_map(|draws| rejudge_stats::mean(draws)).collect();
    let printed = numbers(value);
    let differs =
        |more: &u8| in_printed_form(value, &computed, *more) != in_printed_form(value, &printed, *more);
    in_printed_form(value, &computed, (0..12).find(differs).unwrap_or(0))
}

/// Writes the numbers of a cell in the form of `value`, with `more` additional digits after the point.
pub(super) fn in_printed_form(value: Printed, numbers: &[f64], more: u8) -> String {
    let decimal = |value: f64, digits: u32| number(value, digits as u8 + more, false);
    // A quotient multiplied by its denominator is not exact in binary.
    let whole = |value: f64| {
        if (value - value.round()).abs() < 1e-9 {
            number(value, 0, false)
        } else {
            number(value, more.max(1), false)
        }
    };
    match (value, numbers) {
        (Printed::Pair(Pair::Range, _), [low, high]) => format!("[{}, {}]", whole(*low), whole(*high)),
        (Printed::Pair(Pair::OfAll, _), [used, all]) => format!("{}({})", whole(*used), whole(*all)),
        (Printed::Pair(Pair::Ranks, _), [before, after]) => {
            let arrow = if after < before {
                '↑'
            } else if after > before {
                '↓'
            } else {
                '→'
            };
            format!("{}{arrow}{}", whole(*before), whole(*after))
        }
        (Printed::Working { result: written, .. }, [result, numerator, denominator]) => {
            format!("{}/{}={}", whole(*numerator), whole(*denominator), decimal(*result, written.digits))
        }
        (Printed::Fraction { whole: all, .. }, [share, ..]) => format!("{}/{all}", whole(share * all as f64)),
        (Printed::Decimal { number: written, percent: true }, [share, ..]) => {
            format!("{}%", decimal(100.0 * share, written.digits))
        }
        (
            Printed::Decimal { number: written, .. } | Printed::Below(written) | Printed::Above(written),
            [value, ..],
        ) => decimal(*value, written.digits),
        (_, numbers) => numbers.iter().map(|value| whole(*value)).collect::<Vec<_>>().join(", "),
    }
}

/// Replaces each draw that would be printed as `printed` with `printed` itself. Otherwise such a draw would count as smaller
/// or larger than the printed number, only because the printed number has few digits.
pub(super) fn rounded(value: Printed, printed: f64, draws: &[f64]) -> Vec<f64> {
    let half = half_step(value);
    draws.iter().map(|draw| if (draw - printed).abs() <= half { printed } else { *draw }).collect()
}

/// Returns an error for each panel with printed cells of worked examples and computed cells of two or more
/// examples, because a printed cell could belong to any of them.
pub fn ambiguous(cells: &[PrintedCell], tables: &[FilledTable]) -> Vec<YamlError> {
    let mut errors: Vec<YamlError> = Vec::new();
    let mut last = None;
    for cell in cells.iter().filter(|cell| cell.kind == CellKind::Exact) {
        let place = (&cell.address.table, &cell.address.panel);
        if last.replace(place) == Some(place) {
            continue;
        }
        let names: BTreeSet<&str> = examples(cell, tables).map(|cell| cell.collection.as_str()).collect();
        if let [first, second, ..] = names.into_iter().collect::<Vec<_>>()[..] {
            let message = format!(
                "{} could belong to either of two worked examples, `{first}` and `{second}`: say `panels: collection`",
                cell.address
            );
            errors.push(YamlError::at_position(&cell.at, message));
        }
    }
    errors
}

/// Returns an error for each table that the experiment does not have, at the first printed number that would need it.
/// Numbers from licensed data cause no error if neither their collection nor its twin is on the axis `collection`,
/// because more of a paper may be transcribed than the experiment computes. Nor do they if they do not follow from
/// runs and judgments.
pub(super) fn unknown_tables(expected: &Expected, grid: &Grid) -> Vec<YamlError> {
    let is_computed = |cell: &PrintedCell| match (cell.kind, cell.address.collection()) {
        (CellKind::NeedsLicensedData, name) => {
            let is_on_the_axis =
                twin_of(grid, name).is_some() || grid.collections.iter().any(|c| c.name == name);
            is_on_the_axis && !expected.not_in_data(&cell.address)
        }
        (kind, _) => kind.is_compared(),
    };
    let (mut unknown, mut errors) = (BTreeSet::new(), Vec::new());
    for cell in &expected.cells {
        let name = cell.address.table.as_str();
        let tables = grid.tables.iter().map(|table| table.name.as_str());
        if !tables.clone().any(|table| table == name) && is_computed(cell) && unknown.insert(name) {
            let error = YamlError::at_position(&cell.at, format!("the experiment has no table `{name}`"));
            errors.push(error.suggesting(name, tables));
        }
    }
    errors
}

/// Returns the computed cells of worked examples, in the table and panel of a printed cell.
fn examples<'a>(cell: &PrintedCell, tables: &'a [FilledTable]) -> impl Iterator<Item = &'a FilledCell> {
    let (name, panel) = (cell.address.table.clone(), cell.address.panel.clone().unwrap_or_default());
    let table_cells = tables.iter().filter(move |table| table.name == name).flat_map(|table| &table.cells);
    table_cells.filter(move |c| c.kind == WorkedExample && c.panel == panel)
}

/// Returns the computed cells that correspond to a printed one: cells of `collection`, or of a worked example.
pub(super) fn cells_like<'a>(
    cell: &PrintedCell,
    collection: &str,
    tables: &'a [FilledTable],
) -> Vec<&'a FilledCell> {
    let address = &cell.address;
    if cell.kind != CellKind::Exact {
        return cells_at(address, cell.value, collection, tables);
    }
    let quantity = address.quantity.as_deref();
    let labelled = examples(cell, tables).filter(|c| c.row == address.row && c.column == address.column);
    labelled
        .filter(|c| quantity.is_none_or(|q| c.row_quantity == q || (c.quantity == q && !q.is_empty())))
        .collect()
}

/// Returns the computed cells of `collection` at `address` that have the quantities of a printed `value`.
pub(super) fn cells_at<'a>(
    address: &Address,
    value: Printed,
    collection: &str,
    tables: &'a [FilledTable],
) -> Vec<&'a FilledCell> {
    // In a table without panels the columns are collections. We then look for the column of `collection`,
    // which may be the twin of the collection in the printed address.
    let column = if address.panel.is_some() { &address.column } else { collection };
    let quantity = address.quantity.as_deref().unwrap_or("");
    let is_wanted = |c: &FilledCell| match (value, quantity) {
        (Printed::Pair(Pair::Ranks, _), _) => matches!(c.quantity.as_str(), "before" | "after"),
        (_, "") => true,
        (_, quantity) => c.row_quantity == quantity || c.quantity == quantity,
    };
    let cells = tables.iter().filter(|table| table.name == address.table).flat_map(|table| &table.cells);
    let at_address =
        cells.filter(|c| c.row == address.row && c.column == column && c.collection == collection);
    at_address.filter(|c| is_wanted(c)).collect()
}

/// Returns the collection that simulates `collection`.
pub(super) fn twin_of<'g>(grid: &'g Grid, collection: &str) -> Option<&'g Collection> {
    grid.collections.iter().find(|twin| original(twin) == Some(collection))
}

/// Returns the name of the collection that a twin simulates, or `None` if `collection` is not a twin.
pub(super) fn original(collection: &Collection) -> Option<&str> {
    let is_twin = collection.entry.descriptor.kind == Simulated;
    collection.name.strip_suffix("-twin").filter(|_| is_twin)
}

/// Returns the computed cell for a part of a printed one.
pub(super) fn part_of<'a>(part: &str, cells: &[&'a FilledCell]) -> Option<&'a FilledCell> {
    let is_part = |cell: &&&FilledCell| match part {
        "" => true,
        "used" => cell.row_quantity.is_empty(),
        name => cell.row_quantity == name || cell.quantity == name,
    };
    cells.iter().find(is_part).copied()
}

/// Returns half of the step of the last digit if `value` is a decimal or a percentage, and 0 for all other
/// values, such as counts, fractions and bounds.
pub(super) fn half_step(value: Printed) -> f64 {
    match value {
        Printed::Decimal { number, percent } => {
            let digits = number.digits + if percent { 2 } else { 0 };
            1.0 / 10_f64.powi(digits as i32) / 2.0
        }
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejudge_experiment::printed::Reading;

    #[test]
    fn computed_numbers_are_written_like_the_printed_ones() {
        for (printed, computed, expected) in [
            ("925.5", &[924.540_000_000_000_6][..], "924.5"),
            ("925.5", &[925.560_000_000_000_1], "925.6"),
            // With the two printed digits, the difference would be hidden.
            (".50", &[0.504_999], "0.505"),
            ("64.2%", &[0.75], "75.0%"),
            ("60", &[58.4], "58.4"),
            ("60", &[59.0], "59"),
            ("[4, 115]", &[4.0, 133.0], "[4, 133]"),
            ("77/120", &[76.0 / 120.0], "76/120"),
            ("10(12)", &[10.0, 11.0], "10(11)"),
            ("6↓8", &[6.0, 5.0], "6↑5"),
            ("<.001", &[0.002], "0.002"),
        ] {
            let value = Printed::parse(printed, Reading::default()).expect("a printed value");
            let draws: Vec<_> = computed.iter().map(|number| vec![*number]).collect();
            assert_eq!(like_printed(value, &draws), expected, "{printed}");
        }
    }
}
