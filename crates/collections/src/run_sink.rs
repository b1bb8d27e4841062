//! The topics of a run as they are read: those of the judgments, each once, with their documents looked up.

use std::collections::HashSet;

use rejudge_pools::{DocIx, TopicIx};

use crate::docids::Scratch;
use crate::qrels::Qrels;
use crate::runs::{Ranking, Rankings};
use crate::scan::Stop;
use crate::text::hash;

/// The parts of a run that are kept, while its topics are read.
pub(crate) trait RunSink: Send {
    /// Returns a run without topics.
    fn begin(qrels: &Qrels) -> Self;

    /// Takes in a topic of the judgments, each at most once.
    fn add(&mut self, topic: TopicIx, retrieved: Retrieved<'_>);

    /// Ends the run.
    fn end(&mut self) {}
}

/// The documents that a run retrieved for a topic, looked up in the judgments.
#[derive(Clone, Copy)]
pub(crate) struct Retrieved<'a> {
    /// Rank and number of each document that has a verdict, by rank.
    pub seen: &'a [(u32, DocIx)],
    pub ranking: &'a Ranking<'a>,
}

/// Room to look up the documents of a topic.
#[derive(Default)]
pub(crate) struct Lookup {
    seen: Vec<(u32, DocIx)>,
    room: Scratch,
}

/// Sorts the topics of a run: those of the qrels are kept, others counted.
pub(crate) struct QrelsFilter<'a, K> {
    qrels: &'a Qrels,
    kept: K,
    lookup: &'a mut Lookup,
    pub skipped: usize,
    pub all: usize,
    /// The expected position of the next topic.
    next: usize,
    /// The first topic that is not in the qrels.
    pub other: Option<String>,
    /// A bit for each topic of the qrels: a table of their names would fill the memory.
    seen: Vec<u64>,
    /// The hashes of the others: two of one hash are taken for one.
    others: HashSet<u64>,
}

impl<'a, K: RunSink> QrelsFilter<'a, K> {
    /// Begins a run.
    pub fn new(qrels: &'a Qrels, lookup: &'a mut Lookup) -> Self {
        let (seen, others) = (vec![0; qrels.topics().len().div_ceil(64)], HashSet::new());
        let kept = K::begin(qrels);
        Self { qrels, kept, lookup, skipped: 0, all: 0, next: 0, other: None, seen, others }
    }

    /// Ends the run.
    pub fn end(mut self) -> K {
        self.kept.end();
        self.kept
    }
}

impl<K: RunSink> Rankings for QrelsFilter<'_, K> {
    fn restart(&mut self) {
        (self.skipped, self.all, self.next, self.other) = (0, 0, 0, None);
        self.seen.fill(0);
        self.others.clear();
        self.kept = K::begin(self.qrels);
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        self.all += 1;
        match self.qrels.number(ranking.name, self.next) {
            None => {
                if self.qrels.is_left_out(ranking.name) {
                    self.all -= 1;
                } else {
                    self.skipped += 1;
                    self.other.get_or_insert_with(|| ranking.name.escape_debug().to_string());
                }
                let is_new = self.others.insert(hash(ranking.name.as_bytes()));
                if is_new { Ok(()) } else { Err(Stop::Returned) }
            }
            Some(topic) => {
                let bit = 1 << (topic % 64);
                if self.seen[topic / 64] & bit != 0 {
                    return Err(Stop::Returned);
                }
                self.seen[topic / 64] |= bit;
                self.next = topic + 1;
                let Lookup { seen, room } = self.lookup;
                seen.clear();
                let found = |place, number| seen.push((place + 1, number));
                self.qrels.at(topic).find(ranking.text, ranking.documents(), room, found);
                self.kept.add(topic, Retrieved { seen, ranking });
                Ok(())
            }
        }
    }
}
