//! Joins rankings with judgments.
//!
//! A run is joined once, with the full judgments. The result keeps the rank and the number of each document
//! with a verdict. Every judgment set then filters this short list.
//!
//! A run number out of range causes a panic. A joined run of another collection is not detected, and its lists are
//! meaningless.

use std::sync::OnceLock;

use rejudge_metrics::Verdict;

use crate::{ByTopic, DocIx, Mask, RunIx, TestCollection, TopicIx};

/// The documents of one run that have a verdict, topic by topic.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinedRun {
    /// The documents with a verdict, topic after topic in the order in which topics were added.
    seen: Vec<DocIx>,
    /// The ranks of these documents. They are a separate list, because scoring usually reads `seen` without
    /// the ranks, and many joined runs do not fit into the processor's caches.
    ranks: Vec<u32>,
    /// The end of each topic in these lists.
    ends: Vec<End>,
    /// For each topic, its place among the ends, or [`NO_PLACE`]. Empty if the topics were added in order and
    /// without a gap.
    places: Vec<u32>,
    /// The documents of level 1 or above, for runs that are scored again and again. Without this list, every
    /// scoring looks for them in `seen`.
    relevant: Option<ByTopic<Relevant>>,
    /// True if documents of level 0 are only counted, so that `seen` and `ranks` are empty.
    is_relevant_only: bool,
    /// For each topic in the order of `ends`, its seen documents as a set. Only manipulated judgment sets need
    /// these sets.
    sets: OnceLock<Box<[OnceLock<Mask>]>>,
}

/// The place of a topic that the run lacks.
const NO_PLACE: u32 = u32::MAX;

/// A document of level 1 or above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relevant {
    /// The place, from 0, among the documents with a verdict that the run retrieved for the topic.
    pub place: u32,
    pub rank: u32,
    pub level: u8,
}

impl Relevant {
    /// Returns the document at a place and rank, or `None` if its verdict is not level 1 or above.
    pub fn new(place: u32, rank: u32, verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Level(level @ 1..) => Some(Self { place, rank, level }),
            _ => None,
        }
    }
}

/// The end of a topic in the lists of a joined run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct End {
    seen: u32,
    /// The number of documents that the run retrieved for the topic.
    retrieved: u32,
}

/// One topic of a joined run.
#[derive(Clone, Copy, Default)]
pub(crate) struct JoinedTopic<'a> {
    /// The documents with a verdict, by rank.
    pub seen: &'a [DocIx],
    /// The ranks of the seen documents.
    pub ranks: &'a [u32],
    /// The documents of level 1 or above, if the run keeps them.
    pub relevant: Option<&'a [Relevant]>,
    /// The number of documents with a verdict.
    pub judged: u32,
    /// The number of documents that the run retrieved.
    pub retrieved: u32,
}

impl JoinedTopic<'_> {
    /// Returns the rank and the number of each document with a verdict.
    pub fn ranked(&self) -> impl Iterator<Item = (u32, DocIx)> {
        self.ranks.iter().copied().zip(self.seen.iter().copied())
    }
}

impl JoinedRun {
    /// Joins `run` with the full judgments. Each ranking is cut at `max_rank` before documents without a
    /// verdict are removed.
    ///
    /// # Panics
    /// If `run` is out of range.
    pub fn new(collection: &TestCollection, run: RunIx, max_rank: usize) -> Self {
        let (mut joined, mut relevant) = (Self::default(), ByTopic::default());
        let mut buffer: Vec<(u32, DocIx)> = Vec::new();
        for (topic_ix, topic) in collection.topics().enumerate() {
            let ranking = collection.ranking(run, topic_ix);
            let ranking = &ranking[..max_rank.min(ranking.len())];
            if ranking.is_empty() {
                continue;
            }
            if buffer.len() < ranking.len() {
                buffer.resize(ranking.len(), (0, 0));
            }
            // Every document is written, and the count advances only if the document has a verdict. A branch
            // would be slower, because the processor could not predict it.
            let (documents, mut judged) = (&mut buffer[..ranking.len()], 0);
            for (rank, &doc) in (1..).zip(ranking) {
                documents[judged] = (rank, doc);
                judged += usize::from((doc as usize) < topic.verdicts.len());
            }
            let seen = &buffer[..judged];
            joined.add(topic_ix, seen, ranking.len() as u32);
            relevant.push((0..).zip(seen).filter_map(|(place, &(rank, doc))| {
                Relevant::new(place, rank, topic.verdicts[doc as usize])
            }));
        }
        Self { relevant: Some(relevant), ..joined }
    }

    /// Adds a topic: the rank and the number of each document with a verdict, by rank from 1, and how many
    /// documents the run retrieved. Topics may be added in any order, each at most once.
    ///
    /// # Panics
    /// If a topic was added with [`add_relevant`](Self::add_relevant).
    pub fn add(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) {
        assert!(
            !self.is_relevant_only,
            "topics are added either with all documents or with only the relevant ones"
        );
        self.seen.extend(seen.iter().map(|&(_, doc)| doc));
        self.ranks.extend(seen.iter().map(|&(rank, _)| rank));
        self.relevant = None;
        self.store_end(topic, seen.len(), retrieved);
    }

    /// Adds a topic as [`add`](Self::add) does, but keeps only the documents of level 1 or above. This is
    /// enough for measures that do not [walk the ranking](rejudge_metrics::Metric::walks_ranking), if every
    /// document with a verdict is judged, the levels are the collection's own, and there are no units.
    /// `documents` yields each document's place among the documents with a verdict that the run retrieved for
    /// the topic, its rank and its verdict, by rank; documents of level 0 may be left out. `judged` is the
    /// number of retrieved documents with a verdict, and `retrieved` the number of all retrieved documents.
    ///
    /// # Panics
    /// If a topic was added with [`add`](Self::add).
    pub fn add_relevant(
        &mut self,
        topic: TopicIx,
        documents: impl IntoIterator<Item = (u32, u32, Verdict)>,
        (judged, retrieved): (usize, u32),
    ) {
        assert!(
            self.is_relevant_only || self.ends.is_empty(),
            "topics are added either with all documents or with only the relevant ones"
        );
        self.is_relevant_only = true;
        let relevant = documents.into_iter();
        let relevant = relevant.filter_map(|(place, rank, verdict)| Relevant::new(place, rank, verdict));
        self.relevant.get_or_insert_default().push(relevant);
        self.store_end(topic, judged, retrieved);
    }

    /// Stores the end of a topic, after its documents were added.
    fn store_end(&mut self, topic: TopicIx, judged: usize, retrieved: u32) {
        debug_assert!(self.place(topic).is_none(), "a topic is added once");
        self.sets = OnceLock::new();
        let place = self.ends.len();
        if topic != place || !self.places.is_empty() {
            if self.places.is_empty() {
                self.places.extend(0..place as u32);
            }
            self.places.resize(self.places.len().max(topic + 1), NO_PLACE);
            self.places[topic] = place as u32;
        }
        let before = self.ends.last().map_or(0, |end| end.seen) as usize;
        let seen = u32::try_from(before + judged).expect("a run has fewer documents than 2^32");
        self.ends.push(End { seen, retrieved });
    }

    /// Releases memory that was reserved for more topics.
    pub fn shrink_to_fit(&mut self) {
        self.seen.shrink_to_fit();
        self.ranks.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.places.shrink_to_fit();
        if let Some(relevant) = &mut self.relevant {
            relevant.shrink_to_fit();
        }
    }

    /// Returns the place of a topic among the topics that were added.
    fn place(&self, topic: TopicIx) -> Option<usize> {
        let place = if self.places.is_empty() { topic } else { *self.places.get(topic)? as usize };
        (place < self.ends.len()).then_some(place)
    }

    /// Returns a topic with all of its documents.
    ///
    /// # Panics
    /// If the run keeps only the documents of level 1 or above.
    pub(crate) fn topic(&self, topic: TopicIx) -> JoinedTopic<'_> {
        assert!(!self.is_relevant_only, "the run keeps only relevant documents");
        self.counted_topic(topic)
    }

    /// Returns a topic. If the run keeps only the documents of level 1 or above, `seen` and `ranks` are
    /// empty.
    pub(crate) fn counted_topic(&self, topic: TopicIx) -> JoinedTopic<'_> {
        let Some(place) = self.place(topic) else { return JoinedTopic::default() };
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].seen) as usize;
        let End { seen: end, retrieved } = self.ends[place];
        let documents = if self.is_relevant_only { 0..0 } else { start..end as usize };
        JoinedTopic {
            seen: &self.seen[documents.clone()],
            ranks: &self.ranks[documents],
            relevant: self.relevant.as_ref().map(|relevant| relevant.topic(place)),
            judged: end - start as u32,
            retrieved,
        }
    }

    /// Returns the set of documents with a verdict that the run retrieved for `topic`, or `None` if the run
    /// lacks the topic. `judged` is the number of the topic's documents with a verdict.
    pub(crate) fn set(&self, topic: TopicIx, judged: usize) -> Option<&Mask> {
        let sets = self.sets.get_or_init(|| self.ends.iter().map(|_| OnceLock::new()).collect());
        Some(sets[self.place(topic)?].get_or_init(|| {
            let mut set = Mask::none(judged);
            set.extend(self.topic(topic).seen.iter().copied());
            set
        }))
    }

    /// Returns the ranks and the numbers of the documents with a verdict that the run retrieved for `topic`.
    ///
    /// # Panics
    /// If the run keeps only the documents of level 1 or above.
    pub fn seen(&self, topic: TopicIx) -> (&[u32], &[DocIx]) {
        let joined = self.topic(topic);
        (joined.ranks, joined.seen)
    }

    /// Returns a run with the top of the ranking for `topic`, down to `rank`, and no other topic. The ranking
    /// is empty if the run lacks the topic.
    ///
    /// ```
    /// use rejudge_pools::JoinedRun;
    /// let mut run = JoinedRun::default();
    /// run.add(0, &[(1, 4), (3, 2)], 5);
    /// let top = run.top(0, 2);
    /// assert_eq!((top.seen(0), top.retrieved(0)), ((&[1][..], &[4][..]), 2));
    /// ```
    ///
    /// # Panics
    /// If the run keeps only the documents of level 1 or above.
    pub fn top(&self, topic: TopicIx, rank: u32) -> Self {
        let joined = self.topic(topic);
        let seen: Vec<(u32, DocIx)> =
            joined.ranked().take_while(|&(seen_rank, _)| seen_rank <= rank).collect();
        let mut top = Self::default();
        top.add(topic, &seen, joined.retrieved.min(rank));
        top
    }

    /// Returns how many documents the run retrieved for `topic`; 0 if it lacks the topic.
    pub fn retrieved(&self, topic: TopicIx) -> u32 {
        self.counted_topic(topic).retrieved
    }

    /// Returns how many documents with a verdict the run retrieved for `topic`.
    pub fn judged(&self, topic: TopicIx) -> u32 {
        self.counted_topic(topic).judged
    }

    /// Returns true if the run has `topic`.
    pub fn has(&self, topic: TopicIx) -> bool {
        self.place(topic).is_some()
    }
}
