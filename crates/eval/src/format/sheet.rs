//! A table of scores for people. The run with the highest summary by the first measure comes first, unless
//! another order was requested.

use rejudge_names::plural::counted;
use rejudge_pools::topic_order;
use rejudge_tables::frame::{Cell, Decimals, Heading, Sheet, positions_of_best, rounded};

use super::{SUMMARY, ScoreRows, TableMeasure};

impl<M: TableMeasure> ScoreRows<'_, M> {
    /// Returns the table.
    pub(crate) fn sheet(&self) -> Sheet {
        let measures = 0..self.measures.len();
        let decimals: Vec<Decimals> = measures.clone().map(|measure| self.decimals(measure)).collect();
        let best: Vec<Vec<usize>> = measures.map(|measure| self.best(measure)).collect();
        let mut columns = vec![Heading::words("run")];
        columns.extend(self.options.per_topic.then(|| Heading::words("topic")));
        columns.extend(self.measures.iter().map(|name| Heading::numbers(name)));
        let mut sheet = Sheet { columns, notes: vec![self.about_digits()], ..Sheet::default() };
        let order = if self.keeps_order {
            self.runs().collect()
        } else {
            best_first(&self.summaries(0), &self.scores.runs)
        };
        for run in order {
            for (topic, values) in self.blocks(run, self.options) {
                let mut row: Vec<Cell> = vec![self.scores.runs[run].clone().into()];
                row.extend(self.options.per_topic.then(|| topic.into()));
                row.extend(values.iter().enumerate().map(|(measure, &value)| Cell {
                    text: rounded(value, decimals[measure]),
                    is_best: topic == SUMMARY && best[measure].contains(&run),
                    mark: String::new(),
                }));
                sheet.rows.push(row);
            }
        }
        sheet
    }

    /// Returns the summary of each run by a measure.
    fn summaries(&self, measure: usize) -> Vec<f64> {
        self.runs().map(|run| self.scores.summary(run, measure)).collect()
    }

    /// Returns the runs with the best summary by a measure. There are none if all summaries are equal, or if
    /// a higher score is not better, as for NumRet.
    fn best(&self, measure: usize) -> Vec<usize> {
        let has_best = self.scores.metrics[measure].higher_is_better();
        if has_best { positions_of_best(&self.summaries(measure)) } else { Vec::new() }
    }

    /// Returns the number of decimals for a measure. It is 0 if the scores look like counts: all are whole
    /// numbers, and some summary is above 1.
    pub(crate) fn decimals(&self, measure: usize) -> Decimals {
        let scores = || self.runs().map(|run| self.scores.of_run(run, measure));
        let summaries = self.summaries(measure);
        let is_whole = |score: &f64| score.fract() == 0.0;
        let are_counts = scores().flatten().all(is_whole)
            && summaries.iter().all(is_whole)
            && summaries.iter().any(|value| *value > 1.0);
        match (are_counts, self.options.decimals) {
            (true, _) => Decimals(0),
            (false, Some(decimals)) => Decimals(decimals),
            (false, None) if self.options.per_topic => Decimals::for_topics(),
            (false, None) => Decimals::from_samples(scores()),
        }
    }

    /// Returns a sentence that says how the numbers are rounded.
    fn about_digits(&self) -> String {
        if self.options.per_topic || self.options.decimals.is_some() {
            return "Scores are rounded.".to_owned();
        }
        let topics = self.runs().map(|run| self.scores.counted(run).len()).max().unwrap_or(0);
        format!(
            "Means over {} are rounded where their standard error has two digits.",
            counted(topics, "topic")
        )
    }
}

/// Returns the indices of runs by mean, the highest first. Runs with equal means are ordered by name.
pub(crate) fn best_first(means: &[f64], names: &[impl AsRef<str>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..means.len()).collect();
    order.sort_by(|&a, &b| {
        means[b].total_cmp(&means[a]).then_with(|| topic_order(names[a].as_ref(), names[b].as_ref()))
    });
    order
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rejudge_pools::ScoreMatrix;

    use super::super::{OutputOptions, Scores};
    use super::*;

    const MEANS: OutputOptions = OutputOptions { per_topic: false, summary: true, decimals: None };

    /// Returns the table of runs that have AP and NumRet on two topics.
    fn sheet(runs: &[(&str, [f64; 2], [f64; 2])], options: OutputOptions) -> Sheet {
        let matrix = |scores: &[f64; 2]| ScoreMatrix::new(2, scores.map(Some));
        let scores: Scores = Scores {
            runs: runs.iter().map(|(name, ..)| (*name).to_owned()).collect(),
            topics: Arc::new(["1", "2"].into_iter().collect()),
            metrics: ["AP", "NumRet"].map(|name| name.parse().expect(name)).into(),
            counted: vec![[0, 1].into(); runs.len()],
            by_run: runs.iter().map(|(_, ap, count)| [ap, count].map(matrix).into()).collect(),
        };
        scores.rows(Vec::new(), options).sheet()
    }

    #[test]
    fn runs_are_ordered_by_the_first_measure_and_then_by_name() {
        let runs = [
            ("r10", [0.5, 0.25], [10.0, 5.0]),
            ("r9", [0.25, 0.5], [10.0, 5.0]),
            ("top", [0.75, 1.0], [1.0, 2.0]),
        ];
        let means = sheet(&runs, MEANS);
        let texts: Vec<Vec<&str>> =
            means.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(texts, [["top", "0.88", "3"], ["r9", "0.38", "15"], ["r10", "0.38", "15"]]);
        assert!(means.rows[0][1].is_best && !means.rows[1][1].is_best);
        assert!(!means.rows.iter().any(|row| row[2].is_best), "more retrieved is not better");
        let topics = sheet(&runs, OutputOptions { per_topic: true, summary: false, decimals: None });
        assert_eq!((topics.rows.len(), topics.rows[0][1].text.as_str()), (6, "1"));
        assert_eq!(topics.rows[0][2].text, "0.7500");
        let digits = sheet(&runs, OutputOptions { decimals: Some(3), ..MEANS });
        assert_eq!((digits.rows[0][1].text.as_str(), digits.rows[0][2].text.as_str()), ("0.875", "3"));
    }

    #[test]
    fn equal_runs_are_not_marked_as_best() {
        let runs = [("a", [0.5, 0.5], [1.0, 1.0]), ("b", [0.5, 0.5], [1.0, 1.0])];
        assert!(!sheet(&runs, MEANS).has_best());
        assert!(!sheet(&runs[..1], MEANS).has_best());
    }
}
