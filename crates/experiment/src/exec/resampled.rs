//! Cells over bootstrap samples of the topics. They are never cached, because a verdict on a claim needs only the share
//! of samples in which the claim holds.

use std::collections::BTreeMap;

use rejudge_stats::Draw;
use rejudge_store::cache::{Cache, Key};

use super::cells::{Bases, CellInputs};
use super::group::ScoreSets;
use super::{Outcome, Roster, ScoreSet};
use crate::grid::plan::{CellTask, Group};
use crate::grid::{Grid, Point};

/// The scores and rosters from which a collection's cells over samples are computed.
pub struct Resampled<'a> {
    grid: &'a Grid,
    cache: &'a Cache,
    rosters: BTreeMap<(Point, u32), Roster>,
    scores: ScoreSets,
}

impl<'a> Resampled<'a> {
    /// Reads the cached scores and rosters that `cells` (statistics with their points) need in all draws of a
    /// group of files. If scores or a roster are not in the cache, the cells that need them fail when they
    /// are computed.
    pub fn new(grid: &'a Grid, group: &Group, cache: &'a Cache, cells: &[(u32, Point)]) -> Self {
        let mut needed = Self { grid, cache, rosters: BTreeMap::new(), scores: ScoreSets::new() };
        for (statistic, point) in cells {
            let runs_point = point.roster_point();
            for draw in 1..=grid.draws_at(group.collection as usize, point.runs) {
                if let Some(key) = group.rosters.get(&(runs_point, draw))
                    && !needed.rosters.contains_key(&(runs_point, draw))
                    && let Some(roster) = cache.load_if(key, Roster::is_sound)
                {
                    needed.rosters.insert((runs_point, draw), roster);
                }
                for score_point in grid.statistics[*statistic as usize].points_of(*point, grid) {
                    let score_point = score_point.score_point();
                    let key_of_scores = (score_point, grid.sample_draw(&score_point, draw));
                    let roster = needed.rosters.get(&(runs_point, draw));
                    if let Some(key) = group.scores.get(&key_of_scores)
                        && !needed.scores.contains_key(&key_of_scores)
                        && let Some(set) = ScoreSet::cached(cache, *key, roster, true)
                    {
                        needed.scores.insert(key_of_scores, Ok(set));
                    }
                }
            }
        }
        needed
    }

    /// Returns the draw of runs that belongs to the verdict draw `number` (counted from 1). Draws of runs take
    /// turns, so that all are used about equally often.
    pub fn draw_of_runs(&self, point: &Point, number: u32) -> u32 {
        (number - 1) % self.grid.draws_at(point.collection as usize, point.runs) + 1
    }

    /// Computes a cell in the verdict draw `number` (counted from 1). The number determines the draw of runs and the
    /// sample of topics. The sample is the same for all measures, judgment sets and statistics.
    pub fn compute(&self, statistic: u32, point: Point, number: u32) -> Outcome {
        let grid = self.grid;
        let draw = self.draw_of_runs(&point, number);
        let roster = self.rosters.get(&(point.roster_point(), draw));
        let topics = roster.map_or(0, |roster| roster.topics.len() as u32);
        let key = grid.collections[point.collection as usize].draw_key();
        let mut random = Draw::new(grid.seed, &["verdict", key, &number.to_string()]);
        let sample: Vec<usize> = (0..topics).map(|_| random.below(topics) as usize).collect();
        // The cell is not cached, so the key is never used.
        let task = CellTask { statistic, point, draw, key: Key::new(b"") };
        let inputs = CellInputs {
            grid,
            task,
            cache: self.cache,
            roster,
            scores: &self.scores,
            bases: &Bases::new(),
            instance: &None,
            pair_p_values: None,
            compared_point: None,
            sample: Some(&sample),
        };
        inputs.compute().unwrap_or_else(|outcome| outcome)
    }
}
