//! The numbers that a condition compares. Each is computed from those cells of a statistic that a selector
//! matches.

use std::collections::HashMap;

use crate::table::{CellDraw, CellTable, draw_of};
use rejudge_experiment::exec::{Outcome, Status, Subject};
use rejudge_experiment::grid::{Axis, Fit, Grid, Point, Selector};
use rejudge_experiment::spec::{AggregatedCell, Numbers, ParameterValue, RoundedNumber, Take};
use rejudge_experiment::statistics::TEAM_FACTS;
use rejudge_pools::{JudgmentSet, POOL_DEPTH};

use crate::table::base::pool_depth;

/// The parameters over which claims have curves: the sampling rate of judgments and the size of topic sets.
const RATE: &str = "rate";
const SIZE: &str = "size";

/// A number that a condition compares.
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
    /// Returns the unit of the number.
    pub(super) fn unit(&self, grid: &Grid) -> &'static str {
        let unit_of_cells = || grid.statistics[self.statistic].unit(self.component).unwrap_or(self.component);
        self.take.unit().unwrap_or_else(unit_of_cells)
    }

    /// Returns the points of a collection that the operand uses. If `at` is given, only points with this value of the
    /// parameter are returned.
    pub(super) fn points<'s>(
        &'s self,
        grid: &'s Grid,
        cell_table: &'s CellTable,
        collection: u32,
        at: Option<ParameterValue<'s>>,
    ) -> impl Iterator<Item = &'s Point> {
        let points = cell_table.fitting(grid, self.statistic as u32, collection, &self.fit);
        points.filter(move |point| is_at(grid, point, at))
    }

    /// Looks up the points and draws of the number in a collection.
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
        let pool = pool_depth(&grid.collections[collection as usize]).map(f64::from);
        let (points, deeper): (Vec<&Point>, Vec<_>) = points.partition(|point| {
            needed_depth(grid, point).zip(pool).is_none_or(|(needed, pool)| needed <= pool)
        });
        let draws = |point| (point, cell_table.draws(self.statistic as u32, point));
        Taken {
            operand: self,
            draws: runs.map(|runs| grid.draws_at(collection as usize, runs)).max().unwrap_or(1),
            points: points.into_iter().map(draws).collect(),
            too_deep: deeper.first().and_then(|point| needed_depth(grid, point)).zip(pool),
        }
    }
}

impl Taken<'_> {
    /// Returns true if the number depends on the depth of the pool: either on the documents that teams
    /// contributed to the pool, or on a shallower pool.
    pub(super) fn needs_pool_depth(&self, grid: &Grid) -> bool {
        let Operand { statistic, relevant_for, .. } = *self.operand;
        let is_of_pool = |set: &JudgmentSet| set.rule().depends_on_teams() || set.argument("depth").is_some();
        relevant_for.is_some()
            || grid.statistics[statistic].is(&TEAM_FACTS)
            || self.points.iter().any(|(point, _)| grid.set(point).is_some_and(is_of_pool))
    }
}

/// Returns the pool depth that a point needs, if its judgments are people's judgments within a shallower pool.
fn needed_depth(grid: &Grid, point: &Point) -> Option<f64> {
    let set = grid.set(point).filter(|set| set.is(&POOL_DEPTH) && set.is_by_people())?;
    set.number("depth")
}

/// Returns true if the point's judgments have the parameter value `at`, or if `at` is `None`.
fn is_at(grid: &Grid, point: &Point, at: Option<ParameterValue<'_>>) -> bool {
    let argument = |parameter| grid.set(point).and_then(|set| set.argument(parameter));
    at.is_none_or(|(parameter, value)| argument(parameter) == Some(value))
}

/// An operand on one collection, with its points and their draws, so that we look them up only once.
pub(super) struct Taken<'a> {
    pub(super) operand: &'a Operand,
    /// The number of draws of the selected runs.
    pub(super) draws: u32,
    pub(super) points: Vec<(&'a Point, &'a [CellDraw])>,
    /// If points need a deeper pool than the collection's: the depth that the first of them needs, and the depth of the
    /// collection's pool. We leave these points out, because the judgments below the pool depth do not form a pool.
    too_deep: Option<(f64, f64)>,
}

/// The cells of one draw of a collection.
pub(super) struct Cells<'a> {
    pub(super) grid: &'a Grid,
    pub(super) cell_table: &'a CellTable,
    pub(super) collection: u32,
    pub(super) draw: u32,
    /// Cells over a sample of the topics, which replace the cells of the table.
    pub(super) sample: Option<Sample<'a>>,
}

/// Cells over a bootstrap sample of the topics.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    /// The outcomes by statistic and point.
    pub(super) outcomes: &'a HashMap<(u32, Point), Outcome>,
    /// The draw of the runs that a point compares.
    pub(super) draw_of_runs: &'a dyn Fn(&Point) -> u32,
}

/// A cell's status and number.
type Number = (Status, Option<f64>);

impl Cells<'_> {
    /// Returns the draw and the number of a cell, or `None` if the cell does not exist.
    fn cell(&self, taken: &Taken<'_>, point: &Point, draws: &[CellDraw]) -> Option<(u32, Number)> {
        let Operand { statistic, component, .. } = taken.operand;
        match self.sample {
            None => {
                // If there is only one draw, it is combined with each draw of the other numbers.
                let draw = if taken.draws == 1 { 1 } else { self.draw };
                let drawn = draw_of(draws, draw)?;
                let number = self.cell_table.number(drawn, component, &Subject::Whole);
                Some((draw, (drawn.status, number)))
            }
            Some(Sample { outcomes, draw_of_runs }) => {
                let outcome = outcomes.get(&(*statistic as u32, *point))?;
                Some((draw_of_runs(point), (outcome.status, outcome.number(component))))
            }
        }
    }
}

impl Cells<'_> {
    /// Returns the reason why the number is missing, or `None` if it is not missing.
    pub(super) fn missing_reason(&self, taken: &Taken<'_>) -> Option<String> {
        if self.number(taken, None).is_some() {
            return None;
        }
        if let Some((needed, pool)) = taken.too_deep.filter(|_| taken.points.is_empty()) {
            return Some(format!("it needs a pool of depth {needed}, and this one has depth {pool}"));
        }
        let drawn = taken.points.iter().flat_map(|(_, draws)| *draws);
        let mut notes = drawn.map(|drawn| drawn.note.as_str()).filter(|note| !note.is_empty());
        let name = &self.grid.statistics[taken.operand.statistic].name;
        Some(notes.next().map_or_else(|| format!("no value of `{name}` could be computed"), str::to_owned))
    }
}

impl Numbers<Taken<'_>> for Cells<'_> {
    fn number(&self, taken: &Taken<'_>, at: Option<ParameterValue<'_>>) -> Option<RoundedNumber> {
        let Self { grid, cell_table, .. } = *self;
        let Taken { operand, points, .. } = taken;
        let (mut cells, mut choice) = (Vec::new(), None);
        for (point, draws) in points.iter().filter(|(point, _)| is_at(grid, point, at)) {
            // An average of numbers of different runs or rules would mean nothing.
            if *choice.get_or_insert((point.runs, point.evaluation)) != (point.runs, point.evaluation) {
                return None;
            }
            let Some((draw, (status, value))) = self.cell(taken, point, draws) else { continue };
            if status == Status::Failed {
                // An aggregate of the other numbers would look like an aggregate of all.
                return None;
            }
            if cell_table.eligible(grid, point, operand.relevant_for, draw).ok()? {
                let rate = grid.set(point).and_then(|set| set.number(RATE));
                let at = rate.or_else(|| grid.topic_sets(point)?.number(SIZE));
                cells.push(AggregatedCell { at, value });
            }
        }
        let value = operand.take.apply(&cells, Some(1.0))?;
        Some(RoundedNumber { value, rounding: 0.0 })
    }

    fn values(&self, parameter: &str) -> Vec<String> {
        values_of(self.grid, self.collection, parameter)
    }

    fn are_incomplete(&self) -> bool {
        false
    }
}

/// Returns the values of a parameter in the judgment sets of a collection.
pub(super) fn values_of(grid: &Grid, collection: u32, parameter: &str) -> Vec<String> {
    let sets = &grid.collections[collection as usize].judgments;
    let arguments = sets.iter().filter_map(|set| set.argument(parameter));
    let mut values: Vec<String> = arguments.map(str::to_owned).collect();
    values.sort();
    values.dedup();
    values
}
