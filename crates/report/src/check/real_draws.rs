//! Printed cells with draws of real runs: the paper drew its runs without naming them, so that its number is one more
//! draw. Such a cell is not reproduced.

use crate::table::number;
use rejudge_experiment::printed::{FailOn, Failure, Printed, PrintedCell, RealDraws};
use rejudge_stats::{percentile_rank, within_central};

use super::checked_cell::{CheckedCell, failure_at};
use super::computed::{CENTRAL, cells_at, part_of, rounded, written};
use super::read::Elsewhere;

/// The central draws, and the place of a printed number among all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct CentralDraws {
    /// The smallest and the largest of the central 99% of the draws.
    pub central: [f64; 2],
    /// The central draws as shown: as counts, if the paper prints counts.
    pub shown: String,
    /// Percentile rank of the printed number, draws equal to the printed digits counting half.
    pub percentile: f64,
    /// True if the printed number is among the central draws.
    pub is_inside: bool,
    /// Number of draws.
    pub draws: usize,
}

/// Returns the place of a printed number among the draws `of` real runs, if `elsewhere` has them.
pub(super) fn place(cell: &PrintedCell, of: &RealDraws, elsewhere: &Elsewhere) -> Option<CentralDraws> {
    let there = elsewhere.get(&of.experiment.value)?;
    let (name, part) = cell.value.parts().into_iter().next()?;
    let address = of.address(&cell.address);
    let found = cells_at(&address, cell.value, address.collection(), there);
    let printed = part.number()?;
    let mut draws = rounded(cell.value, printed, &part_of(name, &found)?.values());
    let is_inside = within_central(CENTRAL, printed, &draws)?;
    let percentile = percentile_rank(printed, &draws)?;
    draws.sort_by(f64::total_cmp);
    let inside = |value: &&f64| within_central(CENTRAL, **value, &draws) == Some(true);
    let central = [*draws.iter().find(inside)?, *draws.iter().rfind(inside)?];
    let shown = shown(cell.value, central);
    Some(CentralDraws { central, shown, percentile, is_inside, draws: draws.len() })
}

/// Returns the cells whose draws are not in the tables of the other experiment, although it has numbers of the same
/// collection.
pub(super) fn without_draws(cells: &[CheckedCell<'_>], elsewhere: &Elsewhere) -> Vec<Failure> {
    let unplaced = cells.iter().filter(|checked| checked.place.is_none());
    let missing =
        unplaced.filter_map(|checked| Some((checked.cell, checked.real_draws?))).filter(|(_, of)| {
            let there = elsewhere.get(&of.experiment.value).into_iter().flatten();
            let mut cells = there.flat_map(|table| &table.cells);
            cells.any(|cell| cell.collection == of.draws.collection() && !cell.draws.is_empty())
        });
    let failure = |(cell, of): (&PrintedCell, &RealDraws)| {
        let message = format!("{} has no draws at {}", of.experiment.value, of.address(&cell.address));
        failure_at(cell, FailOn::NotComputed, &message)
    };
    missing.map(failure).collect()
}

/// The bounds in the form of the printed number: `46 to 69 of 91`, `50.5% to 75.8%`, `0.06 to 0.10`.
fn shown(value: Printed, [low, high]: [f64; 2]) -> String {
    if let Printed::Fraction { whole, .. } = value {
        let count = |share: f64| number(share * whole as f64, 0, false);
        return format!("{} to {} of {whole}", count(low), count(high));
    }
    // One digit more than printed shows the bounds of a number that is no percentage.
    let more = u8::from(matches!(value, Printed::Decimal { percent: false, .. }));
    format!("{} to {}", written(value, &[low], more), written(value, &[high], more))
}

/// Counts the cells that are inside and outside of the central draws: `6 real, drawn (6 inside and 0 outside of the
/// central 99% of draws of real runs)`. Returns `None` if there are none with draws.
pub(super) fn sentence(cells: &[CheckedCell<'_>]) -> Option<String> {
    let places = || cells.iter().filter_map(|checked| checked.place.as_ref());
    let (all, inside) = (places().count(), places().filter(|place| place.is_inside).count());
    (all > 0).then(|| {
        let outside = all - inside;
        format!("{all} real, drawn ({inside} inside and {outside} outside of the central 99% of draws of real runs)")
    })
}
