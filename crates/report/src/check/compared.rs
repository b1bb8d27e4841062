//! The line that says how the cells of available data came out, with those that are farthest from the draws.

use std::cmp::Ordering;

use rejudge_names::plural::{counted, of_number};

use super::central_draws::CentralDraws;
use super::checked_cell::CheckedCell;
use super::outcome::CellOutcome;

/// The most cells that are named.
const NAMED: usize = 3;

/// Returns the cells that are outside of the central draws, with the farthest number of each: the farthest cell first.
pub(super) fn outside<'c>(cells: &'c [CheckedCell<'_>]) -> Vec<(&'c CheckedCell<'c>, &'c CentralDraws)> {
    let is_outside = |checked: &&CheckedCell<'_>| checked.outcome == CellOutcome::Outside;
    let places =
        cells.iter().filter(is_outside).filter_map(|checked| Some((checked, checked.draws.as_ref()?)));
    let mut places: Vec<_> = places.collect();
    places.sort_by(|(_, one), (_, other)| by_distance(other, one));
    places
}

/// Orders two numbers by how far they are from their draws.
pub(super) fn by_distance(one: &CentralDraws, other: &CentralDraws) -> Ordering {
    one.distance.abs().total_cmp(&other.distance.abs())
}

/// Returns `of 110 compared cells 22 are equal, 6 are not, 50 are inside and 32 outside of the central 99% of the draws;
/// farthest: table-4[..] is printed .592, draws .601 to .640, 4.1 sd`, or `None` if no cell is compared with draws.
pub(super) fn line(cells: &[CheckedCell<'_>]) -> Option<String> {
    use CellOutcome::{Inside, KnownDifference, Match, Mismatch, Outside, UnexpectedMatch};

    let number =
        |outcomes: &[CellOutcome]| cells.iter().filter(|checked| outcomes.contains(&checked.outcome)).count();
    let [equal, corrected, off] =
        [&[Match][..], &[KnownDifference], &[Mismatch, UnexpectedMatch]].map(number);
    let [inside, outside_number] = [Inside, Outside].map(|outcome| number(&[outcome]));
    if inside + outside_number == 0 {
        return None;
    }
    let compared = equal + corrected + off + inside + outside_number;
    let are = |number: usize| of_number(number, "is", "are");
    let mut line = format!("of {} {equal} {} equal, ", counted(compared, "compared cell"), are(equal));
    if corrected > 0 {
        line += &format!("{corrected} {} equal to an erratum's value, ", are(corrected));
    }
    if off > 0 {
        line += &format!("{off} {} not, ", are(off));
    }
    line += &format!(
        "{inside} {} inside and {outside_number} outside of the central 99% of the draws",
        are(inside)
    );
    let farthest = outside(cells).into_iter().take(NAMED).map(|(CheckedCell { cell, .. }, place)| {
        let CentralDraws { shown, .. } = place;
        format!("{} is printed {}, draws {shown}, {}", cell.address, cell.text, place.distance_shown())
    });
    let farthest: Vec<String> = farthest.collect();
    if !farthest.is_empty() {
        line += &format!("; farthest: {}", farthest.join("; "));
    }
    Some(line)
}
