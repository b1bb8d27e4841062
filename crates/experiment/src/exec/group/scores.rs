//! The scores of a group: from the cache, or computed a portion at a time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Result;

use super::{Work, guarded};
use crate::exec::{Roster, ScoreSet};
use crate::grid::Point;
use crate::grid::plan::ScoreTask;
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

/// Matrices that are computed between two checks of the stop flag, and cached together.
const MATRICES_AT_ONCE: usize = 1024;

/// Returns the matrix of so many runs under a key, if the cache has it.
pub(super) fn cached_matrix(cache: &Cache, key: &Key, runs: usize) -> Option<Arc<ScoreMatrix>> {
    let score = |kept: f64| (!kept.is_nan()).then_some(kept);
    let kept = cache.load::<Vec<f64>>(key)?;
    let topics = kept.len().checked_div(runs).unwrap_or(0);
    Some(Arc::new(ScoreMatrix::new(topics, kept.into_iter().map(score))))
}

impl ScoreSet {
    /// Returns the cache entries: plain numbers, NaN for a missing score.
    fn entries(&self) -> Vec<(Key, Vec<f64>)> {
        let kept = |matrix: &ScoreMatrix| matrix.scores().map(|score| score.unwrap_or(f64::NAN)).collect();
        let matrix = self.matrix.iter().map(|matrix| (self.key, kept(matrix)));
        let summaries = (of_summaries(&self.key), self.summaries.to_vec());
        matrix.chain([summaries]).collect()
    }
}

/// Returns the key of a matrix's summaries, which are cached separately so that they can be read without the matrix.
fn of_summaries(key: &Key) -> Key {
    Key::new(format!("summaries of {key}").as_bytes())
}

impl Work<'_> {
    /// Returns true if the results show the scores of every topic at this point, and not only their summaries.
    fn shown(&self, point: &Point) -> bool {
        self.conduct.keep_scores || self.grid.set_name(point) == Some("full")
    }

    /// Loads or computes the scores, with their matrices if cells are `wanted`. Returns the number of matrices that
    /// were not computed because the run was stopped.
    pub(super) fn scores(&mut self, wanted: bool) -> Result<usize> {
        let (mut missing, mut asked): (Vec<ScoreTask>, HashSet<Key>) = Default::default();
        let mut found: HashMap<Key, Result<ScoreSet, String>> = HashMap::new();
        let held = self.holds_matrices();
        for task in &self.group.scores {
            if !asked.insert(task.key) {
                continue;
            }
            let whole = wanted || self.shown(&task.point);
            match self.cached(task, whole) {
                Some(scores) => drop(found.insert(task.key, Ok(self.within(held, scores)))),
                None => missing.push(*task),
            }
        }
        let grid = self.grid;
        for some in missing.chunks(self.at_once(&missing)) {
            if self.conduct.is_stopped() {
                break;
            }
            let scored = self.instance().and_then(|instance| guarded(|| Ok(instance.matrices(grid, some))));
            let scored = scored
                .unwrap_or_else(|reason| some.iter().map(|&task| (task, Err(reason.clone()))).collect());
            let scored: Vec<(Key, Result<ScoreSet, String>)> = scored
                .into_iter()
                .map(|(task, matrix)| (task.key, matrix.map(|matrix| self.summarised(&task, matrix))))
                .collect();
            let fresh: Vec<(Key, Vec<f64>)> = scored
                .iter()
                .filter_map(|(_, scores)| Some(scores.as_ref().ok()?.entries()))
                .flatten()
                .collect();
            self.computed += scored.iter().filter(|(_, scores)| scores.is_ok()).count();
            self.conduct.cache.store(&fresh)?;
            drop(fresh);
            let within = |(key, scores): (Key, Result<ScoreSet, String>)| {
                (key, scores.map(|scores| self.within(held, scores)))
            };
            found.extend(scored.into_iter().map(within));
        }
        for &ScoreTask { point, sample, key } in &self.group.scores {
            match found.get(&key) {
                // Several points may share a key.
                Some(Ok(scores)) => self.result.scores.push(ScoreSet { point, sample, ..scores.clone() }),
                Some(Err(reason)) => {
                    self.fail(key, self.grid.address("scores", &point), reason);
                    self.unscored.insert(point, reason.clone());
                }
                None => {}
            }
        }
        Ok(asked.len() - found.len())
    }

    /// Loads the scores of a task: with the matrix if `whole`, else the summaries alone.
    fn cached(&self, task: &ScoreTask, whole: bool) -> Option<ScoreSet> {
        let &ScoreTask { point, sample, key } = task;
        let summaries: Vec<f64> = self.conduct.cache.load(&of_summaries(&key))?;
        let matrix =
            if whole { Some(cached_matrix(self.conduct.cache, &key, summaries.len())?) } else { None };
        Some(ScoreSet { point, sample, key, matrix, summaries: Arc::new(summaries) })
    }

    /// Returns the number of `missing` matrices to compute at once: fewer if they are large, but at least as many as
    /// there are measures that share a pass over the rankings.
    fn at_once(&self, missing: &[ScoreTask]) -> usize {
        let topics = missing.first().map_or(0, |task| self.topics(&task.point));
        self.room
            .at_once(self.runs() * topics)
            .clamp(self.grid.measures.len().clamp(1, MATRICES_AT_ONCE), MATRICES_AT_ONCE)
    }

    /// Returns true if the matrices of all scores fit into the room.
    fn holds_matrices(&self) -> bool {
        let numbers = |task: &ScoreTask| self.runs() * self.topics(&task.point);
        self.room.has(self.group.scores.iter().map(numbers).sum())
    }

    /// Drops the matrix if the results do not show it and none is held.
    fn within(&self, held: bool, scores: ScoreSet) -> ScoreSet {
        ScoreSet { matrix: scores.matrix.filter(|_| held || self.shown(&scores.point)), ..scores }
    }

    /// Drops the matrices that the results do not show, because with thousands of judgment sets they would fill the
    /// memory.
    pub(super) fn leave_what_is_shown(&mut self) {
        let sets = std::mem::take(&mut self.result.scores);
        self.result.scores = sets.into_iter().map(|set| self.within(false, set)).collect();
    }

    /// Returns the largest number of scored runs.
    fn runs(&self) -> usize {
        self.result.rosters.iter().map(|(.., roster)| roster.runs.len()).max().unwrap_or(0)
    }

    /// Returns the number of topics of the scores at a point; 0 if the roster failed in every draw, because then every
    /// cell that needs the scores fails too.
    fn topics(&self, point: &Point) -> usize {
        let own = point.of_runs();
        let sound = |(of, _, roster): &&(Point, u32, Roster)| *of == own && roster.error.is_none();
        self.result.rosters.iter().find(sound).map_or(0, |(.., roster)| roster.topics.len())
    }

    /// A matrix with the summary of each run over its topics.
    fn summarised(&self, task: &ScoreTask, matrix: ScoreMatrix) -> ScoreSet {
        let &ScoreTask { point, sample, key } = task;
        let summary = self.grid.summary(&point);
        let of_run = |run: usize| summary.summarise(matrix.of_run(run).iter().copied());
        let summaries = (0..matrix.runs()).map(of_run).collect();
        ScoreSet { point, sample, key, matrix: Some(Arc::new(matrix)), summaries: Arc::new(summaries) }
    }
}
