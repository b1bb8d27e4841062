//! Lines of JSON that hold a topic with all that was retrieved for it: `candidates` with scores (rerankers'
//! requests), or `references` in their order (TREC RAG's answers).

use serde_json::Value;

use super::fault::Fault;
use super::form::{Form, Kind};
use super::objects::{ID, as_id, as_text, first_line};
use super::trec_lines::{Record, TrecLines};

pub(super) struct Retrieved;

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

impl Form for Retrieved {
    fn recognised(&self, kind: Kind, text: &str) -> Option<String> {
        let object: Value = serde_json::from_str(first_line(text)).ok()?;
        let name = ["candidates", "references"]
            .into_iter()
            .find(|name| object.get(name).is_some_and(Value::is_array))?;
        (kind == Kind::Run).then(|| format!("JSON lines of topics with {name}, as TREC RAG has them"))
    }

    fn read(&self, text: &str, lines: &mut TrecLines<'_>) -> Result<(), Fault> {
        // A line holds many records: places of lines are kept by no means, and errors name the line here.
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let object: Value =
                serde_json::from_str(line).map_err(|error| Fault { line: number, ..Fault::from(error) })?;
            let wrong = |what: &str| Fault::at(number, what);
            let id =
                |value: &Value| as_id(value).ok_or_else(|| wrong(&format!("the id {value}, expected {ID}")));
            let topic = at(&object, &TOPICS)
                .ok_or_else(|| wrong("no topic (query.qid, topic_id or narrative_id)"))
                .and_then(id)?;
            let tag = at(&object, &TAGS).map(id).transpose()?;
            let mut add = |document: &str, score: Option<&str>, rank: Option<&str>| {
                let tag = tag.as_deref();
                lines.add(Record { line: number, topic: &topic, document, number: score, rank, tag })
            };
            if let Some(candidates) = object.get("candidates").and_then(Value::as_array) {
                for candidate in candidates {
                    let document = DOCUMENTS.iter().find_map(|name| candidate.get(name));
                    let document = document.ok_or_else(|| wrong("a candidate without docid")).and_then(id)?;
                    let score = candidate.get("score").and_then(as_text);
                    let score = score.ok_or_else(|| wrong("a candidate without score"))?;
                    add(&document, Some(&score), None)?;
                }
            } else if let Some(references) = object.get("references").and_then(Value::as_array) {
                for (reference, rank) in references.iter().zip(1..) {
                    let document = id(reference)?;
                    add(&document, None, Some(&i32::to_string(&rank)))?;
                }
            } else {
                return Err(wrong("neither candidates nor references"));
            }
        }
        Ok(())
    }
}
