//! Cells: the inputs of a statistic, taken from a group.

use std::collections::HashMap;
use std::sync::Arc;

use crate::statistics::{Inputs, JudgedCollection, Outcome, Roster, Statistic, Status, Tested, Versus};
use rejudge_collections::descriptor::Base;
use rejudge_metrics::Metric;
use rejudge_pools::{JudgmentSet, POOL_DEPTH, RunIx, ScoreMatrix, TopicIx, TopicPair, View};
use rejudge_stats::Matrix;

use super::NO_SCORES;
use super::group::{Scores, cached_matrix};
use super::instance::{Instance, NO_JUDGMENTS};
use crate::grid::plan::CellTask;
use crate::grid::{Grid, Point, ROSTER_ALONE, measure_of, versus_point};
use crate::spec::EmptiedTopics;
use rejudge_store::cache::{Cache, Key};

/// Outcomes with values for each pair of runs, by statistic, point and draw. The values are in the cache alone: those of
/// hundreds of runs fill the memory.
pub type Bases<'a> = HashMap<(u32, Point, u32), (Key, &'a Outcome)>;

/// The reason if a result has been removed from the cache during the run.
const GONE: &str = "the cache has them no more: run again";

/// The inputs that a cell is computed from.
pub struct CellInputs<'a> {
    pub grid: &'a Grid,
    pub task: &'a CellTask,
    pub cache: &'a Cache,
    pub roster: Option<&'a Roster>,
    /// Scores of the roster's runs by topic, with no score if the manipulation emptied a topic.
    pub scores: &'a Scores,
    /// The statistics that this one may refer to.
    pub bases: &'a Bases<'a>,
    pub instance: &'a Option<Result<Instance, String>>,
    /// The p values of this cell, if its pairs have judgments of their own.
    pub tested: Option<&'a Tested>,
    /// The point that the cell is a reference of, if it is computed anew on the topics that both have.
    pub beside: Option<Point>,
}

/// Computes a cell.
pub fn compute(cell: &CellInputs<'_>) -> Outcome {
    attempt(cell).unwrap_or_else(|outcome| outcome)
}

fn attempt(cell: &CellInputs<'_>) -> Result<Outcome, Outcome> {
    let about = &cell.grid.statistics[cell.task.statistic as usize];
    // Checked before the runs are requested, because some choices of runs need more than a roster.
    if cell.grid.has_a_roster_alone(cell.task.point.collection) && about.entry.is_of_compared_runs {
        return Err(Outcome::undefined(ROSTER_ALONE));
    }
    let runs = &cell.grid.runs[cell.task.point.runs as usize];
    if runs.rule().is_averaged && about.entry.is_of_compared_runs && about.needs_collection() {
        return Err(Outcome::undefined(format!(
            "it needs the runs themselves, and `{runs}` has only mean scores"
        )));
    }
    let roster = cell.roster.ok_or_else(|| Outcome::failed("no roster"))?;
    if let Some(reason) = &roster.error {
        return Err(Outcome::failed(reason.clone()));
    }
    cell.is_a_manipulation()?;
    cell.is_scored(&cell.task.point)?;
    let mut outcome = about.kind.compute(cell)?;
    if about.entry.is_of_compared_runs {
        if outcome.topics == 0 {
            outcome.topics = roster.topics.len() as u32;
        }
        outcome.runs = roster.chosen.len() as u32;
    }
    Ok(outcome)
}

impl CellInputs<'_> {
    /// Returns an error if the pool is as deep as the base and the base is a pool itself: nothing is removed, so that
    /// the cell would not show an effect of depth.
    fn is_a_manipulation(&self) -> Result<(), Outcome> {
        let collection = &self.grid.collections[self.task.point.collection as usize];
        let Base::Repooled { depth: base } = collection.entry.descriptor.base else { return Ok(()) };
        match self.grid.set(&self.task.point) {
            Some(set)
                if set.is(&POOL_DEPTH)
                    && set.is_of_people()
                    && set.number("depth") >= Some(f64::from(base)) =>
            {
                Err(Outcome::undefined(format!("the base is a pool of depth {base} itself")))
            }
            _ => Ok(()),
        }
    }

    fn instance(&self) -> Result<&Instance, Outcome> {
        match self.instance {
            Some(Ok(instance)) if instance.given.is_some() => Err(Outcome::undefined(NO_JUDGMENTS)),
            Some(Ok(instance)) => Ok(instance),
            Some(Err(reason)) => Err(Outcome::failed(reason.clone())),
            None => Err(Outcome::failed("the collection is not loaded")),
        }
    }

    /// The point that this cell is compared with.
    fn other(&self, versus: &Versus) -> Result<Point, Outcome> {
        let other = versus_point(versus, self.grid, &self.task.point);
        let other = other.ok_or_else(|| Outcome::undefined("no such judgments to compare with"))?;
        self.is_scored(&other)?;
        Ok(other)
    }

    /// Returns an error if the point has no scores: a collection of given scores has no others.
    fn is_scored(&self, point: &Point) -> Result<(), Outcome> {
        self.grid.without_scores(point).map_or(Ok(()), |reason| Err(Outcome::undefined(reason)))
    }

    /// Returns true if the cell's judgments come from other judges, or were filled in by them.
    fn names_judges(&self) -> bool {
        self.grid.set(&self.task.point).is_some_and(|set| set.judges().next().is_some())
    }

    /// Returns the rule for topics that a judgment set emptied.
    fn emptied_topics(&self) -> EmptiedTopics {
        self.grid.evaluations[self.task.point.evaluation as usize].rules.emptied_topics
    }

    /// The values of each pair at the point of a reference, computed anew on the topics that this cell compares,
    /// because the reference's own values cover all of its topics.
    fn pairs_on_common_topics(&self, of: usize, point: Point) -> Result<Vec<f64>, Outcome> {
        let task = CellTask { statistic: of as u32, point, ..*self.task };
        let reference = CellInputs { task: &task, tested: None, beside: Some(self.task.point), ..*self };
        Ok(attempt(&reference)?.pairs)
    }
}

/// Returns the topics over which the scores at a point are taken, as columns of the score matrices, or the reason why
/// there are none.
pub(crate) fn topics_at(
    grid: &Grid,
    point: &Point,
    draw: u32,
    roster: &Roster,
) -> Result<Vec<usize>, Outcome> {
    let Some(sets) = grid.topic_sets(point).filter(|sets| sets.is_one()) else {
        return Ok((0..roster.topics.len()).collect());
    };
    let key = [grid.collections[point.collection as usize].draw_key(), &draw.to_string()];
    sets.topics(&roster.topics, grid.seed, &key).map_err(|why| match roster.topics.len() < sets.needed() {
        true => Outcome::undefined(why),
        false => Outcome::failed(why),
    })
}

impl Inputs for CellInputs<'_> {
    fn roster(&self) -> &Roster {
        self.roster.expect("a cell without a roster is not computed")
    }

    fn compared(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome> {
        let point = self.task.point;
        let other = versus.map_or(Ok(point), |versus| self.other(versus))?;
        let scores = |point: &Point| {
            let point = point.of_scores();
            let found = match self.scores.get(&(point, self.grid.sample_draw(&point, self.task.draw))) {
                Some(Ok(set)) => {
                    let matrix = set.matrix.clone();
                    matrix.or_else(|| cached_matrix(self.cache, &set.key, set.summaries.len())).ok_or(GONE)
                }
                Some(Err(why)) => Err(why.as_str()),
                None => Err("for an unknown reason"),
            };
            found.map_err(|why| Outcome::failed(format!("{NO_SCORES}{why}")))
        };
        let here = scores(&point)?;
        let there = if other == point { Arc::clone(&here) } else { scores(&other)? };
        let beside = self.beside.map(|point| scores(&point)).transpose()?;
        let (here, there, roster) = (&*here, &*there, self.roster());
        let mut stays = vec![true; roster.topics.len()];
        if self.emptied_topics() != EmptiedTopics::Zero {
            let all = [here, there].into_iter().chain(beside.as_deref());
            all.flat_map(ScoreMatrix::undefined_topics).for_each(|topic| stays[topic] = false);
        }
        let compared = |all: &ScoreMatrix, point: &Point| {
            let mut keep = topics_at(self.grid, point, self.task.draw, roster)?;
            keep.retain(|&topic| stays[topic]);
            if keep.is_empty() {
                return Err(Outcome::undefined("no topic is left"));
            }
            let rows = roster.rows();
            let of_run = |&row: &usize| keep.iter().map(move |&topic| all.of_run(row)[topic]);
            let data = rows.iter().flat_map(of_run).collect();
            Matrix::new(rows.len(), keep.len(), data).map_err(|e| Outcome::undefined(e.to_string()))
        };
        Ok([compared(here, &point)?, compared(there, &other)?])
    }

    fn run_scores(&self, scores: &Matrix, versus: Option<&Versus>) -> Vec<f64> {
        let other = versus.and_then(|versus| measure_of(versus, self.grid));
        let point = Point { measure: other.or(self.task.point.measure), ..self.task.point };
        let summary = self.grid.summary(&point);
        (0..scores.rows()).map(|run| summary.summarise(scores.row(run).iter().copied())).collect()
    }

    fn base_statistic(&self) -> Option<&dyn Statistic> {
        let statistics = &self.grid.statistics;
        let of = statistics[self.task.statistic as usize].of?;
        Some(statistics[of].kind.as_ref())
    }

    fn pairs(&self, versus: Option<&Versus>) -> Result<Vec<f64>, Outcome> {
        let none = || Outcome::undefined("no run pairs to compare");
        let of = self.grid.statistics[self.task.statistic as usize].of.ok_or_else(none)?;
        let of_pairs = |point| {
            let (key, base) = self.bases.get(&(of as u32, point, self.task.draw)).ok_or_else(none)?;
            match base.status {
                Status::Failed => Err(Outcome::failed(base.note.clone())),
                Status::Undefined => Err(none()),
                Status::Ok => {
                    self.cache.load(key).map(|base: Outcome| base.pairs).ok_or_else(|| Outcome::failed(GONE))
                }
            }
        };
        let Some(versus) = versus else { return of_pairs(self.task.point) };
        let reference = self.other(versus)?;
        match self.emptied_topics() {
            EmptiedTopics::DropUnlabelled if self.names_judges() => {
                self.pairs_on_common_topics(of, reference)
            }
            _ => of_pairs(reference),
        }
    }

    fn draw(&self) -> (u64, &str, u32) {
        let collection = &self.grid.collections[self.task.point.collection as usize];
        (self.grid.seed, collection.draw_key(), self.task.draw)
    }

    fn topic_pairs(&self, topics: usize) -> Result<Vec<TopicPair>, Outcome> {
        let sets = self.grid.topic_sets(&self.task.point);
        let sets = sets.ok_or_else(|| Outcome::failed("no sets of topics are asked for"))?;
        let (seed, key, draw) = self.draw();
        sets.pairs(topics, seed, &[key, &draw.to_string()]).map_err(Outcome::undefined)
    }

    fn team(&self) -> Option<&str> {
        self.grid.set(&self.task.point)?.team()
    }

    fn judges(&self) -> Vec<&str> {
        self.grid.set(&self.task.point).into_iter().flat_map(JudgmentSet::judges).collect()
    }

    fn judged(&self) -> Result<JudgedCollection<'_>, Outcome> {
        let (grid, point, instance) = (self.grid, &self.task.point, self.instance()?);
        let failed = |error: anyhow::Error| Outcome::failed(format!("{error:#}"));
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let view: View = match grid.set(point) {
            Some(set) => instance.view(set, grid.sample_draw(point, self.task.draw)).map_err(failed)?,
            // A cell without a judgment set uses all judgments.
            None => instance.base.clone(),
        };
        Ok(JudgedCollection {
            collection: &instance.collection,
            base: &instance.base,
            contributions: &instance.contributions,
            coverage: instance.coverage,
            depth: instance.depth,
            rules,
            gains: instance.gains(rules, &view).map_err(failed)?,
            view,
            topics: instance.topics(rules, &instance.all_runs()),
            printed: &instance.printed,
            roster: instance.roster.as_ref(),
        })
    }

    fn scored(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome> {
        let (grid, point, instance) = (self.grid, &self.task.point, self.instance()?);
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let scored = instance.scored(rules, &grid.runs[point.runs as usize]);
        let scored = scored.map_err(|error| Outcome::failed(format!("{error:#}")))?;
        let topics = instance.topics(rules, &scored);
        let kept = topics_at(grid, point, self.task.draw, self.roster())?;
        Ok((scored, kept.into_iter().map(|topic| topics[topic]).collect()))
    }

    fn counts_of_scores(&self) -> Option<Outcome> {
        let Some(Ok(instance)) = self.instance else { return None };
        Some(instance.given.as_ref()?.facts(&instance.collection))
    }

    fn tested(&self) -> Option<&Tested> {
        self.tested
    }

    fn metric(&self) -> Result<&Metric, Outcome> {
        let measure = self.grid.measure(&self.task.point);
        Ok(&measure.ok_or_else(|| Outcome::failed("no measure is asked for"))?.metric)
    }
}
