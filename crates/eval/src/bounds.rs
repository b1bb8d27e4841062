//! The lowest and highest scores that the judgments allow, for runs and pairs of runs.

use std::num::NonZeroU32;

use rayon::prelude::*;
use rejudge_experiment::spec::NoRelevant;
use rejudge_metrics::Summary;
use rejudge_names::plural::counted;
use rejudge_pools::bounds::{
    Bounding, Bounds, BoundsError, Kind as BoundsKind, Order, PairBounds, Retrieved, RunBounds,
    are_uninformative,
};
use rejudge_pools::{JoinedRun, RunIx};
use rejudge_stats::pairs;
use rejudge_tables::frame::{Frame, Table};

use crate::measure_names::condensed;
use crate::{EvalError, Input, PresetRules, RequestedMeasures, SUMMARY, Scores};

/// The quantities that can be bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BoundsOf {
    /// The score of each run
    Runs,
    /// The difference of each pair of runs, and whether their order is certain
    Pairs,
}

/// The bounds of runs, topic by topic, and of pairs of runs.
pub struct BoundedScores<'a> {
    scores: &'a Scores,
    /// The scores of condensed lists, by the measures that have a condensed form.
    condensed: Scores,
    /// For each measure, the position of its condensed form in `condensed`.
    condensed_form: Vec<Option<usize>>,
    /// The scores if another judge's labels replace the missing judgments.
    pub filled: Option<Scores>,
    by_run: Vec<RunBounds>,
    pairs: Vec<Vec<PairBounds>>,
}

/// The name and the description of the column with another judge's labels.
const FILLED_COLUMN: (&str, &str) = (
    "filled",
    "score with the other judge's labels for documents that people did not judge; it may be outside the bounds if the \
     judge calls documents relevant that no run retrieved",
);

impl From<BoundsError> for EvalError {
    fn from(error: BoundsError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl<'a> BoundedScores<'a> {
    /// Computes the bounds of `scores`. The input must have a number for each document ([`Input::load_numbered`]).
    ///
    /// # Errors
    /// If a measure has no bounds, if the rules may drop topics, or if the measures or the rules do not fit the
    /// judgments. If pairs are requested, it is also an error if there is only one run, or if runs have different
    /// topics.
    pub fn new(
        input: &Input,
        measures: &RequestedMeasures,
        rules: &PresetRules,
        scores: &'a Scores,
        bounds_of: BoundsOf,
    ) -> Result<Self, EvalError> {
        let rules = &rules.rules;
        if rules.no_relevant == NoRelevant::Drop {
            return Err(BoundsError::topics_dropped().into());
        }
        let (collection, gains) = (&input.judgments, input.gains(measures, rules)?);
        let runs: Vec<RunIx> = (0..input.runs.len()).collect();
        let joined: Vec<JoinedRun> =
            runs.iter().map(|&run| JoinedRun::new(collection, run, rules.depth())).collect();
        let retrieved = Retrieved::new(collection, rules.max_rank.map(NonZeroU32::get))?;
        let (metrics, min_rel) = (&measures.metrics, rules.min_rel.get());
        let bounding = Bounding::new(metrics, &gains, min_rel, collection, &input.view, &retrieved)?;
        let pairs = match bounds_of {
            BoundsOf::Runs => Vec::new(),
            BoundsOf::Pairs if runs.len() == 1 => {
                return Err(EvalError::Usage("bounds of pairs need two runs, found one".to_owned()));
            }
            BoundsOf::Pairs => bounding.pairs(&runs, &joined, scores.common_topics("--bounds=pairs")?, false),
        };
        let by_run = (0..runs.len())
            .into_par_iter()
            .map(|run| bounding.bounds([&joined[run]], scores.counted(run)))
            .collect();
        let mut condensed_measures = RequestedMeasures::default();
        let condensed_form =
            metrics.iter().map(|metric| Some(condensed_measures.add(condensed(metric)?))).collect();
        let condensed = Scores::compute_leniently(input, &condensed_measures, rules)?;
        Ok(Self { scores, condensed, condensed_form, filled: None, by_run, pairs })
    }

    /// Returns the bounds of a run by a measure, topic by topic.
    pub(crate) fn of_run(&self, run: usize, metric: usize) -> &[Bounds] {
        self.by_run[run].of_run(metric, 0)
    }

    /// Returns the bounds of a run's summary by a measure.
    fn summary(&self, run: usize, metric: usize) -> Bounds {
        self.by_run[run].summary(self.scores.metrics[metric].summary(), metric, 0)
    }

    /// Returns remarks on each measure, of one line each. If pairs of runs were bounded, a remark counts the
    /// pairs whose order is certain. Another remark warns if the mean width of the bounds exceeds the gap
    /// between the best and the worst run.
    pub fn notes(&self) -> Vec<String> {
        let runs = || 0..self.by_run.len();
        let mut notes = Vec::new();
        for (index, metric) in self.scores.metrics.iter().enumerate() {
            if !self.pairs.is_empty() {
                let count =
                    |fits: fn(Order) -> bool| self.pairs.iter().filter(|row| fits(row[index].order)).count();
                notes.push(format!(
                    "{metric}: of {}, {} in the same order under every filling, {} in different orders under two \
                     fillings, {} undecided",
                    counted(self.pairs.len(), "pair"),
                    count(|order| matches!(order, Order::First | Order::Second)),
                    count(|order| order == Order::Flips),
                    count(|order| order == Order::Unknown),
                ));
            }
            let scores: Vec<f64> = runs().map(|run| self.scores.summary(run, index)).collect();
            let bounds: Vec<Bounds> = runs().map(|run| self.summary(run, index)).collect();
            if are_uninformative(&scores, &bounds) {
                let width = bounds.iter().map(|bounds| bounds.width()).sum::<f64>() / bounds.len() as f64;
                notes.push(format!(
                    "{metric}: the bounds are too wide to say anything: their mean width, {width:.3}, \
                     exceeds the gap between the best and the worst run"
                ));
            }
        }
        notes
    }

    /// Returns a table with a row for each run and measure, and for each topic if `per_topic`.
    pub fn runs(&self, rules: &PresetRules, per_topic: bool) -> Table {
        let mut rows = Frame::default();
        for (run, name) in self.scores.runs.iter().enumerate() {
            let (run_bounds, counted) = (&self.by_run[run], self.scores.counted(run));
            for (index, metric) in self.scores.metrics.iter().enumerate() {
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
                        ("value", "the score; an undefined score is 0", score.into()),
                        ("lower", "no filling of the unjudged documents scores less", bounds.lower.into()),
                        ("upper", "no filling of the unjudged documents scores more", bounds.upper.into()),
                        (
                            "bounds",
                            "exact: some filling has this score; outer: perhaps no filling has it",
                            kind.word().into(),
                        ),
                        ("condensed", "score of the list without unjudged documents", condensed.into()),
                    ];
                    rows.add(
                        row.into_iter()
                            .chain(filled.map(|filled| (FILLED_COLUMN.0, FILLED_COLUMN.1, filled.into()))),
                    );
                };
                let (kinds, filled) = (run_bounds.kinds(index, 0), self.filled.as_ref());
                for (position, &topic) in counted.iter().enumerate().filter(|_| per_topic) {
                    let condensed =
                        self.condensed_form[index].map(|form| self.condensed.of_run(run, form)[position]);
                    let filled = filled.map(|filled| filled.value(run, topic, index));
                    let score = self.scores.of_run(run, index)[position];
                    let bounds = run_bounds.of_run(index, 0)[position];
                    add(&self.scores.topics[topic], score, bounds, kinds[position], [condensed, filled]);
                }
                let condensed = self.condensed_form[index].map(|form| self.condensed.summary(run, form));
                let filled = filled.map(|filled| filled.summary_over(run, index, counted.iter().copied()));
                let (score, bounds) = (self.scores.summary(run, index), self.summary(run, index));
                add(SUMMARY, score, bounds, BoundsKind::of_mean(kinds), [condensed, filled]);
            }
        }
        rules.table("bounds", rows, "")
    }

    /// Returns a table with a row for each measure and pair of runs.
    pub fn pairs(&self, rules: &PresetRules) -> Table {
        let (mut rows, runs) = (Frame::default(), &self.scores.runs);
        for (index, metric) in self.scores.metrics.iter().enumerate() {
            let measure = metric.to_string();
            // Geometric means are compared by their ratio. The logarithm of the ratio is a difference of
            // logarithms, and the columns contain this difference.
            let differences_of = match metric.summary() {
                Summary::GeometricMean => "logarithms",
                Summary::Mean | Summary::Sum => "scores",
            };
            for ((first, second), row) in pairs(runs.len()).zip(&self.pairs) {
                let PairBounds { order, difference, reached } = row[index];
                let shown_order = match order {
                    Order::Second => format!("{} ({})", order.words(), runs[second]),
                    Order::First => format!("{} ({})", order.words(), runs[first]),
                    _ => order.words().to_owned(),
                };
                rows.add([
                    ("measure", "name of the measure", (&measure).into()),
                    ("run", "name of the first run", (&runs[first]).into()),
                    ("other", "name of the second run", (&runs[second]).into()),
                    (
                        "differences-of",
                        "what is subtracted: scores, or logarithms of geometric means",
                        differences_of.into(),
                    ),
                    (
                        "lower",
                        "no filling gives the first run a smaller lead over the second",
                        difference.lower.into(),
                    ),
                    (
                        "upper",
                        "no filling gives the first run a larger lead over the second",
                        difference.upper.into(),
                    ),
                    (
                        "least-found",
                        "smallest difference under the fillings that were tried",
                        reached.lower.into(),
                    ),
                    (
                        "most-found",
                        "largest difference under the fillings that were tried",
                        reached.upper.into(),
                    ),
                    (
                        "order",
                        "whether the order is certain, and then which run is ahead",
                        (&shown_order).into(),
                    ),
                ]);
            }
        }
        rules.table("pairs", rows, "")
    }
}
