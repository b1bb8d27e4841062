//! One object of JSON: topics, in these documents with their numbers (pytrec_eval, ranx, BEIR in Python).

use serde_json::Value;

use super::columns::is_named;
use super::form::{Add, File, Form, Kind, Record, of_json, wrong};
use super::objects::{Entries, as_text};
use crate::error::Located;

pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    // A text in braces that is not JSON is reported as such when it is read.
    if !file.text.trim_start().starts_with('{') {
        return None;
    }
    let words = "JSON of topics with documents, as pytrec_eval and ranx have it";
    Form::without_lines(words, move |add| read(file.text, add))
}

fn read(text: &str, add: Add<'_>) -> Result<(), Located> {
    let Entries(topics): Entries<Entries<Value>> =
        serde_json::from_str(text).map_err(|error| of_json(&error))?;
    if topics.len() > 1 && topics.iter().all(|(name, _)| is_named(name)) {
        let what = "columns, as pandas' to_json writes them: expected records, as with orient='records'";
        return Err(wrong(1, what));
    }
    for (topic, Entries(documents)) in &topics {
        for (document, value) in documents {
            let number = as_text(value).filter(|_| value.is_number()).ok_or_else(|| {
                let of = format!("topic `{}`, document `{}`", topic.escape_debug(), document.escape_debug());
                wrong(1, format!("{of}: {value}, expected a number"))
            })?;
            // The object has no line numbers.
            add(Record { line: 1, topic, document, number: Some(&number), ..Record::default() })?;
        }
    }
    Ok(())
}
