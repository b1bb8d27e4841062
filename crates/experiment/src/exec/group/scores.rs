//! The scores of a group: from the cache, or computed a portion at a time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Result;

use super::{Work, guarded};
use crate::exec::{Conduct, Roster, ScoreSet};
use crate::grid::Point;
use crate::grid::plan::ScoreTask;
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

/// Matrices that are computed between two checks of the stop flag, and cached together.
const MATRICES_AT_ONCE: usize = 1024;

/// The scores of a judgment set by a measure.
pub(super) struct Scores {
    /// `None` if the matrix is left in the cache.
    pub matrix: Option<Arc<ScoreMatrix>>,
    summaries: Arc<Vec<f64>>,
}

impl Scores {
    /// Loads the scores under the `key` of a matrix: with the matrix if `whole`, else the summaries alone.
    pub fn load(cache: &Cache, key: &Key, topics: usize, whole: bool) -> Option<Self> {
        let summaries = Arc::new(cache.load(&of_summaries(key))?);
        let score = |kept: f64| (!kept.is_nan()).then_some(kept);
        let matrix = |kept: Vec<f64>| Arc::new(ScoreMatrix::new(topics, kept.into_iter().map(score)));
        Some(Self { matrix: if whole { Some(matrix(cache.load(key)?)) } else { None }, summaries })
    }

    /// Returns the cache entries: plain numbers, NaN for a missing score.
    fn entries(&self, key: &Key) -> Vec<(Key, Vec<f64>)> {
        let kept = |matrix: &ScoreMatrix| matrix.scores().map(|score| score.unwrap_or(f64::NAN)).collect();
        let matrix = self.matrix.iter().map(|matrix| (*key, kept(matrix)));
        let summaries = (of_summaries(key), self.summaries.to_vec());
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
        self.keep_scores || self.grid.set_name(point) == Some("full")
    }

    /// Loads or computes the scores, with their matrices if cells are `wanted`. Returns the number of matrices that
    /// were not computed because the run was stopped.
    pub(super) fn scores(&mut self, conduct: Conduct<'_>, wanted: bool) -> Result<usize> {
        let (mut missing, mut asked): (Vec<ScoreTask>, HashSet<Key>) = Default::default();
        let mut found: HashMap<Key, Result<Scores, String>> = HashMap::new();
        let held = self.holds_matrices();
        for task in &self.group.scores {
            if !asked.insert(task.key) {
                continue;
            }
            let whole = wanted || self.shown(&task.point);
            match Scores::load(self.cache, &task.key, self.topics(&task.point), whole) {
                Some(scores) => drop(found.insert(task.key, Ok(self.within(held, &task.point, scores)))),
                None => missing.push(*task),
            }
        }
        let grid = self.grid;
        for some in missing.chunks(self.at_once(&missing)) {
            if conduct.is_stopped() {
                break;
            }
            let scored = self.instance().and_then(|instance| guarded(|| Ok(instance.matrices(grid, some))));
            let scored = scored
                .unwrap_or_else(|reason| some.iter().map(|&task| (task, Err(reason.clone()))).collect());
            let scored: Vec<(ScoreTask, Result<Scores, String>)> = scored
                .into_iter()
                .map(|(task, matrix)| (task, matrix.map(|matrix| self.summarised(&task.point, matrix))))
                .collect();
            let fresh: Vec<(Key, Vec<f64>)> = scored
                .iter()
                .filter_map(|(task, scores)| Some(scores.as_ref().ok()?.entries(&task.key)))
                .flatten()
                .collect();
            self.computed += scored.iter().filter(|(_, scores)| scores.is_ok()).count();
            self.cache.store(&fresh)?;
            drop(fresh);
            for (task, scores) in scored {
                let scores = scores.map(|scores| self.within(held, &task.point, scores));
                found.insert(task.key, scores);
            }
        }
        for &ScoreTask { point, sample, key } in &self.group.scores {
            match found.get(&key) {
                Some(Ok(Scores { matrix, summaries })) => {
                    let (matrix, summaries) = (matrix.clone(), summaries.clone());
                    self.result.scores.push(ScoreSet { point, sample, matrix, summaries });
                }
                Some(Err(reason)) => {
                    self.fail(conduct, key, self.grid.address("scores", &point), reason);
                    self.unscored.insert(point, reason.clone());
                }
                None => {}
            }
        }
        Ok(asked.len() - found.len())
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
    fn within(&self, held: bool, point: &Point, scores: Scores) -> Scores {
        Scores { matrix: scores.matrix.filter(|_| held || self.shown(point)), ..scores }
    }

    /// Drops the matrices that the results do not show, because with thousands of judgment sets they would fill the
    /// memory.
    pub(super) fn leave_what_is_shown(&mut self) {
        let mut sets = std::mem::take(&mut self.result.scores);
        sets.iter_mut().filter(|set| !self.shown(&set.point)).for_each(|set| set.matrix = None);
        self.result.scores = sets;
    }

    /// Returns the largest number of scored runs.
    fn runs(&self) -> usize {
        self.result.rosters.iter().map(|(.., roster)| roster.runs.len()).max().unwrap_or(0)
    }

    /// Returns the number of topics of the scores at a point; 0 if the roster failed in every draw, because then every
    /// cell that needs the scores fails too.
    pub(super) fn topics(&self, point: &Point) -> usize {
        let own = point.of_runs();
        let sound = |(of, _, roster): &&(Point, u32, Roster)| *of == own && roster.error.is_none();
        self.result.rosters.iter().find(sound).map_or(0, |(.., roster)| roster.topics.len())
    }

    /// A matrix with the summary of each run over its topics.
    fn summarised(&self, point: &Point, matrix: ScoreMatrix) -> Scores {
        let summary = self.grid.summary(point);
        let of_run = |run: usize| summary.summarise(matrix.of_run(run).iter().copied());
        let summaries = (0..matrix.runs()).map(of_run).collect();
        Scores { matrix: Some(Arc::new(matrix)), summaries: Arc::new(summaries) }
    }
}
