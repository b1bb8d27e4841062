//! Judgments by intent from Python: frames, dicts and files become lines of topics, intents, documents and levels.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::forms::Kind;
use rejudge_collections::{IntentTable, LoadError, Rows, read, read_lines};

use crate::exceptions::Wrong;
use crate::given::{Given, INTENTS, path};
use crate::judges::push_line;
use crate::judgments::wrong_level;
use crate::rows::TopicRows;

/// Judgments by intent.
#[derive(Clone)]
pub struct IntentLines {
    /// Their name in messages.
    pub name: PathBuf,
    /// A line a judgment.
    pub lines: Vec<u8>,
    /// The intents' probabilities, one per line; `None`: equal ones.
    pub probabilities: Option<(PathBuf, Vec<u8>)>,
}

impl IntentLines {
    /// The judgments that were given, and the probabilities of their intents.
    pub fn new(qrels: &Bound<'_, PyAny>, probabilities: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let probabilities = probabilities.map(probability_lines).transpose()?;
        let (name, lines) = match qrels.cast::<PyDict>() {
            Ok(dict) => (PathBuf::from("qrels"), of_dict(dict)?),
            Err(_) => of_given(Given::new(qrels, INTENTS)?)?,
        };
        Ok(Self { name, lines, probabilities })
    }

    /// Returns the intents with their probabilities; `None`: equal ones.
    pub fn table(&self) -> Result<Option<IntentTable>, LoadError> {
        let parsed = self.probabilities.as_ref().map(|(path, lines)| IntentTable::parse(path, lines));
        Ok(parsed.transpose()?)
    }

    /// Topic, intent, document and level of each judgment.
    pub fn rows(&self) -> impl Iterator<Item = [&str; 4]> {
        let text = std::str::from_utf8(&self.lines).unwrap_or_default();
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut words = line.split_whitespace();
            Some([words.next()?, words.next()?, words.next()?, words.next()?])
        })
    }

    /// The judgments of some topics.
    #[must_use]
    pub fn of_topics(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let kept = self.rows().filter(|[topic, ..]| is_kept(topic));
        let lines: String = kept.map(|words| words.join(" ") + "\n").collect();
        Self { lines: lines.into_bytes(), ..self.clone() }
    }
}

/// Converts any input other than a dict.
fn of_given(given: Given) -> Result<(PathBuf, Vec<u8>), Wrong> {
    let name = PathBuf::from("qrels");
    match given {
        Given::File(path) => {
            let lines = read_lines(Kind::Intents, &path)?;
            Ok((path, lines))
        }
        Given::Frame(frame) => {
            let column = frame.number(INTENTS).to_owned();
            let mut lines = String::new();
            for (intent, rows) in frame.rows(INTENTS)? {
                rows.check("qrels", &column, wrong_level)?;
                push_rows(&mut lines, &intent.ok_or_else(no_intents)?, &rows)?;
            }
            Ok((name, lines.into_bytes()))
        }
        Given::Rows(_) => Err(no_intents()),
    }
}

/// A dict from topics to intents to documents to levels.
fn of_dict(dict: &Bound<'_, PyDict>) -> PyResult<Vec<u8>> {
    let mut lines = String::new();
    for (topic, intents) in dict.iter() {
        let Ok(intents) = intents.cast::<PyDict>() else {
            return Err(no_dict(&topic, &intents));
        };
        for (intent, documents) in intents.iter() {
            if !documents.is_instance_of::<PyDict>() {
                return Err(no_dict(&topic, &documents));
            }
            let of_intent = PyDict::new(dict.py());
            of_intent.set_item(&topic, &documents)?;
            if let Given::Rows(rows) = Given::new(&of_intent, INTENTS)? {
                rows.check("qrels", "relevance", wrong_level)?;
                push_rows(&mut lines, &intent.str()?.extract::<String>()?, &rows)?;
            }
        }
    }
    Ok(lines.into_bytes())
}

/// Adds the judgments for an intent.
fn push_rows(lines: &mut String, intent: &str, rows: &TopicRows) -> Result<(), Wrong> {
    let mut pushed = Ok(());
    for topic in 0..rows.topics() {
        rows.each(topic, |document, level| {
            if pushed.is_ok() {
                pushed = push_line(lines, "qrels", [rows.name(topic), intent, document], level);
            }
        });
    }
    pushed
}

/// The probabilities of intents: a dict from topics to intents to probabilities, or a file.
fn probability_lines(probabilities: &Bound<'_, PyAny>) -> PyResult<(PathBuf, Vec<u8>)> {
    if let Some(path) = path(probabilities)? {
        let bytes = read(&path).map_err(|error| Wrong::from(LoadError::from(error)))?;
        return Ok((path, bytes));
    }
    let Ok(dict) = probabilities.cast::<PyDict>() else {
        let kind = probabilities.get_type().name()?;
        let message =
            format!("probabilities: {kind}, expected a dict of topics, intents and numbers or a path");
        return Err(PyTypeError::new_err(message));
    };
    let mut lines = String::new();
    for (topic, intents) in dict.iter() {
        let intents: Vec<(String, f64)> =
            intents.cast::<PyDict>()?.iter().map(pair).collect::<PyResult<_>>()?;
        for (intent, probability) in intents {
            let topic: String = topic.str()?.extract()?;
            lines += &format!("{topic} {intent} {probability}\n");
        }
    }
    Ok((PathBuf::from("probabilities"), lines.into_bytes()))
}

fn pair((intent, probability): (Bound<'_, PyAny>, Bound<'_, PyAny>)) -> PyResult<(String, f64)> {
    Ok((intent.str()?.extract()?, probability.extract()?))
}

fn no_intents() -> Wrong {
    Wrong::value("qrels: no column of the intent (intent, subtopic, ..)")
}

fn no_dict(topic: &Bound<'_, PyAny>, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    let topic = topic.str().map(|topic| topic.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!(
        "qrels: topic `{topic}`: {kind}, expected a dict of intents, documents and levels: \
         {{topic: {{intent: {{document: level}}}}}}"
    ))
}
