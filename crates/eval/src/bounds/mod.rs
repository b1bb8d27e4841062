//! The lowest and the highest scores that the judgments allow, of runs and of pairs of runs.

mod numbered;

use std::num::NonZeroU32;

use rayon::prelude::*;
use rejudge_bounds::{
    Bounding, Bounds, BoundsError, Kind, Order, PairBounds, Retrieved, RunBounds, says_nothing,
};
use rejudge_frame::{Frame, Values};
use rejudge_metrics::{Metric, Summary};
use rejudge_pools::TopicIx;
use rejudge_spec::{NoRelevant, Rules};

use crate::plural::counted;
use crate::{EvalError, Input, PresetRules, SUMMARY, Scores, Table, Wanted};
use numbered::Numbered;
pub use numbered::load_for_bounds;

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BoundsOf {
    /// The score of each run
    Runs,
    /// The difference of each pair of runs, and what is shown of their order
    Pairs,
}

/// Runs with topics of their own have no difference.
const OTHER_TOPICS: &str = "bounds of pairs need one set of topics, and the runs have others: \
                            --topics qrels or intersection";

/// One run is no pair.
const ONE_RUN: &str = "bounds of pairs need 2 runs or more, and 1 is given";

/// Bounds of runs, topic by topic, and of pairs.
pub struct BoundedScores {
    runs: Vec<String>,
    topics: Vec<String>,
    metrics: Vec<Metric>,
    /// For each run the topics that its summary is over.
    counted: Vec<Vec<TopicIx>>,
    by_run: Vec<RunBounds>,
    pairs: Vec<Vec<PairBounds>>,
    /// By cutoff within the pool: for measures whose bounds say nothing, the measure there.
    within: Vec<AtCutoff>,
}

/// A measure cut where the pool covers the runs.
struct AtCutoff {
    of: Metric,
    metric: Metric,
    width: f64,
    pairs: Vec<Vec<PairBounds>>,
}

impl From<BoundsError> for EvalError {
    fn from(error: BoundsError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl BoundedScores {
    /// The bounds of what `scores` are of: of an input whose judgments are a collection that has its runs,
    /// each document with a number ([`load_for_bounds`]).
    ///
    /// # Errors
    /// When a measure has no bounds, topics may be dropped, or pairs are asked for and runs have topics of their own.
    pub fn of(
        input: &Input,
        wanted: &Wanted,
        rules: &Rules,
        scores: &Scores,
        of: BoundsOf,
    ) -> Result<Self, EvalError> {
        if rules.no_relevant == NoRelevant::Drop {
            return Err(BoundsError::TopicsDropped.into());
        }
        let gains = &input.gains(wanted, rules)?;
        let numbered = &Numbered::new(&input.judgments, &input.view, (0..input.runs.len()).collect(), rules);
        let (collection, view) = (numbered.collection, numbered.view);
        let retrieved = Retrieved::new(collection, rules.max_rank.map(NonZeroU32::get))?;
        let bounding = |metrics: &[Metric]| {
            Bounding::new(metrics, gains, rules.min_rel.get(), collection, view, &retrieved)
        };
        let counted: Vec<Vec<TopicIx>> =
            (0..scores.runs.len()).map(|run| scores.counted(run).to_vec()).collect();
        let of_runs = |bounding: &Bounding<'_>| -> Vec<RunBounds> {
            let of_run = |run: usize| bounding.bounds([&numbered.joined[run]], &counted[run]);
            (0..counted.len()).into_par_iter().map(of_run).collect()
        };
        if of == BoundsOf::Pairs && counted.iter().any(|topics| *topics != counted[0]) {
            return Err(EvalError::Usage(OTHER_TOPICS.to_owned()));
        }
        if of == BoundsOf::Pairs && counted.len() == 1 {
            return Err(EvalError::Usage(ONE_RUN.to_owned()));
        }
        let of_pairs = |bounding: &Bounding<'_>| match of {
            BoundsOf::Pairs => bounding.pairs(&numbered.runs, &numbered.joined, &counted[0]),
            BoundsOf::Runs => Vec::new(),
        };
        let all = bounding(&wanted.metrics)?;
        let mut bounded = Self {
            runs: scores.runs.clone(),
            topics: scores.topics.clone(),
            metrics: wanted.metrics.clone(),
            by_run: of_runs(&all),
            pairs: of_pairs(&all),
            within: Vec::new(),
            counted: counted.clone(),
        };
        let without: Vec<Metric> = (0..bounded.metrics.len())
            .filter(|&metric| bounded.says_nothing(metric))
            .map(|metric| bounded.metrics[metric].clone())
            .filter(|metric| metric.cutoff().is_none())
            .collect();
        for cutoff in numbered.within(&counted) {
            // Some measures know no cutoff.
            let cut = |of: &Metric| Some((of.clone(), format!("{of}@{cutoff}").parse::<Metric>().ok()?));
            let (of, metrics): (Vec<Metric>, Vec<Metric>) = without.iter().filter_map(cut).unzip();
            let at = bounding(&metrics)?;
            let (by_run, pairs) = (of_runs(&at), of_pairs(&at));
            for (place, (of, metric)) in of.into_iter().zip(metrics).enumerate() {
                let widths = by_run.iter().map(|of| mean(&metric, of, place).width());
                let width = widths.sum::<f64>() / by_run.len() as f64;
                let pairs = pairs.iter().map(|row| vec![row[place]]).collect();
                bounded.within.push(AtCutoff { of, metric, width, pairs });
            }
        }
        Ok(bounded)
    }

    /// The bounds of a run's summary.
    fn summary(&self, run: usize, metric: usize) -> Bounds {
        mean(&self.metrics[metric], &self.by_run[run], metric)
    }

    fn score(&self, run: usize, metric: usize) -> f64 {
        self.metrics[metric].summary().of(self.by_run[run].scores(metric, 0).iter().copied())
    }

    /// Whether the bounds of the runs are wider than the runs are apart.
    fn says_nothing(&self, metric: usize) -> bool {
        let scores: Vec<f64> = (0..self.runs.len()).map(|run| self.score(run, metric)).collect();
        let bounds: Vec<Bounds> = (0..self.runs.len()).map(|run| self.summary(run, metric)).collect();
        says_nothing(&scores, &bounds)
    }

    /// What a reader must know of the bounds, a line each: how many pairs they order, and where they say
    /// nothing, at which cutoffs within the pool they say more.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (at, metric) in self.metrics.iter().enumerate() {
            if !self.pairs.is_empty() {
                notes.push(format!("{metric}: {}", ordered(&self.pairs, at)));
            }
            if !self.says_nothing(at) {
                continue;
            }
            let widths = (0..self.runs.len()).map(|run| self.summary(run, at).width());
            let width = widths.sum::<f64>() / self.runs.len() as f64;
            notes.push(format!(
                "{metric}: the bounds say nothing at this depth: they are {width:.3} wide on average, \
                 more than the best and the worst run are apart"
            ));
            for AtCutoff { metric, width, pairs, .. } in self.within.iter().filter(|at| at.of == *metric) {
                let pairs = if pairs.is_empty() { String::new() } else { format!("; {}", ordered(pairs, 0)) };
                notes.push(format!("{metric}, within the pool: {width:.3} wide on average{pairs}"));
            }
        }
        notes
    }

    /// A table of runs: a row for each run, measure and topic asked for.
    pub fn runs(&self, rules: &PresetRules, per_topic: bool) -> Table {
        let (mut names, mut numbers) = (<[Vec<String>; 4]>::default(), <[Vec<Option<f64>>; 3]>::default());
        let mut add = |texts: [&str; 4], score: f64, bounds: Bounds| {
            names.iter_mut().zip(texts).for_each(|(column, text)| column.push(text.to_owned()));
            let cells = [score, bounds.lower, bounds.upper];
            numbers.iter_mut().zip(cells).for_each(|(column, number)| column.push(Some(number)));
        };
        for (run, name) in self.runs.iter().enumerate() {
            for (at, metric) in self.metrics.iter().enumerate() {
                let measure = metric.to_string();
                let kinds = self.by_run[run].kinds(at, 0);
                let topics = if per_topic { self.counted[run].as_slice() } else { &[] };
                let (scores, bounds) = (self.by_run[run].scores(at, 0), self.by_run[run].of_run(at, 0));
                for (place, &topic) in topics.iter().enumerate() {
                    let texts = [name, &self.topics[topic], &measure, kinds[place].word()];
                    add(texts, scores[place], bounds[place]);
                }
                let kind = Kind::of_mean(kinds).word();
                add([name, SUMMARY, &measure, kind], self.score(run, at), self.summary(run, at));
            }
        }
        let [runs, topics, measures, kinds] = names.map(Values::Text);
        let [values, lower, upper] = numbers.map(Values::Number);
        let frame = Frame::default()
            .with("run", "name of the run", runs)
            .with("topic", "name of the topic; all: the summary over topics", topics)
            .with("measure", "name of the measure", measures)
            .with("value", "the score; undefined ones are 0", values)
            .with("lower", "no filling of the unjudged documents scores less", lower)
            .with("upper", "no filling of the unjudged documents scores more", upper)
            .with("bounds", "exact: some filling scores that; outer: none need", kinds);
        Table { frame, about: rules.to_string(), rows: "bounds" }
    }

    /// A table of pairs: a row for each measure and pair.
    pub fn pairs(&self, rules: &PresetRules) -> Table {
        let (mut names, mut numbers) = (<[Vec<String>; 5]>::default(), <[Vec<Option<f64>>; 4]>::default());
        for (at, metric) in self.metrics.iter().enumerate() {
            // The ratio of two geometric means is the difference of their logarithms.
            let of = match metric.summary() {
                Summary::GeometricMean => "logarithms",
                Summary::Mean | Summary::Sum => "scores",
            };
            for ((first, second), row) in pairs_of(self.runs.len()).zip(&self.pairs) {
                let PairBounds { order, difference, found } = row[at];
                let above = match order {
                    Order::Second => format!("{} ({})", order.words(), self.runs[second]),
                    Order::First => format!("{} ({})", order.words(), self.runs[first]),
                    _ => order.words().to_owned(),
                };
                let [first, second] = [first, second].map(|run| self.runs[run].clone());
                let texts = [metric.to_string(), first, second, of.to_owned(), above];
                names.iter_mut().zip(texts).for_each(|(column, text)| column.push(text));
                let cells = [difference.lower, difference.upper, found.lower, found.upper];
                numbers.iter_mut().zip(cells).for_each(|(column, number)| column.push(Some(number)));
            }
        }
        let [measures, first, second, of, orders] = names.map(Values::Text);
        let [lower, upper, low, high] = numbers.map(Values::Number);
        let frame = Frame::default()
            .with("measure", "name of the measure", measures)
            .with("run", "name of the first run", first)
            .with("other", "name of the second", second)
            .with("differences-of", "what is subtracted: scores; logarithms of geometric means", of)
            .with("lower", "no filling gives the first less above the second", lower)
            .with("upper", "no filling gives it more", upper)
            .with("least-found", "the difference under a filling that was found", low)
            .with("most-found", "the difference under another", high)
            .with("order", "what is shown", orders);
        Table { frame, about: rules.to_string(), rows: "pairs" }
    }
}

/// The summary of the lower and of the upper bounds: topics have no hole in common, so that one filling is at
/// the end of each.
fn mean(metric: &Metric, of: &RunBounds, measure: usize) -> Bounds {
    let (summary, bounds) = (metric.summary(), of.of_run(measure, 0));
    Bounds {
        lower: summary.of(bounds.iter().map(|of| of.lower)),
        upper: summary.of(bounds.iter().map(|of| of.upper)),
    }
}

/// The pairs of so many runs, in the order in which they are bounded.
fn pairs_of(runs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..runs).flat_map(move |first| (first + 1..runs).map(move |second| (first, second)))
}

/// How many pairs are ordered, flip, or neither.
fn ordered(pairs: &[Vec<PairBounds>], measure: usize) -> String {
    let count = |is: fn(Order) -> bool| pairs.iter().filter(|row| is(row[measure].order)).count();
    format!(
        "of {}, {} ordered under every filling, {} shown to flip by two, {} cannot be said",
        counted(pairs.len(), "pair"),
        count(|order| matches!(order, Order::First | Order::Second)),
        count(|order| order == Order::Flips),
        count(|order| order == Order::Unknown),
    )
}
