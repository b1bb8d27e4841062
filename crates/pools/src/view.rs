//! A judgment set as a view on the full judgments.
//!
//! Every manipulation here only takes judgments away, so a judgment set is two masks per topic over
//! the full one, with the few numbers that measures ask of it. The judgments are never copied.

use std::sync::Arc;

use rejudge_metrics::Verdict;

use crate::contents::Contents;
use crate::{DocIx, Mask, TestCollection, Topic, TopicIx, Units};

/// What a view keeps of one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    judged: Mask,
    pool: Mask,
    /// Whether every document with a verdict is judged.
    whole: bool,
    ideal: Vec<u8>,
    nonrelevant: u32,
}

/// A judgment set: topic by topic, the documents in the pool, and those of them that are judged.
///
/// A document in the pool without a judgment is one that the assessors withheld (a negative grade)
/// or that [`sample`](crate::sample) left out. Measures take it for unjudged; infAP alone must know
/// that it was in the pool.
///
/// A topic that is out of range panics in every method, as it does for a slice.
///
/// ```
/// use rejudge_metrics::Verdict::{Level, Pooled};
/// use rejudge_pools::{TestCollection, Topic, View};
///
/// let verdicts = vec![Level(0), Level(2), Pooled, Level(1)];
/// let topic = Topic { name: "1".into(), verdicts, documents: 5 };
/// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![])?;
/// let full = View::full(&collection);
/// assert_eq!(full.topics(), 1);
/// assert_eq!((full.ideal(0), full.judged_nonrelevant(0)), (&[2, 1][..], 1));
/// assert_eq!((full.relevant(0, 1), full.relevant(0, 2), full.relevant(0, 3)), (2, 1, 0));
/// assert_eq!(full.mask(0).iter().collect::<Vec<_>>(), [0, 1, 3]);
/// assert_eq!(full.pool(0).iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
/// assert!(full.keeps(0, 3) && !full.keeps(0, 2) && !full.keeps(0, 4));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    topics: Vec<Kept>,
    /// What is relevant as one; `None`: every document by itself.
    units: Option<Arc<Units>>,
}

impl View {
    /// All judgments.
    pub fn full(collection: &TestCollection) -> Self {
        let of_topic = |(at, topic): (usize, &Topic)| {
            let mut judged = Mask::none(topic.verdicts.len());
            for (doc, verdict) in (0..).zip(&topic.verdicts) {
                if let Verdict::Level(_) = verdict {
                    judged.insert(doc);
                }
            }
            kept(collection, at, None, judged, Mask::all(topic.verdicts.len()))
        };
        Self { topics: collection.topics().iter().enumerate().map(of_topic).collect(), units: None }
    }

    /// This judgment set with units to be found in place of documents: its ideal lists and counts, the
    /// lists that [`Buffers::lists`](crate::Buffers::lists) makes with it, and all of that in the judgment
    /// sets made of it. Manipulations go on to choose documents, by the levels that they have by themselves.
    ///
    /// # Panics
    /// When this is no view of `collection`, or `units` are of another.
    pub fn with_units(&self, collection: &TestCollection, units: Arc<Units>) -> Self {
        let same = |(at, topic): (usize, &Topic)| {
            units.of(at).is_none_or(|contents| contents.documents() == topic.verdicts.len())
        };
        assert_eq!(self.topics.len(), units.topics(), "units of another collection");
        assert!(self.enumerate(collection).all(same), "units of another collection");
        let of_topic = |(at, _): (usize, &Topic)| {
            let kept_before = &self.topics[at];
            kept(collection, at, units.of(at), kept_before.judged.clone(), kept_before.pool.clone())
        };
        Self { topics: self.enumerate(collection).map(of_topic).collect(), units: Some(units) }
    }

    /// This judgment set as if the pool had held only the documents `pool` of each topic.
    ///
    /// # Panics
    /// When this is no view of `collection`.
    pub(crate) fn restricted(&self, collection: &TestCollection, pool: impl Fn(TopicIx) -> Mask) -> Self {
        let of_topic = |(at, _): (usize, &Topic)| {
            let (kept_before, pool) = (&self.topics[at], pool(at));
            kept(collection, at, self.units(at), kept_before.judged.and(&pool), kept_before.pool.and(&pool))
        };
        Self { topics: self.enumerate(collection).map(of_topic).collect(), units: self.units.clone() }
    }

    /// This judgment set with the judgments of the documents `judged` alone, and the pool as it was.
    ///
    /// # Panics
    /// When this is no view of `collection`.
    pub(crate) fn withheld(&self, collection: &TestCollection, judged: impl Fn(TopicIx) -> Mask) -> Self {
        let of_topic = |(at, _): (usize, &Topic)| {
            let kept_before = &self.topics[at];
            kept(
                collection,
                at,
                self.units(at),
                kept_before.judged.and(&judged(at)),
                kept_before.pool.clone(),
            )
        };
        Self { topics: self.enumerate(collection).map(of_topic).collect(), units: self.units.clone() }
    }

    fn enumerate<'a>(
        &self,
        collection: &'a TestCollection,
    ) -> impl Iterator<Item = (usize, &'a Topic)> + use<'a> {
        assert_eq!(self.topics.len(), collection.topics().len(), "a view of another collection");
        collection.topics().iter().enumerate()
    }

    /// Number of topics.
    pub fn topics(&self) -> usize {
        self.topics.len()
    }

    /// The judged documents of `topic`: those of a level whose judgments are kept.
    pub fn mask(&self, topic: TopicIx) -> &Mask {
        &self.topics[topic].judged
    }

    /// The documents in the pool of `topic`: the judged ones, and those whose judgments are withheld.
    pub fn pool(&self, topic: TopicIx) -> &Mask {
        &self.topics[topic].pool
    }

    /// Whether the judgment of `doc` is kept; that of an unjudged document never is.
    #[inline]
    pub fn keeps(&self, topic: TopicIx, doc: DocIx) -> bool {
        self.topics[topic].judged.contains(doc)
    }

    /// Whether every document of `topic` that has a verdict is judged.
    pub(crate) fn is_whole(&self, topic: TopicIx) -> bool {
        self.topics[topic].whole
    }

    /// The classes and groups of `topic`; `None` where every document is a unit of its own.
    pub(crate) fn units(&self, topic: TopicIx) -> Option<&Contents> {
        self.units.as_ref()?.of(topic)
    }

    /// Levels >= 1 of the judged documents (or units), highest first. `R` is its length.
    pub fn ideal(&self, topic: TopicIx) -> &[u8] {
        &self.topics[topic].ideal
    }

    /// Judged documents of level 0 (with units: those that may not count): `N`.
    pub fn judged_nonrelevant(&self, topic: TopicIx) -> u32 {
        self.topics[topic].nonrelevant
    }

    /// Judged documents (or units) of the level `min_rel` or above. Level 0 is never relevant: 0 means 1.
    pub fn relevant(&self, topic: TopicIx, min_rel: u8) -> usize {
        self.topics[topic].ideal.partition_point(|&level| level >= min_rel)
    }
}

fn kept(
    collection: &TestCollection,
    topic: TopicIx,
    units: Option<&Contents>,
    judged: Mask,
    pool: Mask,
) -> Kept {
    let count = judged.count();
    let (ideal, nonrelevant) = match units {
        Some(contents) => contents.found(&judged),
        None => {
            let relevant = collection.relevant(topic).iter().filter(|&&(doc, _)| judged.contains(doc));
            let ideal: Vec<u8> = relevant.map(|&(_, level)| level).collect();
            // Only documents with a level are judged.
            let nonrelevant = count - ideal.len() as u32;
            (ideal, nonrelevant)
        }
    };
    let whole = count as usize == collection.topics()[topic].verdicts.len();
    Kept { judged, pool, whole, ideal, nonrelevant }
}
