//! Tables of scores in all output formats.

mod sheet;
mod trec_eval;

use std::ops::Range;

use rejudge_tables::frame::{Format, Frame, Kind, Part, Table, Values, in_line, plot};
use serde_json::{Map, Value, json};

use super::{EvalError, Scores, TableMeasure};
pub(crate) use sheet::best_first;
pub use trec_eval::{Zscores, trec_eval_lines};

/// The parts of the scores that a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputOptions {
    /// True if the score on each topic is shown.
    pub per_topic: bool,
    /// True if the summary over topics is shown.
    pub summary: bool,
    /// The number of decimals in tables for people. If it is `None`, a mean has as many digits as its standard error
    /// supports.
    pub decimals: Option<usize>,
}

/// Rows with the summary over topics have this name instead of a topic.
pub(crate) const SUMMARY: &str = "all";

/// Refuses a topic with the name of the summary. `advice` says what the user can do.
pub(crate) fn check_summary_name<'a>(
    mut topics: impl Iterator<Item = &'a str>,
    advice: &str,
) -> Result<(), EvalError> {
    if topics.any(|topic| topic == SUMMARY) {
        return Err(EvalError::Data(format!(
            "the topic `{SUMMARY}` has the name of the summary over topics, and their rows would look alike: {advice}"
        )));
    }
    Ok(())
}

impl<M: TableMeasure> Scores<M> {
    /// Returns the scores as rows. `rules` are the names and values of the rules by which they were computed.
    pub fn rows(&self, rules: Vec<(String, String)>, options: OutputOptions) -> ScoreRows<'_, M> {
        let measures = self.metrics.iter().map(M::to_string).collect();
        ScoreRows { scores: self, measures, rules, options, keeps_order: false }
    }
}

/// Scores that can be shown in each output format.
#[derive(Clone, Debug)]
pub struct ScoreRows<'a, M> {
    scores: &'a Scores<M>,
    /// The names of the measures.
    measures: Vec<String>,
    /// The name and value of each rule, as on the command line.
    rules: Vec<(String, String)>,
    options: OutputOptions,
    /// True if tables for people keep the order of the runs. Otherwise the run with the highest summary by
    /// the first measure comes first.
    keeps_order: bool,
}

impl<M: TableMeasure> ScoreRows<'_, M> {
    /// Keeps the order of the runs in tables for people, which otherwise begin with the run that has the
    /// highest summary by the first measure.
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { keeps_order: true, ..self }
    }

    /// Returns the table, with the contents that a format needs.
    ///
    /// # Errors
    /// If a figure cannot be drawn. Also if topics are shown in a format other than JSON, and one of them is
    /// called `all`, because its rows would look like rows of the summary.
    pub fn table(&self, format: Format) -> Result<Table, EvalError> {
        let part = format.part();
        if self.options.per_topic && part != Part::Json {
            let advice = "give it another name, leave out -q, or ask for --format json";
            check_summary_name(self.runs().flat_map(|run| self.topics(run)), advice)?;
        }
        let mut table = Table {
            name: "scores".to_owned(),
            is_headless: true,
            rules: self.rules.clone(),
            about: in_line(&self.rules),
            ..Table::default()
        };
        match part {
            Part::Rows => table.rows = self.frame(),
            Part::Sheets => table.sheets = Some(vec![self.sheet()]),
            Part::Json => table.json = Some(self.json()),
            Part::Figure => {
                let (x, by) = if self.options.per_topic { ("topic", Some("run")) } else { ("run", None) };
                let names = self.measures.iter().cloned().enumerate();
                let figure = plot(&table.name, &self.pivot(names), Some(x), None, by);
                table.figure = Some(figure.map_err(|error| EvalError::Usage(format!("{error:#}")))?);
            }
            // `trec_eval_lines` writes these lines, with trec_eval's names as they were requested. We have only our names.
            Part::Lines => {}
        }
        Ok(table)
    }

    /// Returns a row for each run, topic and measure. The summary of a run (`all`) follows its topics.
    fn frame(&self) -> Frame {
        let mut rows = Frame::new([
            ("run", Kind::Text, "name of the run"),
            ("topic", Kind::Text, "name of the topic; all: the summary over topics"),
            ("measure", Kind::Text, "name of the measure"),
            ("value", Kind::Number, "the score; undefined ones are 0"),
        ]);
        for run in self.runs() {
            for (topic, values) in self.blocks(run, self.options) {
                for (measure, value) in self.measures.iter().zip(values) {
                    rows.push([(&self.scores.runs[run]).into(), topic.into(), measure.into(), value.into()]);
                }
            }
        }
        rows
    }

    /// Returns a row for each run, or for each run and topic if topics are shown. Each of the `columns` is the index of a
    /// measure, and the name of its column.
    pub fn pivot(&self, columns: impl IntoIterator<Item = (usize, String)>) -> Frame {
        let (per_topic, scores) = (self.options.per_topic, self.scores);
        let rows = |run: usize| if per_topic { scores.counted(run).len() } else { 1 };
        let names = self.runs().flat_map(|run| std::iter::repeat_n(&scores.runs[run], rows(run))).collect();
        let mut frame = Frame::default().with("run", "name of the run", Values::Text(names));
        if per_topic {
            let topics = self.runs().flat_map(|run| self.topics(run)).collect();
            frame = frame.with("topic", "name of the topic", Values::Text(topics));
        } else {
            let counts = self.runs().map(|run| Some(scores.counted(run).len() as i64)).collect();
            frame = frame.with("topics", "number of topics in the summary", Values::Whole(counts));
        }
        for (measure, name) in columns {
            let values = if per_topic {
                self.runs().flat_map(|run| scores.of_run(run, measure)).copied().map(Some).collect()
            } else {
                self.runs().map(|run| Some(scores.summary(run, measure))).collect()
            };
            frame = frame.with(&name, &self.measures[measure], Values::Number(values));
        }
        frame
    }

    /// Returns a JSON object with the rules and the runs. A run has its summary, its topics, or both, as
    /// `self.options` requests.
    fn json(&self) -> Value {
        let rules: Map<String, Value> =
            self.rules.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({ "rules": rules, "runs": self.runs().map(|run| self.json_of_run(run)).collect::<Vec<_>>() })
    }

    fn json_of_run(&self, run: usize) -> Value {
        let by_measure = |values: &[f64]| -> Value {
            let scores = self.measures.iter().zip(values);
            Value::Object(scores.map(|(name, value)| (name.clone(), json!(value))).collect())
        };
        let scores = self.scores;
        let mut object = json!({ "run": scores.runs[run], "topics-counted": scores.counted(run).len() });
        for (topic, values) in self.blocks(run, OutputOptions { per_topic: false, ..self.options }) {
            object[topic] = by_measure(&values);
        }
        if self.options.per_topic {
            let topics = self.blocks(run, OutputOptions { summary: false, ..self.options });
            let topics = topics.map(|(topic, values)| (topic.to_owned(), by_measure(&values)));
            object["topics"] = topics.collect::<Map<_, _>>().into();
        }
        object
    }

    /// Returns the indices of the runs.
    fn runs(&self) -> Range<usize> {
        0..self.scores.runs.len()
    }

    /// Returns the names of the topics that count for a run.
    fn topics(&self, run: usize) -> impl Iterator<Item = &str> {
        self.scores.counted(run).iter().map(|&topic| &self.scores.topics[topic])
    }

    /// Returns the scores of a run by each measure, for each topic and then for the summary. `options` decides which of them
    /// are included.
    fn blocks(&self, run: usize, options: OutputOptions) -> impl Iterator<Item = (&str, Vec<f64>)> {
        let topics = self.topics(run).enumerate().filter(move |_| options.per_topic);
        let topics =
            topics.map(move |(position, topic)| (topic, self.scores.values(run, position).collect()));
        let summaries =
            || (0..self.measures.len()).map(|measure| self.scores.summary(run, measure)).collect();
        topics.chain(options.summary.then(|| (SUMMARY, summaries())))
    }
}
