//! The topics of a run on their way to what keeps of them what it is for: those of the judgments, each once.

use std::collections::HashSet;

use rejudge_pools::{TopicIx, topic_order};

use crate::packed_qrels::PackedQrels;
use crate::qrels::Qrels;
use crate::ranking::{Ranking, Rankings};
use crate::run_scan::UnusualFile;
use crate::text::hash;

/// The topics of judgments.
pub(crate) trait JudgedTopics {
    /// How many there are.
    fn count(&self) -> usize;

    /// The place of a topic; `expected` is looked at first.
    fn place(&self, name: &str, expected: TopicIx) -> Option<TopicIx>;

    /// Returns true if a topic that has no place was taken out of them.
    fn is_left_out(&self, name: &str) -> bool;
}

impl JudgedTopics for Qrels<'_> {
    fn count(&self) -> usize {
        self.topics.len()
    }

    fn place(&self, name: &str, expected: TopicIx) -> Option<TopicIx> {
        self.place(name, expected)
    }

    fn is_left_out(&self, name: &str) -> bool {
        self.left_out.binary_search_by(|left| topic_order(left, name)).is_ok()
    }
}

impl JudgedTopics for PackedQrels {
    fn count(&self) -> usize {
        self.topics()
    }

    fn place(&self, name: &str, expected: TopicIx) -> Option<TopicIx> {
        self.place(name, expected)
    }

    fn is_left_out(&self, _: &str) -> bool {
        false
    }
}

/// What keeps of a run's rankings what it is for.
pub(crate) trait RunSink<Q> {
    type Kept: Send;

    /// Begins a run.
    fn begin(&mut self, qrels: &Q);

    /// Begins the same run anew, which was not as usual.
    fn again(&mut self, qrels: &Q) {
        self.begin(qrels);
    }

    /// Takes in the ranking of a topic of the qrels. False where it must be begun anew before that.
    fn add(&mut self, qrels: &Q, topic: TopicIx, ranking: &Ranking<'_>) -> bool;

    /// What is kept of the run.
    fn end(&mut self, qrels: &Q) -> Self::Kept;
}

/// Sorts the topics of a run: those of the qrels are kept, others counted.
pub(crate) struct QrelsFilter<'a, Q, K> {
    qrels: &'a Q,
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

impl<'a, Q: JudgedTopics, K: RunSink<Q>> QrelsFilter<'a, Q, K> {
    /// Begins a run.
    pub fn new(qrels: &'a Q, keeps: &'a mut K) -> Self {
        keeps.begin(qrels);
        let (seen, others) = (vec![0; qrels.count().div_ceil(64)], HashSet::new());
        Self { qrels, keeps, skipped: 0, all: 0, next: 0, other: None, seen, others }
    }
}

impl<Q: JudgedTopics, K: RunSink<Q>> Rankings for QrelsFilter<'_, Q, K> {
    fn restart(&mut self) {
        (self.skipped, self.all, self.next, self.other) = (0, 0, 0, None);
        self.seen.fill(0);
        self.others.clear();
        self.keeps.again(self.qrels);
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), UnusualFile> {
        self.all += 1;
        match self.qrels.place(ranking.name, self.next) {
            None => {
                match self.qrels.is_left_out(ranking.name) {
                    true => self.all -= 1,
                    false => self.skipped += 1,
                }
                self.other.get_or_insert_with(|| ranking.name.escape_debug().to_string());
                let is_new = self.others.insert(hash(ranking.name.as_bytes()));
                if is_new { Ok(()) } else { Err(UnusualFile::Mixed) }
            }
            Some(topic) => {
                let bit = 1 << (topic % 64);
                if self.seen[topic / 64] & bit != 0 {
                    return Err(UnusualFile::Mixed);
                }
                self.seen[topic / 64] |= bit;
                self.next = topic + 1;
                let is_taken = self.keeps.add(self.qrels, topic, ranking);
                if is_taken { Ok(()) } else { Err(UnusualFile::Disordered) }
            }
        }
    }
}
