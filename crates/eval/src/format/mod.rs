//! Tables of scores: runs by topics by measures, in every form of output.

mod sheet;
mod trec_eval;

use std::ops::Range;

use rejudge_tables::frame::{Format, Frame, Kind, Part, Table, Values, in_line, plot};
use serde_json::{Map, Value, json};

use super::{EvalError, Measure, Scores};
pub(crate) use sheet::best_first;
pub use trec_eval::{Zscores, trec_eval_lines};

/// The extent of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// True if every topic is.
    pub per_topic: bool,
    /// True if the summary over topics is.
    pub summary: bool,
    /// The decimals of scores in tables for people; `None`: as many as their errors support.
    pub decimals: Option<usize>,
}

/// The topic name in the rows of a summary.
pub(crate) const SUMMARY: &str = "all";

impl<M: Measure> Scores<M> {
    /// The scores as rows, with the name and value of each rule in force.
    pub fn rows(&self, rules: Vec<(String, String)>, shown: Shown) -> ScoreRows<'_, M> {
        let measures = self.metrics.iter().map(M::to_string).collect();
        ScoreRows { scores: self, measures, rules, shown, keeps_order: false }
    }
}

/// Scores to be shown.
#[derive(Clone, Debug)]
pub struct ScoreRows<'a, M> {
    scores: &'a Scores<M>,
    /// The names of the measures.
    measures: Vec<String>,
    /// Field and value of each rule, as on the command line.
    rules: Vec<(String, String)>,
    /// The extent of the output.
    shown: Shown,
    /// True if tables for people have the runs in their order, too, and not the best first.
    keeps_order: bool,
}

impl<M: Measure> ScoreRows<'_, M> {
    /// Keeps the order of the runs in tables for people.
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { keeps_order: true, ..self }
    }

    /// The table, as far as a form shows it.
    ///
    /// # Errors
    /// If rows of a topic look like those of the summary.
    pub fn table(&self, format: Format) -> Result<Table, EvalError> {
        let mut topics = self.runs().flat_map(|run| self.topics(run));
        let part = format.part();
        if self.shown.per_topic && part != Part::Json && topics.any(|topic| topic == SUMMARY) {
            return Err(EvalError::Data(
                "the topic `all` has the name of the summary over topics, and their rows would look alike: give it \
                 another name, leave out -q, or ask for --format json"
                    .to_owned(),
            ));
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
                let (x, by) = if self.shown.per_topic { ("topic", Some("run")) } else { ("run", None) };
                let names = self.measures.iter().cloned().enumerate();
                let figure = plot(&table.name, &self.pivot(names), Some(x), None, by);
                table.figure = Some(figure.map_err(|error| EvalError::Usage(format!("{error:#}")))?);
            }
            // They need the measures as they were asked for.
            Part::Lines => {}
        }
        Ok(table)
    }

    /// The rows of the long form: run by run, topics, if they are shown, before the summary (`all`).
    fn frame(&self) -> Frame {
        let mut rows = Frame::new([
            ("run", Kind::Text, "name of the run"),
            ("topic", Kind::Text, "name of the topic; all: the summary over topics"),
            ("measure", Kind::Text, "name of the measure"),
            ("value", Kind::Number, "the score; undefined ones are 0"),
        ]);
        for run in self.runs() {
            for (topic, values) in self.blocks(run, self.shown) {
                for (measure, value) in self.measures.iter().zip(values) {
                    rows.push([(&self.scores.runs[run]).into(), topic.into(), measure.into(), value.into()]);
                }
            }
        }
        rows
    }

    /// A row for each run, or for each run and topic if topics are shown, with `columns`: the places of measures and their
    /// names.
    pub fn pivot(&self, columns: impl IntoIterator<Item = (usize, String)>) -> Frame {
        let (per_topic, scores) = (self.shown.per_topic, self.scores);
        let rows = |run: usize| if per_topic { scores.counted(run).len() } else { 1 };
        let names = self.runs().flat_map(|run| std::iter::repeat_n(&scores.runs[run], rows(run))).collect();
        let frame = Frame::default().with("run", "name of the run", Values::Text(names));
        let frame = if per_topic {
            let topics = self.runs().flat_map(|run| self.topics(run)).collect();
            frame.with("topic", "name of the topic", Values::Text(topics))
        } else {
            let counted = self.runs().map(|run| Some(scores.counted(run).len() as i64)).collect();
            frame.with("topics", "topics that the scores are over", Values::Whole(counted))
        };
        columns.into_iter().fold(frame, |frame, (at, name)| {
            let values = match per_topic {
                true => self.runs().flat_map(|run| scores.of_run(run, at)).copied().map(Some).collect(),
                false => self.runs().map(|run| Some(scores.summary(run, at))).collect(),
            };
            frame.with(&name, &self.measures[at], Values::Number(values))
        })
    }

    /// Returns a JSON object: the rules in force, and for each run its summary and, if they are shown, its topics.
    fn json(&self) -> Value {
        let object = |values: &[f64]| -> Value {
            let named = self.measures.iter().zip(values);
            Value::Object(named.map(|(name, value)| (name.clone(), json!(value))).collect())
        };
        let run = |run: usize| {
            let scores = self.scores;
            let mut entry = json!({ "run": scores.runs[run], "topics-counted": scores.counted(run).len() });
            for (topic, values) in self.blocks(run, Shown { per_topic: false, ..self.shown }) {
                entry[topic] = object(&values);
            }
            if self.shown.per_topic {
                let topics = self.blocks(run, Shown { summary: false, ..self.shown });
                let topics = topics.map(|(topic, values)| (topic.to_owned(), object(&values)));
                entry["topics"] = topics.collect::<Map<_, _>>().into();
            }
            entry
        };
        let rules: Map<String, Value> =
            self.rules.iter().map(|(field, value)| (field.clone(), json!(value))).collect();
        json!({ "rules": rules, "runs": self.runs().map(run).collect::<Vec<_>>() })
    }

    /// The places of the runs.
    fn runs(&self) -> Range<usize> {
        0..self.scores.runs.len()
    }

    /// The names of the topics of a run.
    fn topics(&self, run: usize) -> impl Iterator<Item = &str> {
        self.scores.counted(run).iter().map(|&topic| &self.scores.topics[topic])
    }

    /// Returns the topics of a run and its summary, as far as they are shown, with the scores by measure.
    fn blocks(&self, run: usize, shown: Shown) -> impl Iterator<Item = (&str, Vec<f64>)> {
        let topics = self.topics(run).enumerate().filter(move |_| shown.per_topic);
        let topics = topics.map(move |(at, topic)| (topic, self.scores.values(run, at).collect()));
        let all = || (0..self.measures.len()).map(|at| self.scores.summary(run, at)).collect();
        topics.chain(shown.summary.then(|| (SUMMARY, all())))
    }
}
