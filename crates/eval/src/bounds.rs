//! The lowest and the highest scores that the judgments allow, of runs and of pairs of runs.

use std::num::NonZeroU32;

use rayon::prelude::*;
use rejudge_experiment::spec::NoRelevant;
use rejudge_metrics::Summary;
use rejudge_names::plural::counted;
use rejudge_pools::bounds::{
    Bounding, Bounds, BoundsError, Kind as BoundsKind, Order, PairBounds, Retrieved, RunBounds, says_nothing,
};
use rejudge_pools::{JoinedRun, RunIx};
use rejudge_stats::pairs;
use rejudge_tables::frame::{Frame, Table};

use crate::measure_names::condensed;
use crate::{EvalError, Input, PresetRules, SUMMARY, Scores, Wanted};

/// The quantities that can be bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BoundsOf {
    /// The score of each run
    Runs,
    /// The difference of each pair of runs, and what is shown of their order
    Pairs,
}

/// Bounds of runs, topic by topic, and of pairs.
pub struct BoundedScores<'a> {
    scores: &'a Scores,
    /// Scores of the condensed lists, by measures that have such a form.
    condensed: Scores,
    /// By measure, its place in `condensed`.
    of_condensed: Vec<Option<usize>>,
    /// Scores of the same runs and measures with the judgments of another judge for documents that people did not
    /// judge.
    pub filled: Option<Scores>,
    by_run: Vec<RunBounds>,
    pairs: Vec<Vec<PairBounds>>,
}

/// The column of scores with another judge's labels: name and description.
const FILLED: (&str, &str) = (
    "filled",
    "the score with the other judge's judgments of what people did not judge; outside of the bounds if the judge calls \
     documents relevant that no run retrieved",
);

impl From<BoundsError> for EvalError {
    fn from(error: BoundsError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl<'a> BoundedScores<'a> {
    /// Computes the bounds of `scores`, from an input whose judgments are a collection with its runs, in which each
    /// document has a number ([`Input::load_numbered`]).
    ///
    /// # Errors
    /// If a measure has no bounds, topics may be dropped, or pairs are requested and runs differ in their topics.
    pub fn new(
        input: &Input,
        wanted: &Wanted,
        by: &PresetRules,
        scores: &'a Scores,
        of: BoundsOf,
    ) -> Result<Self, EvalError> {
        let rules = &by.rules;
        if rules.no_relevant == NoRelevant::Drop {
            return Err(BoundsError::topics_dropped().into());
        }
        let (collection, gains) = (&input.judgments, input.gains(wanted, rules)?);
        let runs: Vec<RunIx> = (0..input.runs.len()).collect();
        let joined: Vec<JoinedRun> =
            runs.iter().map(|&run| JoinedRun::new(collection, run, rules.depth())).collect();
        let retrieved = Retrieved::new(collection, rules.max_rank.map(NonZeroU32::get))?;
        let (metrics, min_rel) = (&wanted.metrics, rules.min_rel.get());
        let bounding = Bounding::new(metrics, &gains, min_rel, collection, &input.view, &retrieved)?;
        let pairs = match of {
            BoundsOf::Runs => Vec::new(),
            BoundsOf::Pairs if runs.len() == 1 => {
                return Err(EvalError::Usage(
                    "bounds of pairs need 2 runs or more, and 1 is given".to_owned(),
                ));
            }
            BoundsOf::Pairs => bounding.pairs(&runs, &joined, scores.common_topics("--bounds=pairs")?, false),
        };
        let of_run = |run: usize| bounding.bounds([&joined[run]], scores.counted(run));
        let by_run = (0..runs.len()).into_par_iter().map(of_run).collect();
        let mut on_condensed = Wanted::default();
        let of_condensed = metrics.iter().map(|metric| Some(on_condensed.add(condensed(metric)?))).collect();
        let condensed = Scores::of_any(input, &on_condensed, rules)?;
        Ok(Self { scores, condensed, of_condensed, filled: None, by_run, pairs })
    }

    /// The bounds of a run by a measure, topic by topic.
    pub(crate) fn of_run(&self, run: usize, metric: usize) -> &[Bounds] {
        self.by_run[run].of_run(metric, 0)
    }

    /// The bounds of a run's summary.
    fn summary(&self, run: usize, metric: usize) -> Bounds {
        self.by_run[run].summary(self.scores.metrics[metric].summary(), metric, 0)
    }

    /// Returns remarks that a reader of the bounds needs, a line each: how many pairs they order, and if they are too wide.
    pub fn notes(&self) -> Vec<String> {
        let runs = || 0..self.by_run.len();
        let mut notes = Vec::new();
        for (at, metric) in self.scores.metrics.iter().enumerate() {
            if !self.pairs.is_empty() {
                let count = |is: fn(Order) -> bool| self.pairs.iter().filter(|row| is(row[at].order)).count();
                notes.push(format!(
                    "{metric}: of {}, {} ordered under every filling, {} flipped by two fillings, {} cannot be said",
                    counted(self.pairs.len(), "pair"),
                    count(|order| matches!(order, Order::First | Order::Second)),
                    count(|order| order == Order::Flips),
                    count(|order| order == Order::Unknown),
                ));
            }
            let scores: Vec<f64> = runs().map(|run| self.scores.summary(run, at)).collect();
            let bounds: Vec<Bounds> = runs().map(|run| self.summary(run, at)).collect();
            if says_nothing(&scores, &bounds) {
                let width = bounds.iter().map(|of| of.width()).sum::<f64>() / bounds.len() as f64;
                notes.push(format!(
                    "{metric}: the bounds say nothing at this depth: their mean width, {width:.3}, \
                     exceeds the gap between the best and the worst run"
                ));
            }
        }
        notes
    }

    /// A table of runs: a row for each run, measure and topic asked for.
    pub fn runs(&self, rules: &PresetRules, per_topic: bool) -> Table {
        let mut rows = Frame::default();
        for (run, name) in self.scores.runs.iter().enumerate() {
            let (of_run, counted) = (&self.by_run[run], self.scores.counted(run));
            for (at, metric) in self.scores.metrics.iter().enumerate() {
                let measure = metric.to_string();
                let mut add = |topic: &str,
                               score: f64,
                               bounds: Bounds,
                               kind: BoundsKind,
                               others: [Option<f64>; 2]| {
                    let [condensed, filled] = others;
                    let row = [
                        ("run", "name of the run", name.into()),
                        ("topic", "name of the topic; all: the summary over topics", topic.into()),
                        ("measure", "name of the measure", (&measure).into()),
                        ("value", "the score; undefined ones are 0", score.into()),
                        ("lower", "no filling of the unjudged documents scores less", bounds.lower.into()),
                        ("upper", "no filling of the unjudged documents scores more", bounds.upper.into()),
                        ("bounds", "exact: some filling scores that; outer: none need", kind.word().into()),
                        ("condensed", "the score of the list without unjudged documents", condensed.into()),
                    ];
                    rows.add(row.into_iter().chain(filled.map(|filled| (FILLED.0, FILLED.1, filled.into()))));
                };
                let (kinds, filled) = (of_run.kinds(at, 0), self.filled.as_ref());
                for (place, &topic) in counted.iter().enumerate().filter(|_| per_topic) {
                    let condensed = self.of_condensed[at].map(|at| self.condensed.of_run(run, at)[place]);
                    let filled = filled.map(|filled| filled.value(run, topic, at));
                    let (score, bounds) = (self.scores.of_run(run, at)[place], of_run.of_run(at, 0)[place]);
                    add(&self.scores.topics[topic], score, bounds, kinds[place], [condensed, filled]);
                }
                let condensed = self.of_condensed[at].map(|at| self.condensed.summary(run, at));
                let filled = filled.map(|filled| filled.summary_over(run, at, counted));
                let (score, bounds) = (self.scores.summary(run, at), self.summary(run, at));
                add(SUMMARY, score, bounds, BoundsKind::of_mean(kinds), [condensed, filled]);
            }
        }
        rules.table("bounds", rows, "")
    }

    /// A table of pairs: a row for each measure and pair.
    pub fn pairs(&self, rules: &PresetRules) -> Table {
        let (mut rows, runs) = (Frame::default(), &self.scores.runs);
        for (at, metric) in self.scores.metrics.iter().enumerate() {
            let measure = metric.to_string();
            // The ratio of two geometric means is the difference of their logarithms.
            let of = match metric.summary() {
                Summary::GeometricMean => "logarithms",
                Summary::Mean | Summary::Sum => "scores",
            };
            for ((first, second), row) in pairs(runs.len()).zip(&self.pairs) {
                let PairBounds { order, difference, found } = row[at];
                let above = match order {
                    Order::Second => format!("{} ({})", order.words(), runs[second]),
                    Order::First => format!("{} ({})", order.words(), runs[first]),
                    _ => order.words().to_owned(),
                };
                rows.add([
                    ("measure", "name of the measure", (&measure).into()),
                    ("run", "name of the first run", (&runs[first]).into()),
                    ("other", "name of the second", (&runs[second]).into()),
                    (
                        "differences-of",
                        "what is subtracted: scores; logarithms of geometric means",
                        of.into(),
                    ),
                    ("lower", "no filling gives the first less above the second", difference.lower.into()),
                    ("upper", "no filling gives it more", difference.upper.into()),
                    ("least-found", "the difference under a filling that was found", found.lower.into()),
                    ("most-found", "the difference under another", found.upper.into()),
                    ("order", "what is shown", (&above).into()),
                ]);
            }
        }
        rules.table("pairs", rows, "")
    }
}
