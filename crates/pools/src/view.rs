//! A judgment set as a view on the full judgments.
//!
//! Most manipulations only remove judgments, so a judgment set is two masks per topic over the full one, with
//! the few numbers that measures need. The judgments are never copied. If another judge gives the levels, the
//! set keeps these next to the masks. Longer than other files, because a view is made in six ways, and all of
//! them must keep the same numbers in step.

use std::sync::Arc;

use rejudge_metrics::{Gains, Verdict};

use crate::contents::Contents;
use crate::{
    ByTopic, DocIx, Levels, Mask, TestCollection, Topic, TopicIx, TopicJudgments, Units, topic_judgments,
};

/// The documents that a view keeps of one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    judged: Mask,
    pool: Mask,
    /// True if every document with a verdict is judged.
    whole: bool,
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
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    topics: Vec<Kept>,
    /// Levels >= 1 of the judged units, highest first.
    ideal: ByTopic<u8>,
    /// The units of relevance; `None` if every document is its own unit.
    units: Option<Arc<Units>>,
    /// The levels of another judge; `None`: those of the collection.
    levels: Option<Arc<Levels>>,
}

impl View {
    /// All judgments.
    pub fn full(collection: &TestCollection) -> Self {
        let of_topic = |(at, topic): (usize, &Topic)| {
            let mut judged = Mask::none(topic.verdicts.len());
            judged.extend(labelled(&topic.verdicts));
            let pool = Mask::first(topic.verdicts.len(), collection.own(at));
            kept(topic, collection.relevant(at), None, judged, pool)
        };
        Self::of_parts(collection.topics().iter().enumerate().map(of_topic), None, None)
    }

    /// The judgments of another judge, in place of the collection's own: the documents that it labels are the
    /// pool.
    ///
    /// # Panics
    /// If `levels` are of another collection.
    pub fn by_judge(collection: &TestCollection, levels: &Arc<Levels>) -> Self {
        assert_eq!(levels.topics(), collection.topics().len(), "a judge of another collection");
        let of_topic = |(at, topic): (usize, &Topic)| {
            let mut judged = Mask::none(topic.verdicts.len());
            judged.extend(labelled(levels.verdicts(at)));
            kept(topic, levels.relevant(at), None, judged.clone(), judged)
        };
        Self::of_parts(collection.topics().iter().enumerate().map(of_topic), None, Some(Arc::clone(levels)))
    }

    /// This judgment set, with the labels of another judge for the documents that it does not judge. They are
    /// judged as if the judge, whose set `by` is, had been asked for them.
    ///
    /// # Panics
    /// If `by` or this view are of another collection, or this view has units.
    pub(crate) fn filled(&self, collection: &TestCollection, by: &Self) -> Self {
        assert!(self.units.is_none(), "a judge labels documents, not units");
        let of_topic = |(at, _): (usize, &Topic)| -> Vec<Verdict> {
            let both = self.verdicts(collection, at).iter().zip(by.verdicts(collection, at));
            let of_document = |(doc, (own, other)): (DocIx, (&Verdict, &Verdict))| {
                if self.keeps(at, doc) {
                    *own
                } else if by.keeps(at, doc) {
                    *other
                } else {
                    Verdict::Pooled
                }
            };
            (0..).zip(both).map(of_document).collect()
        };
        let mixed = Arc::new(Levels::new(self.enumerate(collection).map(of_topic).collect(), None));
        let mut view = Self::by_judge(collection, &mixed);
        for (topic, before) in view.topics.iter_mut().zip(&self.topics) {
            topic.pool = topic.pool.or(&before.pool);
        }
        view
    }

    /// This judgment set with units to be found in place of documents: its ideal lists and counts, the
    /// lists that [`Buffers::lists`](crate::Buffers::lists) makes with it, and all of that in the judgment
    /// sets made of it. Manipulations go on to choose documents, by the levels that they have by themselves.
    ///
    /// # Panics
    /// If this is no view of `collection`, or `units` are of another.
    pub fn with_units(&self, collection: &TestCollection, units: Arc<Units>) -> Self {
        let same = |(at, topic): (usize, &Topic)| {
            units.topic(at).is_none_or(|contents| contents.documents() == topic.verdicts.len())
        };
        assert_eq!(self.topics.len(), units.topics(), "units of another collection");
        assert!(self.enumerate(collection).all(same), "units of another collection");
        let of_topic = |(at, topic): (usize, &Topic)| {
            let (judged, pool) = (self.mask(at).clone(), self.pool(at).clone());
            kept(topic, self.relevant_documents(collection, at), units.topic(at), judged, pool)
        };
        let parts: Vec<_> = self.enumerate(collection).map(of_topic).collect();
        Self::of_parts(parts.into_iter(), Some(units), self.levels.clone())
    }

    /// This judgment set as if the pool had held only the documents `pool` of each topic.
    ///
    /// # Panics
    /// If this is no view of `collection`.
    pub(crate) fn restricted(&self, collection: &TestCollection, pool: impl Fn(TopicIx) -> Mask) -> Self {
        self.with(collection, |at, before| {
            let pool = pool(at);
            (before.judged.and(&pool), before.pool.and(&pool))
        })
    }

    /// This judgment set with the judgments of the documents `judged` alone, and the pool as it was.
    ///
    /// # Panics
    /// If this is no view of `collection`.
    pub(crate) fn withheld(&self, collection: &TestCollection, judged: impl Fn(TopicIx) -> Mask) -> Self {
        self.with(collection, |at, before| (before.judged.and(&judged(at)), before.pool.clone()))
    }

    /// Returns this judgment set with other judged documents and another pool, made from the current ones.
    fn with(&self, collection: &TestCollection, masks: impl Fn(TopicIx, &Kept) -> (Mask, Mask)) -> Self {
        let of_topic = |(at, topic): (usize, &Topic)| {
            let (judged, pool) = masks(at, &self.topics[at]);
            kept(topic, self.relevant_documents(collection, at), self.units(at), judged, pool)
        };
        Self::of_parts(self.enumerate(collection).map(of_topic), self.units.clone(), self.levels.clone())
    }

    fn of_parts(
        parts: impl Iterator<Item = (Kept, Vec<u8>)>,
        units: Option<Arc<Units>>,
        levels: Option<Arc<Levels>>,
    ) -> Self {
        let (mut topics, mut ideal) = (Vec::with_capacity(parts.size_hint().0), ByTopic::default());
        for (kept, levels) in parts {
            topics.push(kept);
            ideal.push(levels);
        }
        Self { topics, ideal, units, levels }
    }

    fn enumerate<'a>(
        &self,
        collection: &'a TestCollection,
    ) -> impl Iterator<Item = (usize, &'a Topic)> + use<'a> {
        assert_eq!(self.topics.len(), collection.topics().len(), "a view of another collection");
        collection.topics().iter().enumerate()
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.topics.len()
    }

    /// Returns the judged documents of `topic`: those of a level whose judgments are kept.
    pub fn mask(&self, topic: TopicIx) -> &Mask {
        &self.topics[topic].judged
    }

    /// Returns the verdicts of the documents of `topic`, by whoever judges in this set.
    pub fn verdicts<'a>(&'a self, collection: &'a TestCollection, topic: TopicIx) -> &'a [Verdict] {
        match &self.levels {
            None => &collection.topics()[topic].verdicts,
            Some(levels) => levels.verdicts(topic),
        }
    }

    /// Returns the documents of level 1 or above of `topic`, judged here or not, with their levels.
    fn relevant_documents<'a>(&'a self, collection: &'a TestCollection, topic: TopicIx) -> &'a [(DocIx, u8)] {
        match &self.levels {
            None => collection.relevant(topic),
            Some(levels) => levels.relevant(topic),
        }
    }

    /// Returns the levels of another judge, or `None` if they are the collection's own.
    pub fn levels(&self) -> Option<&Levels> {
        self.levels.as_deref()
    }

    /// Returns the gains of the levels, if they differ from those of the collection.
    pub fn gains(&self) -> Option<&Gains> {
        self.levels()?.gains()
    }

    /// Returns the documents in the pool of `topic`: the judged ones, and those whose judgments are withheld.
    pub fn pool(&self, topic: TopicIx) -> &Mask {
        &self.topics[topic].pool
    }

    /// Returns true if the judgment of `doc` is kept; that of an unjudged document never is.
    #[inline]
    pub fn keeps(&self, topic: TopicIx, doc: DocIx) -> bool {
        self.topics[topic].judged.contains(doc)
    }

    /// Returns true if units are found in place of documents.
    pub(crate) fn has_units(&self) -> bool {
        self.units.is_some()
    }

    /// Returns true if every document of `topic` that has a verdict is judged, with the level that the collection
    /// gives it.
    pub fn is_full(&self, topic: TopicIx) -> bool {
        self.topics[topic].whole && self.levels.is_none()
    }

    /// Returns the judgments of `topic`, for the lists of its runs.
    pub fn judgments<'a>(&'a self, collection: &'a TestCollection, topic: TopicIx) -> TopicJudgments<'a> {
        let kept = if self.topics[topic].whole {
            topic_judgments::JudgedDocuments::Levels
        } else {
            topic_judgments::JudgedDocuments::Masks { judged: self.mask(topic), pool: self.pool(topic) }
        };
        TopicJudgments {
            verdicts: self.verdicts(collection, topic),
            ideal: self.ideal(topic),
            nonrelevant: self.judged_nonrelevant(topic),
            kept,
            units: self.units(topic),
            is_by_judge: self.levels.is_some(),
        }
    }

    /// Returns the classes and groups of `topic`, or `None` if every document is a unit of its own.
    pub(crate) fn units(&self, topic: TopicIx) -> Option<&Contents> {
        self.units.as_ref()?.topic(topic)
    }

    /// Levels >= 1 of the judged documents (or units), highest first. `R` is its length.
    pub fn ideal(&self, topic: TopicIx) -> &[u8] {
        self.ideal.topic(topic)
    }

    /// Judged documents of level 0 (with units: those that may not count): `N`.
    pub fn judged_nonrelevant(&self, topic: TopicIx) -> u32 {
        self.topics[topic].nonrelevant
    }

    /// Judged documents (or units) of the level `min_rel` or above. Level 0 is never relevant: 0 means 1.
    pub fn relevant(&self, topic: TopicIx, min_rel: u8) -> usize {
        self.ideal(topic).partition_point(|&level| level >= min_rel)
    }
}

/// Returns the documents that have a level.
fn labelled(verdicts: &[Verdict]) -> impl Iterator<Item = DocIx> {
    (0..).zip(verdicts).filter(|(_, verdict)| matches!(verdict, Verdict::Level(_))).map(|(doc, _)| doc)
}

/// Returns the documents that a view keeps of a topic, and the levels of its ideal list.
fn kept(
    topic: &Topic,
    relevant: &[(DocIx, u8)],
    units: Option<&Contents>,
    judged: Mask,
    pool: Mask,
) -> (Kept, Vec<u8>) {
    let count = judged.count();
    let (ideal, nonrelevant) = match units {
        Some(contents) => contents.found(&judged),
        None => {
            let relevant = relevant.iter().filter(|&&(doc, _)| judged.contains(doc));
            let ideal: Vec<u8> = relevant.map(|&(_, level)| level).collect();
            // Only documents with a level are judged.
            let nonrelevant = count - ideal.len() as u32;
            (ideal, nonrelevant)
        }
    };
    let whole = count as usize == topic.verdicts.len();
    (Kept { judged, pool, whole, nonrelevant }, ideal)
}
