//! Cells: the inputs of a statistic, taken from a group.

use std::collections::HashMap;
use std::sync::Arc;

use crate::statistics::{Inputs, JudgedCollection, Outcome, PairTests, Roster, Statistic, Status, Tested};
use rejudge_collections::descriptor::Base;
use rejudge_metrics::Metric;
use rejudge_pools::{JudgmentSet, POOL_DEPTH, RunIx, ScoreMatrix, TopicIx, TopicPair, View};
use rejudge_stats::{Matrix, pairs};

use super::NO_SCORES;
use super::group::{Scores, cached_matrix};
use super::instance::{Instance, NO_JUDGMENTS};
use crate::grid::plan::CellTask;
use crate::grid::{Grid, Point, ROSTER_ALONE, measure_of, versus_point};
use crate::spec::{EmptiedTopics, Versus};
use rejudge_store::cache::{Cache, Key};

/// Outcomes with values for each pair of runs, by statistic, point and draw. The values are in the cache alone: those of
/// hundreds of runs fill the memory.
pub type Bases<'a> = HashMap<(u32, Point, u32), (Key, &'a Outcome)>;

/// The reason if a result has been removed from the cache during the run.
const GONE: &str = "the cache has them no more: run again";

/// The reason if scores and names in the cache are of other runs or topics than each other: other bytes were put in place of
/// some of them.
pub(super) const MISFIT: &str =
    "the cache has names of other runs or topics in its place: remove the cache folder, then run again";

/// The inputs of a cell, taken from the scores of its group.
pub struct CellInputs<'a> {
    pub(super) grid: &'a Grid,
    pub(super) task: CellTask,
    pub(super) cache: &'a Cache,
    pub(super) roster: Option<&'a Roster>,
    /// Scores of the roster's runs by topic, with no score if the manipulation emptied a topic.
    pub(super) scores: &'a Scores,
    /// The statistics that this one may refer to.
    pub(super) bases: &'a Bases<'a>,
    pub(super) instance: &'a Option<Result<Instance, String>>,
    /// The p values of this cell, if its pairs have judgments of their own.
    pub(super) tested: Option<&'a Tested>,
    /// The point that the cell is a reference of, if it is computed anew on the topics that both have.
    pub(super) beside: Option<Point>,
    /// A bootstrap sample of the roster's topics, which the cell is over instead of all.
    pub(super) sample: Option<&'a [usize]>,
}

impl CellInputs<'_> {
    /// Computes the cell.
    pub(super) fn compute(&self) -> Result<Outcome, Outcome> {
        let about = &self.grid.statistics[self.task.statistic as usize];
        // Checked before the runs are requested, because some choices of runs need more than a roster.
        if self.grid.has_a_roster_alone(self.task.point.collection) && about.entry.is_of_compared_runs {
            return Err(Outcome::undefined(ROSTER_ALONE));
        }
        let runs = &self.grid.runs[self.task.point.runs as usize];
        if runs.rule().is_averaged && about.entry.is_of_compared_runs && about.needs_collection() {
            return Err(Outcome::undefined(format!(
                "it needs the runs themselves, and `{runs}` has only mean scores"
            )));
        }
        let roster = self.roster.ok_or_else(|| Outcome::failed("no roster"))?;
        if let Some(reason) = &roster.error {
            return Err(Outcome::failed(reason.clone()));
        }
        self.is_a_manipulation()?;
        self.is_scored(&self.task.point)?;
        let mut outcome = about.kind.compute(self)?;
        if about.entry.is_of_compared_runs {
            if outcome.topics == 0 {
                outcome.topics = roster.topics.len() as u32;
            }
            outcome.runs = roster.chosen.len() as u32;
        }
        Ok(outcome)
    }

    /// Returns an error if the base is a pool, which the set's depth leaves as it is: the cell would not show an effect of
    /// depth. Judgments as they were made may go below their pool, so that a deeper one has some that others lack.
    fn is_a_manipulation(&self) -> Result<(), Outcome> {
        let descriptor = &self.grid.collections[self.task.point.collection as usize].entry.descriptor;
        let (Base::Repooled { depth: base, .. }, Some(set)) =
            (descriptor.base, self.grid.set(&self.task.point))
        else {
            return Ok(());
        };
        let depth = set.number("depth");
        // At the depth of the base itself, a team is left out of it or taken, but a pool of that depth is the base.
        let is_the_base = match set.is(&POOL_DEPTH) {
            true => set.is_of_people() && depth >= Some(f64::from(base)),
            false => set.rule().is_of_teams() && depth > Some(f64::from(base)),
        };
        match is_the_base {
            true => Err(Outcome::undefined(format!("the base is a pool of depth {base} itself"))),
            false => Ok(()),
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
        let task = CellTask { statistic: of as u32, point, ..self.task };
        let reference = CellInputs { task, tested: None, beside: Some(self.task.point), ..*self };
        Ok(reference.compute()?.pairs)
    }

    /// Returns the judgments at a point: all of them if it has no judgment set.
    fn view(&self, instance: &Instance, point: &Point) -> Result<View, Outcome> {
        match self.grid.set(point) {
            Some(set) if set.rule().for_each_team.is_some() => {
                Err(Outcome::undefined("each team's runs have judgments of their own"))
            }
            Some(set) => instance
                .view(set, self.grid.sample_draw(point, self.task.draw))
                .map_err(|error| Outcome::failed(format!("{error:#}"))),
            None => Ok(instance.base.clone()),
        }
    }
}

impl Inputs for CellInputs<'_> {
    fn roster(&self) -> &Roster {
        self.roster.expect("a cell without a roster is not computed")
    }

    fn compared(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome> {
        let (point, roster) = (self.task.point, self.roster());
        let other = versus.map_or(Ok(point), |versus| self.other(versus))?;
        let scores = |point: &Point| {
            let point = point.of_scores();
            let found = match self.scores.get(&(point, self.grid.sample_draw(&point, self.task.draw))) {
                Some(Ok(set)) => {
                    let matrix = set.matrix.clone();
                    matrix.or_else(|| cached_matrix(self.cache, &set.key, roster)).ok_or(GONE)
                }
                Some(Err(why)) => Err(why.as_str()),
                None => Err("for an unknown reason"),
            };
            // Scores that were computed just now are of the collection, but the names may be of another one.
            let found = found.and_then(|matrix| roster.names(&matrix).then_some(matrix).ok_or(MISFIT));
            found.map_err(|why| Outcome::failed(format!("{NO_SCORES}{why}")))
        };
        let here = scores(&point)?;
        let there = if other == point { Arc::clone(&here) } else { scores(&other)? };
        let beside = self.beside.map(|point| scores(&point)).transpose()?;
        let (here, there) = (&*here, &*there);
        let mut stays = vec![true; roster.topics.len()];
        if self.emptied_topics() != EmptiedTopics::Zero {
            let all = [here, there].into_iter().chain(beside.as_deref());
            all.flat_map(ScoreMatrix::undefined_topics).for_each(|topic| stays[topic] = false);
        }
        let compared = |all: &ScoreMatrix, point: &Point| {
            let mut keep = topics_at(self.grid, point, self.task.draw, roster)?;
            keep.retain(|&topic| stays[topic]);
            if let Some(sample) = self.sample {
                let mut is_kept = vec![false; roster.topics.len()];
                keep.iter().for_each(|&topic| is_kept[topic] = true);
                keep = sample.iter().copied().filter(|&topic| is_kept[topic]).collect();
            }
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

    fn at_draw(&self, draw: u32) -> Box<dyn Inputs + '_> {
        Box::new(CellInputs { task: CellTask { draw, ..self.task }, ..*self })
    }

    fn draws_of_judgments(&self) -> Result<u32, Outcome> {
        let CellTask { point, .. } = self.task;
        let topics_are_drawn = self.grid.topic_sets(&point).is_some_and(rejudge_pools::TopicSets::is_drawn);
        if self.grid.runs[point.runs as usize].is_drawn() || topics_are_drawn {
            return Err(Outcome::undefined(
                "runs or topics are drawn: the passes of a judge need the same in every draw",
            ));
        }
        Ok(self.grid.draws_at(point.collection as usize, point.runs))
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
                    let fits = |base: &Outcome| has_sound_pairs(self.grid, of, self.roster(), base);
                    let base = self.cache.load_if(key, fits).ok_or_else(|| Outcome::failed(GONE))?;
                    Ok(base.pairs)
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

    fn tested(&self) -> Option<&Tested> {
        self.tested
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
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let view = self.view(instance, point)?;
        let gains = instance.gains(rules, &view).map_err(|error| Outcome::failed(format!("{error:#}")))?;
        let topics = instance.topics(rules, &instance.all_runs());
        let Instance { collection, base, contributions, printed, .. } = instance;
        Ok(JudgedCollection {
            collection,
            base,
            coverage: instance.coverage,
            depth: instance.depth,
            contributions,
            roster: instance.roster.as_ref(),
            printed,
            view,
            rules,
            gains,
            topics,
        })
    }

    fn judged_by(&self, versus: &Versus) -> Result<View, Outcome> {
        self.view(self.instance()?, &self.other(versus)?)
    }

    fn scored(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome> {
        let (grid, point, instance) = (self.grid, &self.task.point, self.instance()?);
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let scored = instance.scored(rules, &grid.runs[point.runs as usize]);
        let scored = scored.map_err(|error| Outcome::failed(format!("{error:#}")))?;
        let topics = instance.topics(rules, &scored);
        if topics.len() != self.roster().topics.len() {
            return Err(Outcome::failed(MISFIT));
        }
        let kept = topics_at(grid, point, self.task.draw, self.roster())?;
        Ok((scored, kept.into_iter().map(|topic| topics[topic]).collect()))
    }

    fn counts_of_scores(&self) -> Option<Outcome> {
        let Some(Ok(instance)) = self.instance else { return None };
        Some(instance.given.as_ref()?.facts(&instance.collection))
    }

    fn metric(&self) -> Result<&Metric, Outcome> {
        let measure = self.grid.measure(&self.task.point);
        Ok(&measure.ok_or_else(|| Outcome::failed("no measure is asked for"))?.metric)
    }

    fn has_measure(&self, name: &str) -> bool {
        self.grid.measures.iter().any(|measure| measure.name == name)
    }
}

/// Returns true if the outcome of a statistic that tests pairs of runs has a p value for each pair.
pub(super) fn has_sound_pairs(grid: &Grid, statistic: usize, roster: &Roster, outcome: &Outcome) -> bool {
    let kind = &grid.statistics[statistic].kind;
    if kind.test().is_none() || outcome.status != Status::Ok {
        return true;
    }
    let all = pairs(roster.chosen.len()).count();
    let drawn = kind.as_kind::<PairTests>().map(|tests| tests.pairs.get() as usize);
    let is_p = |p: &f64| (0.0..=1.0).contains(p);
    outcome.pairs.len() == drawn.map_or(all, |drawn| drawn.min(all)) && outcome.pairs.iter().all(is_p)
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
