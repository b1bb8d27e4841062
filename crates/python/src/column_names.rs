//! What people call the columns of judgments and runs.

use crate::wrong::Wrong;

/// A column by what it holds.
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
    /// Its names; of several that are there the first is taken.
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

    /// What it holds, in a word.
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

    /// Which of the columns it is.
    pub fn find(self, columns: &[String]) -> Option<&str> {
        let there = |name: &&str| columns.iter().find(|column| column == name).map(String::as_str);
        self.accepted().iter().find_map(there)
    }

    /// Which of the columns it is; `of` is `qrels` or `runs`.
    pub fn among<'a>(self, columns: &'a [String], of: &str) -> Result<&'a str, Wrong> {
        self.find(columns).ok_or_else(|| {
            let (word, names, found) = (self.word(), self.accepted().join(", "), columns.join(", "));
            Wrong::value(format!("{of}: no column of {word} (any of {names}); the columns are: {found}"))
        })
    }
}
