//! Statistics over score matrices.

use rejudge_pools::POOL_DEPTH;
use std::collections::{BTreeMap, HashMap};

use rejudge_descriptor::Base;
use rejudge_stats::{
    Matrix, PairedTest, Ranking, Reject, bonferroni, discriminative_power, holm, kendall_tau_a,
    kendall_tau_b, mean, misses_and_false_alarms, pairs, significant, tau_ap, tau_ap_b, tau_ap_symmetric,
};

use super::NO_SCORES;
use super::instance::Instance;
use super::outcome::{Number, Outcome, Roster, Status, Subject};
use super::pairs::Tested;
use super::score_matrices::NO_JUDGMENTS;
use super::source::Loaded;
use super::{bootstrap, changes, facts, labels, utility_by_rank};
use rejudge_grid::plan::CellTask;
use rejudge_grid::{Grid, NONE, Point, Power, PowerTest, StatisticKind, Versus};
use rejudge_spec::{CorrectionWire, EmptiedTopics, TauApForm};

/// What a cell is computed from.
pub struct Inputs<'a> {
    pub grid: &'a Grid,
    pub task: &'a CellTask,
    pub rosters: &'a BTreeMap<(Point, u32), &'a Roster>,
    /// Scores of the roster's runs by topic; NaN where the manipulation emptied a topic.
    pub scores: &'a HashMap<(Point, Option<u32>), &'a [f64]>,
    /// Why there are no scores at a point.
    pub unscored: &'a HashMap<Point, String>,
    /// Outcomes with significance levels, by statistic, point and draw.
    pub pairs: &'a HashMap<(u32, Point, u32), Outcome>,
    pub instance: &'a Option<Result<Loaded, String>>,
    /// Topic samples of the bootstrap test.
    pub samples: &'a bootstrap::Samples,
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
        self.is_scored(&self.task.point)?;
        let kind = &self.grid.statistics[self.task.statistic as usize].kind;
        let mut outcome = match kind {
            StatisticKind::CollectionFacts => match self.instance {
                Some(Ok(Loaded::Given(given))) => given.facts(),
                _ => facts::collection(self.grid, self.instance()?, &self.task.point, self.sample()),
            },
            StatisticKind::TeamFacts => facts::teams(self.grid, self.instance()?, &self.task.point),
            StatisticKind::ComparedRuns => facts::compared(roster),
            StatisticKind::MeanScore => {
                let (scores, _) = self.compared(None)?;
                let mean = mean(&self.run_scores(&scores)).ok_or_else(|| none("no run"))?;
                Outcome::of(&[("mean", mean)]).over(&scores)
            }
            StatisticKind::RunScores => self.scores_by_run(roster)?,
            StatisticKind::UtilityByRank => {
                utility_by_rank::utility(self.grid, self.instance()?, &self.task.point, self.sample())?
            }
            StatisticKind::ConsolidatedLabels(of) => labels::consolidated(of)?,
            StatisticKind::KendallTau { versus, corrected } => {
                let (scores, other) = self.compared(Some(versus))?;
                let tau = if *corrected { kendall_tau_b } else { kendall_tau_a };
                let tau = tau(&self.ranking_by(&other, versus), &self.ranking(&scores));
                let tau = tau.ok_or_else(|| none("tau needs two runs that differ"))?;
                Outcome::of(&[("tau", tau)]).over(&scores)
            }
            StatisticKind::TauAp { versus, form } => {
                let (scores, other) = self.compared(Some(versus))?;
                let (here, there) = (self.ranking(&scores), self.ranking_by(&other, versus));
                let tau = match form {
                    TauApForm::VersusIsGold => tau_ap(&there, &here),
                    TauApForm::CellIsGold => tau_ap(&here, &there),
                    TauApForm::Symmetric => tau_ap_symmetric(&there, &here),
                    TauApForm::Agreement => tau_ap_b(&there, &here),
                };
                let tau = tau.ok_or_else(|| match form {
                    TauApForm::Agreement => none("tau-AP,b needs two runs that differ"),
                    _ => none("tau-AP needs two runs"),
                })?;
                Outcome::of(&[("tau", tau)]).over(&scores)
            }
            StatisticKind::ScoreChange { versus } => changes::of_team(self, versus, roster)?,
            StatisticKind::RunChanges { versus } => changes::of_runs(self, versus, roster)?,
            StatisticKind::DiscriminativePower(power) => self.power(power)?,
            StatisticKind::AslCurve { of } => self.asl_curve(*of)?,
            StatisticKind::MissesAndFalseAlarms { of, versus } => self.errors(*of, versus)?,
            StatisticKind::PairTests(tests) => self.pair_tests(tests, roster)?,
            StatisticKind::ConfusionMatrix { of, versus, level } => self.confusion(*of, versus, *level)?,
        };
        if kind.is_of_compared_runs() {
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
            Some(set) if set.is(&POOL_DEPTH) && set.number("depth") >= Some(f64::from(base)) => {
                Err(none(format!("the base is a pool of depth {base} itself")))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn instance(&self) -> Result<&Instance, Outcome> {
        match self.instance {
            Some(Ok(Loaded::Judged(instance))) => Ok(instance),
            Some(Ok(Loaded::Given(_))) => Err(none(NO_JUDGMENTS)),
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
    pub(super) fn compared(&self, versus: Option<&Versus>) -> Result<(Matrix, Matrix), Outcome> {
        let point = self.task.point;
        let other = versus.map_or(Ok(point), |versus| self.other(versus))?;
        let scores = |point: &Point| {
            let found = self.scores.get(&(*point, self.grid.sample_draw(point, self.task.draw)));
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
        if keep.is_empty() {
            return Err(none("no topic is left"));
        }
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

    /// The point that this cell is compared with.
    fn other(&self, versus: &Versus) -> Result<Point, Outcome> {
        let other = versus.point(self.grid, &self.task.point);
        let other = other.ok_or_else(|| none("no such judgments to compare with"))?;
        self.is_scored(&other)?;
        Ok(other)
    }

    /// Of given scores there are no others.
    fn is_scored(&self, point: &Point) -> Result<(), Outcome> {
        self.grid.without_scores(point).map_or(Ok(()), |reason| Err(none(reason)))
    }

    /// The draw that samples this cell's judgments, of files.
    fn sample(&self) -> Option<u32> {
        self.grid.sample_draw(&self.task.point, self.task.draw)
    }

    /// The score of each run, as the measure summarises topics.
    pub(super) fn run_scores(&self, scores: &Matrix) -> Vec<f64> {
        self.summarised(scores, self.task.point.measure)
    }

    /// The ranking of the runs by these scores.
    fn ranking(&self, scores: &Matrix) -> Ranking {
        Ranking::of(&self.run_scores(scores))
    }

    /// The same of what is compared with, which another measure may summarise.
    fn ranking_by(&self, scores: &Matrix, versus: &Versus) -> Ranking {
        match versus {
            Versus::Judgments(_) => self.ranking(scores),
            Versus::Measure(measure) => Ranking::of(&self.summarised(scores, *measure)),
        }
    }

    fn summarised(&self, scores: &Matrix, measure: u32) -> Vec<f64> {
        let summary = self.grid.measures[measure as usize].metric.summary();
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

    /// Discriminative power (Sakai, SIGIR 2006; IPSJ 2009, section 6). One draw of the topics serves
    /// all measures and judgment sets of a (collection, draw).
    fn power(&self, power: &Power) -> Result<Outcome, Outcome> {
        let (scores, _) = self.compared(None)?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(none("the test needs two runs and two topics"));
        }
        let failed = |e: rejudge_stats::PairedTestError| Outcome::failed(e.to_string());
        let mut numbers = Vec::new();
        let asl = match power.test {
            PowerTest::Bootstrap { samples } => {
                let key = self.grid.collections[self.task.point.collection as usize].draw_key();
                let (draw, samples) = (self.task.draw, samples as usize);
                let resamples = self.samples.of(self.grid.seed, key, draw, samples, scores.cols());
                let (asl, required) = bootstrap::levels(&scores, &resamples, power.alpha).map_err(failed)?;
                numbers.extend(required.map(|difference| ("difference", difference)));
                asl
            }
            PowerTest::StudentT => {
                let all: Vec<(usize, usize)> = pairs(scores.rows()).collect();
                let results = PairedTest::StudentT.results(&scores, &all).map_err(failed)?;
                results.into_iter().map(|result| result.p).collect()
            }
        };
        let asl = match power.correction {
            CorrectionWire::None => asl,
            CorrectionWire::Holm => holm(&asl),
            CorrectionWire::Bonferroni => bonferroni(&asl),
        };
        let of = discriminative_power(&asl, power.alpha);
        let counts = [("significant", of.significant as f64), ("pairs", of.pairs as f64)];
        numbers.splice(0..0, counts.into_iter().chain(of.share().map(|share| ("power", share))));
        Ok(Outcome { vectors: vec![("asl".to_owned(), asl)], ..Outcome::of(&numbers).over(&scores) })
    }

    /// The significance levels from the smallest (Sakai, SIGIR 2006: the ASL curve).
    fn asl_curve(&self, of: usize) -> Result<Outcome, Outcome> {
        let mut asl = self.vector(of, self.task.point, "asl")?.to_vec();
        asl.sort_by(f64::total_cmp);
        let number = |(rank, &value): (u32, &f64)| Number {
            component: "asl".to_owned(),
            of: Subject::Rank(rank),
            value,
        };
        Ok(Outcome { numbers: (1..).zip(&asl).map(number).collect(), ..Outcome::of(&[]) })
    }

    /// Pairs that lose significance (misses) or gain it (false alarms) against the judgments `versus`.
    fn errors(&self, of: usize, versus: &Versus) -> Result<Outcome, Outcome> {
        let StatisticKind::DiscriminativePower(Power { alpha, .. }) = self.grid.statistics[of].kind else {
            return Err(Outcome::failed("not a discriminative power"));
        };
        let (truth, here) = self.vectors(of, versus, "asl")?;
        let flags = |asl: &[f64]| significant(asl, alpha, Reject::Below);
        let found = misses_and_false_alarms(&flags(truth), &flags(here));
        let (misses, alarms) = (found.misses as f64, found.false_alarms as f64);
        Ok(Outcome::of(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
    }

    /// What the statistic `of` says of each pair where this cell compares with, and here.
    pub(super) fn vectors(
        &self,
        of: usize,
        versus: &Versus,
        name: &str,
    ) -> Result<(&[f64], &[f64]), Outcome> {
        Ok((self.vector(of, self.other(versus)?, name)?, self.vector(of, self.task.point, name)?))
    }

    /// What the statistic `of` says of each pair at a point.
    fn vector(&self, of: usize, point: Point, name: &str) -> Result<&[f64], Outcome> {
        let outcome = self.pairs.get(&(of as u32, point, self.task.draw));
        if let Some(failed) = outcome.filter(|outcome| outcome.status == Status::Failed) {
            return Err(Outcome::failed(failed.note.clone()));
        }
        outcome.and_then(|o| o.vector(name)).ok_or_else(|| none("no run pairs to compare"))
    }
}

pub(super) fn none(note: impl Into<String>) -> Outcome {
    Outcome::undefined(note)
}
