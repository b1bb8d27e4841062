//! Tables of scores: runs by topics by measures, in every form of output.

mod sheet;
mod trec_eval;

use std::borrow::Cow;

use rejudge_metrics::Metric;
use rejudge_tables::frame::{Format, Frame, Kind, Table, Values, in_line, plot};
use serde_json::{Map, Value, json};

use super::{EvalError, PresetRules, Scores};
pub(crate) use sheet::best_first;
pub use trec_eval::{Zscores, trec_eval_lines};

/// The extent of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// True if every topic is.
    pub per_topic: bool,
    /// True if the summary over topics is.
    pub summary: bool,
}

/// The topic name in the rows of a summary.
pub(crate) const SUMMARY: &str = "all";

impl Scores {
    /// The scores as rows, with the rules in force.
    pub fn rows(&self, rules: &PresetRules, shown: Shown) -> ScoreRows<'_> {
        let metrics = || 0..self.metrics.len();
        let run = |run: usize| RunRows {
            name: self.runs[run].as_str().into(),
            counted: self.counted(run).len(),
            topics: match shown.per_topic {
                true => self.counted(run).iter().map(|&topic| self.topics[topic].into()).collect(),
                false => Vec::new(),
            },
            scores: metrics().map(|metric| self.of_run(run, metric).into()).collect(),
            all: metrics().map(|metric| self.summary(run, metric)).collect(),
        };
        let measure = |metric: &Metric| (metric.to_string(), metric.family().entry().higher_is_better);
        ScoreRows {
            measures: self.metrics.iter().map(measure).collect(),
            rules: rules.fields(),
            runs: (0..self.runs.len()).map(run).collect(),
            shown,
        }
    }
}

/// Scores of any kind, by runs.
#[derive(Clone, Debug)]
pub struct ScoreRows<'a> {
    /// The name of each measure, and true if a higher value is better; otherwise no best value is marked.
    pub(crate) measures: Vec<(String, bool)>,
    /// Field and value of each rule, as on the command line.
    pub(crate) rules: Vec<(String, String)>,
    pub(crate) runs: Vec<RunRows<'a>>,
    /// The extent of the output.
    pub(crate) shown: Shown,
}

/// Scores of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunRows<'a> {
    pub name: Cow<'a, str>,
    /// The number of topics of its summary.
    pub counted: usize,
    /// These topics, if they are shown.
    pub topics: Vec<Cow<'a, str>>,
    /// By measure, the scores of these topics.
    pub scores: Vec<Cow<'a, [f64]>>,
    /// By measure, the summary.
    pub all: Vec<f64>,
}

impl ScoreRows<'_> {
    /// The table, as far as a form shows it.
    ///
    /// # Errors
    /// If rows of a topic look like those of the summary.
    pub fn table(&self, format: Format) -> Result<Table, EvalError> {
        let mut topics = self.runs.iter().flat_map(|run| &run.topics);
        if self.shown.per_topic && format != Format::Json && topics.any(|topic| topic == SUMMARY) {
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
        if format == Format::Json {
            table.json = Some(self.json());
        } else if format == Format::Svg {
            let (x, by) = if self.shown.per_topic { ("topic", Some("run")) } else { ("run", None) };
            let names = self.measures.iter().map(|(name, _)| name.clone()).enumerate();
            let figure = plot(&table.name, &self.pivot(names), Some(x), None, by);
            table.figure = Some(figure.map_err(|error| EvalError::Usage(format!("{error:#}")))?);
        } else if format.is_for_people() {
            table.sheets = Some(vec![self.sheet()]);
        } else if format != Format::TrecEval {
            table.rows = self.frame();
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
        for run in &self.runs {
            for (topic, values) in run.blocks(self.shown) {
                for ((measure, _), value) in self.measures.iter().zip(values) {
                    rows.push([(&*run.name).into(), topic.into(), measure.into(), value.into()]);
                }
            }
        }
        rows
    }

    /// A row for each run, or for each run and topic if topics are shown, with `columns`: the places of measures and their
    /// names.
    pub fn pivot(&self, columns: impl IntoIterator<Item = (usize, String)>) -> Frame {
        let per_topic = self.shown.per_topic;
        let rows = |run: &RunRows<'_>| if per_topic { run.topics.len() } else { 1 };
        let names = self.runs.iter().flat_map(|run| std::iter::repeat_n(&run.name, rows(run))).collect();
        let frame = Frame::default().with("run", "name of the run", Values::Text(names));
        let frame = if per_topic {
            let topics = self.runs.iter().flat_map(|run| &run.topics).collect();
            frame.with("topic", "name of the topic", Values::Text(topics))
        } else {
            let counted = self.runs.iter().map(|run| Some(run.counted as i64)).collect();
            frame.with("topics", "topics that the scores are over", Values::Whole(counted))
        };
        columns.into_iter().fold(frame, |frame, (at, name)| {
            let scores =
                self.runs.iter().flat_map(|run| if per_topic { &*run.scores[at] } else { &run.all[at..=at] });
            let values = scores.copied().map(Some).collect();
            frame.with(&name, &self.measures[at].0, Values::Number(values))
        })
    }

    /// Returns a JSON object: the rules in force, and for each run its summary and, if they are shown, its topics.
    fn json(&self) -> Value {
        let object = |values: &[f64]| -> Value {
            let named = self.measures.iter().zip(values);
            Value::Object(named.map(|((name, _), value)| (name.clone(), json!(value))).collect())
        };
        let run = |run: &RunRows<'_>| {
            let mut entry = json!({ "run": run.name, "topics-counted": run.counted });
            if self.shown.summary {
                entry["all"] = object(&run.all);
            }
            if self.shown.per_topic {
                let topics = run.blocks(Shown { summary: false, ..self.shown });
                let topics = topics.map(|(topic, values)| (topic.to_owned(), object(&values)));
                entry["topics"] = topics.collect::<Map<_, _>>().into();
            }
            entry
        };
        let rules: Map<String, Value> =
            self.rules.iter().map(|(field, value)| (field.clone(), json!(value))).collect();
        json!({ "rules": rules, "runs": self.runs.iter().map(run).collect::<Vec<_>>() })
    }
}

impl RunRows<'_> {
    /// Returns its topics and its summary, as far as they are shown, with the scores by measure.
    fn blocks(&self, shown: Shown) -> impl Iterator<Item = (&str, Vec<f64>)> {
        let topics = if shown.per_topic { self.topics.as_slice() } else { &[] };
        let topics = topics.iter().enumerate();
        let topics =
            topics.map(|(at, topic)| (&**topic, self.scores.iter().map(|scores| scores[at]).collect()));
        topics.chain(shown.summary.then(|| (SUMMARY, self.all.clone())))
    }
}
