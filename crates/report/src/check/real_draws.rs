//! Checks printed cells whose runs the paper chose at random without naming them. Another experiment draws
//! samples of real runs, and we compare the printed number with these draws as if it were one more draw. Such
//! a cell does not count as reproduced.

use rejudge_experiment::printed::{CheckFailure, CheckOutcome, PrintedCell, RealDraws};

use super::central_draws::CentralDraws;
use super::check_row::{CheckRow, failure_at};
use super::computed::{cells_at, part_of};
use super::read::Elsewhere;

/// Returns the place of a cell's first number among draws of real runs, or `None` if `elsewhere`, the tables of other
/// experiments, lacks these draws.
pub(super) fn place(
    cell: &PrintedCell,
    real_draws: &RealDraws,
    elsewhere: &Elsewhere,
) -> Option<CentralDraws> {
    let tables = elsewhere.get(&real_draws.experiment.value)?;
    let (name, part) = cell.value.parts().into_iter().next()?;
    let address = real_draws.address(&cell.address);
    let cells = cells_at(&address, cell.value, address.collection(), tables);
    CentralDraws::new(cell.value, part.number()?, &part_of(name, &cells)?.values())
}

/// Returns a failure for each cell whose draws are missing in the experiment that should compute them
/// (`RealDraws::experiment`), although that experiment has draws of the collection that `RealDraws::draws`
/// names.
pub(super) fn without_draws(rows: &[CheckRow<'_>], elsewhere: &Elsewhere) -> Vec<CheckFailure> {
    let mut failures = Vec::new();
    for row in rows.iter().filter(|row| row.place().is_none()) {
        let Some(draws) = &row.draws else { continue };
        let real_draws = draws.real_draws;
        let tables = elsewhere.get(&real_draws.experiment.value).into_iter().flatten();
        let mut cells = tables.flat_map(|table| &table.cells);
        if cells.any(|cell| cell.collection == real_draws.draws.collection() && !cell.draws.is_empty()) {
            let address = real_draws.address(&row.cell.address);
            let message = format!("{} has no draws at {address}", real_draws.experiment.value);
            failures.push(failure_at(row.cell, CheckOutcome::NotComputed, &message));
        }
    }
    failures
}

/// Returns a phrase that counts the cells inside and outside the central draws: `6 real, drawn (6 inside and 0 outside of
/// the central 99% of draws of real runs)`. Returns `None` if no cell has draws.
pub(super) fn sentence(rows: &[CheckRow<'_>]) -> Option<String> {
    let places = || rows.iter().filter_map(CheckRow::place);
    let (cells, inside) = (places().count(), places().filter(|place| place.is_inside).count());
    (cells > 0).then(|| {
        let outside = cells - inside;
        format!("{cells} real, drawn ({inside} inside and {outside} outside of the central 99% of draws of real runs)")
    })
}
