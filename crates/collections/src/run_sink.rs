//! The topics of a run on their way to what keeps of them what it is for: those of the judgments, each once.

use std::collections::HashSet;

use rejudge_pools::{DocIx, TopicIx};

use crate::docids::Scratch;
use crate::qrels::Qrels;
use crate::runs::{Ranking, Rankings};
use crate::scan::Stop;
use crate::text::hash;

/// What keeps of a run's rankings what it is for.
pub(crate) trait RunSink {
    /// What it keeps of a run.
    type Kept: Send;

    /// Begins a run.
    fn begin(&mut self, qrels: &Qrels);

    /// Begins the same run anew, whose lines are not in the order of its topics.
    fn again(&mut self, qrels: &Qrels) {
        self.begin(qrels);
    }

    /// Takes in the ranking of a topic of the qrels. False where it must be begun anew before that.
    fn add(&mut self, qrels: &Qrels, topic: TopicIx, ranking: &Ranking<'_>) -> bool;

    /// What is kept of the run.
    fn end(&mut self, qrels: &Qrels) -> Self::Kept;
}

/// Sorts the topics of a run: those of the qrels are kept, others counted.
pub(crate) struct QrelsFilter<'a, K> {
    qrels: &'a Qrels,
    keeps: &'a mut K,
    pub skipped: usize,
    pub all: usize,
    /// Where the next topic is expected.
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
    pub fn new(qrels: &'a Qrels, keeps: &'a mut K) -> Self {
        keeps.begin(qrels);
        let (seen, others) = (vec![0; qrels.topics().len().div_ceil(64)], HashSet::new());
        Self { qrels, keeps, skipped: 0, all: 0, next: 0, other: None, seen, others }
    }
}

impl<K: RunSink> Rankings for QrelsFilter<'_, K> {
    fn restart(&mut self) {
        (self.skipped, self.all, self.next, self.other) = (0, 0, 0, None);
        self.seen.fill(0);
        self.others.clear();
        self.keeps.again(self.qrels);
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
                let is_taken = self.keeps.add(self.qrels, topic, ranking);
                if is_taken { Ok(()) } else { Err(Stop::Late) }
            }
        }
    }
}

/// What is made of a run's topics as they pass.
pub trait PassingTopics {
    /// What stays of a run.
    type Kept: Send;

    /// Begins a run.
    fn begin(&mut self, qrels: &Qrels);

    /// Begins the same run anew. From now on its topics are taken in whatever order they come.
    fn again(&mut self, qrels: &Qrels) {
        self.begin(qrels);
    }

    /// Takes in a topic: rank and number of each document that has a verdict, by rank, and how many
    /// documents were retrieved. False where it should have come earlier: the run is to be begun anew.
    fn add(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) -> bool;

    /// What stays of the run.
    fn end(&mut self, qrels: &Qrels) -> Self::Kept;
}

/// Looks the documents of a topic up before it is handed on.
pub(crate) struct Passing<P> {
    topics: P,
    seen: Vec<(u32, DocIx)>,
    room: Scratch,
}

impl<P> Passing<P> {
    /// No run yet.
    pub fn new(topics: P) -> Self {
        Self { topics, seen: Vec::new(), room: Scratch::default() }
    }
}

impl<P: PassingTopics> RunSink for Passing<P> {
    type Kept = P::Kept;

    fn begin(&mut self, qrels: &Qrels) {
        self.topics.begin(qrels);
    }

    fn again(&mut self, qrels: &Qrels) {
        self.topics.again(qrels);
    }

    fn add(&mut self, qrels: &Qrels, topic: TopicIx, ranking: &Ranking<'_>) -> bool {
        let (documents, seen) = (ranking.documents(), &mut self.seen);
        seen.clear();
        let found = |place, number| seen.push((place + 1, number));
        qrels.at(topic).find(ranking.text, documents, &mut self.room, found);
        self.topics.add(topic, seen, documents.len() as u32)
    }

    fn end(&mut self, qrels: &Qrels) -> P::Kept {
        self.topics.end(qrels)
    }
}
