//! Cells over bootstrap samples of the topics, in memory: verdicts on claims keep shares of them, so that these cells
//! are never cached.

use std::collections::BTreeMap;

use rejudge_stats::Draw;
use rejudge_store::cache::{Cache, Key};

use super::cells::{Bases, CellInputs};
use super::group::Scores;
use super::{Outcome, Roster, ScoreSet};
use crate::grid::plan::{CellTask, Group};
use crate::grid::{Grid, Point};

/// The scores and rosters of a collection that cells are computed from.
pub struct Resampled<'a> {
    grid: &'a Grid,
    cache: &'a Cache,
    rosters: BTreeMap<(Point, u32), Roster>,
    scores: Scores,
}

impl<'a> Resampled<'a> {
    /// Reads from the cache what `cells` (statistics and their points) need in all draws of a group of files.
    pub fn new(grid: &'a Grid, group: &Group, cache: &'a Cache, cells: &[(u32, Point)]) -> Self {
        let mut needed = Self { grid, cache, rosters: BTreeMap::new(), scores: Scores::new() };
        for (statistic, point) in cells {
            let of_runs = point.of_runs();
            for draw in 1..=grid.draws_at(group.collection as usize, point.runs) {
                if let Some(key) = group.rosters.get(&(of_runs, draw))
                    && !needed.rosters.contains_key(&(of_runs, draw))
                    && let Some(roster) = cache.load_if(key, Roster::is_sound)
                {
                    needed.rosters.insert((of_runs, draw), roster);
                }
                for scored in grid.statistics[*statistic as usize].points_of(*point, grid) {
                    let scored = scored.of_scores();
                    let at = (scored, grid.sample_draw(&scored, draw));
                    // The draws of a choice of runs differ in the compared runs only.
                    let roster = needed.rosters.get(&(of_runs, draw));
                    if let Some(key) = group.scores.get(&at)
                        && !needed.scores.contains_key(&at)
                        && let Some(set) = ScoreSet::cached(cache, *key, roster, true)
                    {
                        needed.scores.insert(at, Ok(set));
                    }
                }
            }
        }
        needed
    }

    /// Returns the draw of the runs in the verdict draw `number`, from 1: each choice of runs is as frequent as the
    /// others.
    pub fn draw_of_runs(&self, point: &Point, number: u32) -> u32 {
        (number - 1) % self.grid.draws_at(point.collection as usize, point.runs) + 1
    }

    /// Computes a cell for a choice of runs over a sample of the topics, both of the verdict draw `number`, from 1. The
    /// sample is the same for all measures, judgment sets and statistics.
    pub fn compute(&self, statistic: u32, point: Point, number: u32) -> Outcome {
        let grid = self.grid;
        let draw = self.draw_of_runs(&point, number);
        let roster = self.rosters.get(&(point.of_runs(), draw));
        let topics = roster.map_or(0, |roster| roster.topics.len() as u32);
        let key = grid.collections[point.collection as usize].draw_key();
        let mut random = Draw::new(grid.seed, &["verdict", key, &number.to_string()]);
        let sample: Vec<usize> = (0..topics).map(|_| random.below(topics) as usize).collect();
        // The cell is not cached, and its key is never looked up.
        let task = CellTask { statistic, point, draw, key: Key::new(b"") };
        let inputs = CellInputs {
            grid,
            task,
            cache: self.cache,
            roster,
            scores: &self.scores,
            bases: &Bases::new(),
            instance: &None,
            tested: None,
            beside: None,
            sample: Some(&sample),
        };
        inputs.compute().unwrap_or_else(|outcome| outcome)
    }
}
