//! Scores for people: runs by measures, by the first measure from the best run down.

use rejudge_names::plural::counted;
use rejudge_pools::topic_order;
use rejudge_tables::frame::{Cell, Decimals, Heading, Sheet, best_of, rounded};

use super::{SUMMARY, ScoreRows};

impl ScoreRows<'_> {
    /// The table.
    pub(crate) fn sheet(&self) -> Sheet {
        let measures = 0..self.measures.len();
        let decimals: Vec<Decimals> = measures.clone().map(|at| self.decimals(at)).collect();
        let best: Vec<Vec<usize>> = measures.map(|at| self.best(at)).collect();
        let mut columns = vec![Heading::words("run")];
        columns.extend(self.shown.per_topic.then(|| Heading::words("topic")));
        columns.extend(self.measures.iter().map(|(name, _)| Heading::numbers(name)));
        let mut sheet = Sheet { columns, notes: vec![self.about_digits()], ..Sheet::default() };
        let first: Vec<f64> = self.runs.iter().map(|run| run.all[0]).collect();
        let names: Vec<&str> = self.runs.iter().map(|run| &*run.name).collect();
        for at in best_first(&first, &names) {
            let run = &self.runs[at];
            for (topic, values) in run.blocks(self.shown) {
                let mut row: Vec<Cell> = vec![names[at].into()];
                row.extend(self.shown.per_topic.then(|| topic.into()));
                row.extend(values.iter().enumerate().map(|(measure, &value)| Cell {
                    text: rounded(value, decimals[measure]),
                    is_best: topic == SUMMARY && best[measure].contains(&at),
                    mark: String::new(),
                }));
                sheet.rows.push(row);
            }
        }
        sheet
    }

    /// The runs with the best summary by a measure.
    fn best(&self, measure: usize) -> Vec<usize> {
        let values: Vec<f64> = self.runs.iter().map(|run| run.all[measure]).collect();
        if self.measures[measure].1 { best_of(&values) } else { Vec::new() }
    }

    /// Returns the decimals of a measure; whole numbers stay whole.
    fn decimals(&self, measure: usize) -> Decimals {
        let scores = || self.runs.iter().map(|run| run.scores[measure].as_ref());
        let summaries = || self.runs.iter().map(|run| run.all[measure]);
        let is_whole = |score: &f64| score.fract() == 0.0;
        let are_counts = scores().flatten().all(is_whole)
            && summaries().all(|value| is_whole(&value))
            && summaries().any(|value| value > 1.0);
        match are_counts {
            true => Decimals(0),
            false if self.shown.per_topic => Decimals::of_topics(),
            false => Decimals::of_means(scores()),
        }
    }

    fn about_digits(&self) -> String {
        let topics = self.runs.iter().map(|run| run.counted).max().unwrap_or(0);
        match self.shown.per_topic {
            true => "Scores are rounded.".to_owned(),
            false => format!(
                "Means over {} are rounded where their standard error has two digits.",
                counted(topics, "topic")
            ),
        }
    }
}

/// Returns the places of runs by their means from the highest down, runs of equal means by name.
pub(crate) fn best_first(means: &[f64], names: &[impl AsRef<str>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..means.len()).collect();
    order.sort_by(|&a, &b| {
        means[b].total_cmp(&means[a]).then_with(|| topic_order(names[a].as_ref(), names[b].as_ref()))
    });
    order
}

#[cfg(test)]
mod tests {
    use super::super::{RunRows, Shown};
    use super::*;

    const MEANS: Shown = Shown { per_topic: false, summary: true };

    /// Runs with AP and a count on two topics each.
    fn rows<'a>(runs: &'a [(&'a str, [f64; 2], [f64; 2])], shown: Shown) -> ScoreRows<'a> {
        let of_run = |(name, ap, count): &'a (&'a str, [f64; 2], [f64; 2])| RunRows {
            name: (*name).into(),
            counted: 2,
            topics: vec!["1".into(), "2".into()],
            scores: vec![ap.as_slice().into(), count.as_slice().into()],
            all: vec![(ap[0] + ap[1]) / 2.0, count[0] + count[1]],
        };
        let measures = vec![("AP".into(), true), ("NumRet".into(), false)];
        ScoreRows { measures, rules: Vec::new(), runs: runs.iter().map(of_run).collect(), shown }
    }

    #[test]
    fn runs_come_by_the_first_measure_and_then_by_name() {
        let runs = [
            ("r10", [0.5, 0.25], [10.0, 5.0]),
            ("r9", [0.25, 0.5], [10.0, 5.0]),
            ("top", [0.75, 1.0], [1.0, 2.0]),
        ];
        let sheet = rows(&runs, MEANS).sheet();
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
        let runs = [("a", [0.5, 0.5], [1.0, 1.0]), ("b", [0.5, 0.5], [1.0, 1.0])];
        assert!(!rows(&runs, MEANS).sheet().has_best());
        assert!(!rows(&runs[..1], MEANS).sheet().has_best());
    }
}
