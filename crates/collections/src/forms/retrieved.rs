//! Lines of JSON that hold a topic with all that was retrieved for it: `candidates` with scores (rerankers'
//! requests), or `references` in their order (TREC RAG's answers).

use serde_json::Value;

use super::form::{Add, File, Form, Kind, Record, lines_of, of_json, wrong};
use super::objects::{ID, as_id, as_text, first_line};
use crate::error::Located;

/// The places of the topic.
const TOPICS: [&str; 5] =
    ["/query/qid", "/topic_id", "/narrative_id", "/metadata/topic_id", "/metadata/narrative_id"];
/// The places of the run's name.
const TAGS: [&str; 2] = ["/run_id", "/metadata/run_id"];
/// The names of a document id among candidates.
const DOCUMENTS: [&str; 2] = ["docid", "docno"];

/// Returns the id at the first of these places that exists.
fn at<'v>(object: &'v Value, places: &[&str]) -> Option<&'v Value> {
    places.iter().find_map(|place| object.pointer(place))
}

pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    let object: Value = serde_json::from_str(first_line(file.text)).ok()?;
    let name = ["candidates", "references"]
        .into_iter()
        .find(|name| object.get(name).is_some_and(Value::is_array))?;
    let words = format!("JSON lines of topics with {name}, as TREC RAG has them");
    Form::of_lines(words, move |record| {
        // A line holds many records: places of lines are kept by no means, and errors name the line here.
        lines_of(file.text).try_for_each(|(line, number)| add(line, number, record))
    })
}

fn add(line: &str, number: usize, record: Add<'_>) -> Result<(), Located> {
    let object: Value =
        serde_json::from_str(line).map_err(|error| Located { line: number, ..of_json(&error) })?;
    let wrong = |what: &str| wrong(number, what);
    let id = |value: &Value| as_id(value).ok_or_else(|| wrong(&format!("the id {value}, expected {ID}")));
    let topic = at(&object, &TOPICS)
        .ok_or_else(|| wrong("no topic (query.qid, topic_id or narrative_id)"))
        .and_then(id)?;
    let tag = at(&object, &TAGS).map(id).transpose()?;
    let whole = Record { line: number, topic: &topic, tag: tag.as_deref(), ..Record::default() };
    if let Some(candidates) = object.get("candidates").and_then(Value::as_array) {
        for candidate in candidates {
            let document = DOCUMENTS.iter().find_map(|name| candidate.get(name));
            let document = document.ok_or_else(|| wrong("a candidate without docid")).and_then(id)?;
            let score = candidate.get("score").and_then(as_text);
            let score = score.ok_or_else(|| wrong("a candidate without score"))?;
            record(Record { document: &document, number: Some(&score), ..whole })?;
        }
    } else if let Some(references) = object.get("references").and_then(Value::as_array) {
        for (reference, rank) in references.iter().zip(1_i32..) {
            let document = id(reference)?;
            record(Record { document: &document, rank: Some(&rank.to_string()), ..whole })?;
        }
    } else {
        return Err(wrong("neither candidates nor references"));
    }
    Ok(())
}
