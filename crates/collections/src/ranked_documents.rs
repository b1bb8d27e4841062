//! Reads the documents that a run retrieved for a few topics, with their ids and scores.

use std::collections::HashMap;
use std::path::Path;

use tracing::subscriber::NoSubscriber;

use crate::error::LoadError;
use crate::qrels::Qrels;
use crate::reading::{Reading, ScoreType, Ties};
use crate::runs::{Ranking, Rankings, read_run};
use crate::scan::Stop;
use crate::text::ReadError;

/// A document that a run retrieved.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedDocument {
    /// The document's id.
    pub id: String,
    /// The score in the run file, or the negative rank if the file has only ranks. The score need not decide
    /// the document's rank ([`Reading::ties`]).
    pub score: f64,
}

/// The ids and keys of documents by topic.
type ByTopic<'a> = HashMap<&'a str, Vec<(String, f64)>>;

/// The ids and keys of the documents of a few topics.
struct Documents<'a> {
    qrels: &'a Qrels,
    by_topic: ByTopic<'a>,
}

impl<'a> Documents<'a> {
    fn read(
        path: &Path,
        reading: &Reading,
        qrels: &'a Qrels,
        topics: &[&'a str],
    ) -> Result<ByTopic<'a>, LoadError> {
        let by_topic = topics.iter().map(|topic| (*topic, Vec::new())).collect();
        let mut documents = Self { qrels, by_topic };
        read_run(path, None, reading, &mut documents)?;
        Ok(documents.by_topic)
    }
}

impl Rankings for Documents<'_> {
    fn restart(&mut self) {
        self.by_topic.values_mut().for_each(Vec::clear);
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        let Some(documents) = self.by_topic.get_mut(ranking.name) else { return Ok(()) };
        if !documents.is_empty() {
            return Err(Stop::TopicAgain);
        }
        let copies = self.qrels.copies(ranking.name).map(|copies| copies.first_only(ranking));
        let lines = copies.as_ref().map_or(ranking.lines, |(lines, _)| lines);
        let ranking = Ranking { lines, ..*ranking };
        let entries = ranking.documents().iter();
        documents.extend(entries.map(|entry| (ranking.id(entry).to_owned(), entry.key)));
        Ok(())
    }
}

/// Reads the documents that a run retrieved for each of `topics`, by rank, down to the maximum rank of
/// `reading`. Returns an empty list for a topic that the run lacks. If documents are copies of each other in
/// `qrels`, a ranking keeps only the first of them, as in [`join_runs`](crate::join_runs).
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::descriptor::QrelsFormat;
/// use rejudge_collections::{Qrels, Reading, Ties, ranked_documents};
/// let file = tempfile::NamedTempFile::new()?;
/// std::fs::write(file.path(), "1 Q0 a 1 2.5 run\n1 Q0 b 2 7 run\n2 Q0 c 1 9 run\n")?;
/// let qrels = Qrels::parse(Path::new("qrels"), b"1 0 a 1\n", &QrelsFormat::trec())?;
/// let reading = Reading { ties: Ties::Rank, ..Reading::default() };
/// let documents = ranked_documents(&qrels, file.path(), &reading, &["1", "3"])?;
/// let documents = documents.iter().map(|ranking| ranking.iter().map(|doc| (&*doc.id, doc.score)).collect());
/// assert_eq!(documents.collect::<Vec<Vec<_>>>(), [vec![("a", 2.5), ("b", 7.0)], vec![]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read or is not a run. Also if it changes before we read it a second time, for the
/// scores.
pub fn ranked_documents(
    qrels: &Qrels,
    path: &Path,
    reading: &Reading,
    topics: &[&str],
) -> Result<Vec<Vec<RankedDocument>>, LoadError> {
    let mut ranked = Documents::read(path, reading, qrels, topics)?;
    // The keys that ordered the documents may be ranks, scores rounded to single precision, or all 0.
    let by_score =
        Reading { ties: Ties::ScoreThenFile, score_type: ScoreType::F64, max_rank: usize::MAX, ..*reading };
    let without_copies = Qrels::default();
    // The first reading has reported the warnings that apply to the order of `reading`. So we drop the warnings
    // of the second reading.
    let scored = tracing::subscriber::with_default(NoSubscriber::default(), || {
        Documents::read(path, &by_score, &without_copies, topics)
    })?;
    let mut rankings = Vec::new();
    for topic in topics {
        let scores: HashMap<&str, f64> =
            scored[topic].iter().map(|(id, score)| (id.as_str(), *score)).collect();
        let mut ranking = Vec::new();
        for (id, _) in ranked.remove(topic).unwrap_or_default() {
            let score = *scores.get(id.as_str()).ok_or_else(|| ReadError::changed(path))?;
            ranking.push(RankedDocument { id, score });
        }
        rankings.push(ranking);
    }
    Ok(rankings)
}
