//! Runs of which each topic is looked at as it passes, and nothing stays but what is made of it.

use std::path::PathBuf;

use rejudge_pools::{DocIx, TopicIx};

use crate::docids::Scratch;
use crate::load_error::LoadError;
use crate::packed_qrels::PackedQrels;
use crate::ranking::Ranking;
use crate::read_runs::{Loaded, passed_runs};
use crate::reading::Reading;
use crate::run_sink::RunSink;

/// What is made of a run's topics.
pub trait PassingTopics {
    /// What stays of a run.
    type Kept: Send;

    /// Begins a run.
    fn begin(&mut self);

    /// Begins the same run anew. From now on its topics are taken in whatever order they come.
    fn again(&mut self);

    /// Takes in a topic: rank and number of each document that has a verdict, by rank, and how many
    /// documents were retrieved. False where it should have come earlier: the run is to be begun anew.
    fn add(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) -> bool;

    /// What stays of the run.
    fn end(&mut self) -> Self::Kept;
}

/// A run that has passed. It is named by its tag, or by its path where several runs share the tag.
#[derive(Clone, Debug)]
pub struct PassedRun<T> {
    /// The run's name.
    pub name: String,
    /// What stays of it.
    pub kept: T,
}

/// Reads runs in the order given, and hands their topics on as they come, those that have judgments. Each
/// worker has a `room` of its own.
///
/// # Errors
/// When a file cannot be read or is not of its form.
pub fn pass_runs<P: PassingTopics>(
    qrels: &PackedQrels,
    runs: &[PathBuf],
    reading: &Reading,
    room: impl Fn() -> P + Send + Sync,
) -> Result<Vec<PassedRun<P::Kept>>, LoadError> {
    let passing = || Passing { topics: room(), seen: Vec::new(), room: Scratch::default() };
    let passed = passed_runs(qrels, runs, reading, passing)?;
    Ok(passed.into_iter().map(|Loaded { name, kept, .. }| PassedRun { name, kept }).collect())
}

/// Looks the documents of a topic up before it is handed on.
struct Passing<P> {
    topics: P,
    seen: Vec<(u32, DocIx)>,
    room: Scratch,
}

impl<P: PassingTopics> RunSink<PackedQrels> for Passing<P> {
    type Kept = P::Kept;

    fn begin(&mut self, _: &PackedQrels) {
        self.topics.begin();
    }

    fn again(&mut self, _: &PackedQrels) {
        self.topics.again();
    }

    fn add(&mut self, qrels: &PackedQrels, topic: TopicIx, ranking: &Ranking<'_>) -> bool {
        let (documents, seen) = (ranking.documents(), &mut self.seen);
        seen.clear();
        let found = |place, number| seen.push((place + 1, number));
        qrels.find(topic, ranking.text, documents, &mut self.room, found);
        self.topics.add(topic, seen, documents.len() as u32)
    }

    fn end(&mut self, _: &PackedQrels) -> P::Kept {
        self.topics.end()
    }
}
