//! The line that counts the compared cells by outcome, and names the cells that are farthest from their draws.

use std::cmp::Ordering;

use rejudge_experiment::printed::{CheckOutcome, Counts};
use rejudge_names::plural::{counted, of_share};

use super::central_draws::CentralDraws;
use super::check_row::CheckRow;

/// The largest number of cells that the line names.
const MAX_NAMED: usize = 3;

/// Returns the cells outside their central draws, each with the place of its farthest number. The farthest
/// cell comes first.
pub(super) fn rows_outside<'c>(rows: &'c [CheckRow<'_>]) -> Vec<(&'c CheckRow<'c>, &'c CentralDraws)> {
    let is_outside = |row: &&CheckRow<'_>| row.outcome == CheckOutcome::Outside;
    let places = rows.iter().filter(is_outside).filter_map(|row| Some((row, row.own_place()?)));
    let mut places: Vec<_> = places.collect();
    places.sort_by(|(_, one), (_, other)| by_distance(other, one));
    places
}

/// Orders two numbers by their distance from their draws.
pub(super) fn by_distance(one: &CentralDraws, other: &CentralDraws) -> Ordering {
    one.distance.abs().total_cmp(&other.distance.abs())
}

/// Returns a line such as `of 110 compared cells 22 are equal, 6 are not, 50 are inside and 32 outside of the
/// central 99% of the draws; farthest: table-4[..] is printed .592, draws 0.6013 to 0.6402, 4.1 sd`. Returns
/// `None` if no cell is compared with draws.
pub(super) fn line(rows: &[CheckRow<'_>]) -> Option<String> {
    let counts: Counts = rows.iter().map(|row| row.outcome).collect();
    let number = |outcome| counts.number(&[outcome]);
    let [equal, corrected] = [CheckOutcome::Match, CheckOutcome::KnownDifference].map(number);
    let [inside, outside] = [CheckOutcome::Inside, CheckOutcome::Outside].map(number);
    let off = counts.number(CheckOutcome::DIFFERS);
    if inside + outside == 0 {
        return None;
    }
    let compared = equal + corrected + off + inside + outside;
    let are = |number: usize| of_share(number, compared, "is", "are");
    let mut line = format!("of {} {equal} {} equal, ", counted(compared, "compared cell"), are(equal));
    if corrected > 0 {
        line += &format!("{corrected} {} equal to an erratum's value, ", are(corrected));
    }
    if off > 0 {
        line += &format!("{off} {} not, ", are(off));
    }
    line += &format!("{inside} {} inside and {outside} outside of the central 99% of the draws", are(inside));
    let farthest = rows_outside(rows).into_iter().take(MAX_NAMED).map(|(CheckRow { cell, .. }, place)| {
        let CentralDraws { shown, .. } = place;
        format!("{} is printed {}, draws {shown}, {}", cell.address, cell.text, place.distance_shown())
    });
    let farthest: Vec<String> = farthest.collect();
    if !farthest.is_empty() {
        line += &format!("; farthest: {}", farthest.join("; "));
    }
    Some(line)
}
