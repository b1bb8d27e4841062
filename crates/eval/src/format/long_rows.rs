//! Scores of any kind in the shape that formats use: runs, topics, measures by name, and the rules in force.

use rejudge_metrics::Metric;

use rejudge_tables::frame::{Format, Frame, Kind, Values, standard_error};
use serde_json::{Map, Value, json};

use super::{IS_SUMMARY, SUMMARY, ScoreOutput, Shown, has_rows, trec_eval};
use crate::{EvalError, PresetRules};

/// Scores to be written.
#[derive(Clone, Debug)]
pub struct ScoreRows<'a> {
    /// Names of the measures.
    pub measures: Vec<String>,
    /// For each measure, true if a higher value is better; otherwise no best value is marked.
    pub has_best: Vec<bool>,
    /// Field and value of each rule, as on the command line.
    pub rules: Vec<(String, String)>,
    pub runs: Vec<RunRows<'a>>,
    /// The extent of the output.
    pub shown: Shown,
    /// The lines that trec_eval prints, if these are asked for.
    pub(crate) lines: Option<String>,
}

/// Scores of a run, by measure.
#[derive(Clone, Debug)]
pub struct RunRows<'a> {
    pub name: &'a str,
    /// The scores of topics, if they are shown.
    pub topics: Vec<(&'a str, Vec<f64>)>,
    /// The number of topics in its summary.
    pub counted: usize,
    /// The spread of the topics' scores, by measure; empty if no output rounds by it.
    pub(crate) spreads: Vec<Spread>,
    /// The summary.
    pub all: Vec<f64>,
}

/// The spread of the topics' scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The standard error of their mean, if it is known.
    pub error: Option<f64>,
    /// True if all are whole numbers.
    pub is_whole: bool,
}

impl Spread {
    /// Computes the spread of these scores.
    pub fn new(scores: &[f64]) -> Self {
        let is_whole = scores.iter().all(|score| score.fract() == 0.0);
        Self { error: standard_error(scores), is_whole }
    }
}

impl<'a> RunRows<'a> {
    /// Makes the rows of a run with these topics in its summary.
    pub fn of_topics(name: &'a str, topics: Vec<(&'a str, Vec<f64>)>, all: Vec<f64>) -> Self {
        let of_measure = |at: usize| -> Vec<f64> { topics.iter().map(|(_, values)| values[at]).collect() };
        let spreads = (0..all.len()).map(|at| Spread::new(&of_measure(at))).collect();
        Self { name, counted: topics.len(), spreads, topics, all }
    }
}

impl<'a> ScoreRows<'a> {
    /// The scores of measures, as far as they are shown in a form.
    ///
    /// # Errors
    /// If the form is trec_eval's, and a measure has no name there.
    pub fn new(output: ScoreOutput<'a>, format: Format) -> Result<Self, EvalError> {
        let ScoreOutput { scores, rules, shown, .. } = output;
        if format == Format::TREC_EVAL {
            return Ok(Self::of_lines(trec_eval::scores(output)?));
        }
        let measures = 0..scores.metrics.len();
        let run = |run: usize| {
            let topics = scores.counted(run).iter().enumerate().filter(|_| shown.per_topic);
            let topic =
                |(at, topic): (usize, usize)| (&scores.topics[topic], scores.values(run, at).collect());
            RunRows {
                name: &scores.runs[run],
                topics: topics.map(topic).collect(),
                counted: scores.counted(run).len(),
                spreads: measures.clone().map(|metric| Spread::new(scores.of_run(run, metric))).collect(),
                all: measures.clone().map(|metric| scores.summary(run, metric)).collect(),
            }
        };
        Ok(Self::of_measures(&scores.metrics, rules, shown, (0..scores.runs.len()).map(run).collect()))
    }

    fn of_lines(lines: String) -> Self {
        let (measures, has_best, rules, runs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { measures, has_best, rules, runs, shown: Shown::SUMMARY, lines: Some(lines) }
    }

    fn of_measures(metrics: &[Metric], rules: &PresetRules, shown: Shown, runs: Vec<RunRows<'a>>) -> Self {
        Self {
            measures: metrics.iter().map(ToString::to_string).collect(),
            has_best: metrics.iter().map(|metric| metric.family().entry().higher_is_better).collect(),
            rules: rules.fields(),
            runs,
            shown,
            lines: None,
        }
    }

    /// The rows of the long form: run by run, topics, if they are shown, before the summary (`all`).
    pub(super) fn frame(&self) -> Frame {
        let mut rows = Frame::new([
            ("run", Kind::Text, "name of the run"),
            ("topic", Kind::Text, "name of the topic; all: the summary over topics"),
            ("measure", Kind::Text, "name of the measure"),
            ("value", Kind::Number, "the score; undefined ones are 0"),
        ]);
        for run in &self.runs {
            for (topic, values) in self.blocks(run) {
                for (measure, &value) in self.measures.iter().zip(values) {
                    rows.push([run.name.into(), topic.into(), measure.into(), value.into()]);
                }
            }
        }
        rows
    }

    /// The rows of a figure, with a column for each measure: topics if they are shown, else runs.
    pub(super) fn columns(&self) -> Frame {
        let rows: Vec<(&str, &str, &[f64])> = match self.shown.per_topic {
            true => (self.runs.iter())
                .flat_map(|run| {
                    run.topics.iter().map(|(topic, values)| (run.name, *topic, values.as_slice()))
                })
                .collect(),
            false => self.runs.iter().map(|run| (run.name, SUMMARY, run.all.as_slice())).collect(),
        };
        let text = |of: fn(&(&str, &str, &[f64])) -> String| rows.iter().map(of).collect::<Values>();
        let names = Frame::default()
            .with("run", "name of the run", text(|(run, ..)| (*run).to_owned()))
            .with("topic", "name of the topic", text(|(_, topic, _)| (*topic).to_owned()));
        self.measures.iter().enumerate().fold(names, |frame, (at, measure)| {
            let values = rows.iter().map(|(.., values)| Some(values[at])).collect();
            frame.with(measure, "the score", Values::Number(values))
        })
    }

    /// Returns the blocks of a run: topics, and the summary.
    pub(super) fn blocks<'s>(&self, run: &'s RunRows<'_>) -> impl Iterator<Item = (&'s str, &'s [f64])> {
        let topics = if self.shown.per_topic { run.topics.as_slice() } else { &[] };
        let topics = topics.iter().map(|(topic, values)| (*topic, values.as_slice()));
        topics.chain(self.shown.summary.then_some((SUMMARY, run.all.as_slice())))
    }

    /// Returns a JSON object: the rules in force, and for each run its summary and, if they are shown, its topics.
    pub(super) fn object(&self) -> Value {
        let object = |values: &[f64]| -> Value {
            let named = self.measures.iter().zip(values);
            Value::Object(named.map(|(name, value)| (name.clone(), json!(value))).collect())
        };
        let run = |run: &RunRows<'_>| -> Value {
            let mut entry = Map::new();
            entry.insert("run".to_owned(), json!(run.name));
            entry.insert("topics-counted".to_owned(), json!(run.counted));
            if self.shown.summary {
                entry.insert("all".to_owned(), object(&run.all));
            }
            if self.shown.per_topic {
                let topics = run.topics.iter().map(|(topic, values)| ((*topic).to_owned(), object(values)));
                entry.insert("topics".to_owned(), Value::Object(topics.collect()));
            }
            entry.into()
        };
        let rules: Map<String, Value> =
            self.rules.iter().map(|(field, value)| (field.clone(), json!(value))).collect();
        json!({ "rules": rules, "runs": self.runs.iter().map(run).collect::<Vec<_>>() })
    }

    /// Refuses a topic that has the name of the summary, if both are rows of one table.
    ///
    /// # Errors
    /// If there is one.
    pub fn check_topics(&self, format: Format) -> Result<(), EvalError> {
        let mut topics = self.runs.iter().flat_map(|run| &run.topics).map(|(topic, _)| *topic);
        match self.shown.per_topic && has_rows(format) && topics.any(|topic| topic == SUMMARY) {
            true => Err(EvalError::Data(IS_SUMMARY.to_owned())),
            false => Ok(()),
        }
    }
}
