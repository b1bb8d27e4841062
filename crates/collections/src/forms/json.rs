//! Three forms of JSON: records with named fields, as lines (JSONL) or in one list (pandas' `orient="records"`);
//! lines with a topic and all documents retrieved for it; one object that maps each topic to its documents, and each
//! document to its grade or score. Nuggets are recognised only so that the error can name them.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use rejudge_names::plural::few;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::columns::{Columns, is_topic_or_document};
use super::{File, FileKind, Form, Number, Record, Records, lines_of, wrong};
use crate::error::Located;
use crate::file_text::LineColumn;

/// The entries of an object in their order. A duplicate name is an error here, while most JSON readers silently keep
/// the last entry.
#[derive(Clone, Debug)]
struct Entries<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Names<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut entries, mut seen) = (Vec::new(), std::collections::HashSet::new());
                while let Some(name) = map.next_key::<String>()? {
                    if !seen.insert(name.clone()) {
                        return Err(A::Error::custom(format!("duplicate `{}`", name.escape_debug())));
                    }
                    entries.push((name, map.next_value()?));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Names(PhantomData))
    }
}

/// The largest number of names in a message about fields.
const MAX_NAMES: usize = 5;

/// Describes a valid id in messages.
const ID_DESCRIPTION: &str = "a text, or a whole number below 2^64";

/// Returns an id as text, or `None` if the value is not an id. A fraction, or a number of 2^64 or more, is not an id: the
/// parser has rounded it to a double, so two ids may have become the same number.
fn as_id(value: &Value) -> Option<String> {
    as_text(value).filter(|_| !value.is_f64())
}

/// Returns a string or a number as text, or `None` for any other value.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Quotes `NaN` and infinite numbers, which Python writes although they are not JSON, so that an error can name their
/// field. Returns `None` if the text contains no such number, or does not begin like JSON, with `{` or `[`.
pub(super) fn quote_non_finite(text: &str) -> Option<String> {
    const NUMBERS: [&str; 3] = ["NaN", "-Infinity", "Infinity"];
    let is_json = text.trim_start().starts_with(['{', '[']);
    if !is_json || !(text.contains("NaN") || text.contains("Infinity")) {
        return None;
    }
    let (mut out, mut rest, mut is_changed) = (String::with_capacity(text.len()), text, false);
    let (mut in_text, mut is_escaped) = (false, false);
    while let Some(c) = rest.chars().next() {
        if let Some(number) = NUMBERS.iter().find(|number| !in_text && rest.starts_with(**number)) {
            out.extend(["\"", number, "\""]);
            (rest, is_changed) = (&rest[number.len()..], true);
            continue;
        }
        in_text ^= c == '"' && !is_escaped;
        is_escaped = in_text && c == '\\' && !is_escaped;
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    is_changed.then_some(out)
}

/// Returns the first line that is not blank.
fn first_line(text: &str) -> &str {
    lines_of(text).next().map_or("", |(line, _)| line)
}

/// Parses a value that begins on the line `first` of a file.
fn parse_value<'t, T: Deserialize<'t>>(text: &'t str, first: usize) -> Result<T, Located> {
    serde_json::from_str(text).map_err(|error: serde_json::Error| {
        // serde_json ends its messages with the position. Our errors begin with the position, so we remove it from
        // the end.
        let message = error.to_string();
        let what = message.split(" at line ").next().unwrap_or(&message);
        let line = error.line().max(1) - 1;
        let line_text = text.split('\n').nth(line).unwrap_or_default();
        let is_python = line_text.as_bytes().get(error.column().max(1) - 1) == Some(&b'\'');
        // serde_json counts bytes, not characters.
        let characters = line_text.char_indices();
        let column = characters.take_while(|&(byte, _)| byte < error.column()).count().max(1);
        let place = LineColumn { line: first + line, column };
        let error = place.error(Path::new(""), what);
        let hint = "JSON has double quotes: is this a dict that Python printed? `json.dump` writes JSON";
        Located { hint: error.hint.clone().or_else(|| is_python.then(|| hint.to_owned())), ..error }
    })
}

type Fields = Entries<Value>;

/// Recognises nuggets of TREC RAG, which rejudge cannot read, so that the error can say so.
pub(super) fn nuggets(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let object: Value = serde_json::from_str(first_line(file.text)).ok()?;
    object.get("nuggets")?.as_array()?;
    Form::new("nuggets of answers, as TREC RAG has them", true, |_| {
        let what = "no column for the document: nuggets grade the text of an answer, and rejudge scores rankings of documents";
        Err(wrong(1, what))
    })
}

/// Recognises records with named fields.
pub(super) fn records(kind: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let text = file.text;
    if text.trim_start().starts_with('[') {
        let list: Vec<Fields> = serde_json::from_str(text).ok()?;
        if !list.first()?.0.iter().any(|(name, _)| is_topic_or_document(name)) {
            return None;
        }
        // The parsed list has no line numbers, so we number its records instead.
        return Form::new("a list of JSON records", false, move |records| {
            list.iter().zip(1..).try_for_each(|(fields, line)| add_record(kind, fields, line, records))
        });
    }
    let Entries(fields) = serde_json::from_str::<Fields>(first_line(text)).ok()?;
    if !fields.iter().any(|(name, value)| is_topic_or_document(name) && as_text(value).is_some()) {
        return None;
    }
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    Form::new(format!("JSON lines with fields {}", names.join(", ")), true, move |records| {
        lines_of(text)
            .try_for_each(|(line, number)| add_record(kind, &parse_value(line, number)?, number, records))
    })
}

fn add_record(
    kind: FileKind,
    Entries(fields): &Fields,
    line: usize,
    records: &mut dyn Records,
) -> Result<(), Located> {
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    let places = Columns::new(kind, &names, "field").map_err(|what| wrong(line, what))?;
    let wrong = |field: usize, expected: &str| {
        let (name, value) = &fields[field];
        wrong(line, format!("`{}` is {value}, expected {expected}", name.escape_debug()))
    };
    let id = |field: usize| as_id(&fields[field].1).ok_or_else(|| wrong(field, ID_DESCRIPTION));
    let number = |field: usize| as_text(&fields[field].1).ok_or_else(|| wrong(field, "a text or a number"));
    let (topic, document) = (id(places.topic)?, id(places.document)?);
    let [tag, intent] = [places.tag, places.intent].map(|field| field.map(id).transpose());
    let [number, rank] = [places.number, places.rank].map(|field| field.map(number).transpose());
    let (tag, intent, number, rank) = (tag?, intent?, number?, rank?);
    records.add(Record {
        line,
        topic: &topic,
        document: &document,
        number: number.as_deref().map(Number::Text),
        rank: rank.as_deref().map(Number::Text),
        tag: tag.as_deref(),
        intent: intent.as_deref(),
        repeats: false,
    })
}

/// Recognises a list that [`records`] did not, so that the error can say what a record needs.
pub(super) fn other_list(kind: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let text = file.text;
    // A line in another format may begin with `[`, too.
    let rest = text.trim_start().strip_prefix('[')?.trim_start();
    if !rest.starts_with(['{', '[', '"', ']']) {
        return None;
    }
    Form::new("a list of JSON records", false, move |_| {
        let list: Vec<Fields> = parse_value(text, 1)?;
        let fields = list.first().map(|Entries(fields)| fields);
        let names: Vec<String> =
            fields.into_iter().flatten().map(|(name, _)| name.escape_debug().to_string()).collect();
        let (number, example) = match kind {
            FileKind::Run => ("score", "qid, docno, score"),
            _ => ("grade", "qid, docno, label"),
        };
        let found = match (fields, names.as_slice()) {
            (None, _) => "an empty list".to_owned(),
            (Some(_), []) => "a record without fields".to_owned(),
            (Some(_), names) => format!("the fields {}", few(names, MAX_NAMES, ", ")),
        };
        let what = format!(
            "expected records with a topic, a document and a {number} ({example}), or an object \
             {{topic: {{document: {number}}}}}; found {found}"
        );
        Err(wrong(1, what))
    })
}

/// Recognises one object that maps each topic to an object of documents and their grades or scores (pytrec_eval, ranx,
/// BEIR in Python). This form comes after the other JSON forms and accepts any object, so reading an object of another
/// shape returns an error.
pub(super) fn nested(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    // We do not parse the text here. If it is not JSON, reading it returns the error.
    if !file.text.trim_start().starts_with('{') {
        return None;
    }
    let first = first_line(file.text);
    // We parse only a line that may be BEIR's, because the line may be the whole file.
    if first.contains(r#""_id""#)
        && serde_json::from_str::<Value>(first)
            .is_ok_and(|first| first["_id"].is_string() && first["text"].is_string())
    {
        return Form::new("JSON lines, as BEIR has them", true, |_| {
            let what = "queries or documents with their texts (`_id`, `text`), expected judgments or a run";
            let hint = "BEIR has its judgments in the folder qrels, for example in qrels/test.tsv";
            Err(Located { hint: Some(hint.to_owned()), ..wrong(1, what) })
        });
    }
    let words = "JSON of topics with documents, as pytrec_eval and ranx have it";
    Form::new(words, false, move |records| add_nested(file.text, records))
}

fn add_nested(text: &str, records: &mut dyn Records) -> Result<(), Located> {
    let Entries(topics): Entries<Entries<Value>> = parse_value(text, 1)?;
    if topics.len() > 1 && topics.iter().all(|(name, _)| is_topic_or_document(name)) {
        let what =
            "found columns, as pandas' to_json writes them; expected records, as with orient='records'";
        return Err(wrong(1, what));
    }
    for (topic, Entries(documents)) in &topics {
        for (document, value) in documents {
            let number = as_text(value).filter(|_| value.is_number()).ok_or_else(|| {
                let (topic, document) = (topic.escape_debug(), document.escape_debug());
                wrong(1, format!("topic `{topic}`, document `{document}`: {value}, expected a number"))
            })?;
            // The parsed object has no line numbers.
            let number = Some(Number::Text(&number));
            records.add(Record { line: 1, topic, document, number, ..Record::default() })?;
        }
    }
    Ok(())
}

/// JSON pointers to the topic of a line, in the order in which we try them.
const TOPIC_POINTERS: [&str; 5] =
    ["/query/qid", "/topic_id", "/narrative_id", "/metadata/topic_id", "/metadata/narrative_id"];
/// JSON pointers to the name of the run, in the order in which we try them.
const TAG_POINTERS: [&str; 2] = ["/run_id", "/metadata/run_id"];
/// The names that the field with a candidate's document id may have.
const DOCUMENT_NAMES: [&str; 2] = ["docid", "docno"];

/// Returns the value at the first of the JSON pointers `places` that the object has.
fn first_value<'v>(object: &'v Value, places: &[&str]) -> Option<&'v Value> {
    places.iter().find_map(|place| object.pointer(place))
}

/// Recognises lines of JSON with a topic and all documents retrieved for it: `candidates` with scores (requests to
/// rerankers), or `references` in ranked order (answers of TREC RAG).
pub(super) fn retrieved(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let object: Value = serde_json::from_str(first_line(file.text)).ok()?;
    let name = ["candidates", "references"]
        .into_iter()
        .find(|name| object.get(name).is_some_and(Value::is_array))?;
    let words = format!("JSON lines of topics with {name}, as TREC RAG has them");
    // A line becomes many records, all with the number of that line.
    Form::new(words, true, move |records| {
        lines_of(file.text).try_for_each(|(line, number)| add_retrieved(line, number, records))
    })
}

fn add_retrieved(line: &str, number: usize, records: &mut dyn Records) -> Result<(), Located> {
    let object: Value = parse_value(line, number)?;
    let wrong = |what: &str| wrong(number, what);
    let id = |value: &Value| {
        as_id(value).ok_or_else(|| wrong(&format!("the id is {value}, expected {ID_DESCRIPTION}")))
    };
    let topic = first_value(&object, &TOPIC_POINTERS)
        .ok_or_else(|| wrong("no topic (query.qid, topic_id or narrative_id)"))
        .and_then(id)?;
    let tag = first_value(&object, &TAG_POINTERS).map(id).transpose()?;
    let record = Record { line: number, topic: &topic, tag: tag.as_deref(), ..Record::default() };
    if let Some(candidates) = object.get("candidates").and_then(Value::as_array) {
        for candidate in candidates {
            let document = DOCUMENT_NAMES.iter().find_map(|name| candidate.get(name));
            let document = document.ok_or_else(|| wrong("a candidate without docid")).and_then(id)?;
            let score = candidate.get("score").and_then(as_text);
            let score = score.ok_or_else(|| wrong("a candidate without score"))?;
            records.add(Record { document: &document, number: Some(Number::Text(&score)), ..record })?;
        }
    } else if let Some(references) = object.get("references").and_then(Value::as_array) {
        for (reference, rank) in references.iter().zip(1..) {
            let document = id(reference)?;
            records.add(Record { document: &document, rank: Some(Number::Whole(rank)), ..record })?;
        }
    } else {
        return Err(wrong("neither candidates nor references"));
    }
    Ok(())
}
