//! A [`CheckRow`] is the check of one printed cell. check.json, checks.parquet, the page, the paper's tables,
//! the claims and the gate are made from these rows.

use std::collections::BTreeSet;

use crate::table::FilledCell;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{CheckFailure, CheckOutcome, Expected, PrintedCell, RealDraws};
use rejudge_experiment::statistics::{COLLECTION_FACTS, COMPARED_RUNS, TEAM_FACTS};
use rejudge_stats::{CONFIDENCE, percent, prediction_interval};

use super::central_draws::CentralDraws;
use super::computed::half_step;

/// A printed cell with the computed values that it is compared with.
#[derive(Clone, Debug)]
pub struct CheckRow<'a> {
    /// The printed cell, with its address, its text, and the correction by a known erratum.
    pub cell: &'a PrintedCell,
    /// The cell's numbers, including bounds such as `<.001`. Empty if the cell has no number, or if it is
    /// an official score on one topic.
    pub numbers: Vec<CheckedNumber<'a>>,
    /// The value that was computed on the paper's own collection, or on a worked example.
    pub computed: Option<ComputedValue>,
    /// Draws that another experiment computed with real runs. They are shown beside the cell.
    pub draws: Option<RealDrawsBeside<'a>>,
    pub outcome: CheckOutcome,
}

/// The value computed for a printed cell.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputedValue {
    /// The computed value of the cell's first number: the mean of its draws.
    pub value: f64,
    /// Every computed number of the cell, written in the form of the printed value.
    pub shown: String,
    /// The computed value minus the printed one, for the first number.
    pub diff: f64,
    /// Percentile of the first printed number among its draws; `None` if the cell has no random draws.
    pub percentile: Option<f64>,
    /// The place of a printed number among its draws; `None` if the cell has no random draws. If the cell has several
    /// numbers, this is the place of the number that is farthest from the mean of its draws, in standard
    /// deviations. A number outside its central draws counts as farther than every number inside.
    pub place: Option<CentralDraws>,
}

/// Draws of real runs beside a printed cell.
#[derive(Clone, Debug)]
pub struct RealDrawsBeside<'a> {
    pub real_draws: &'a RealDraws,
    /// The place of the printed number among the draws; `None` if the other experiment has no current
    /// results, or no draws for this cell.
    pub place: Option<CentralDraws>,
}

impl<'a> CheckRow<'a> {
    /// Creates a row without computed numbers.
    pub(super) fn new(cell: &'a PrintedCell, outcome: CheckOutcome) -> Self {
        Self { cell, numbers: Vec::new(), computed: None, draws: None, outcome }
    }

    /// Returns the numbers of the cell that are not bounds such as `<.001`.
    pub(super) fn measured(&self) -> impl Iterator<Item = &CheckedNumber<'a>> {
        self.numbers.iter().filter(|_| !self.cell.value.is_bound())
    }

    /// Returns true if the cell has numbers, and all of them were computed on a simulation of its collection.
    pub(super) fn has_counterpart(&self) -> bool {
        let is_drawn = |number: &CheckedNumber<'_>| number.twin.is_some_and(|twin| !twin.draws.is_empty());
        !self.numbers.is_empty() && self.numbers.iter().all(is_drawn)
    }

    /// Returns the place of the cell's farthest number (see [`ComputedValue::place`]) among the draws of this
    /// experiment.
    pub(super) fn own_place(&self) -> Option<&CentralDraws> {
        self.computed.as_ref()?.place.as_ref()
    }

    /// Returns the place of the cell's first number among the draws that another experiment computed with
    /// real runs.
    pub fn place(&self) -> Option<&CentralDraws> {
        self.draws.as_ref()?.place.as_ref()
    }

    /// Returns the failure that the outcome causes, if it causes one.
    pub(super) fn failure(&self) -> Option<CheckFailure> {
        let cell = self.cell;
        if !self.outcome.is_failure() {
            return None;
        }
        let computed = match &self.computed {
            Some(computed) => format!("computed {}", computed.shown),
            None => "but was not computed".to_owned(),
        };
        let source = match &cell.worked_out_from {
            Some(from) => format!("worked out from {from} as"),
            None => "printed".to_owned(),
        };
        let should_be = cell.should_be.as_ref().map_or(String::new(), |should_be| {
            format!(", should be {} (erratum `{}`)", should_be.text, should_be.erratum)
        });
        let message = format!("{} is {source} {}{should_be}, {computed}", cell.address, cell.text);
        Some(failure_at(cell, self.outcome, &message))
    }

    /// Returns true if the printed value is among the central draws, or `None` if it is not compared with draws.
    pub(super) fn among_draws(&self) -> Option<bool> {
        match self.outcome {
            CheckOutcome::Inside => Some(true),
            CheckOutcome::Outside => Some(false),
            _ => self.place().map(|place| place.is_inside),
        }
    }
}

/// Returns the failure of a printed cell, with the cell's place in the file.
pub(super) fn failure_at(cell: &PrintedCell, outcome: CheckOutcome, message: &str) -> CheckFailure {
    CheckFailure::new(outcome, &cell.address.table, Some(&cell.at), message)
}

/// A number of a printed cell, and the computed cells that correspond to it.
#[derive(Clone, Debug)]
pub struct CheckedNumber<'a> {
    /// The name of this number, if the cell has several.
    pub part: &'static str,
    pub printed: f64,
    /// The printed number, or the correct one if it is a known misprint.
    pub meant: f64,
    /// The corresponding cell on the simulated collection ("twin").
    pub twin: Option<&'a FilledCell>,
    /// The corresponding cell on the paper's own collection, or on a worked example.
    pub real: Option<&'a FilledCell>,
    /// The use of this number for the twin: `given`, `fitted` or `held out` (see `find_uses`). `None` if the
    /// number is not in a table, if it is a bound such as `<.001`, or if there is no twin with at least two
    /// draws.
    pub used: Option<&'static str>,
}

impl<'a> CheckedNumber<'a> {
    /// Returns `▲` or `▼` if the printed number, corrected if it is a known misprint, is outside the
    /// prediction interval of the twin's draws by more than half a step of its last digit: `▲` if the
    /// draws' mean is above this number, `▼` if it is below. Returns an empty text if the number is inside,
    /// if it is not compared with a twin, or if the twin has too few draws for an interval.
    pub(super) fn mark(&self, cell: &PrintedCell) -> &'static str {
        let twin = self.used.and(self.twin);
        let Some((mean, ends)) = twin.and_then(|twin| twin.mean().zip(ends(twin))) else { return "" };
        if is_inside(self.meant, half_step(cell.value), ends) {
            ""
        } else if mean > self.meant {
            "▲"
        } else {
            "▼"
        }
    }

    /// Returns a key that is the same for all numbers of one quantity: the statistic and its component. If the draws
    /// were reduced to one number, the component is empty, and the key is the table's row and the name of this
    /// number in the cell.
    fn quantity_key(
        &self,
        cell: &'a PrintedCell,
        counterpart: &'a FilledCell,
    ) -> (Option<u32>, &'a str, &'a str) {
        match counterpart.query.component {
            "" => (None, &cell.address.row, self.part),
            component => (Some(counterpart.query.statistic), component, ""),
        }
    }
}

/// Returns true if a printed number is in the interval, or outside by at most half a step of its last digit.
fn is_inside(number: f64, half_step: f64, (low, high): (f64, f64)) -> bool {
    let miss = (low - half_step - number).max(number - half_step - high);
    // Printed digits are decimal, so half a step is not exact in binary.
    miss <= 1e-9 * half_step
}

/// Returns the prediction interval of the draws, or `None` if there are too few draws. We compare a printed
/// number with this interval and not with the mean of the draws, because the printed number comes from one
/// more collection of this kind.
pub(super) fn ends(cell: &FilledCell) -> Option<(f64, f64)> {
    prediction_interval(&cell.values(), CONFIDENCE)
}

/// The spread of a number over draws that are not all equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// The interval that contains the number of one further draw with 95% probability.
    Prediction { low: f64, high: f64 },
    /// The smallest and the largest draw, if there are too few draws for a prediction interval.
    Range { low: f64, high: f64, draws: usize },
}

impl Spread {
    /// Returns the spread of `numbers`, or `None` if they do not vary.
    pub(super) fn new(numbers: &[f64]) -> Option<Self> {
        let low = numbers.iter().copied().reduce(f64::min)?;
        let high = numbers.iter().copied().reduce(f64::max)?;
        (low < high).then(|| match prediction_interval(numbers, CONFIDENCE) {
            Some((low, high)) => Self::Prediction { low, high },
            None => Self::Range { low, high, draws: numbers.len() },
        })
    }

    /// Returns both ends of the interval.
    pub fn ends(self) -> (f64, f64) {
        match self {
            Self::Prediction { low, high } | Self::Range { low, high, .. } => (low, high),
        }
    }

    /// Returns the name of the interval, which is shown before the ends.
    pub fn name(self) -> String {
        match self {
            Self::Prediction { .. } => format!("{} prediction interval", percent(CONFIDENCE)),
            Self::Range { draws, .. } => format!("range of {draws} draws"),
        }
    }
}

/// Sets the use of every number that is in a table and has at least two draws of a twin. No use is set for
/// bounds such as `<.001`.
///
/// - `given`: a fact about the collection (topics, teams, runs) that is the same in all draws of each twin.
/// - `fitted`: the twin's constants were fitted to this number, so a match is little evidence.
/// - `held out`: the number was not used, so a match is evidence that the twin is like the collection.
pub(super) fn find_uses(grid: &Grid, expected: &Expected, rows: &mut [CheckRow<'_>]) {
    let mut vary = BTreeSet::new();
    for row in rows.iter().filter(|row| row.cell.is_in_table()) {
        for number in row.measured() {
            let varied = number.twin.filter(|twin| twin.sd().is_some_and(|sd| sd > 0.0));
            vary.extend(varied.map(|twin| number.quantity_key(row.cell, twin)));
        }
    }
    let is_used = |cell: &PrintedCell| cell.is_in_table() && !cell.value.is_bound();
    for CheckRow { cell, numbers, .. } in rows.iter_mut().filter(|row| is_used(row.cell)) {
        for number in numbers {
            let Some(twin) = number.twin.filter(|twin| twin.sd().is_some()) else { continue };
            let statistic = &grid.statistics[twin.query.statistic as usize];
            let facts = [&COLLECTION_FACTS, &COMPARED_RUNS, &TEAM_FACTS];
            let is_fact = facts.into_iter().any(|facts| statistic.is(facts));
            number.used = Some(if is_fact && !vary.contains(&number.quantity_key(cell, twin)) {
                "given"
            } else if expected.is_fitted(&cell.address) {
                "fitted"
            } else {
                "held out"
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_inside;

    #[test]
    fn a_number_on_the_edge_is_inside() {
        // .85 rounds to .9: the number may have been .85, which is an end of the interval.
        let inside = [0.7, 0.9, 0.69, 0.91].map(|printed| is_inside(printed, 0.05, (0.75, 0.85)));
        assert_eq!(inside, [true, true, false, false]);
    }
}
