//! Differences between the scores of runs on each topic, without a test.

use rejudge_tables::frame::{Cell, Frame, Heading, Kind, Sheet, Table, rounded};

use super::compare::{compared_pairs, listed_pairs};
use super::format::best_first;
use super::rules::table_by;
use super::{EvalError, OutputOptions, Scores, TableMeasure};

/// The columns of the table, which has a row for each measure, topic and pair of runs.
const COLUMNS: [(&str, Kind, &str); 7] = [
    ("measure", Kind::Text, "name of the measure"),
    ("topic", Kind::Text, "name of the topic"),
    ("run", Kind::Text, "name of the run"),
    ("baseline", Kind::Text, "name of the baseline; without one, name of the pair's second run"),
    ("score", Kind::Number, "score of the run; an undefined score is 0"),
    ("baseline-score", Kind::Number, "score of `baseline`; an undefined score is 0"),
    ("difference", Kind::Number, "score minus baseline-score"),
];

/// The differences to show.
#[derive(Clone, Copy, Debug)]
pub struct TopicDifferences<'a> {
    /// The run with which we compare all others; `None` compares every pair of runs.
    pub baseline: Option<&'a str>,
    /// The number of decimals in tables for people, or `None` for the usual number.
    pub decimals: Option<usize>,
}

impl TopicDifferences<'_> {
    /// Returns the table. Its rows are ordered by measure, topic and pair. In the table for people, the
    /// topics of each pair are together, and the topic with the smallest difference comes first, because
    /// people ask on which topics a run is worse. If the pairs were mixed, the worst run would fill the top
    /// of the table.
    ///
    /// Few topics, unjudged runs and sums over topics are not refused, because there is no test.
    ///
    /// # Errors
    /// If the baseline is missing, there is only one run, or the runs differ in their topics.
    pub fn table<M: TableMeasure>(
        self,
        scores: &Scores<M>,
        rules: Vec<(String, String)>,
    ) -> Result<Table, EvalError> {
        let pairs = compared_pairs(scores, self.baseline)?;
        let topics = scores.common_topics("--compare")?;
        let mut rows = Frame::new(COLUMNS);
        for (metric, measure) in scores.metrics.iter().enumerate() {
            let measure = measure.to_string();
            for (position, &topic) in topics.iter().enumerate() {
                for &(run, baseline) in &pairs {
                    let [score, baseline_score] =
                        [run, baseline].map(|run| scores.of_run(run, metric)[position]);
                    rows.push([
                        (&measure).into(),
                        (&scores.topics[topic]).into(),
                        (&scores.runs[run]).into(),
                        (&scores.runs[baseline]).into(),
                        score.into(),
                        baseline_score.into(),
                        (score - baseline_score).into(),
                    ]);
                }
            }
        }
        let sheets = Some(vec![self.sheet(scores, topics, &pairs)]);
        Ok(Table { sheets, ..table_by(rules, "differences", rows, "") })
    }

    /// Returns the table for people.
    fn sheet<M: TableMeasure>(self, scores: &Scores<M>, topics: &[usize], pairs: &[(usize, usize)]) -> Sheet {
        let options = OutputOptions { per_topic: true, summary: false, decimals: self.decimals };
        let score_rows = scores.rows(Vec::new(), options);
        let mut columns: Vec<Heading> = ["measure", "run", "baseline", "topic"].map(Heading::words).into();
        columns.extend(["score", "baseline score", "difference"].map(Heading::numbers));
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for (metric, measure) in scores.metrics.iter().enumerate() {
            let decimals = score_rows.decimals(metric);
            let summaries: Vec<f64> = (0..scores.runs.len()).map(|run| scores.summary(run, metric)).collect();
            let order = best_first(&summaries, &scores.runs);
            for (_, (run, baseline)) in listed_pairs(pairs, &order, self.baseline.is_some()) {
                let [run_scores, baseline_scores] = [run, baseline].map(|run| scores.of_run(run, metric));
                let mut differences: Vec<(&str, [f64; 3])> = Vec::new();
                for (position, &topic) in topics.iter().enumerate() {
                    let (score, baseline_score) = (run_scores[position], baseline_scores[position]);
                    differences
                        .push((&scores.topics[topic], [score, baseline_score, score - baseline_score]));
                }
                differences.sort_by(|(_, [.., a]), (_, [.., b])| a.total_cmp(b));
                for (topic, numbers) in differences {
                    let mut row: Vec<Cell> = vec![measure.to_string().into()];
                    row.extend([&scores.runs[run], &scores.runs[baseline]].map(|name| name.clone().into()));
                    row.push(topic.into());
                    row.extend(numbers.map(|number| rounded(number, decimals).into()));
                    rows.push(row);
                }
            }
        }
        Sheet {
            title: "Differences by topic.".to_owned(),
            columns,
            rows,
            notes: vec![
                "For each pair, the smallest difference comes first. Numbers are rounded.".to_owned(),
            ],
            ..Sheet::default()
        }
    }
}
