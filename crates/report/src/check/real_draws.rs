//! Printed cells with draws of real runs. The paper drew its runs without naming them, so its number is one more draw, and
//! such a cell is not reproduced.

use rejudge_experiment::printed::{CheckOutcome, Failure, PrintedCell, RealDraws};

use super::central_draws::CentralDraws;
use super::check_row::{CheckRow, failure_at};
use super::computed::{cells_at, part_of};
use super::read::Elsewhere;

/// Returns the place of a printed number among the draws `of` real runs, if `elsewhere` has them.
pub(super) fn place(cell: &PrintedCell, of: &RealDraws, elsewhere: &Elsewhere) -> Option<CentralDraws> {
    let tables = elsewhere.get(&of.experiment.value)?;
    let (name, part) = cell.value.parts().into_iter().next()?;
    let address = of.address(&cell.address);
    let cells = cells_at(&address, cell.value, address.collection(), tables);
    CentralDraws::new(cell.value, part.number()?, &part_of(name, &cells)?.values())
}

/// Returns the cells whose draws are not in the tables of the other experiment, although it has numbers of the same
/// collection.
pub(super) fn without_draws(rows: &[CheckRow<'_>], elsewhere: &Elsewhere) -> Vec<Failure> {
    let unplaced = rows.iter().filter(|row| row.place().is_none());
    let missing = unplaced.filter_map(|row| Some((row.cell, row.draws.as_ref()?.of))).filter(|(_, of)| {
        let tables = elsewhere.get(&of.experiment.value).into_iter().flatten();
        let mut cells = tables.flat_map(|table| &table.cells);
        cells.any(|cell| cell.collection == of.draws.collection() && !cell.draws.is_empty())
    });
    let failure = |(cell, of): (&PrintedCell, &RealDraws)| {
        let message = format!("{} has no draws at {}", of.experiment.value, of.address(&cell.address));
        failure_at(cell, CheckOutcome::NotComputed, &message)
    };
    missing.map(failure).collect()
}

/// Counts the cells that are inside and outside of the central draws: `6 real, drawn (6 inside and 0 outside of the
/// central 99% of draws of real runs)`. Returns `None` if there are none with draws.
pub(super) fn sentence(rows: &[CheckRow<'_>]) -> Option<String> {
    let places = || rows.iter().filter_map(CheckRow::place);
    let (all, inside) = (places().count(), places().filter(|place| place.is_inside).count());
    (all > 0).then(|| {
        let outside = all - inside;
        format!("{all} real, drawn ({inside} inside and {outside} outside of the central 99% of draws of real runs)")
    })
}
