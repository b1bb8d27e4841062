//! Judgments and runs from rows in memory, such as the rows of a data frame. Judgments in memory can be
//! combined with runs in files, and the other way round.

use rayon::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::{JoinedRun, Run, Team, TestCollection};

use crate::fields::Span;
use crate::qrels::Qrels;
use crate::read_runs::{Joined, Joining, KeptDocuments, ReadRun, collection_of};
use crate::reading::Reading;
use crate::repeated_documents::{RepeatedDocuments, RepeatedIds};
use crate::runs::{Entry, RunLines};
use crate::scan::{Columns, Stop};

/// Rows that contain a document and a number, grouped by topic.
pub trait Rows: Sync {
    /// Returns the number of topics; their names are distinct.
    fn topics(&self) -> usize;

    /// Returns the name of a topic.
    fn name(&self, topic: usize) -> &str;

    /// Calls `row` with each document of a topic and its number, in the order of the rows. No number may be
    /// NaN.
    fn each<'a>(&'a self, topic: usize, row: impl FnMut(&'a str, f64));
}

/// A document that a topic has twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedRow {
    /// The number of the topic in [`Rows`].
    pub topic: usize,
    /// The document.
    pub document: String,
}

impl RepeatedRow {
    fn new(topic: usize, text: &[u8], entry: &Entry) -> Self {
        Self { topic, document: String::from_utf8_lossy(entry.document.slice(text)).into_owned() }
    }
}

impl Qrels {
    /// Creates judgments from rows; `verdict` turns their numbers into verdicts.
    ///
    /// # Errors
    /// If a topic has a document twice.
    ///
    /// # Panics
    /// If two topics have the same name.
    pub fn from_rows(rows: &impl Rows, verdict: impl Fn(f64) -> Verdict) -> Result<Self, RepeatedRow> {
        let (mut qrels, mut finder) = (Self::default(), RepeatedIds::default());
        let (mut text, mut entries) = (Vec::new(), Vec::new());
        for topic in 0..rows.topics() {
            text.clear();
            entries.clear();
            rows.each(topic, |document, number| entries.push(push_entry(&mut text, document, number)));
            if finder.any(&text, &entries)
                && let Some((first, _)) = finder.first(&text, &entries)
            {
                return Err(RepeatedRow::new(topic, &text, &entries[first]));
            }
            qrels.begin_topic(rows.name(topic).as_bytes());
            for entry in &entries {
                qrels.push_document(entry.document.slice(&text), verdict(entry.key));
            }
        }
        assert!(qrels.sort(), "the names of topics are distinct");
        Ok(qrels.with_tables())
    }
}

/// Returns the judgments as a collection without runs.
pub fn judged(qrels: &Qrels) -> TestCollection {
    let judgments = qrels.topics().map(|topic| (topic.name(), topic.verdicts()));
    TestCollection::from_judgments(judgments).with_gains(qrels.gains().cloned())
}

/// Joins a run's rows with judgments. The numbers in the rows are scores, or ranks if `reading` orders
/// documents by rank. If `judged_only`, documents without a level are removed from each judged topic before
/// documents are ranked.
///
/// # Errors
/// If a topic has a document twice among the documents that were not removed, even if `reading` allows this.
pub fn join_rows(
    qrels: &Qrels,
    rows: &impl Rows,
    reading: &Reading,
    judged_only: bool,
) -> Result<JoinedRun, RepeatedRow> {
    Ok(join_topics(Joining::new(qrels, KeptDocuments::Judged), rows, reading, judged_only.then_some(qrels))?
        .run)
}

/// Joins a run's rows. If judgments `judged_only` are given, documents without a level in them are
/// removed from each judged topic before documents are ranked.
fn join_topics(
    mut joining: Joining<'_>,
    rows: &impl Rows,
    reading: &Reading,
    judged_only: Option<&Qrels>,
) -> Result<Joined, RepeatedRow> {
    let reading = Reading { repeated: RepeatedDocuments::Refuse, ..*reading };
    let mut run = RunLines::new(&reading, &mut joining);
    let (mut text, mut entries) = (Vec::new(), Vec::new());
    for topic in 0..rows.topics() {
        let judged_topic = judged_only.and_then(|qrels| qrels.topic(rows.name(topic)));
        let is_kept = |id: &str| {
            judged_topic
                .is_none_or(|judged_topic| matches!(judged_topic.verdict(id), Some(Verdict::Level(_))))
        };
        let mut is_any_removed = false;
        text.clear();
        entries.clear();
        rows.each(topic, |document, number| {
            if is_kept(document) {
                entries.push(push_entry(&mut text, document, reading.order_key(number)));
            } else {
                is_any_removed = true;
            }
        });
        // A topic without rows stays in the run, but a topic that has lost all of its documents does not.
        if entries.is_empty() && is_any_removed {
            continue;
        }
        // The only other error is `Stop::TopicAgain`. Because names of topics are distinct, it only occurs if
        // two topics without judgments have the same hash, and then it has no effect.
        if let Err(Stop::Repeated(entry, _)) = run.topic(rows.name(topic), &text, &mut entries) {
            return Err(RepeatedRow::new(topic, &text, &entry));
        }
    }
    Ok(joining.end())
}

/// Makes a collection from the rows of runs. Every document of a run gets an index in the collection, even if
/// it is unjudged. Ties are recorded, and each run is its own team.
///
/// # Errors
/// If a topic of a run has a document twice, even if `reading` allows this. The error has the number of the
/// first such run.
pub fn collection_from_rows<R: Rows>(
    qrels: &Qrels,
    runs: &[(String, R)],
    reading: &Reading,
) -> Result<TestCollection, (usize, RepeatedRow)> {
    let joined = runs.par_iter().enumerate().map(|(run, (_, rows))| {
        let joined = join_topics(Joining::new(qrels, KeptDocuments::All), rows, reading, None);
        joined.map(|kept| ReadRun { kept, ..ReadRun::default() }).map_err(|repeated_row| (run, repeated_row))
    });
    // First collect all results, then return the first error in the order of the runs. If rayon collected
    // into a `Result`, it would return the error that a thread happens to find first.
    let joined: Vec<Result<_, _>> = joined.collect();
    let joined = joined.into_iter().collect::<Result<_, _>>()?;
    let runs_and_teams = runs.iter().enumerate().map(|(team, (name, _))| {
        let run = Run { name: name.clone(), team, pooled: true, eligible: true };
        (run, Team { name: name.clone(), analysed: true })
    });
    let (named_runs, teams) = runs_and_teams.unzip();
    Ok(collection_of(qrels, named_runs, teams, joined, None))
}

/// Appends a document's id to `text`, and returns the entry that refers to it.
fn push_entry(text: &mut Vec<u8>, document: &str, key: f64) -> Entry {
    let start = text.len() as u32;
    text.extend_from_slice(document.as_bytes());
    let span = Span { start, end: text.len() as u32 };
    Entry::new(text, span, key)
}
