//! What a group costs, guessed from the plan alone: the same on every machine, so that slices of a plan are
//! cut alike everywhere. How far the guess is off, earlier runs tell (`timings`).
//!
//! The constants are seconds of one thread as measured on the machine of docs/performance.md; only their
//! ratios matter here.

use std::ops::AddAssign;

use crate::plan::{CellTask, Group};
use crate::{Grid, Point};

/// Drawing or reading a document of a ranking, of which a run has [`DEPTH`] a topic.
const DOCUMENT: f64 = 4e-8;
const DEPTH: f64 = 1000.0;
/// A run's score of one topic.
const SCORE: f64 = 2e-7;
/// A cell, whatever it is, and what it copies of each score.
const CELL: f64 = 1e-5;
const COPY: f64 = 2e-9;
/// Bytes of a cell in the cache, and of a score.
const CELL_BYTES: f64 = 150.0;
const SCORE_BYTES: f64 = 8.0;
/// What files without counts are taken for.
const TOPICS: usize = 50;
const RUNS: usize = 100;

/// A guess at what something takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Seconds of one thread.
    pub seconds: f64,
    /// Bytes in the cache.
    pub bytes: f64,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.seconds += other.seconds;
        self.bytes += other.bytes;
    }
}

/// How large a collection is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    topics: f64,
    runs: f64,
    teams: f64,
}

impl Size {
    /// What is known of a collection without reading it.
    pub fn of(grid: &Grid, collection: u32) -> Self {
        let at = &grid.collections[collection as usize];
        let (descriptor, teams) = (&at.entry.descriptor, at.teams.len());
        let (topics, runs) = match &descriptor.twin {
            Some(twin) => (twin.topics, twin.teams.iter().map(|team| team.runs).sum()),
            None => (descriptor.counts.topics.unwrap_or(TOPICS), descriptor.counts.runs.unwrap_or(RUNS)),
        };
        let teams = descriptor.counts.teams.unwrap_or(teams).max(teams).max(1);
        Self { topics: topics as f64, runs: runs as f64, teams: teams as f64 }
    }

    /// Putting it into memory.
    pub fn load(&self, grid: &Grid, collection: u32) -> Cost {
        let descriptor = &grid.collections[collection as usize].entry.descriptor;
        let depth = if descriptor.scores.is_some() || descriptor.kind.is_shipped() { 1.0 } else { DEPTH };
        Cost { seconds: self.runs * self.topics * depth * DOCUMENT, bytes: 0.0 }
    }

    /// A score matrix of a group of this draw.
    pub fn scores(&self, grid: &Grid, point: &Point, instance: Option<u32>) -> Cost {
        // Of files all runs are scored where other draws choose others.
        let all = instance.is_none() && grid.runs[point.runs as usize].is_drawn();
        let scores = self.topics * if all { self.runs } else { self.compared(grid, point) };
        Cost { seconds: scores * SCORE, bytes: scores * SCORE_BYTES }
    }

    /// A cell.
    pub fn cell(&self, grid: &Grid, task: &CellTask) -> Cost {
        let runs = self.compared(grid, &task.point);
        let kind = &grid.statistics[task.statistic as usize].kind;
        let size = rejudge_statistics::Size { topics: self.topics, teams: self.teams, runs };
        let (seconds, values) = kind.cost(&size);
        let copied = if kind.needs_scores() { runs * self.topics * COPY } else { 0.0 };
        Cost { seconds: seconds + copied + CELL, bytes: CELL_BYTES + values * SCORE_BYTES }
    }

    /// How many runs a point compares.
    fn compared(&self, grid: &Grid, point: &Point) -> f64 {
        let runs = &grid.runs[point.runs as usize];
        match runs.count() {
            Some(count) => self.runs.min(f64::from(count)),
            None if runs.rule().is_per_team => self.teams,
            None => self.runs,
        }
    }
}

/// What those keys of a group cost that are `counted`, each of them once, and with them its collection in
/// memory.
pub fn of_group(
    grid: &Grid,
    group: &Group,
    mut counted: impl FnMut(&rejudge_store::cache::Key) -> bool,
) -> Cost {
    let size = Size::of(grid, group.collection);
    let mut cost = Cost::default();
    for task in group.scores.iter().filter(|task| counted(&task.key)) {
        cost += size.scores(grid, &task.point, group.instance);
    }
    for task in group.cells.iter().filter(|task| counted(&task.key)) {
        cost += size.cell(grid, task);
    }
    if cost != Cost::default() {
        cost += size.load(grid, group.collection);
    }
    cost
}
