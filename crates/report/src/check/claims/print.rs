//! The paper's printed numbers, in the form in which conditions refer to numbers.
//!
//! Each printed cell corresponds to a computed cell of the collection, or of its simulation. From the
//! computed cell we know the printed cell's statistic, judgments and measures, and the cells that it
//! averages. Conditions refer to a number by these properties. We assemble the number from printed cells.
//! There is no number if one of the cells that it needs is not printed.

use crate::table::{CellQuery, CellTable};
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Grid, Point};
use rejudge_experiment::spec::{AggregatedCell, Numbers, ParameterValue, RoundedNumber, Take};
use rejudge_stats::mean;

use super::operand::Operand;
use crate::check::check_row::CheckRow;
use crate::check::computed::{half_step, twin_of};

/// The printed numbers of one collection.
pub struct Print<'a> {
    grid: &'a Grid,
    cell_table: &'a CellTable,
    pub collection: String,
    /// The computed collection that corresponds to the printed one: its simulation, or the collection itself.
    pub(super) counterpart: u32,
    numbers: Vec<PrintedNumber>,
}

#[derive(Clone, Debug)]
struct PrintedNumber {
    query: CellQuery,
    number: RoundedNumber,
}

impl PrintedNumber {
    /// Returns true if the printed number has the operand's quantity, and, if it is an aggregate, the operand's
    /// condition on teams.
    fn is_like(&self, operand: &Operand) -> bool {
        let CellQuery { statistic, component, relevant_for, .. } = self.query;
        let is_one = self.query.take.is_none();
        statistic as usize == operand.statistic
            && component == operand.component
            && (is_one || relevant_for == operand.relevant_for)
    }
}

/// Returns the printed numbers of each collection, in the order of the collections axis. A collection is left
/// out if it has no printed numbers, or if neither it nor its simulation has computed cells.
pub fn prints<'a>(grid: &'a Grid, cell_table: &'a CellTable, rows: &[CheckRow<'_>]) -> Vec<Print<'a>> {
    let mut out = Vec::new();
    for collection in &grid.collections {
        let name = &collection.name;
        let is_in_collection = |CheckRow { cell, .. }: &&CheckRow<'_>| {
            cell.kind.needs_data() && cell.worked_out_from.is_none() && cell.address.collection() == *name
        };
        let mut printed = rows.iter().filter(is_in_collection).peekable();
        let with_cells = |name: &str| {
            let index = grid.collections.iter().position(|c| c.name == name)? as u32;
            cell_table.has_collection(index).then_some(index)
        };
        let twin = twin_of(grid, name).and_then(|twin| with_cells(&twin.name));
        let counterpart = twin.or_else(|| with_cells(name));
        let (Some(counterpart), Some(_)) = (counterpart, printed.peek()) else { continue };
        let mut numbers: Vec<PrintedNumber> = Vec::new();
        for row in printed {
            let correct = row.cell.should_be.as_ref().map_or(row.cell.value, |should_be| should_be.value);
            for number in row.measured() {
                let filled = if twin.is_some() { number.twin } else { number.real };
                let query = filled.map(|filled| &filled.query).filter(|query| query.of == Subject::Whole);
                let Some(query) = query.filter(|query| !query.points.is_empty()) else { continue };
                let rounding = match query.take {
                    // A knee is one of the values on an axis, so it is not rounded.
                    Some(Take::Knee { .. }) => 0.0,
                    _ => half_step(correct),
                };
                let number = RoundedNumber { value: number.meant, rounding };
                numbers.push(PrintedNumber { query: query.clone(), number });
            }
        }
        let sums = sums(grid, &numbers);
        numbers.extend(sums);
        out.push(Print { grid, cell_table, collection: name.clone(), counterpart, numbers });
    }
    out
}

/// Returns numbers that are weighted sums of printed ones, such as a rank's rise. The paper may not print the sums.
fn sums(grid: &Grid, printed: &[PrintedNumber]) -> Vec<PrintedNumber> {
    let mut out: Vec<PrintedNumber> = Vec::new();
    for (sum, parts) in grid.statistics.iter().flat_map(|statistic| statistic.entry.sums) {
        let Some((first, _)) = parts.first() else { continue };
        for first_summand in printed.iter().filter(|number| number.query.component == *first) {
            // A mean of sums is the sum of the means. Other aggregates do not have this property.
            if first_summand.query.take.is_some_and(|take| take != Take::Mean) {
                continue;
            }
            let part = |(component, factor): &(&'static str, f64)| {
                let query = CellQuery { component, ..first_summand.query.clone() };
                let RoundedNumber { value, rounding } =
                    printed.iter().find(|number| number.query == query)?.number;
                Some(RoundedNumber { value: factor * value, rounding: factor.abs() * rounding })
            };
            let Some(parts) = parts.iter().map(part).collect::<Option<Vec<RoundedNumber>>>() else {
                continue;
            };
            let query = CellQuery { component: sum, ..first_summand.query.clone() };
            if out.iter().all(|number| number.query != query) {
                let value = parts.iter().map(|part| part.value).sum();
                let rounding = parts.iter().map(|part| part.rounding).sum();
                out.push(PrintedNumber { query, number: RoundedNumber { value, rounding } });
            }
        }
    }
    out
}

/// Returns an aggregate of printed numbers, and how far it can move because they are rounded.
fn aggregate_of_printed(take: Take, parts: &[RoundedNumber]) -> Option<RoundedNumber> {
    let moved = |direction: f64| {
        let cell = |part: &RoundedNumber| AggregatedCell {
            at: None,
            value: Some(part.value + direction * part.rounding),
        };
        take.apply(&parts.iter().map(cell).collect::<Vec<_>>(), None)
    };
    let value = moved(0.0)?;
    let rounding = match take {
        // Moving all numbers up would make positive ones larger and negative ones smaller in size, which cancels.
        Take::MeanAbs => mean(&parts.iter().map(|part| part.rounding).collect::<Vec<_>>())?,
        // Every other aggregate of these numbers rises, or stays, if all numbers move up.
        _ => (moved(1.0)? - value).max(value - moved(-1.0)?),
    };
    Some(RoundedNumber { value, rounding })
}

impl Print<'_> {
    /// Returns true if all points are about teams, and every team has the same measures. In this case the
    /// printed teams are the teams that the paper counts.
    fn are_whole_teams(&self, points: &[Point]) -> bool {
        let mut measures_by_team: Vec<(&str, Vec<Option<u32>>)> = Vec::new();
        for point in points {
            let Some(team) = self.grid.set(point).and_then(|set| set.team()) else { return false };
            match measures_by_team.iter_mut().find(|(other, _)| *other == team) {
                Some((_, measures)) => measures.push(point.measure),
                None => measures_by_team.push((team, vec![point.measure])),
            }
        }
        measures_by_team.iter_mut().for_each(|(_, measures)| measures.sort());
        !measures_by_team.is_empty() && measures_by_team.windows(2).all(|pair| pair[0].1 == pair[1].1)
    }
}

impl Numbers<Operand> for Print<'_> {
    fn number(&self, operand: &Operand, at: Option<ParameterValue<'_>>) -> Option<RoundedNumber> {
        let points = operand.points(self.grid, self.cell_table, self.counterpart, at);
        let points: Vec<Point> = points.copied().collect();
        let first = points.first()?;
        // Numbers of different runs or rules have no common average.
        if points.iter().any(|p| (p.runs, p.evaluation) != (first.runs, first.evaluation)) {
            return None;
        }
        let candidates: Vec<&PrintedNumber> = self.numbers.iter().filter(|n| n.is_like(operand)).collect();
        let is_same_aggregate =
            |n: &&&PrintedNumber| n.query.take == Some(operand.take) && n.query.points == points;
        if let Some(printed) = candidates.iter().find(is_same_aggregate) {
            return Some(printed.number);
        }
        // Assemble the number from disjoint parts. A number that is in two tables is used once.
        let (mut parts, mut covered) = (Vec::new(), Vec::new());
        for number in candidates {
            let are_means = operand.take == Take::Mean && number.query.take == Some(Take::Mean);
            let fits = number.query.points.iter().all(|p| points.contains(p) && !covered.contains(p));
            if fits && (number.query.take.is_none() || are_means) {
                covered.extend(number.query.points.iter().copied());
                parts.push(number);
            }
        }
        // A mean of means is the overall mean only if all parts have the same size.
        let is_even = parts.windows(2).all(|pair| pair[0].query.points.len() == pair[1].query.points.len());
        let is_all = covered.len() == points.len()
            || operand.relevant_for.is_some()
                && parts.iter().all(|part| part.query.take.is_none())
                && self.are_whole_teams(&covered);
        let parts: Vec<RoundedNumber> = parts.iter().map(|part| part.number).collect();
        (is_all && is_even).then(|| aggregate_of_printed(operand.take, &parts)).flatten()
    }

    fn values(&self, parameter: &str) -> Vec<String> {
        super::operand::values_of(self.grid, self.counterpart, parameter)
    }

    fn are_incomplete(&self) -> bool {
        true
    }
}
