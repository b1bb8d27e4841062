//! Judgments and runs that no descriptor describes, of which nothing is kept but where judged documents
//! stand.

use std::path::PathBuf;

use rejudge_pools::{JoinedRun, TopicIx};

use crate::error::LoadError;
use crate::qrels::Qrels;
use crate::read_runs::{Joining, pass_runs};
use crate::reading::Reading;

/// A run joined with judgments. It is named by its tag, or by its path where several runs share the tag.
#[derive(Clone, Debug)]
pub struct NamedJoin {
    /// The run's name.
    pub name: String,
    /// Where the documents with a verdict stand.
    pub joined: JoinedRun,
    /// Topics of the judgments that it has without any document, in order. No file says so.
    pub empty_topics: Vec<TopicIx>,
}

impl NamedJoin {
    /// A run that has the topics that it has documents for.
    pub fn new(name: String, joined: JoinedRun) -> Self {
        Self { name, joined, empty_topics: Vec::new() }
    }

    /// Whether the run has a topic.
    pub fn has(&self, topic: TopicIx) -> bool {
        self.joined.retrieved(topic) > 0 || self.empty_topics.binary_search(&topic).is_ok()
    }
}

/// Joins runs, in the order given, with judgments. The text and the rankings of a file are dropped before its
/// worker reads the next.
///
/// # Errors
/// When a file cannot be read or is not of its form.
pub fn join_runs(qrels: &Qrels, runs: &[PathBuf], reading: &Reading) -> Result<Vec<NamedJoin>, LoadError> {
    let joined = pass_runs(qrels, runs, reading, Joining::default)?;
    Ok(joined.into_iter().map(|run| NamedJoin::new(run.name, run.kept)).collect())
}
