//! Records of JSON with named fields: one a line (JSONL), or all in one list (pandas' `orient="records"`).

use serde_json::Value;

use super::columns::{columns, is_named};
use super::fault::Fault;
use super::form::{Form, Kind};
use super::objects::{Entries, ID, as_id, as_text, first_line};
use super::trec_lines::{Record, TrecLines};

pub(super) struct Records;

type Fields = Entries<Value>;

fn is_list(text: &str) -> bool {
    text.trim_start().starts_with('[')
}

impl Form for Records {
    fn recognised(&self, _: Kind, text: &str) -> Option<String> {
        if is_list(text) {
            let list: Vec<Fields> = serde_json::from_str(text).ok()?;
            let is_record = |fields: &Fields| fields.0.iter().any(|(name, _)| is_named(name));
            return list.first().is_some_and(is_record).then(|| "a list of JSON records".to_owned());
        }
        let Entries(fields) = serde_json::from_str::<Fields>(first_line(text)).ok()?;
        let has_values = fields.iter().any(|(name, value)| is_named(name) && as_text(value).is_some());
        let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        has_values.then(|| format!("JSON lines with fields {}", names.join(", ")))
    }

    fn has_lines(&self, text: &str) -> bool {
        !is_list(text)
    }

    fn read(&self, text: &str, lines: &mut TrecLines<'_>) -> Result<(), Fault> {
        if is_list(text) {
            let list: Vec<Fields> = serde_json::from_str(text)?;
            // A list has no line numbers, so records count as lines.
            return list.iter().zip(1..).try_for_each(|(fields, line)| add(fields, line, lines));
        }
        for (line, at) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let fields: Fields =
                serde_json::from_str(line).map_err(|error| Fault { line: at, ..Fault::from(error) })?;
            add(&fields, at, lines)?;
        }
        Ok(())
    }
}

fn add(Entries(fields): &Fields, line: usize, lines: &mut TrecLines<'_>) -> Result<(), Fault> {
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    let places = columns(lines.kind, &names, "field").map_err(|what| Fault::at(line, what))?;
    let wrong = |at: usize, expected: &str| {
        let (name, value) = &fields[at];
        Fault::at(line, format!("`{}` is {value}, expected {expected}", name.escape_debug()))
    };
    let id = |at: usize| as_id(&fields[at].1).ok_or_else(|| wrong(at, ID));
    let value = |at: usize| as_text(&fields[at].1).ok_or_else(|| wrong(at, "a text or a number"));
    let some = |at: Option<usize>| at.map(value).transpose();
    let (topic, document, tag) = (id(places.topic)?, id(places.document)?, places.tag.map(id).transpose()?);
    let (number, rank) = (some(places.number)?, some(places.rank)?);
    lines.add(Record {
        line,
        topic: &topic,
        document: &document,
        number: number.as_deref(),
        rank: rank.as_deref(),
        tag: tag.as_deref(),
    })
}
