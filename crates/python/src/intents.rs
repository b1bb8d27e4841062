//! Judgments by intent from Python: frames, dicts and files become lines of topics, intents, documents and levels.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::forms::Kind;
use rejudge_collections::{IntentTable, LoadError, read};

use crate::exceptions::{Wrong, type_error};
use crate::given::{Given, INTENTS, QRELS, of_dict, path};
use crate::judges::{lines_of, push_rows};
use crate::one_value::{as_dict, each_item, mapping};

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
        let missing = || Wrong::value("qrels: no column of the intent (intent, subtopic, ..)");
        let (name, lines) = match as_dict(qrels)? {
            Some(dict) => (PathBuf::from(QRELS.argument), of_dicts(&dict)?),
            None => {
                let given = Given::new(qrels, INTENTS)?;
                lines_of(given, (Kind::Intents, QRELS.argument), |intent| intent.ok_or_else(missing))?
            }
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
        let rows = self.rows().filter(|[topic, ..]| is_kept(topic));
        let lines: String = rows.map(|words| words.join(" ") + "\n").collect();
        Self { lines: lines.into_bytes(), ..self.clone() }
    }
}

/// A dict from topics to intents to documents to levels.
fn of_dicts(dict: &Bound<'_, PyDict>) -> PyResult<Vec<u8>> {
    let mut lines = String::new();
    each_item(dict, QRELS.argument, |topic, intents| {
        let Some(by_intent) = as_dict(&intents)? else {
            return Err(no_dict(&topic, &intents));
        };
        each_item(&by_intent, QRELS.argument, |intent, documents| {
            if as_dict(&documents)?.is_none() {
                return Err(no_dict(&topic, &documents));
            }
            let of_intent = PyDict::new(dict.py());
            of_intent.set_item(&topic, &documents)?;
            push_rows(
                &mut lines,
                QRELS.argument,
                &intent.str()?.extract::<String>()?,
                &of_dict(&of_intent, INTENTS)?,
            )?;
            Ok(())
        })
    })?;
    Ok(lines.into_bytes())
}

/// The probabilities of intents: a dict from topics to intents to probabilities, or a file.
fn probability_lines(probabilities: &Bound<'_, PyAny>) -> PyResult<(PathBuf, Vec<u8>)> {
    if let Some(path) = path(probabilities)? {
        let bytes = read(&path).map_err(|error| Wrong::from(LoadError::from(error)))?;
        return Ok((path, bytes));
    }
    let Some(dict) = as_dict(probabilities)? else {
        let kind = probabilities.get_type().name()?;
        let message =
            format!("probabilities: {kind}, expected a dict of topics, intents and numbers or a path");
        return Err(type_error(message));
    };
    let mut lines = String::new();
    each_item(&dict, "probabilities", |topic, intents| {
        let topic: String = topic.str()?.extract()?;
        each_item(&mapping("probabilities", &intents)?, "probabilities", |intent, probability| {
            let (intent, probability): (String, f64) = (intent.str()?.extract()?, probability.extract()?);
            lines += &format!("{topic} {intent} {probability}\n");
            Ok(())
        })
    })?;
    Ok((PathBuf::from("probabilities"), lines.into_bytes()))
}

fn no_dict(topic: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    let topic = topic.str().map(|topic| topic.to_string()).unwrap_or_default();
    type_error(format!(
        "qrels: topic `{topic}`: {kind}, expected a dict of intents, documents and levels: \
         {{topic: {{intent: {{document: level}}}}}}"
    ))
}
