//! Accepted names for the columns of judgments and runs.

use crate::exceptions::Wrong;

/// A column by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnRole {
    /// The topic.
    Topic,
    /// The document.
    Document,
    /// The level of a judgment.
    Level,
    /// The score of a document.
    Score,
    /// The rank of a document.
    Rank,
    /// The run.
    Run,
    /// The intent, or subtopic, that a judgment is for.
    Intent,
    /// The team of a run.
    Team,
}

impl ColumnRole {
    /// Returns the accepted names; a table must have one of them.
    pub fn accepted(self) -> &'static [&'static str] {
        match self {
            Self::Topic => &["query_id", "qid", "query-id", "topic", "topic_id", "q_id"],
            Self::Document => &["doc_id", "docno", "corpus-id", "docid", "document", "doc-id"],
            Self::Level => &["relevance", "label", "grade", "rel", "score"],
            Self::Score => &["score"],
            Self::Rank => &["rank"],
            Self::Run => &["run", "run_id", "run-id", "runid", "system", "tag"],
            Self::Intent => &["intent", "subtopic", "subtopic_id", "iteration"],
            Self::Team => &["team", "group"],
        }
    }

    /// Returns the content in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Topic => "topics",
            Self::Document => "documents",
            Self::Level => "relevance levels",
            Self::Score => "scores",
            Self::Rank => "ranks",
            Self::Run => "runs",
            Self::Intent => "intents",
            Self::Team => "teams",
        }
    }

    /// Returns the name of the matching column, if there is one; `of` is `qrels` or `runs`. As in files, PyTerrier's
    /// `docid`, a number of its index, may occur next to `docno`, and a `score` next to a level.
    pub fn find<'a>(self, columns: &'a [String], of: &str) -> Result<Option<&'a str>, Wrong> {
        let is_of_it = |column: &&str| self.accepted().contains(column);
        let found: Vec<&str> = columns.iter().map(String::as_str).filter(is_of_it).collect();
        let gives_way = |column: &str| match self {
            Self::Document => column == "docid" && found.contains(&"docno"),
            Self::Level => column == "score" && found.iter().any(|other| *other != "score"),
            _ => false,
        };
        let firm: Vec<&str> = found.iter().copied().filter(|column| !gives_way(column)).collect();
        match firm[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            [one, other, ..] => Err(Wrong::value(format!(
                "{of}: two columns of {}, `{one}` and `{other}`: expected one",
                self.word()
            ))),
        }
    }

    /// Returns the name of the matching column; `of` is `qrels` or `runs`.
    pub fn among<'a>(self, columns: &'a [String], of: &str) -> Result<&'a str, Wrong> {
        self.find(columns, of)?.ok_or_else(|| {
            let (word, names, found) = (self.word(), self.accepted().join(", "), columns.join(", "));
            Wrong::value(format!("{of}: no column of {word} (any of {names}); the columns are: {found}"))
        })
    }
}
