//! Statistics over score matrices.

use std::collections::{BTreeMap, HashMap};

use rejudge_collections::Base;
use rejudge_draws::Draw;
use rejudge_stats::{
    Matrix, PairedBootstrap, Reject, Resamples, discriminative_power, kendall_tau_a, kendall_tau_b, mean,
    misses_and_false_alarms, rank_of, significant,
};

use super::NO_SCORES;
use super::instance::Instance;
use super::outcome::{Number, Outcome, Roster, Subject};
use super::pairs::Tested;
use super::{by_rank, facts, labels};
use crate::grid::{Grid, Judgments, NONE, Point, StatisticKind};
use crate::plan::{CellTask, judgments_named};
use crate::spec::EmptiedTopics;

/// What a cell is computed from.
pub struct Inputs<'a> {
    pub grid: &'a Grid,
    pub task: &'a CellTask,
    pub rosters: &'a BTreeMap<(Point, u32), &'a Roster>,
    /// Scores of the roster's runs by topic; NaN where the manipulation emptied a topic.
    pub scores: &'a HashMap<Point, &'a [f64]>,
    /// Why there are no scores at a point.
    pub unscored: &'a HashMap<Point, String>,
    /// Outcomes with significance levels, by statistic, point and draw.
    pub pairs: &'a HashMap<(u32, Point, u32), Outcome>,
    pub instance: &'a Option<Result<Instance, String>>,
    /// The p values of this cell, where its pairs have judgments of their own.
    pub tested: Option<&'a Tested>,
}

impl Inputs<'_> {
    /// Computes the cell.
    pub fn compute(&self) -> Outcome {
        self.attempt().unwrap_or_else(|outcome| outcome)
    }

    fn attempt(&self) -> Result<Outcome, Outcome> {
        let roster = self.roster()?;
        self.is_a_manipulation()?;
        let kind = &self.grid.statistics[self.task.statistic as usize].kind;
        let mut outcome = match kind {
            StatisticKind::CollectionFacts => {
                facts::collection(self.grid, self.instance()?, &self.task.point)
            }
            StatisticKind::TeamFacts => facts::teams(self.grid, self.instance()?, &self.task.point),
            StatisticKind::MeanScore => {
                let (scores, _) = self.compared(None)?;
                let mean = mean(&self.run_scores(&scores)).ok_or_else(|| none("no run"))?;
                Outcome::of(&[("mean", mean)]).over(&scores)
            }
            StatisticKind::RunScores => self.scores_by_run(roster)?,
            StatisticKind::UtilityByRank => by_rank::utility(self.grid, self.instance()?, &self.task.point)?,
            StatisticKind::ConsolidatedLabels(of) => labels::consolidated(of)?,
            StatisticKind::KendallTau { versus, corrected } => {
                let (scores, other) = self.compared(Some(versus))?;
                let tau = if *corrected { kendall_tau_b } else { kendall_tau_a };
                let tau = tau(&self.run_scores(&other), &self.run_scores(&scores));
                let tau = tau.ok_or_else(|| none("tau needs two runs that differ"))?;
                Outcome::of(&[("tau", tau)]).over(&scores)
            }
            StatisticKind::ScoreChange { versus } => self.score_change(versus, roster)?,
            StatisticKind::DiscriminativePower { samples, alpha } => self.power(*samples, *alpha)?,
            StatisticKind::MissesAndFalseAlarms { of, versus } => self.errors(*of, versus)?,
            StatisticKind::PairTests(tests) => self.pair_tests(tests, roster)?,
            StatisticKind::ConfusionMatrix { of, versus, level } => self.confusion(*of, versus, *level)?,
        };
        if kind.has_measure() {
            if outcome.topics == 0 {
                outcome.topics = roster.topics.len() as u32;
            }
            outcome.runs = roster.chosen.len() as u32;
        }
        Ok(outcome)
    }

    /// A pool as deep as the base, where the base is a pool itself, takes nothing away: what it shows
    /// is no effect of depth.
    fn is_a_manipulation(&self) -> Result<(), Outcome> {
        let collection = &self.grid.collections[self.task.point.collection as usize];
        let Base::Repooled { depth: base } = collection.entry.descriptor.base else { return Ok(()) };
        match collection.judgments.get(self.task.point.judgments as usize) {
            Some(Judgments::PoolDepth { depth }) if *depth >= base => {
                Err(none(format!("the base is a pool of depth {base} itself")))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn instance(&self) -> Result<&Instance, Outcome> {
        match self.instance {
            Some(Ok(instance)) => Ok(instance),
            Some(Err(reason)) => Err(Outcome::failed(reason.clone())),
            None => Err(Outcome::failed("the collection is not loaded")),
        }
    }

    fn roster(&self) -> Result<&Roster, Outcome> {
        let point = Point { judgments: NONE, measure: NONE, ..self.task.point };
        let roster =
            self.rosters.get(&(point, self.task.draw)).ok_or_else(|| Outcome::failed("no roster"))?;
        match &roster.error {
            Some(reason) => Err(Outcome::failed(reason.clone())),
            None => Ok(roster),
        }
    }

    /// Scores of the compared runs under this cell's judgments and under `versus` (or the same again),
    /// over one set of topics, emptied topics treated as the rules say.
    pub(super) fn compared(&self, versus: Option<&str>) -> Result<(Matrix, Matrix), Outcome> {
        let point = self.task.point;
        let other = match versus {
            None => point,
            Some(name) => {
                let judgments = judgments_named(self.grid, point.collection, name);
                Point { judgments: judgments.ok_or_else(|| none(format!("no judgments `{name}`")))?, ..point }
            }
        };
        let scores = |point: &Point| {
            let found = self.scores.get(point);
            found.copied().ok_or_else(|| {
                let reason = self.unscored.get(point).map_or("for an unknown reason", String::as_str);
                Outcome::failed(format!("{NO_SCORES}{reason}"))
            })
        };
        let roster = self.roster()?;
        let (here, there, topics) = (scores(&point)?, scores(&other)?, roster.topics.len());
        let rules = &self.grid.evaluations[point.evaluation as usize].rules;
        let keep: Vec<usize> = match rules.emptied_topics {
            EmptiedTopics::Zero => (0..topics).collect(),
            EmptiedTopics::DropInBoth => {
                let emptied = |all: &[f64], t: usize| all.iter().skip(t).step_by(topics).any(|s| s.is_nan());
                (0..topics).filter(|&t| !emptied(here, t) && !emptied(there, t)).collect()
            }
        };
        let compared = |all: &[f64]| {
            let cell = |row: usize, t: usize| {
                if all[row * topics + t].is_nan() { 0.0 } else { all[row * topics + t] }
            };
            let rows = roster.rows();
            let data = rows.iter().flat_map(|&row| keep.iter().map(move |&t| cell(row, t))).collect();
            Matrix::new(rows.len(), keep.len(), data).map_err(|e| none(e.to_string()))
        };
        Ok((compared(here)?, compared(there)?))
    }

    /// The score of each run, as the measure summarises topics.
    fn run_scores(&self, scores: &Matrix) -> Vec<f64> {
        let summary = self.grid.measures[self.task.point.measure as usize].metric.summary();
        (0..scores.rows()).map(|run| summary.of(scores.row(run).iter().copied())).collect()
    }

    /// Each of the compared runs with its score.
    fn scores_by_run(&self, roster: &Roster) -> Result<Outcome, Outcome> {
        let (scores, _) = self.compared(None)?;
        let mut outcome = Outcome::of(&[]).over(&scores);
        for (&run, value) in roster.chosen.iter().zip(self.run_scores(&scores)) {
            let of = Subject::Run(roster.runs[run as usize].clone());
            outcome.numbers.push(Number { component: "score".to_owned(), of, value });
        }
        Ok(outcome)
    }

    /// How a run of the judgments' own team is over- or underestimated (Sakai, IPSJ 2009, Tables 3, 4).
    fn score_change(&self, versus: &str, roster: &Roster) -> Result<Outcome, Outcome> {
        let sets = &self.grid.collections[self.task.point.collection as usize].judgments;
        let team = sets[self.task.point.judgments as usize].team().ok_or_else(|| none("no team"))?;
        let own = roster.chosen.iter().position(|&row| roster.teams[row as usize] == team);
        let own = own.ok_or_else(|| none(format!("no compared run is of team {team}")))?;
        let (scores, reference) = self.compared(Some(versus))?;
        let (after, before) = (self.run_scores(&scores), self.run_scores(&reference));
        let (rank_before, rank_after) = (rank_of(&before, own) as f64, rank_of(&after, own) as f64);
        let mut numbers = vec![
            ("before", before[own]),
            ("after", after[own]),
            ("rank-before", rank_before),
            ("rank-after", rank_after),
            ("rank-rise", rank_before - rank_after),
        ];
        if before[own] != 0.0 {
            numbers.push(("relative", (after[own] - before[own]) / before[own]));
        }
        Ok(Outcome::of(&numbers).over(&scores))
    }

    /// Discriminative power (Sakai, SIGIR 2006; IPSJ 2009, section 6). One draw of the topics serves
    /// all measures and judgment sets of a (collection, draw).
    fn power(&self, samples: u32, alpha: f64) -> Result<Outcome, Outcome> {
        let (scores, _) = self.compared(None)?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(none("the test needs two runs and two topics"));
        }
        let name = &self.grid.collections[self.task.point.collection as usize].name;
        let mut draw = Draw::new(self.grid.seed, &["bootstrap", name, &self.task.draw.to_string()]);
        let resamples = Resamples::draw(samples as usize, scores.cols(), &mut draw);
        let test = PairedBootstrap::new(&scores, &resamples).map_err(|e| Outcome::failed(e.to_string()))?;
        let asl = test.asl();
        let power = discriminative_power(&asl, alpha);
        let mut numbers = vec![("significant", power.significant as f64), ("pairs", power.pairs as f64)];
        numbers.extend(power.share().map(|share| ("power", share)));
        numbers.extend(test.required_difference(alpha).map(|difference| ("difference", difference)));
        Ok(Outcome { vectors: vec![("asl".to_owned(), asl)], ..Outcome::of(&numbers).over(&scores) })
    }

    /// Pairs that lose significance (misses) or gain it (false alarms) against the judgments `versus`.
    fn errors(&self, of: usize, versus: &str) -> Result<Outcome, Outcome> {
        let StatisticKind::DiscriminativePower { alpha, .. } = self.grid.statistics[of].kind else {
            return Err(Outcome::failed("not a discriminative power"));
        };
        let (truth, here) = self.vectors(of, versus, "asl")?;
        let flags = |asl: &[f64]| significant(asl, alpha, Reject::Below);
        let found = misses_and_false_alarms(&flags(truth), &flags(here));
        let (misses, alarms) = (found.misses as f64, found.false_alarms as f64);
        Ok(Outcome::of(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
    }

    /// What the statistic `of` says of each pair under the judgments `versus` and under this cell's.
    pub(super) fn vectors(&self, of: usize, versus: &str, name: &str) -> Result<(&[f64], &[f64]), Outcome> {
        let point = self.task.point;
        let judgments = judgments_named(self.grid, point.collection, versus);
        let judgments = judgments.ok_or_else(|| none(format!("no judgments `{versus}`")))?;
        let vector = |point: Point| {
            let outcome = self.pairs.get(&(of as u32, point, self.task.draw));
            outcome.and_then(|o| o.vector(name)).ok_or_else(|| none("no significant pairs to compare"))
        };
        Ok((vector(Point { judgments, ..point })?, vector(point)?))
    }
}

pub(super) fn none(note: impl Into<String>) -> Outcome {
    Outcome::undefined(note)
}
