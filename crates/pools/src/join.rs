//! The join of a ranking with judgments; document ids end here.
//!
//! A run is joined once with the full judgments, which keeps the rank and number of each judged document.
//! Every judgment set is then a filter over that short list.
//!
//! Topics and runs out of range panic. A joined run of another collection cannot be detected and gives
//! meaningless lists.

use std::sync::OnceLock;

use rejudge_metrics::Verdict;

use crate::{DocIx, Mask, RunIx, TestCollection, TopicIx};

/// The documents of one run that have a verdict, topic by topic.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinedRun {
    /// The documents with a verdict, topic after topic.
    seen: Vec<DocIx>,
    /// Their ranks, in a separate list, because scoring needs those of relevant documents only, and many
    /// joined runs do not fit into the caches.
    ranks: Vec<u32>,
    /// Those of level 1 or above, in the same order.
    relevant: Vec<Relevant>,
    topics: Vec<End>,
    /// The topics that the run has without any document, in order.
    empty: Vec<TopicIx>,
    /// The documents as sets, which only manipulated judgment sets need.
    sets: OnceLock<Vec<Mask>>,
}

/// A document of level 1 or above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relevant {
    /// Its place among the documents of its topic that have a verdict.
    pub at: u32,
    /// Its rank.
    pub rank: u32,
    /// Its level.
    pub level: u8,
}

/// The end of a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct End {
    seen: usize,
    relevant: usize,
    /// Number of documents that have a verdict.
    verdicts: usize,
    /// Number of documents retrieved for it.
    retrieved: u32,
}

/// One topic of a joined run.
#[derive(Clone, Copy)]
pub(crate) struct JoinedTopic<'a> {
    /// The documents with a verdict, by rank.
    pub seen: &'a [DocIx],
    /// Their ranks.
    pub ranks: &'a [u32],
    /// Those of level 1 or above.
    pub relevant: &'a [Relevant],
    /// Number of documents retrieved.
    pub retrieved: u32,
}

impl JoinedTopic<'_> {
    /// Rank and document of each document with a verdict.
    pub fn ranked(&self) -> impl Iterator<Item = (u32, DocIx)> {
        self.ranks.iter().copied().zip(self.seen.iter().copied())
    }
}

impl JoinedRun {
    /// Joins `run` with the full judgments; documents after `max_rank` do not exist, for the
    /// condensed list neither: it is condensed after the cut.
    ///
    /// # Panics
    /// If `run` is out of range.
    pub fn new(collection: &TestCollection, run: RunIx, max_rank: usize) -> Self {
        let mut joined = Self::default();
        joined.join(collection, run, max_rank);
        joined
    }

    /// A run that a reader has joined: for each topic rank and number of the documents with a verdict, in
    /// the order of ranks from 1, the topic's verdicts, and how many documents were retrieved.
    ///
    /// # Panics
    /// If a document has no verdict.
    pub fn of_topics<'a>(
        topics: impl Iterator<Item = (&'a [(u32, DocIx)], &'a [Verdict], u32)> + Clone,
    ) -> Self {
        let mut joined = Self::default();
        let (count, documents) =
            topics.clone().fold((0, 0), |(count, documents), (seen, ..)| (count + 1, documents + seen.len()));
        joined.topics.reserve_exact(count);
        joined.seen.reserve_exact(documents);
        joined.ranks.reserve_exact(documents);
        topics.for_each(|(seen, verdicts, retrieved)| joined.push(seen, verdicts, retrieved));
        joined
    }

    fn push(&mut self, seen: &[(u32, DocIx)], verdicts: &[Verdict], retrieved: u32) {
        for (at, &(rank, doc)) in (0..).zip(seen) {
            self.seen.push(doc);
            self.ranks.push(rank);
            if let Verdict::Level(level @ 1..) = verdicts[doc as usize] {
                self.relevant.push(Relevant { at, rank, level });
            }
        }
        let (seen, relevant, verdicts) = (self.seen.len(), self.relevant.len(), verdicts.len());
        self.topics.push(End { seen, relevant, verdicts, retrieved });
    }

    fn clear(&mut self) {
        self.seen.clear();
        self.ranks.clear();
        self.relevant.clear();
        self.topics.clear();
        self.empty.clear();
        self.sets = OnceLock::new();
    }

    /// Adds topics for which the run has no documents, in order. Files cannot express this.
    pub fn with_empty_topics(self, empty: Vec<TopicIx>) -> Self {
        Self { empty, ..self }
    }

    /// Joins `run` in place of the run that was joined here before, so that one after the other needs the
    /// memory of the longest.
    ///
    /// # Panics
    /// If `run` is out of range.
    pub fn join(&mut self, collection: &TestCollection, run: RunIx, max_rank: usize) {
        self.clear();
        let mut seen = Vec::new();
        for (at, topic) in collection.topics().iter().enumerate() {
            let ranking = collection.ranking(run, at);
            let ranking = &ranking[..max_rank.min(ranking.len())];
            let is_judged = |&(_, doc): &(u32, DocIx)| (doc as usize) < topic.verdicts.len();
            seen.clear();
            seen.extend((1..).zip(ranking.iter().copied()).filter(is_judged));
            self.push(&seen, &topic.verdicts, ranking.len() as u32);
        }
    }

    pub(crate) fn topic(&self, topic: TopicIx) -> JoinedTopic<'_> {
        let start = topic.checked_sub(1).map_or(End::default(), |before| self.topics[before]);
        let end = self.topics[topic];
        JoinedTopic {
            seen: &self.seen[start.seen..end.seen],
            ranks: &self.ranks[start.seen..end.seen],
            relevant: &self.relevant[start.relevant..end.relevant],
            retrieved: end.retrieved,
        }
    }

    /// Returns the documents with a verdict that were retrieved for `topic`, as a set.
    pub(crate) fn set(&self, topic: TopicIx) -> &Mask {
        let of_topic = |topic: TopicIx| {
            let mut set = Mask::none(self.topics[topic].verdicts);
            set.extend(self.topic(topic).seen.iter().copied());
            set
        };
        &self.sets.get_or_init(|| (0..self.topics.len()).map(of_topic).collect())[topic]
    }

    /// Returns the documents with a verdict that were retrieved for `topic`: their ranks, and their numbers.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn seen(&self, topic: TopicIx) -> (&[u32], &[DocIx]) {
        let of = self.topic(topic);
        (of.ranks, of.seen)
    }

    /// Rank and level of each document of level 1 or above, by rank, as the collection has it.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn relevant(&self, topic: TopicIx) -> impl ExactSizeIterator<Item = (u32, u8)> {
        self.topic(topic).relevant.iter().map(|relevant| (relevant.rank, relevant.level))
    }

    /// Returns the number of documents retrieved for `topic`; 0 if the run lacks it.
    pub fn retrieved(&self, topic: TopicIx) -> u32 {
        self.topics[topic].retrieved
    }

    /// Returns true if the run has `topic`.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn has(&self, topic: TopicIx) -> bool {
        self.retrieved(topic) > 0 || self.empty.binary_search(&topic).is_ok()
    }
}
