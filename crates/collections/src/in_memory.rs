//! Judgments and runs in memory: rows of a program, combined with files.

use rayon::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::{JoinedRun, Run, Team, TestCollection};

use crate::fields::Span;
use crate::qrels::Qrels;
use crate::read_runs::{Joined, Joining, KeptDocuments, ReadRun, assembled};
use crate::reading::Reading;
use crate::repeated_documents::{RepeatedDocuments, RepeatedIds};
use crate::runs::{Entry, RunLines};
use crate::scan::{Columns, Stop};

/// Rows of documents with a number, by topic.
pub trait Rows: Sync {
    /// Returns the number of topics; their names are distinct.
    fn topics(&self) -> usize;

    /// Returns the name of a topic.
    fn name(&self, topic: usize) -> &str;

    /// Calls `row` with each document of a topic and its number, in the order of the rows. Numbers are no
    /// NaN.
    fn each<'a>(&'a self, topic: usize, row: impl FnMut(&'a str, f64));
}

/// A document that a topic has twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedRow {
    /// Number of the topic among those of the rows.
    pub topic: usize,
    /// The document.
    pub document: String,
}

impl RepeatedRow {
    fn new(topic: usize, text: &[u8], line: &Entry) -> Self {
        Self { topic, document: String::from_utf8_lossy(line.document.slice(text)).into_owned() }
    }
}

impl Qrels {
    /// Judgments of rows, whose numbers `verdict` turns into verdicts.
    ///
    /// # Errors
    /// If a topic has a document twice.
    pub fn of_rows(rows: &impl Rows, verdict: impl Fn(f64) -> Verdict) -> Result<Self, RepeatedRow> {
        let (mut qrels, mut repeated) = (Self::default(), RepeatedIds::default());
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        for topic in 0..rows.topics() {
            text.clear();
            lines.clear();
            rows.each(topic, |document, number| lines.push(entry(&mut text, document, number)));
            if let Some((first, _)) =
                repeated.any(&text, &lines).then(|| repeated.first(&text, &lines)).flatten()
            {
                return Err(RepeatedRow::new(topic, &text, &lines[first]));
            }
            qrels.begin(rows.name(topic).as_bytes());
            lines.iter().for_each(|line| qrels.push(line.document.slice(&text), verdict(line.key)));
        }
        assert!(qrels.sort(), "each topic once");
        Ok(qrels.tabled())
    }
}

/// Returns the judgments as a collection without runs.
pub fn judged(qrels: &Qrels) -> TestCollection {
    let judgments = qrels.topics().map(|topic| (topic.name(), topic.verdicts()));
    TestCollection::of_judgments(judgments).with_gains(qrels.gains().cloned())
}

/// Joins rows, whose numbers are scores (or ranks, if `reading` goes by rank), with judgments. If
/// `judged_only`, documents without a level are removed first.
///
/// # Errors
/// If a topic has a document twice.
pub fn join_rows(
    qrels: &Qrels,
    rows: &impl Rows,
    reading: &Reading,
    judged_only: bool,
) -> Result<JoinedRun, RepeatedRow> {
    Ok(joined(Joining::new(qrels, KeptDocuments::Judged), rows, reading, judged_only.then_some(qrels))?.run)
}

/// Joins rows. Given the judgments, documents without a level are removed first.
fn joined(
    mut run: Joining<'_>,
    rows: &impl Rows,
    reading: &Reading,
    judged_only: Option<&Qrels>,
) -> Result<Joined, RepeatedRow> {
    let reading = Reading { repeated: RepeatedDocuments::Refuse, ..*reading };
    let mut ranked = RunLines::new(&reading, &mut run);
    let (mut text, mut lines) = (Vec::new(), Vec::new());
    for topic in 0..rows.topics() {
        let judged = judged_only.and_then(|qrels| qrels.topic(rows.name(topic)));
        let is_kept = |id: &str| judged.is_none_or(|of| matches!(of.verdict(id), Some(Verdict::Level(_))));
        let mut is_any_removed = false;
        text.clear();
        lines.clear();
        rows.each(topic, |document, number| match is_kept(document) {
            true => lines.push(entry(&mut text, document, reading.order_key(number))),
            false => is_any_removed = true,
        });
        // A run has a topic for which it retrieved nothing, but not one of which no document is left.
        if lines.is_empty() && is_any_removed {
            continue;
        }
        // No topic of rows comes twice.
        if let Err(Stop::Repeated(line, _)) = ranked.topic(rows.name(topic), &text, &mut lines) {
            return Err(RepeatedRow::new(topic, &text, &line));
        }
    }
    Ok(run.end())
}

/// Runs of rows as a collection in which every document has a number; each run is a team of its own.
/// Scores that were equal are known to it.
///
/// # Errors
/// If a topic contains a document twice: number of the run, and the position.
pub fn number_rows<R: Rows>(
    qrels: &Qrels,
    runs: &[(String, R)],
    reading: &Reading,
) -> Result<TestCollection, (usize, RepeatedRow)> {
    let number = |(at, (_, rows)): (usize, &(String, R))| {
        let numbered = joined(Joining::new(qrels, KeptDocuments::All), rows, reading, None);
        numbered.map(|kept| ReadRun { kept, ..ReadRun::default() }).map_err(|repeated| (at, repeated))
    };
    let loaded: Vec<Result<_, _>> = runs.par_iter().enumerate().map(number).collect();
    let loaded = loaded.into_iter().collect::<Result<_, _>>()?;
    let of_run = |(team, (name, _)): (usize, &(String, R))| {
        let run = Run { name: name.clone(), team, pooled: true, eligible: true };
        (run, Team { name: name.clone(), analysed: true })
    };
    let (named, teams) = runs.iter().enumerate().map(of_run).unzip();
    Ok(assembled(qrels, named, teams, loaded, None))
}

/// Returns the line of a document, which is added to the text.
fn entry(text: &mut Vec<u8>, document: &str, key: f64) -> Entry {
    let start = text.len() as u32;
    text.extend_from_slice(document.as_bytes());
    let span = Span { start, end: text.len() as u32 };
    Entry::new(text, span, key)
}
