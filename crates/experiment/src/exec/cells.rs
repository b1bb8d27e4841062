//! The inputs from which a statistic computes a cell, taken from the scores and the collection of a group.

use std::collections::HashMap;
use std::sync::Arc;

use crate::statistics::{
    Inputs, JudgedCollection, Outcome, PairPValues, PairTests, Roster, StatisticKind, Status,
};
use rejudge_collections::descriptor::Base;
use rejudge_metrics::Metric;
use rejudge_pools::{JudgmentSet, POOL_DEPTH, RunIx, ScoreMatrix, TopicIx, TopicPair, View};
use rejudge_stats::{Matrix, pairs};

use super::NO_SCORES;
use super::group::{ScoreSets, cached_matrix};
use super::instance::{Instance, NO_JUDGMENTS};
use crate::grid::plan::CellTask;
use crate::grid::{Grid, Point, ROSTER_ONLY, measure_of, versus_point};
use crate::spec::{EmptiedTopics, Versus};
use rejudge_store::cache::{Cache, Key};

/// The outcomes of statistics that have a value for each pair of runs, by statistic, point and draw. The
/// values are only in the cache, because hundreds of runs have so many pairs that their values would fill the
/// memory.
pub type Bases<'a> = HashMap<(u32, Point, u32), (Key, &'a Outcome)>;

/// The reason why a cell fails if a result was removed from the cache during the run.
const REMOVED_FROM_CACHE: &str = "results were removed from the cache during the run: run again";

/// The reason why a cell fails if the names in the cache do not match the scores, for example because files of the
/// cache were replaced.
pub(super) const OTHER_NAMES: &str =
    "names in the cache belong to other runs or topics: remove the cache folder, then run again";

/// The inputs of a cell, taken from the scores of its group.
pub struct CellInputs<'a> {
    pub(super) grid: &'a Grid,
    pub(super) task: CellTask,
    pub(super) cache: &'a Cache,
    pub(super) roster: Option<&'a Roster>,
    /// The scores of the group, by point and by the draw of sampled judgments ([`Grid::sample_draw`]). The
    /// rows of a matrix are the roster's runs, and the columns are the roster's topics.
    pub(super) scores: &'a ScoreSets,
    /// The outcomes of statistics that test pairs of runs. Other statistics are computed from these pairs.
    pub(super) bases: &'a Bases<'a>,
    pub(super) instance: &'a Option<Result<Instance, String>>,
    /// If each pair of the cell was tested by its own judgments, the pairs' p values, or the reason why there
    /// are none. Otherwise `None`.
    pub(super) pair_p_values: Option<&'a PairPValues>,
    /// The point of another cell, if this cell is computed only as the reference of that cell. This cell then
    /// covers only the topics that count in both cells.
    pub(super) compared_point: Option<Point>,
    /// A bootstrap sample of the roster's topics. If there is one, the cell is computed over the sample instead of all
    /// topics.
    pub(super) sample: Option<&'a [usize]>,
}

impl CellInputs<'_> {
    /// Computes the cell. The error is the outcome of a cell that has no numbers.
    pub(super) fn compute(&self) -> Result<Outcome, Outcome> {
        let definition = &self.grid.statistics[self.task.statistic as usize];
        // We check this before the roster's error. If only names are available, some choices of runs fail,
        // and the roster's error would hide this reason.
        if self.grid.has_only_a_roster(self.task.point.collection) && definition.entry.uses_compared_runs {
            return Err(Outcome::undefined(ROSTER_ONLY));
        }
        let runs = &self.grid.runs[self.task.point.runs as usize];
        let is_averaged = runs.rule().is_averaged;
        if is_averaged && definition.entry.uses_compared_runs && definition.needs_collection() {
            return Err(Outcome::undefined(format!(
                "the statistic needs the runs themselves, and `{runs}` has only mean scores"
            )));
        }
        let roster = self.roster.ok_or_else(|| Outcome::failed("the roster is missing"))?;
        if let Some(reason) = &roster.error {
            return Err(Outcome::failed(reason.clone()));
        }
        self.check_manipulation()?;
        self.check_scored(&self.task.point)?;
        let mut outcome = definition.kind.compute(self)?;
        if definition.entry.uses_compared_runs {
            if outcome.topics == 0 {
                outcome.topics = roster.topics.len() as u32;
            }
            outcome.runs = roster.chosen.len() as u32;
        }
        Ok(outcome)
    }

    /// Returns an error if the base is a pool, and the judgment set is a pool of people's judgments that is
    /// at least as deep, or a set that depends on teams and has a larger depth. Such a cell would show no
    /// effect of depth. If the base is the original judgments, there is no error, because they may include
    /// documents below the pool's depth, and a deeper set can contain more of these documents.
    fn check_manipulation(&self) -> Result<(), Outcome> {
        let descriptor = &self.grid.collections[self.task.point.collection as usize].entry.descriptor;
        let Base::Repooled { depth: base_depth, .. } = descriptor.base else { return Ok(()) };
        let Some(set) = self.grid.set(&self.task.point) else { return Ok(()) };
        let depth = set.number("depth");
        // If a pool is as deep as the base, it is the base itself. But leaving out a team at that depth is a
        // manipulation.
        let shows_no_effect = if set.is(&POOL_DEPTH) {
            set.is_by_people() && depth >= Some(f64::from(base_depth))
        } else {
            set.rule().depends_on_teams() && depth > Some(f64::from(base_depth))
        };
        if shows_no_effect {
            return Err(Outcome::undefined(format!(
                "the base is itself a pool of depth {base_depth}, so this set cannot show an effect of depth"
            )));
        }
        Ok(())
    }

    fn instance(&self) -> Result<&Instance, Outcome> {
        match self.instance {
            Some(Ok(instance)) if instance.published.is_some() => Err(Outcome::undefined(NO_JUDGMENTS)),
            Some(Ok(instance)) => Ok(instance),
            Some(Err(reason)) => Err(Outcome::failed(reason.clone())),
            None => Err(Outcome::failed("the collection is not loaded")),
        }
    }

    /// Returns the point that this cell is compared with.
    fn reference(&self, versus: &Versus) -> Result<Point, Outcome> {
        let reference = versus_point(versus, self.grid, &self.task.point);
        let reference = reference
            .ok_or_else(|| Outcome::undefined("the collection lacks the judgments to compare with"))?;
        self.check_scored(&reference)?;
        Ok(reference)
    }

    /// Returns an error if the point has no scores, for example because the collection has only published scores, by other
    /// measures.
    fn check_scored(&self, point: &Point) -> Result<(), Outcome> {
        self.grid.reason_without_scores(point).map_or(Ok(()), |reason| Err(Outcome::undefined(reason)))
    }

    /// Returns true if some of the cell's judgments are other judges' labels.
    fn has_labels_of_judges(&self) -> bool {
        self.grid.set(&self.task.point).is_some_and(|set| set.judges().next().is_some())
    }

    /// Returns the rule for topics that a judgment set emptied.
    fn emptied_topics(&self) -> EmptiedTopics {
        self.grid.evaluations[self.task.point.evaluation as usize].rules.emptied_topics
    }

    /// Computes the value of each pair at the point of a reference, over the topics that count both there and
    /// in this cell. The reference's own cell has other values, because it covers all topics of the
    /// reference.
    fn pairs_on_common_topics(&self, statistic: usize, point: Point) -> Result<Vec<f64>, Outcome> {
        let task = CellTask { statistic: statistic as u32, point, ..self.task };
        let reference =
            CellInputs { task, pair_p_values: None, compared_point: Some(self.task.point), ..*self };
        Ok(reference.compute()?.pairs)
    }

    /// Returns the judgments at a point, or the base if the point has no judgment set.
    fn view(&self, instance: &Instance, point: &Point) -> Result<View, Outcome> {
        match self.grid.set(point) {
            Some(set) if set.rule().for_each_team.is_some() => {
                Err(Outcome::undefined("each team's runs have their own judgments"))
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

    fn compared_scores(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome> {
        let (point, roster) = (self.task.point, self.roster());
        let reference = versus.map_or(Ok(point), |versus| self.reference(versus))?;
        let scores = |point: &Point| {
            let point = point.score_point();
            let sample = self.grid.sample_draw(&point, self.task.draw);
            let matrix = match self.scores.get(&(point, sample)) {
                Some(Ok(set)) => {
                    let matrix = set.matrix.clone();
                    matrix.or_else(|| cached_matrix(self.cache, &set.key, roster)).ok_or(REMOVED_FROM_CACHE)
                }
                Some(Err(reason)) => Err(reason.as_str()),
                None => Err("the reason is unknown"),
            };
            // In a damaged cache, the names may belong to another collection, even if the scores were computed just now.
            let matrix = matrix.and_then(|matrix| roster.fits(&matrix).then_some(matrix).ok_or(OTHER_NAMES));
            matrix.map_err(|reason| Outcome::failed(format!("{NO_SCORES}{reason}")))
        };
        let scores_of_point = scores(&point)?;
        let scores_of_reference =
            if reference == point { Arc::clone(&scores_of_point) } else { scores(&reference)? };
        let scores_of_compared = self.compared_point.map(|point| scores(&point)).transpose()?;
        let mut counts = vec![true; roster.topics.len()];
        if self.emptied_topics() != EmptiedTopics::Zero {
            let matrices =
                [&*scores_of_point, &*scores_of_reference].into_iter().chain(scores_of_compared.as_deref());
            matrices.flat_map(ScoreMatrix::undefined_topics).for_each(|topic| counts[topic] = false);
        }
        let compared = |scores: &ScoreMatrix, point: &Point| {
            let mut topics = topics_at(self.grid, point, self.task.draw, roster)?;
            topics.retain(|&topic| counts[topic]);
            if let Some(sample) = self.sample {
                let mut is_in_cell = vec![false; roster.topics.len()];
                topics.iter().for_each(|&topic| is_in_cell[topic] = true);
                topics = sample.iter().copied().filter(|&topic| is_in_cell[topic]).collect();
            }
            if topics.is_empty() {
                return Err(Outcome::undefined("no topic is left"));
            }
            let rows = roster.rows();
            let scores_of_row = |&row: &usize| topics.iter().map(move |&topic| scores.of_run(row)[topic]);
            let data = rows.iter().flat_map(scores_of_row).collect();
            Matrix::new(rows.len(), topics.len(), data).map_err(|error| Outcome::undefined(error.to_string()))
        };
        Ok([compared(&scores_of_point, &point)?, compared(&scores_of_reference, &reference)?])
    }

    fn run_scores(&self, scores: &Matrix, versus: Option<&Versus>) -> Vec<f64> {
        let other_measure = versus.and_then(|versus| measure_of(versus, self.grid));
        let point = Point { measure: other_measure.or(self.task.point.measure), ..self.task.point };
        let summary = self.grid.summary(&point);
        (0..scores.rows()).map(|run| summary.summarise(scores.row(run).iter().copied())).collect()
    }

    fn at_draw(&self, draw: u32) -> Box<dyn Inputs + '_> {
        Box::new(CellInputs { task: CellTask { draw, ..self.task }, ..*self })
    }

    fn judgment_draws(&self) -> Result<u32, Outcome> {
        let CellTask { point, .. } = self.task;
        let topics_are_drawn = self.grid.topic_sets(&point).is_some_and(rejudge_pools::TopicSets::is_drawn);
        if self.grid.runs[point.runs as usize].is_drawn() || topics_are_drawn {
            return Err(Outcome::undefined(
                "the passes of a judge need the same runs and topics in every draw, but these are drawn",
            ));
        }
        Ok(self.grid.draws_at(point.collection as usize, point.runs))
    }

    fn base_statistic(&self) -> Option<&dyn StatisticKind> {
        let statistics = &self.grid.statistics;
        let base = statistics[self.task.statistic as usize].base?;
        Some(statistics[base].kind.as_ref())
    }

    fn pairs(&self, versus: Option<&Versus>) -> Result<Vec<f64>, Outcome> {
        let no_pairs = || Outcome::undefined("there are no run pairs to compare");
        let base = self.grid.statistics[self.task.statistic as usize].base.ok_or_else(no_pairs)?;
        let pairs_at = |point| {
            let (key, outcome) =
                self.bases.get(&(base as u32, point, self.task.draw)).ok_or_else(no_pairs)?;
            match outcome.status {
                Status::Failed => Err(Outcome::failed(outcome.note.clone())),
                Status::Undefined => Err(no_pairs()),
                Status::Ok => {
                    let fits = |cached: &Outcome| has_sound_pairs(self.grid, base, self.roster(), cached);
                    let cached = self.cache.load_if(key, fits);
                    Ok(cached.ok_or_else(|| Outcome::failed(REMOVED_FROM_CACHE))?.pairs)
                }
            }
        };
        let Some(versus) = versus else { return pairs_at(self.task.point) };
        let reference = self.reference(versus)?;
        match self.emptied_topics() {
            EmptiedTopics::DropUnlabelled if self.has_labels_of_judges() => {
                self.pairs_on_common_topics(base, reference)
            }
            _ => pairs_at(reference),
        }
    }

    fn pair_p_values(&self) -> Option<&PairPValues> {
        self.pair_p_values
    }

    fn draw(&self) -> (u64, &str, u32) {
        let collection = &self.grid.collections[self.task.point.collection as usize];
        (self.grid.seed, collection.draw_key(), self.task.draw)
    }

    fn topic_pairs(&self, topics: usize) -> Result<Vec<TopicPair>, Outcome> {
        let sets = self.grid.topic_sets(&self.task.point);
        let sets = sets.ok_or_else(|| Outcome::failed("the cell has no sets of topics"))?;
        let (seed, key, draw) = self.draw();
        sets.pairs(topics, seed, &[key, &draw.to_string()]).map_err(Outcome::undefined)
    }

    fn team(&self) -> Option<&str> {
        self.grid.set(&self.task.point)?.team()
    }

    fn judges(&self) -> Vec<&str> {
        self.grid.set(&self.task.point).into_iter().flat_map(JudgmentSet::judges).collect()
    }

    fn judged_collection(&self) -> Result<JudgedCollection<'_>, Outcome> {
        let (grid, point, instance) = (self.grid, &self.task.point, self.instance()?);
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let view = self.view(instance, point)?;
        let gains = instance.gains(rules, &view).map_err(|error| Outcome::failed(format!("{error:#}")))?;
        let topics = instance.topics(rules, &instance.all_runs());
        let Instance { collection, base, contributions, printed_scores, .. } = instance;
        Ok(JudgedCollection {
            collection,
            base,
            coverage: instance.coverage,
            depth: instance.depth,
            contributions,
            roster: instance.roster.as_ref(),
            printed_scores,
            view,
            rules,
            gains,
            topics,
        })
    }

    fn view_by(&self, versus: &Versus) -> Result<View, Outcome> {
        self.view(self.instance()?, &self.reference(versus)?)
    }

    fn scored_runs_and_topics(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome> {
        let (grid, point, instance) = (self.grid, &self.task.point, self.instance()?);
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let scored_runs = instance.scored_runs(rules, &grid.runs[point.runs as usize]);
        let scored_runs = scored_runs.map_err(|error| Outcome::failed(format!("{error:#}")))?;
        let topics = instance.topics(rules, &scored_runs);
        if topics.len() != self.roster().topics.len() {
            return Err(Outcome::failed(OTHER_NAMES));
        }
        let columns = topics_at(grid, point, self.task.draw, self.roster())?;
        Ok((scored_runs, columns.into_iter().map(|column| topics[column]).collect()))
    }

    fn published_facts(&self) -> Option<Outcome> {
        let Some(Ok(instance)) = self.instance else { return None };
        Some(instance.published.as_ref()?.facts(&instance.collection))
    }

    fn metric(&self) -> Result<&Metric, Outcome> {
        let measure = self.grid.measure(&self.task.point);
        Ok(&measure.ok_or_else(|| Outcome::failed("the cell has no measure"))?.metric)
    }

    fn has_measure(&self, name: &str) -> bool {
        self.grid.measures.iter().any(|measure| measure.name == name)
    }
}

/// Returns true if the outcome has a p value from 0 to 1 for each pair of runs that the statistic tests, if
/// it has no numbers, or if the statistic does not test pairs.
pub(super) fn has_sound_pairs(grid: &Grid, statistic: usize, roster: &Roster, outcome: &Outcome) -> bool {
    let kind = &grid.statistics[statistic].kind;
    if kind.test().is_none() || outcome.status != Status::Ok {
        return true;
    }
    let mut expected = pairs(roster.chosen.len()).count();
    if let Some(tests) = kind.as_kind::<PairTests>() {
        expected = expected.min(tests.pairs.get() as usize);
    }
    outcome.pairs.len() == expected && outcome.pairs.iter().all(|p| (0.0..=1.0).contains(p))
}

/// Returns the topics of a point, as columns of the score matrices. A point without sets of topics, or with
/// pairs of sets, has all topics.
///
/// # Errors
/// If the roster has too few topics, or lacks a topic that the set names.
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
    let has_too_few = roster.topics.len() < sets.min_topics();
    let topics = sets.topics(&roster.topics, grid.seed, &key);
    topics.map_err(|reason| if has_too_few { Outcome::undefined(reason) } else { Outcome::failed(reason) })
}
