//! Placeholder cells of a run that has not been computed: each has every number, so that the tables show which of their
//! cells can be filled.

use std::collections::{BTreeSet, HashSet};

use super::cell_table::{CellDraw, CellTable};
use rejudge_experiment::exec::{Status, Subject};
use rejudge_experiment::grid::{Grid, Table};

/// A cell that has every number, and the subjects that it may have.
#[derive(Clone, Debug)]
pub(super) struct Blank {
    pub(super) draws: [CellDraw; 1],
    pub(super) subjects: [Subject; 3],
}

impl CellTable {
    /// The cells that `table` asks of the collections that `is_here` knows, as if each had every number.
    pub fn blank(grid: &Grid, table: &Table, is_here: &dyn Fn(usize) -> bool) -> Self {
        let (status, note) = (Status::Ok, String::new());
        let drawn = CellDraw { draw: 1, status, note, topics: 0, runs: 0, numbers: Vec::new() };
        let subjects = [Subject::Run(String::new()), Subject::Rank(1), Subject::Item(String::new())];
        let blank = Some(Box::new(Blank { draws: [drawn], subjects }));
        let mut cell_table = Self::default();
        cell_table.blank = blank;
        let statistics: BTreeSet<usize> =
            table.demands(grid).into_iter().map(|(statistic, _)| statistic).collect();
        let mut known = HashSet::new();
        for point in grid.all_points().into_iter().filter(|point| is_here(point.collection as usize)) {
            for &statistic in &statistics {
                let about = &grid.statistics[statistic];
                let is_there = (grid.set(&point).is_some_and(|set| set.team().is_some())
                    || !about.entry.is_of_a_team)
                    && (grid.without_scores(&point).is_none() || !about.needs_scores());
                let Some(own) = about.own_point(&point, grid) else { continue };
                let statistic = statistic as u32;
                if is_there && known.insert((statistic, own)) {
                    cell_table.index.entry((statistic, own.collection, own.measure)).or_default().push(own);
                }
            }
        }
        cell_table
    }
}
