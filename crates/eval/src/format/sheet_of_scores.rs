//! Scores for people: runs by measures, by the first measure from the best run down.

use rejudge_pools::topic_order;

use rejudge_tables::frame::{Cell, Decimals, Heading, Sheet, best_of, rounded};

use super::{RunRows, ScoreRows};
use rejudge_names::plural::counted;

impl ScoreRows<'_> {
    /// The table.
    pub(super) fn sheet(&self) -> Sheet {
        let order = by_first_measure(&self.runs);
        let decimals: Vec<Decimals> = (0..self.measures.len()).map(|at| self.decimals(at)).collect();
        let mut columns = vec![Heading::words("run")];
        columns.extend(self.shown.per_topic.then(|| Heading::words("topic")));
        columns.extend(self.measures.iter().map(|name| Heading::numbers(name)));
        let mut sheet = Sheet { columns, notes: vec![self.about_digits()], ..Sheet::default() };
        let best: Vec<Vec<usize>> = (0..self.measures.len()).map(|at| self.best(at)).collect();
        for at in order {
            let run = &self.runs[at];
            for (topic, values) in self.blocks(run) {
                let is_summary = std::ptr::eq(values, run.all.as_slice());
                let mut row: Vec<Cell> = vec![run.name.into()];
                row.extend(self.shown.per_topic.then(|| topic.into()));
                row.extend(values.iter().enumerate().map(|(measure, &value)| Cell {
                    text: rounded(value, decimals[measure]),
                    is_best: is_summary && best[measure].contains(&at),
                    mark: String::new(),
                }));
                sheet.rows.push(row);
            }
        }
        sheet
    }

    /// The runs with the best mean of a measure.
    fn best(&self, measure: usize) -> Vec<usize> {
        let values: Vec<f64> = self.runs.iter().map(|run| run.all[measure]).collect();
        if self.has_best[measure] { best_of(&values) } else { Vec::new() }
    }

    /// Returns the decimals of a measure; whole numbers stay whole.
    fn decimals(&self, measure: usize) -> Decimals {
        let spreads = || self.runs.iter().map(|run| run.spreads[measure]);
        let summaries = || self.runs.iter().map(|run| run.all[measure]);
        let counts = spreads().all(|spread| spread.is_whole)
            && summaries().all(|value| value.fract() == 0.0)
            && summaries().any(|value| value > 1.0);
        match counts {
            true => Decimals(0),
            false if self.shown.per_topic => Decimals::of_topics(),
            false => Decimals::of_errors(spreads().filter_map(|spread| spread.error)),
        }
    }

    fn about_digits(&self) -> String {
        let topics = self.runs.iter().map(|run| run.counted).max().unwrap_or(0);
        let how = match self.shown.per_topic {
            true => "Scores are rounded".to_owned(),
            false => format!(
                "Means over {} are rounded where their standard error has two digits",
                counted(topics, "topic")
            ),
        };
        format!("{how}.")
    }
}

/// The places of runs, by the first measure from the highest down, runs of equal means by name.
fn by_first_measure(runs: &[RunRows<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..runs.len()).collect();
    let first = |at: usize| runs[at].all.first().copied().unwrap_or_default();
    order.sort_by(|&a, &b| {
        first(b).total_cmp(&first(a)).then_with(|| topic_order(runs[a].name, runs[b].name))
    });
    order
}

#[cfg(test)]
mod tests {
    use super::super::Shown;
    use super::*;

    fn rows<'a>(runs: &'a [(&'a str, [f64; 2], [f64; 2])], shown: Shown) -> ScoreRows<'a> {
        let of_run = |(name, a, b): &'a (&'a str, [f64; 2], [f64; 2])| {
            let topics = vec![("1", a.to_vec()), ("2", b.to_vec())];
            RunRows::of_topics(name, topics, vec![(a[0] + b[0]) / 2.0, a[1] + b[1]])
        };
        ScoreRows {
            measures: vec!["AP".into(), "NumRet".into()],
            has_best: vec![true, false],
            rules: Vec::new(),
            runs: runs.iter().map(of_run).collect(),
            shown,
            lines: None,
        }
    }

    #[test]
    fn runs_come_by_the_first_measure_and_then_by_name() {
        let runs = [
            ("r10", [0.5, 10.0], [0.25, 5.0]),
            ("r9", [0.25, 10.0], [0.5, 5.0]),
            ("top", [0.75, 1.0], [1.0, 2.0]),
        ];
        let sheet = rows(&runs, Shown::SUMMARY).sheet();
        let texts: Vec<Vec<&str>> =
            sheet.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(texts, [["top", "0.88", "3"], ["r9", "0.38", "15"], ["r10", "0.38", "15"]]);
        assert!(sheet.rows[0][1].is_best && !sheet.rows[1][1].is_best);
        assert!(!sheet.rows.iter().any(|row| row[2].is_best), "more retrieved is not better");
        let topics = rows(&runs, Shown { per_topic: true, summary: false }).sheet();
        assert_eq!((topics.rows.len(), topics.rows[0][1].text.as_str()), (6, "1"));
        assert_eq!(topics.rows[0][2].text, "0.7500");
    }

    #[test]
    fn nothing_is_the_best_of_equals() {
        let runs = [("a", [0.5, 1.0], [0.5, 1.0]), ("b", [0.5, 1.0], [0.5, 1.0])];
        assert!(!rows(&runs, Shown::SUMMARY).sheet().has_best());
        assert!(!rows(&runs[..1], Shown::SUMMARY).sheet().has_best());
    }
}
