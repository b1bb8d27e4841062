//! Records of JSON with named fields: one a line (JSONL), or all in one list (pandas' `orient="records"`).

use serde_json::Value;

use super::columns::{Columns, is_named};
use super::form::{Add, File, Form, Kind, Record, lines_of, of_json, wrong};
use super::objects::{Entries, ID, as_id, as_text, first_line};
use crate::error::Located;

type Fields = Entries<Value>;

pub(super) fn recognised(kind: Kind, file: File<'_>) -> Option<Form<'_>> {
    let text = file.text;
    if text.trim_start().starts_with('[') {
        let list: Vec<Fields> = serde_json::from_str(text).ok()?;
        if !list.first()?.0.iter().any(|(name, _)| is_named(name)) {
            return None;
        }
        // A list has no line numbers, so records count as lines.
        return Form::without_lines("a list of JSON records", move |record| {
            list.iter().zip(1..).try_for_each(|(fields, line)| add(kind, fields, line, record))
        });
    }
    let Entries(fields) = serde_json::from_str::<Fields>(first_line(text)).ok()?;
    if !fields.iter().any(|(name, value)| is_named(name) && as_text(value).is_some()) {
        return None;
    }
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    Form::of_lines(format!("JSON lines with fields {}", names.join(", ")), move |record| {
        for (line, at) in lines_of(text) {
            let fields: Fields =
                serde_json::from_str(line).map_err(|error| Located { line: at, ..of_json(&error) })?;
            add(kind, &fields, at, record)?;
        }
        Ok(())
    })
}

fn add(kind: Kind, Entries(fields): &Fields, line: usize, record: Add<'_>) -> Result<(), Located> {
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    let places = Columns::new(kind, &names, "field").map_err(|what| wrong(line, what))?;
    let wrong = |at: usize, expected: &str| {
        let (name, value) = &fields[at];
        wrong(line, format!("`{}` is {value}, expected {expected}", name.escape_debug()))
    };
    let id = |at: usize| as_id(&fields[at].1).ok_or_else(|| wrong(at, ID));
    let value = |at: usize| as_text(&fields[at].1).ok_or_else(|| wrong(at, "a text or a number"));
    let some = |at: Option<usize>| at.map(value).transpose();
    let (topic, document) = (id(places.topic)?, id(places.document)?);
    let [tag, intent] = [places.tag, places.intent].map(|at| at.map(id).transpose());
    let (tag, intent, number, rank) = (tag?, intent?, some(places.number)?, some(places.rank)?);
    record(Record {
        line,
        topic: &topic,
        document: &document,
        number: number.as_deref(),
        rank: rank.as_deref(),
        tag: tag.as_deref(),
        intent: intent.as_deref(),
    })
}
