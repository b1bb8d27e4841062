//! Names that columns have in other tools: ir_measures, PyTerrier, BEIR, pandas of all kinds.

use super::form::Kind;

/// Letter case, blanks, hyphens and underscores are ignored. A file has one column per role, with two
/// exceptions: PyTerrier's `docid`, a number of its index, is allowed next to the `docno` that judgments have,
/// and a `score` next to a grade.
const TOPIC: &[&str] = &["qid", "queryid", "topicid", "topic", "narrativeid", "topicno"];
const DOCUMENT: &[&str] =
    &["docno", "docid", "corpusid", "documentid", "document", "pid", "passageid", "did", "doc", "segmentid"];
const GRADE: &[&str] =
    &["label", "relevance", "rel", "grade", "judgment", "judgement", "relevancegrade", "score"];
const SCORE: &[&str] = &["score", "sim", "similarity", "retrievalscore"];
const RANK: &[&str] = &["rank", "position"];
const TAG: &[&str] = &["runid", "run", "runname", "tag", "runtag", "system", "systemname", "name"];

/// Returns a name without the ignored characters.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// The column of each role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub topic: usize,
    pub document: usize,
    /// The grade of a judgment, the score of a run.
    pub number: Option<usize>,
    pub rank: Option<usize>,
    pub tag: Option<usize>,
}

/// Returns the roles of columns with these names, or an error if a role is missing or ambiguous. `noun` is
/// the word for a column in messages.
pub(super) fn columns(kind: Kind, names: &[&str], noun: &str) -> Result<Columns, String> {
    let one = |role: &str, of: &[&str]| one_of(role, of, names, noun);
    let topic = one("topic", TOPIC)?;
    let document = one("document", DOCUMENT)?;
    let (topic, document) = match (topic, document) {
        (None, None) => return Err(format!("no {noun} of the topic, and none of the document")),
        (None, Some(_)) => return Err(format!("no {noun} of the topic (qid, query_id, topic, ..)")),
        (Some(_), None) => return Err(format!("no {noun} of the document (docno, doc_id, corpus-id, ..)")),
        (Some(topic), Some(document)) => (topic, document),
    };
    if kind == Kind::Judgments {
        let number = one("grade", GRADE)?;
        let number =
            number.ok_or_else(|| format!("no {noun} of the grade (label, relevance, rel, score, ..)"))?;
        return Ok(Columns { topic, document, number: Some(number), rank: None, tag: None });
    }
    let (number, rank, tag) = (one("score", SCORE)?, one("rank", RANK)?, one("run", TAG)?);
    if number.or(rank).is_none() {
        return Err(format!("no {noun} of the score or the rank"));
    }
    Ok(Columns { topic, document, number, rank, tag })
}

/// Returns the position of the only column of a role, or `None` if there is none.
fn one_of(role: &str, of: &[&str], names: &[&str], noun: &str) -> Result<Option<usize>, String> {
    let plains: Vec<String> = names.iter().map(|name| plain(name)).collect();
    let found: Vec<usize> = (0..names.len()).filter(|&at| of.contains(&plains[at].as_str())).collect();
    let is_there = |name: &str| found.iter().any(|&at| plains[at] == name);
    let gives_way = |at: usize| {
        let is_number_of_index = names[at].trim().eq_ignore_ascii_case("docid") && is_there("docno");
        // A run next to its judgments.
        let is_of_run =
            role == "grade" && plains[at] == "score" && !found.iter().all(|&at| plains[at] == "score");
        is_number_of_index || is_of_run
    };
    let firm: Vec<usize> = found.iter().copied().filter(|&at| !gives_way(at)).collect();
    match firm[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        [one, other, ..] => {
            let [one, other] = [one, other].map(|at| names[at].escape_debug());
            Err(format!("two {noun}s of the {role}, `{one}` and `{other}`: expected one"))
        }
    }
}

/// Returns true if a column of this name holds anything of a record.
#[cfg(feature = "parquet")]
pub(super) fn is_of_records(name: &str) -> bool {
    let name = plain(name);
    [TOPIC, DOCUMENT, GRADE, SCORE, RANK, TAG].iter().any(|names| names.contains(&name.as_str()))
}

/// Returns true if a name is one of a topic, or of a document.
pub(super) fn is_named(name: &str) -> bool {
    let name = plain(name);
    TOPIC.contains(&name.as_str()) || DOCUMENT.contains(&name.as_str())
}
