//! The numbers that a condition is about: a statistic, taken of the cells that a selector fits.

use crate::table::{CellDraw, CellTable, draw_of};
use rejudge_experiment::exec::{Status, Subject};
use rejudge_experiment::grid::{Axis, Fit, Grid, Point, Selector};
use rejudge_experiment::spec::{AggregatedCell, At, Known, Numbers, Take};

/// The curves of claims run over judgments, or over sets of topics.
const RATE: &str = "rate";
const SIZE: &str = "size";

/// A number taken of cells.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) statistic: usize,
    pub(super) component: &'static str,
    pub(super) take: Take,
    pub(super) selector: Selector,
    pub(super) fit: Fit,
    pub(super) relevant_for: Option<f64>,
}

impl Operand {
    /// Returns the unit.
    pub(super) fn unit(&self, grid: &Grid) -> &'static str {
        let of_cells = || grid.statistics[self.statistic].unit(self.component).unwrap_or(self.component);
        self.take.unit().unwrap_or_else(of_cells)
    }

    /// Returns the points of a collection that it takes; `at` is the value of a parameter that it goes over.
    pub(super) fn points<'s>(
        &'s self,
        grid: &'s Grid,
        cell_table: &'s CellTable,
        collection: u32,
        at: Option<At<'s>>,
    ) -> impl Iterator<Item = &'s Point> {
        let points = cell_table.fitting(grid, self.statistic as u32, collection, &self.fit);
        points.filter(move |point| is_at(grid, point, at))
    }

    /// Returns the number in a collection.
    pub(super) fn taken<'a>(
        &'a self,
        grid: &'a Grid,
        cell_table: &'a CellTable,
        collection: u32,
    ) -> Taken<'a> {
        let takes_collection = self.fit.takes(Axis::Collection, collection);
        let runs =
            (0..grid.runs.len() as u32).filter(|&runs| takes_collection && self.fit.takes(Axis::Runs, runs));
        let points = self.points(grid, cell_table, collection, None);
        Taken {
            operand: self,
            draws: runs.map(|runs| grid.draws_at(collection as usize, runs)).max().unwrap_or(1),
            points: points.map(|point| (point, cell_table.draws(self.statistic as u32, point))).collect(),
        }
    }
}

/// Returns true if the judgments of a point have this value of a parameter.
fn is_at(grid: &Grid, point: &Point, at: Option<At<'_>>) -> bool {
    let argument = |parameter| grid.set(point).and_then(|set| set.argument(parameter));
    at.is_none_or(|(parameter, value)| argument(parameter) == Some(value))
}

/// A number taken of the cells of one collection: its points and their draws are looked up once for all draws.
pub(super) struct Taken<'a> {
    operand: &'a Operand,
    /// The number of draws, which is that of the selected runs.
    pub(super) draws: u32,
    points: Vec<(&'a Point, &'a [CellDraw])>,
}

/// The cells of one draw of a collection.
pub(super) struct Cells<'a> {
    pub(super) grid: &'a Grid,
    pub(super) cell_table: &'a CellTable,
    pub(super) collection: u32,
    pub(super) draw: u32,
}

impl Cells<'_> {
    /// Returns the reason why a number is missing, or `None` if it is not.
    pub(super) fn why_none(&self, taken: &Taken<'_>) -> Option<String> {
        if self.number(taken, None).is_some() {
            return None;
        }
        let drawn = taken.points.iter().flat_map(|(_, draws)| *draws);
        let mut notes = drawn.map(|drawn| drawn.note.as_str()).filter(|note| !note.is_empty());
        let name = &self.grid.statistics[taken.operand.statistic].name;
        Some(notes.next().map_or_else(|| format!("no value of `{name}` could be computed"), str::to_owned))
    }
}

impl Numbers<Taken<'_>> for Cells<'_> {
    fn number(&self, taken: &Taken<'_>, at: Option<At<'_>>) -> Option<Known> {
        let Self { grid, cell_table, draw, .. } = *self;
        let Taken { operand, draws, points } = taken;
        // A number with one draw is combined with every draw of the others.
        let draw = if *draws == 1 { 1 } else { draw };
        let (mut cells, mut choice) = (Vec::new(), None);
        for (point, draws) in points.iter().filter(|(point, _)| is_at(grid, point, at)) {
            // Numbers of different runs or rules have no common average.
            if *choice.get_or_insert((point.runs, point.evaluation)) != (point.runs, point.evaluation) {
                return None;
            }
            let Some(drawn) = draw_of(draws, draw) else { continue };
            if drawn.status == Status::Failed {
                // A reduction of the other numbers would pass for a reduction of all.
                return None;
            }
            if cell_table.eligible(grid, point, operand.relevant_for, draw).ok()? {
                let value = cell_table.number(drawn, operand.component, &Subject::Whole);
                let rate = grid.set(point).and_then(|set| set.number(RATE));
                let at = rate.or_else(|| grid.topic_sets(point)?.number(SIZE));
                cells.push(AggregatedCell { at, value });
            }
        }
        let value = operand.take.apply(&cells, Some(1.0))?;
        Some(Known { value, rounding: 0.0 })
    }

    fn values(&self, parameter: &str) -> Vec<String> {
        values_of(self.grid, self.collection, parameter)
    }

    fn are_parts(&self) -> bool {
        false
    }
}

/// The values that a parameter of the judgment sets of a collection has.
pub(super) fn values_of(grid: &Grid, collection: u32, parameter: &str) -> Vec<String> {
    let sets = &grid.collections[collection as usize].judgments;
    let of_sets = sets.iter().filter_map(|set| set.argument(parameter));
    let mut values: Vec<String> = of_sets.map(str::to_owned).collect();
    values.sort();
    values.dedup();
    values
}
