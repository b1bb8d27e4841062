//! Reads a run with its scores, so that it can be written in another form.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use indexmap::IndexMap;
use rejudge_pools::Names;
use rejudge_tables::frame::{Frame, Kind, shortest};
use serde::{Serialize, Serializer};

use crate::error::LoadError;
use crate::load_rankings::{FromRanking, IdsByTopic};
use crate::read_runs::unscored_comments;
use crate::reading::{Reading, ScoreType, Ties};
use crate::runs::{Entry, Ranking, RunFacts, RunLines, read_run};
use crate::scan::scan;
use crate::unscored::Unscored;

/// A run that was read from a file, with the scores of its documents. It is serialised as an object that maps
/// each topic to an object of documents and scores, as in pytrec_eval and ranx.
#[derive(Debug)]
pub struct RankedRun {
    /// The run's name: its tag, or its file's name without extensions if it has no tag. Written files have
    /// this tag.
    pub tag: String,
    /// Another tag, if lines have several tags.
    pub other_tag: Option<String>,
    /// The topics in comments that look like lines of a run.
    pub comments: Option<Unscored>,
    topics: IndexMap<String, ScoredDocuments>,
}

/// The documents of a topic by rank, with their scores.
#[derive(Debug)]
struct ScoredDocuments {
    ids: Names,
    scores: Vec<f64>,
    /// True if documents are ordered by score, and in the file a document comes before one with a higher score.
    are_moved: bool,
}

impl FromRanking for ScoredDocuments {
    fn from_ranking(ranking: &Ranking<'_>) -> Self {
        let documents = ranking.documents();
        let scores = documents.iter().map(|document| document.key).collect();
        Self { ids: Names::from_ranking(ranking), scores, are_moved: are_moved(documents) }
    }
}

/// Returns true if, in the file, a document comes before one with a higher score. `documents` are ordered by score.
fn are_moved(documents: &[Entry]) -> bool {
    let mut last_above = 0;
    for equal in documents.chunk_by(|a, b| a.key == b.key) {
        if equal.iter().any(|document| document.document.start < last_above) {
            return true;
        }
        let last = equal.iter().map(|document| document.document.start).max();
        last_above = last_above.max(last.unwrap_or_default());
    }
    false
}

impl ScoredDocuments {
    fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.ids.iter().zip(self.scores.iter().copied())
    }
}

impl Serialize for ScoredDocuments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Serialize for RankedRun {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.topics)
    }
}

/// Returns a topic whose documents have the order of `ids` and the scores of `scored`.
fn in_order(
    topic: String,
    ids: Names,
    scored: &IndexMap<String, ScoredDocuments>,
) -> (String, ScoredDocuments) {
    let by_id: HashMap<&str, f64> = scored[&topic].iter().collect();
    let scores = ids.iter().map(|id| by_id[id]).collect();
    (topic, ScoredDocuments { ids, scores, are_moved: false })
}

impl RankedRun {
    /// Reads a run from the `bytes` of a file, in any form. Topics keep the order in which they first appear,
    /// and documents have the order of `reading`. They keep their scores even if scores do not affect the order.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::{RankedRun, Reading};
    /// let csv = b"qid,docno,score\n2,a,0.10\n2,b,.1\n1,c,-3\n2,d,2e-7\n";
    /// let run = RankedRun::parse(Path::new("bm25.csv"), csv, &Reading::default())?;
    /// let lines = "2 Q0 b 1 0.1 bm25\n2 Q0 a 2 0.1 bm25\n2 Q0 d 3 2e-7 bm25\n1 Q0 c 1 -3 bm25\n";
    /// assert_eq!(run.trec_lines(), lines);
    /// # Ok::<(), rejudge_collections::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// If the file is not a run.
    pub fn parse(path: &Path, bytes: &[u8], reading: &Reading) -> Result<Self, LoadError> {
        // In double precision, the key of a document is its score, if scores affect the order.
        let reading = Reading { score_type: ScoreType::default(), ..*reading };
        let mut topics = IndexMap::<String, ScoredDocuments>::new();
        let facts = match reading.ties {
            Ties::DocnoDescending | Ties::DocnoAscending | Ties::ScoreThenFile => {
                read_run(path, Some(bytes), &reading, &mut topics)?
            }
            Ties::FileOrder | Ties::Rank => {
                let mut ids_by_topic = IdsByTopic::new();
                let facts = read_run(path, Some(bytes), &reading, &mut ids_by_topic)?;
                // `read_run` would warn about the order of the scores, which is not used.
                let by_score = Reading { ties: Ties::default(), max_rank: usize::MAX, ..reading };
                scan(path, Some(bytes), &mut RunLines::new(&by_score, &mut topics))?;
                topics = ids_by_topic.into_iter().map(|(topic, ids)| in_order(topic, ids, &topics)).collect();
                facts
            }
        };
        let RunFacts { tag, other_tag, comments } = facts;
        Ok(Self { tag, other_tag, comments: unscored_comments(comments.iter()), topics })
    }

    /// Returns the number of topics whose documents are ordered by score, although the lines of the file have
    /// another order.
    pub fn moved_topics(&self) -> usize {
        self.topics.values().filter(|documents| documents.are_moved).count()
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.topics.len()
    }

    /// Returns the topic, rank, document and score of each row.
    pub fn rows(&self) -> impl Iterator<Item = (&str, usize, &str, f64)> {
        self.topics.iter().flat_map(|(topic, documents)| {
            let ranked = (1..).zip(documents.iter());
            ranked.map(move |(rank, (document, score))| (topic.as_str(), rank, document, score))
        })
    }

    /// Returns the lines `topic Q0 document rank score tag`. Scores have the fewest digits that are read as
    /// the same number.
    pub fn trec_lines(&self) -> String {
        let (mut lines, tag) = (String::new(), &self.tag);
        for (topic, rank, document, score) in self.rows() {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{topic} Q0 {document} {rank} {} {tag}", shortest(score));
        }
        lines
    }

    /// Returns a table with the columns topic, docid, rank, score and tag.
    pub fn table(&self) -> Frame {
        let mut table = Frame::new([
            ("topic", Kind::Text, "name of the topic"),
            ("docid", Kind::Text, "id of the document"),
            ("rank", Kind::Whole, "rank of the document, from 1"),
            ("score", Kind::Number, "score of the document"),
            ("tag", Kind::Text, "name of the run"),
        ]);
        for (topic, rank, document, score) in self.rows() {
            table.push([topic.into(), document.into(), rank.into(), score.into(), self.tag.as_str().into()]);
        }
        table
    }
}
