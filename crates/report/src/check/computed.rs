//! Printed cells against computed ones, if the data of the paper are available.
//!
//! If a known erratum gives the correct value of a cell, the cell is compared with that as well:
//!
//! | agrees with the correct value | with the printed value | exact | within draws |
//! |---|---|---|---|
//! | yes | no | known-difference | known-difference |
//! | yes | yes | known-difference (half of a digit) | inside: the draws cannot distinguish the two |
//! | no | yes | unexpected-match | unexpected-match |
//! | no | no | mismatch | outside |

use std::collections::BTreeSet;

use rejudge_collections::descriptor::Kind::{Simulated, WorkedExample};
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_experiment::printed::Expected;
use rejudge_names::{meant, nearest};
use rejudge_stats::{percentile_rank, within_central};

use super::checked_cell::{CheckedCell, CheckedNumber};
use super::outcome::CellOutcome;
use crate::table::{FilledCell, FilledTable, number};
use rejudge_experiment::printed::{Address, CellKind, LicensedComparison, Pair, Printed, PrintedCell};
use rejudge_experiment::spec::yaml::YamlError;

/// Share of the draws within which a printed draw is called inside.
pub(super) const CENTRAL: f64 = 0.99;

/// Compares `cell` with the tables; `here` returns true if the data of a collection are available.
pub fn compare<'a>(
    cell: &'a PrintedCell,
    tables: &[FilledTable],
    here: &dyn Fn(&str) -> bool,
) -> CheckedCell<'a> {
    let collection = cell.address.collection();
    match cell.kind {
        CellKind::Words | CellKind::Transcribed => CheckedCell::new(cell, CellOutcome::Transcribed),
        kind if kind.needs_data() && !here(collection) => CheckedCell::new(cell, CellOutcome::SkippedData),
        _ => compare_with(cell, &found(cell, collection, tables)),
    }
}

/// Compares `cell` with the computed cells that correspond to it.
pub(super) fn compare_with<'a>(cell: &'a PrintedCell, found: &[&FilledCell]) -> CheckedCell<'a> {
    let printed = against(cell, cell.value, found);
    let Some(should_be) = &cell.should_be else { return printed };
    let outcome = match (against(cell, should_be.value, found).outcome, printed.outcome) {
        (CellOutcome::Match, _) | (CellOutcome::Inside, CellOutcome::Outside) => CellOutcome::KnownDifference,
        (CellOutcome::Mismatch, CellOutcome::Match) | (CellOutcome::Outside, CellOutcome::Inside) => {
            CellOutcome::UnexpectedMatch
        }
        (_, outcome) => outcome,
    };
    CheckedCell { outcome, ..printed }
}

/// Compares the value of a cell, or the correct one, with the computed cells that correspond to it.
fn against<'a>(cell: &'a PrintedCell, value: Printed, found: &[&FilledCell]) -> CheckedCell<'a> {
    let pairs = pairs(value, found);
    let Some(first) = pairs.first().filter(|_| pairs.iter().all(|(_, draws)| !draws.is_empty())) else {
        return CheckedCell::new(cell, CellOutcome::NotComputed);
    };
    let computed = rejudge_stats::mean(&first.1);
    let diff = computed.map(|computed| computed - first.0);
    let shown = Some(like_printed(value, &pairs));
    let (outcome, percentile) = match cell.then {
        LicensedComparison::Exact => {
            let agrees = value
                .parts()
                .iter()
                .zip(&pairs)
                .all(|((_, part), (_, draws))| draws.iter().all(|draw| part.agrees(*draw)));
            (if agrees { CellOutcome::Match } else { CellOutcome::Mismatch }, None)
        }
        LicensedComparison::WithinDraws => {
            let rounded = |printed: f64, draws: &[f64]| rounded(value, printed, draws);
            let inside = pairs.iter().all(|(printed, draws)| {
                within_central(CENTRAL, *printed, &rounded(*printed, draws))
                    .expect("each printed number has draws beside it")
            });
            let percentile = percentile_rank(first.0, &rounded(first.0, &first.1));
            (if inside { CellOutcome::Inside } else { CellOutcome::Outside }, percentile)
        }
    };
    CheckedCell { computed, shown, diff, percentile, ..CheckedCell::new(cell, outcome) }
}

/// Writes the means of the computed numbers like the printed value, `[4, 133]` for a printed `[4, 115]`, with as many
/// more digits as it takes to tell them from the printed numbers.
fn like_printed(value: Printed, pairs: &[(f64, Vec<f64>)]) -> String {
    let printed: Vec<f64> = pairs.iter().map(|(printed, _)| *printed).collect();
    let computed: Vec<f64> = pairs.iter().filter_map(|(_, draws)| rejudge_stats::mean(draws)).collect();
    let differs = |more: &u8| written(value, &computed, *more) != written(value, &printed, *more);
    written(value, &computed, (0..12).find(differs).unwrap_or(0))
}

/// Writes the numbers of a cell in the form of `value`, with some more digits after the point than it has.
fn written(value: Printed, numbers: &[f64], more: u8) -> String {
    let decimal = |value: f64, digits: u32| number(value, digits as u8 + more, false);
    // A quotient times its denominator is not exact in binary.
    let whole = |value: f64| match (value - value.round()).abs() < 1e-9 {
        true => number(value, 0, false),
        false => number(value, more.max(1), false),
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
        (Printed::Working { result: of, .. }, [result, numerator, denominator]) => {
            format!("{}/{}={}", whole(*numerator), whole(*denominator), decimal(*result, of.digits))
        }
        (Printed::Fraction { whole: of, .. }, [share, ..]) => format!("{}/{of}", whole(share * of as f64)),
        (Printed::Decimal { number: of, percent: true }, [share, ..]) => {
            format!("{}%", decimal(100.0 * share, of.digits))
        }
        (Printed::Decimal { number: of, .. } | Printed::Below(of) | Printed::Above(of), [value, ..]) => {
            decimal(*value, of.digits)
        }
        (_, numbers) => numbers.iter().map(|value| whole(*value)).collect::<Vec<_>>().join(", "),
    }
}

/// A printed draw is one of few digits: the draws are rounded like it before they are ranked.
fn rounded(value: Printed, printed: f64, draws: &[f64]) -> Vec<f64> {
    let half = half_step(value);
    draws.iter().map(|draw| if (draw - printed).abs() <= half { printed } else { *draw }).collect()
}

/// Returns the printed number and the draws that `tables` have of it at another `address`, rounded in the same way.
/// Returns `None` if there are none.
pub(super) fn draws_at(
    cell: &PrintedCell,
    address: &Address,
    tables: &[FilledTable],
) -> Option<(f64, Vec<f64>)> {
    let found = at(address, cell.value, address.collection(), tables);
    let (printed, draws) = pairs(cell.value, &found).into_iter().next()?;
    (!draws.is_empty()).then(|| (printed, rounded(cell.value, printed, &draws)))
}

/// Returns true if the tables contain a cell for the printed cell, on the simulation of its collection.
pub(super) fn has_counterpart(cell: &PrintedCell, twin: &str, tables: &[FilledTable]) -> bool {
    let pairs = pairs(cell.value, &found(cell, twin, tables));
    !pairs.is_empty() && pairs.iter().all(|(_, draws)| !draws.is_empty())
}

/// An error for each table whose panel holds two worked examples, so that a printed cell could be either's.
pub fn ambiguous(cells: &[PrintedCell], tables: &[FilledTable]) -> Vec<YamlError> {
    let mut errors: Vec<YamlError> = Vec::new();
    let mut last = None;
    for cell in cells.iter().filter(|cell| cell.kind == CellKind::Exact) {
        let place = (&cell.address.table, &cell.address.panel);
        if last.replace(place) == Some(place) {
            continue;
        }
        let here = examples(cell, tables).map(|c| c.collection.as_str()).collect::<BTreeSet<_>>();
        if let [first, second, ..] = here.into_iter().collect::<Vec<_>>()[..] {
            let message = format!(
                "{} could be of two worked examples, `{first}` and `{second}`: say `panels: collection`",
                cell.address
            );
            errors.push(YamlError::here(&cell.at, message));
        }
    }
    errors
}

/// Returns an error for each table that the experiment does not have, at the first number that would have to be
/// computed for it. Collections that are not on the axis, and whose simulation is not either, cause no error, because a
/// paper may be transcribed further than it is computed.
pub(super) fn unknown_tables(expected: &Expected, grid: &Grid) -> Vec<YamlError> {
    let on_the_axis = |name: &str| {
        grid.collections.iter().any(|c| c.name == name || c.name.strip_suffix("-twin") == Some(name))
    };
    let is_computed = |cell: &&PrintedCell| match cell.kind {
        CellKind::NeedsLicensedData => {
            on_the_axis(cell.address.collection()) && !expected.not_in_data(&cell.address)
        }
        kind => kind.is_compared(),
    };
    let printed = expected.cells.iter().filter(is_computed);
    let mut unknown: BTreeSet<&str> = BTreeSet::new();
    let names = || grid.tables.iter().map(|table| table.name.as_str());
    let error = |cell: &'_ PrintedCell| {
        let name = cell.address.table.as_str();
        let meant = meant(nearest(name, names()));
        YamlError::here(&cell.at, format!("the experiment has no table `{name}`{meant}"))
    };
    let all = printed.filter(|cell| !names().any(|name| name == cell.address.table));
    all.filter(|cell| unknown.insert(&cell.address.table)).map(error).collect()
}

/// The computed cells of worked examples in the panel of a printed cell.
fn examples<'a>(cell: &PrintedCell, tables: &'a [FilledTable]) -> impl Iterator<Item = &'a FilledCell> {
    let (name, panel) = (cell.address.table.clone(), cell.address.panel.clone().unwrap_or_default());
    let of_table = tables.iter().filter(move |table| table.name == name).flat_map(|table| &table.cells);
    of_table.filter(move |c| c.kind == WorkedExample && c.panel == panel)
}

/// The computed cells that a printed one speaks of: those of `collection`, or of a worked example.
fn found<'a>(cell: &PrintedCell, collection: &str, tables: &'a [FilledTable]) -> Vec<&'a FilledCell> {
    let address = &cell.address;
    if cell.kind != CellKind::Exact {
        return at(address, cell.value, collection, tables);
    }
    let quantity = address.quantity.as_deref();
    let labelled = examples(cell, tables).filter(|c| c.row == address.row && c.column == address.column);
    labelled
        .filter(|c| quantity.is_none_or(|q| c.row_quantity == q || (c.quantity == q && !q.is_empty())))
        .collect()
}

/// The computed cells at `address`, on `collection`, that a printed `value` speaks of.
fn at<'a>(
    address: &Address,
    value: Printed,
    collection: &str,
    tables: &'a [FilledTable],
) -> Vec<&'a FilledCell> {
    // If the columns are the collections, the printed column is the collection.
    let column = if address.panel.is_some() { &address.column } else { collection };
    let quantity = address.quantity.as_deref().unwrap_or("");
    let is_wanted = |c: &FilledCell| match (value, quantity) {
        (Printed::Pair(Pair::Ranks, _), _) => matches!(c.quantity.as_str(), "before" | "after"),
        (_, "") => true,
        (_, quantity) => c.row_quantity == quantity || c.quantity == quantity,
    };
    let cells = tables.iter().filter(|table| table.name == address.table).flat_map(|table| &table.cells);
    let here = cells.filter(|c| c.row == address.row && c.column == column && c.collection == collection);
    here.filter(|c| is_wanted(c)).collect()
}

/// Returns printed numbers with the draws of the computed ones.
fn pairs(value: Printed, found: &[&FilledCell]) -> Vec<(f64, Vec<f64>)> {
    let draws = |c: &FilledCell| c.draws.iter().map(|&(_, value)| value).collect::<Vec<f64>>();
    let pair = |(name, part): (&str, Printed)| {
        Some((part.number()?, part_of(name, found).map(draws).unwrap_or_default()))
    };
    value.parts().into_iter().filter_map(pair).collect()
}

/// Returns the simulation of a collection.
pub(super) fn twin_of<'g>(grid: &'g Grid, collection: &str) -> Option<&'g Collection> {
    let is_twin = |of: &&Collection| of.name.strip_suffix("-twin") == Some(collection);
    grid.collections.iter().find(is_twin).filter(|twin| twin.entry.descriptor.kind == Simulated)
}

/// The numbers in a printed cell, each with the cells of its collection and of the simulation that are computed like it.
pub(super) fn numbers<'a>(
    grid: &Grid,
    cell: &PrintedCell,
    tables: &'a [FilledTable],
) -> Vec<CheckedNumber<'a>> {
    let collection = cell.address.collection();
    let of_twin = twin_of(grid, collection).map_or(Vec::new(), |twin| found(cell, &twin.name, tables));
    let of_itself = if cell.kind.is_compared() { found(cell, collection, tables) } else { Vec::new() };
    let numbers = cell.value.numbers().into_iter().zip(cell.meant());
    let number = |((part, printed), (_, meant))| {
        let (twin, real) = (part_of(part, &of_twin), part_of(part, &of_itself));
        CheckedNumber { part, printed, meant, twin, real, used: None }
    };
    numbers.map(number).collect()
}

/// The cell that is computed like a part of a printed one.
fn part_of<'a>(part: &str, found: &[&'a FilledCell]) -> Option<&'a FilledCell> {
    let is_part = |cell: &&&FilledCell| match part {
        "" => true,
        "used" => cell.row_quantity.is_empty(),
        name => cell.row_quantity == name || cell.quantity == name,
    };
    found.iter().find(is_part).copied()
}

/// Half of the step between printed values of this form; 0 for a value that is exact.
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
            // Rounding would hide the difference.
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
            let numbers = value.numbers().into_iter().map(|(_, number)| number).chain([0.001]);
            let pairs: Vec<_> = numbers.zip(computed.iter().map(|number| vec![*number])).collect();
            assert_eq!(like_printed(value, &pairs), expected, "{printed}");
        }
    }
}
