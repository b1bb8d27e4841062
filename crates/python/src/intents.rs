//! Judgments by intent from Python. Frames, dicts and files are all converted to lines of a TREC file.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::forms::FileKind;
use rejudge_collections::{IntentTable, LoadError, read};

use crate::exceptions::{Exception, type_error};
use crate::judges::{push_label_rows, trec_lines};
use crate::one_value::{as_dict, for_each_item, required_dict};
use crate::source::{INTENTS, QRELS, Source, as_path, rows_from_dict};

/// Judgments by intent.
#[derive(Clone)]
pub struct IntentLines {
    /// The file, or the name of the argument. Messages quote it.
    pub name: PathBuf,
    /// For each judgment, a line `topic intent document level`.
    pub lines: Vec<u8>,
    /// The name and the lines of the intents' probabilities, `topic intent probability`. If `None`, intents are equally
    /// probable.
    pub probabilities: Option<(PathBuf, Vec<u8>)>,
}

impl IntentLines {
    /// Reads judgments, and the probabilities of their intents.
    pub fn new(qrels: &Bound<'_, PyAny>, probabilities: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let probabilities = probabilities.map(probability_lines).transpose()?;
        let missing_intent_column =
            || Exception::value("qrels: the column with intents is missing; name it intent or subtopic");
        let (name, lines) = match as_dict(qrels)? {
            Some(dict) => (PathBuf::from(QRELS.argument), lines_from_dict(&dict)?),
            None => {
                let source = Source::new(qrels, INTENTS)?;
                trec_lines(source, (FileKind::Intents, QRELS.argument), |intent| {
                    intent.ok_or_else(missing_intent_column)
                })?
            }
        };
        Ok(Self { name, lines, probabilities })
    }

    /// Parses the probabilities of the intents. Returns `None` if all intents are equally probable.
    pub fn parse_probabilities(&self) -> Result<Option<IntentTable>, LoadError> {
        let parsed = self.probabilities.as_ref().map(|(path, lines)| IntentTable::parse(path, lines));
        Ok(parsed.transpose()?)
    }

    /// Returns the topic, the intent, the document and the level of each judgment.
    pub fn rows(&self) -> impl Iterator<Item = [&str; 4]> {
        let text = std::str::from_utf8(&self.lines).unwrap_or_default();
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut words = line.split_whitespace();
            Some([words.next()?, words.next()?, words.next()?, words.next()?])
        })
    }

    /// Returns the judgments of the topics for which `is_kept` returns true.
    #[must_use]
    pub fn select_topics(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let rows = self.rows().filter(|[topic, ..]| is_kept(topic));
        let lines: String = rows.map(|words| words.join(" ") + "\n").collect();
        Self { lines: lines.into_bytes(), ..self.clone() }
    }
}

/// Returns the lines of a dict, `{topic: {intent: {document: level}}}`.
fn lines_from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Vec<u8>> {
    let mut lines = String::new();
    for_each_item(dict, QRELS.argument, |topic, intents| {
        let Some(by_intent) = as_dict(&intents)? else {
            let place = format!("topic `{}`", name_of(&topic));
            return Err(not_a_dict(&place, &intents, "{intent: {document: level}}"));
        };
        for_each_item(&by_intent, QRELS.argument, |intent, documents| {
            if as_dict(&documents)?.is_none() {
                let place = format!("topic `{}`, intent `{}`", name_of(&topic), name_of(&intent));
                return Err(not_a_dict(&place, &documents, "{document: level}"));
            }
            let intent: String = intent.str()?.extract()?;
            let intent_dict = PyDict::new(dict.py());
            intent_dict.set_item(&topic, &documents)?;
            let rows = rows_from_dict(&intent_dict, INTENTS)?;
            push_label_rows(&mut lines, QRELS.argument, &intent, &rows)?;
            Ok(())
        })
    })?;
    Ok(lines.into_bytes())
}

/// Returns the name and the lines of probabilities, from a file or a dict `{topic: {intent: probability}}`.
fn probability_lines(probabilities: &Bound<'_, PyAny>) -> PyResult<(PathBuf, Vec<u8>)> {
    if let Some(path) = as_path(probabilities)? {
        let bytes = read(&path).map_err(|error| Exception::from(LoadError::from(error)))?;
        return Ok((path, bytes));
    }
    let Some(dict) = as_dict(probabilities)? else {
        let type_name = probabilities.get_type().name()?;
        return Err(type_error(format!(
            "probabilities: {type_name}, expected a path or a dict {{topic: {{intent: probability}}}}"
        )));
    };
    let mut lines = String::new();
    for_each_item(&dict, "probabilities", |topic, intents| {
        let topic: String = topic.str()?.extract()?;
        for_each_item(&required_dict("probabilities", &intents)?, "probabilities", |intent, probability| {
            let (intent, probability): (String, f64) = (intent.str()?.extract()?, probability.extract()?);
            lines += &format!("{topic} {intent} {probability}\n");
            Ok(())
        })
    })?;
    Ok((PathBuf::from("probabilities"), lines.into_bytes()))
}

/// Returns the name of a topic or an intent, for a message.
fn name_of(object: &Bound<'_, PyAny>) -> String {
    object.str().map(|name| name.to_string()).unwrap_or_default()
}

/// Returns the error for an object that must be a dict. `place` is where the object is in the judgments, and `expected`
/// the form of the dict.
fn not_a_dict(place: &str, object: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let type_name = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    type_error(format!("{}: {place}: {type_name}, expected a dict {expected}", QRELS.argument))
}
