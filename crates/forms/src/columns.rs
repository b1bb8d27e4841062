//! Names that columns have in other tools: ir_measures, PyTerrier, BEIR, pandas of all kinds.

use crate::form::Kind;

/// Letter case, blanks, hyphens and underscores do not count. The first name that a file has is taken:
/// PyTerrier's `docid` is a number of its index, beside the `docno` that judgments have.
const TOPIC: &[&str] = &["qid", "queryid", "topicid", "topic", "narrativeid", "topicno"];
const DOCUMENT: &[&str] =
    &["docno", "docid", "corpusid", "documentid", "document", "pid", "passageid", "did", "doc", "segmentid"];
const GRADE: &[&str] =
    &["label", "relevance", "rel", "grade", "judgment", "judgement", "relevancegrade", "score"];
const SCORE: &[&str] = &["score", "sim", "similarity", "retrievalscore"];
const RANK: &[&str] = &["rank", "position"];
const TAG: &[&str] = &["runid", "run", "runname", "tag", "runtag", "system", "systemname", "name"];

/// A name without what does not count.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// Which columns hold what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    pub topic: usize,
    pub document: usize,
    /// The grade of a judgment, the score of a run.
    pub number: Option<usize>,
    pub rank: Option<usize>,
    pub tag: Option<usize>,
}

/// Names of columns as far as they say what is a topic and what a document.
pub(crate) enum Found {
    /// Neither.
    Nothing,
    /// All that records need.
    All(Columns),
    /// One of them, and what is missing.
    Lacking(&'static str),
}

/// What the columns of these names are.
pub(crate) fn columns<'a>(kind: Kind, names: impl Iterator<Item = &'a str>) -> Found {
    let names: Vec<String> = names.map(plain).collect();
    let place = |of: &[&str]| of.iter().find_map(|known| names.iter().position(|name| name == known));
    match (place(TOPIC), place(DOCUMENT)) {
        (None, None) => Found::Nothing,
        (None, Some(_)) => Found::Lacking("no column of the topic (qid, query_id, topic, ..)"),
        (Some(_), None) => Found::Lacking("no column of the document (docno, doc_id, corpus-id, ..)"),
        (Some(topic), Some(document)) => {
            let number = place(if kind == Kind::Run { SCORE } else { GRADE });
            let (rank, tag) = (place(RANK), place(TAG));
            match kind {
                Kind::Judgments if number.is_none() => {
                    Found::Lacking("no column of the grade (label, relevance, rel, score, ..)")
                }
                Kind::Run if number.or(rank).is_none() => {
                    Found::Lacking("no column of the score or the rank")
                }
                _ => Found::All(Columns { topic, document, number, rank, tag }),
            }
        }
    }
}

/// Whether a column of this name holds anything of a record.
pub(crate) fn is_of_records(name: &str) -> bool {
    let name = plain(name);
    [TOPIC, DOCUMENT, GRADE, SCORE, RANK, TAG].iter().any(|names| names.contains(&name.as_str()))
}

/// Whether a name is one of a topic, or of a document.
pub(crate) fn is_named(name: &str) -> bool {
    let name = plain(name);
    TOPIC.contains(&name.as_str()) || DOCUMENT.contains(&name.as_str())
}
