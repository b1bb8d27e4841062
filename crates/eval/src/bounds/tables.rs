//! Tables of bounds: rows of runs, and of pairs.

use rejudge_metrics::Summary;
use rejudge_pools::bounds::{Bounds, Kind as BoundsKind, Order, PairBounds};
use rejudge_tables::frame::{Frame, Kind, Table, Value};

use super::BoundedScores;
use crate::{PresetRules, SUMMARY};

/// The columns of bounds of runs.
const OF_RUNS: [(&str, Kind, &str); 8] = [
    ("run", Kind::Text, "name of the run"),
    ("topic", Kind::Text, "name of the topic; all: the summary over topics"),
    ("measure", Kind::Text, "name of the measure"),
    ("value", Kind::Number, "the score; undefined ones are 0"),
    ("lower", Kind::Number, "no filling of the unjudged documents scores less"),
    ("upper", Kind::Number, "no filling of the unjudged documents scores more"),
    ("bounds", Kind::Text, "exact: some filling scores that; outer: none need"),
    ("condensed", Kind::Number, "the score of the list without unjudged documents"),
];

/// The columns of bounds of pairs.
const OF_PAIRS: [(&str, Kind, &str); 9] = [
    ("measure", Kind::Text, "name of the measure"),
    ("run", Kind::Text, "name of the first run"),
    ("other", Kind::Text, "name of the second"),
    ("differences-of", Kind::Text, "what is subtracted: scores; logarithms of geometric means"),
    ("lower", Kind::Number, "no filling gives the first less above the second"),
    ("upper", Kind::Number, "no filling gives it more"),
    ("least-found", Kind::Number, "the difference under a filling that was found"),
    ("most-found", Kind::Number, "the difference under another"),
    ("order", Kind::Text, "what is shown"),
];

impl BoundedScores {
    /// A table of runs: a row for each run, measure and topic asked for.
    pub fn runs(&self, rules: &PresetRules, per_topic: bool) -> Table {
        let mut rows = Frame::new(OF_RUNS);
        if self.filled.is_some() {
            let about = "the score with the other judge's judgments of what people did not judge; outside of the bounds if \
                         the judge calls documents relevant that no run retrieved";
            rows = rows.with("filled", about, Kind::Number.none());
        }
        let mut add =
            |texts: [&str; 3], score: f64, bounds: Bounds, kind: &str, condensed, filled: Option<f64>| {
                let [run, topic, measure] = texts.map(Value::Text);
                let numbers = [score, bounds.lower, bounds.upper].map(Value::from);
                let [value, lower, upper] = numbers;
                let row = [run, topic, measure, value, lower, upper, kind.into(), Value::Number(condensed)];
                rows.push(row.into_iter().chain(filled.map(Value::from)));
            };
        for (run, name) in self.runs.iter().enumerate() {
            for (at, metric) in self.metrics.iter().enumerate() {
                let measure = metric.to_string();
                let kinds = self.by_run[run].kinds(at, 0);
                let topics = if per_topic { self.counted[run].as_slice() } else { &[] };
                let (scores, bounds) = (self.by_run[run].scores(at, 0), self.by_run[run].of_run(at, 0));
                for (place, &topic) in topics.iter().enumerate() {
                    let texts = [name, &self.topics[topic], &measure];
                    let condensed = self.of_condensed[at].map(|at| self.condensed.of_run(run, at)[place]);
                    let filled = self.filled.as_ref().map(|filled| filled.value(run, topic, at));
                    add(texts, scores[place], bounds[place], kinds[place].word(), condensed, filled);
                }
                let kind = BoundsKind::of_mean(kinds).word();
                let condensed = self.of_condensed[at].map(|at| self.condensed.summary(run, at));
                let counted = &self.counted[run];
                let filled = self.filled.as_ref().map(|filled| filled.summary_over(run, at, counted));
                add(
                    [name, SUMMARY, &measure],
                    self.score(run, at),
                    self.summary(run, at),
                    kind,
                    condensed,
                    filled,
                );
            }
        }
        rules.table("bounds", rows, "")
    }

    /// A table of pairs: a row for each measure and pair.
    pub fn pairs(&self, rules: &PresetRules) -> Table {
        let mut rows = Frame::new(OF_PAIRS);
        for (at, metric) in self.metrics.iter().enumerate() {
            let measure = metric.to_string();
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
                rows.push([
                    (&measure).into(),
                    (&self.runs[first]).into(),
                    (&self.runs[second]).into(),
                    of.into(),
                    difference.lower.into(),
                    difference.upper.into(),
                    found.lower.into(),
                    found.upper.into(),
                    (&above).into(),
                ]);
            }
        }
        rules.table("pairs", rows, "")
    }
}

/// Returns the pairs of so many runs, in the order in which they are bounded.
fn pairs_of(runs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..runs).flat_map(move |first| (first + 1..runs).map(move |second| (first, second)))
}
