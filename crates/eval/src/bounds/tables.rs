//! Bounds written down: rows of runs, and of pairs.

use rejudge_frame::{Frame, Values};
use rejudge_metrics::Summary;
use rejudge_pools::bounds::{Bounds, Kind, Order, PairBounds};

use super::BoundedScores;
use crate::{PresetRules, SUMMARY, Table};

impl BoundedScores {
    /// A table of runs: a row for each run, measure and topic asked for.
    pub fn runs(&self, rules: &PresetRules, per_topic: bool) -> Table {
        let (mut names, mut numbers) = (<[Vec<String>; 4]>::default(), <[Vec<Option<f64>>; 5]>::default());
        let mut add = |texts: [&str; 4], score: f64, bounds: Bounds, between: [Option<f64>; 2]| {
            names.iter_mut().zip(texts).for_each(|(column, text)| column.push(text.to_owned()));
            let [condensed, filled] = between;
            let cells = [Some(score), Some(bounds.lower), Some(bounds.upper), condensed, filled];
            numbers.iter_mut().zip(cells).for_each(|(column, number)| column.push(number));
        };
        for (run, name) in self.runs.iter().enumerate() {
            for (at, metric) in self.metrics.iter().enumerate() {
                let measure = metric.to_string();
                let kinds = self.by_run[run].kinds(at, 0);
                let topics = if per_topic { self.counted[run].as_slice() } else { &[] };
                let (scores, bounds) = (self.by_run[run].scores(at, 0), self.by_run[run].of_run(at, 0));
                for (place, &topic) in topics.iter().enumerate() {
                    let texts = [name, &self.topics[topic], &measure, kinds[place].word()];
                    let condensed = self.of_condensed[at].map(|at| self.condensed.of_run(run, at)[place]);
                    let filled = self.filled.as_ref().map(|filled| filled.value(run, topic, at));
                    add(texts, scores[place], bounds[place], [condensed, filled]);
                }
                let texts = [name, SUMMARY, &measure, Kind::of_mean(kinds).word()];
                let condensed = self.of_condensed[at].map(|at| self.condensed.summary(run, at));
                let counted = &self.counted[run];
                let filled = self.filled.as_ref().map(|filled| filled.summary_over(run, at, counted));
                add(texts, self.score(run, at), self.summary(run, at), [condensed, filled]);
            }
        }
        let [runs, topics, measures, kinds] = names.map(Values::Text);
        let [values, lower, upper, condensed, filled] = numbers.map(Values::Number);
        let mut frame = Frame::default()
            .with("run", "name of the run", runs)
            .with("topic", "name of the topic; all: the summary over topics", topics)
            .with("measure", "name of the measure", measures)
            .with("value", "the score; undefined ones are 0", values)
            .with("lower", "no filling of the unjudged documents scores less", lower)
            .with("upper", "no filling of the unjudged documents scores more", upper)
            .with("bounds", "exact: some filling scores that; outer: none need", kinds)
            .with("condensed", "the score of the list without unjudged documents", condensed);
        if self.filled.is_some() {
            let about = "the score with the other judge's judgments of what people did not judge";
            frame = frame.with("filled", about, filled);
        }
        Table { frame, about: rules.to_string(), rows: "bounds", ..Table::default() }
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
        Table { frame, about: rules.to_string(), rows: "pairs", ..Table::default() }
    }
}

/// The pairs of so many runs, in the order in which they are bounded.
fn pairs_of(runs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..runs).flat_map(move |first| (first + 1..runs).map(move |second| (first, second)))
}
