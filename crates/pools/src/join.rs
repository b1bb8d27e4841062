//! The join of a ranking with judgments; document ids end here.
//!
//! A run is joined once with the full judgments, which keeps the rank and number of each judged document.
//! Every judgment set is then a filter over that short list.
//!
//! Runs out of range panic. A joined run of another collection cannot be detected and gives
//! meaningless lists.

use std::sync::OnceLock;

use rejudge_metrics::Verdict;

use crate::{ByTopic, DocIx, Mask, RunIx, TestCollection, TopicIx};

/// The documents of one run that have a verdict, topic by topic.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinedRun {
    /// The documents with a verdict, topic after topic as they were added.
    seen: Vec<DocIx>,
    /// Their ranks, in a separate list, because scoring needs those of relevant documents only, and many
    /// joined runs do not fit into the caches.
    ranks: Vec<u32>,
    /// The end of each topic in these lists.
    ends: Vec<End>,
    /// By number of the topic its place among the ends, or [`LACKING`]. Empty if the topics were added in their order
    /// without a gap.
    places: Vec<u32>,
    /// Those of level 1 or above in the same order, and the end of each topic among them: of runs that are scored
    /// again and again. Without it they are found among the documents each time.
    relevant: Option<ByTopic<Relevant>>,
    /// By place of the topic the documents as a set, which only manipulated judgment sets need.
    sets: OnceLock<Box<[OnceLock<Mask>]>>,
}

/// The place of a topic that a run lacks.
const LACKING: u32 = u32::MAX;

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

impl Relevant {
    /// Returns the document at a place and rank, if its verdict is level 1 or above.
    pub fn new(at: u32, rank: u32, verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Level(level @ 1..) => Some(Self { at, rank, level }),
            _ => None,
        }
    }
}

/// The end of a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct End {
    seen: u32,
    /// Number of documents retrieved for it.
    retrieved: u32,
}

/// One topic of a joined run.
#[derive(Clone, Copy, Default)]
pub(crate) struct JoinedTopic<'a> {
    /// The documents with a verdict, by rank.
    pub seen: &'a [DocIx],
    /// Their ranks.
    pub ranks: &'a [u32],
    /// Those of level 1 or above, if they are known.
    pub relevant: Option<&'a [Relevant]>,
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
        let (mut joined, mut relevant) = (Self::default(), ByTopic::default());
        let mut seen = Vec::new();
        for (at, topic) in collection.topics().enumerate() {
            let ranking = collection.ranking(run, at);
            let ranking = &ranking[..max_rank.min(ranking.len())];
            if ranking.is_empty() {
                continue;
            }
            let is_judged = |&(_, doc): &(u32, DocIx)| (doc as usize) < topic.verdicts.len();
            seen.clear();
            seen.extend((1..).zip(ranking.iter().copied()).filter(is_judged));
            joined.add(at, &seen, ranking.len() as u32);
            relevant.push(
                (0..)
                    .zip(&seen)
                    .filter_map(|(at, &(rank, doc))| Relevant::new(at, rank, topic.verdicts[doc as usize])),
            );
        }
        Self { relevant: Some(relevant), ..joined }
    }

    /// Adds a topic, each at most once and in any order: rank and number of the documents with a verdict, in the
    /// order of ranks from 1, and the number of documents retrieved.
    pub fn add(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) {
        self.seen.extend(seen.iter().map(|&(_, doc)| doc));
        self.ranks.extend(seen.iter().map(|&(rank, _)| rank));
        debug_assert!(self.place(topic).is_none(), "a topic is added once");
        (self.sets, self.relevant) = (OnceLock::new(), None);
        let place = self.ends.len();
        if topic != place || !self.places.is_empty() {
            if self.places.is_empty() {
                self.places.extend(0..place as u32);
            }
            self.places.resize(self.places.len().max(topic + 1), LACKING);
            self.places[topic] = place as u32;
        }
        let seen = u32::try_from(self.seen.len()).expect("a run has fewer documents than 2^32");
        self.ends.push(End { seen, retrieved });
    }

    /// Releases memory that was reserved for more topics.
    pub fn shrink_to_fit(&mut self) {
        self.seen.shrink_to_fit();
        self.ranks.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// Returns the place of a topic among those that were added.
    fn place(&self, topic: TopicIx) -> Option<usize> {
        let place = if self.places.is_empty() { topic } else { *self.places.get(topic)? as usize };
        (place < self.ends.len()).then_some(place)
    }

    pub(crate) fn topic(&self, topic: TopicIx) -> JoinedTopic<'_> {
        let Some(place) = self.place(topic) else { return JoinedTopic::default() };
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].seen) as usize;
        let End { seen: end, retrieved } = self.ends[place];
        JoinedTopic {
            seen: &self.seen[start..end as usize],
            ranks: &self.ranks[start..end as usize],
            relevant: self.relevant.as_ref().map(|relevant| relevant.topic(place)),
            retrieved,
        }
    }

    /// Returns the documents that were retrieved for `topic`, of the `judged` ones with a verdict, as a set; `None` if
    /// the run lacks the topic.
    pub(crate) fn set(&self, topic: TopicIx, judged: usize) -> Option<&Mask> {
        let sets = self.sets.get_or_init(|| self.ends.iter().map(|_| OnceLock::new()).collect());
        Some(sets[self.place(topic)?].get_or_init(|| {
            let mut set = Mask::none(judged);
            set.extend(self.topic(topic).seen.iter().copied());
            set
        }))
    }

    /// Returns the documents with a verdict that were retrieved for `topic`: their ranks, and their numbers.
    pub fn seen(&self, topic: TopicIx) -> (&[u32], &[DocIx]) {
        let of = self.topic(topic);
        (of.ranks, of.seen)
    }

    /// Returns the number of documents retrieved for `topic`; 0 if the run lacks it.
    pub fn retrieved(&self, topic: TopicIx) -> u32 {
        self.topic(topic).retrieved
    }

    /// Returns true if the run has `topic`.
    pub fn has(&self, topic: TopicIx) -> bool {
        self.place(topic).is_some()
    }
}
