//! A judgment set as a view on the full judgments.
//!
//! Most manipulations only remove judgments. So a judgment set is two masks per topic over the full set, and
//! the few numbers that measures need. It shares the levels with the collection, or with another judge who
//! gives them. The collection's own judgments are copied only if another judge labels the unjudged documents.
//! If every document with a verdict is judged, the full set makes no masks until they are needed: for a
//! million topics with a few judgments each, masks would take more memory than the judgments.

use std::sync::{Arc, OnceLock};

use rejudge_metrics::{Gains, Verdict};

use crate::contents::Contents;
use crate::{
    ByTopic, DocIx, JoinedRun, Levels, Mask, TestCollection, TopicIx, TopicJudgments, TopicRef, Units,
};

/// The documents that a view keeps for one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopicMasks {
    pub judged: Mask,
    pub pool: Mask,
    /// True if every document with a verdict is judged.
    is_whole: bool,
}

impl TopicMasks {
    /// Returns the masks of a topic whose documents with a verdict are all judged.
    fn full(documents: usize) -> Self {
        let full = Mask::all(documents);
        Self { judged: full.clone(), pool: full, is_whole: true }
    }
}

/// A judgment set: for each topic, which documents are in the pool, and which of these are judged.
///
/// If a document is in the pool without a judgment, the assessors withheld the judgment (a negative grade),
/// or a manipulation such as [`sample`](crate::sample) did. Measures treat the document as unjudged; only
/// infAP must know that it was in the pool.
///
/// Every method panics if a topic is out of range, as a slice does.
///
/// ```
/// use rejudge_metrics::Verdict::{Level, Pooled};
/// use rejudge_pools::{TestCollection, Topic, View};
///
/// let verdicts = vec![Level(0), Level(2), Pooled, Level(1)];
/// let topic = Topic { name: "1".into(), verdicts, documents: 5 };
/// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![]);
/// let full = View::full(&collection);
/// assert_eq!(full.topics(), 1);
/// assert_eq!((full.ideal(0), full.judged_nonrelevant(0)), (&[2, 1][..], 1));
/// assert_eq!((full.relevant(0, 1), full.relevant(0, 2), full.relevant(0, 3)), (2, 1, 0));
/// assert_eq!(full.mask(0).iter().collect::<Vec<_>>(), [0, 1, 3]);
/// assert_eq!(full.pool(0).iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
/// assert!(full.keeps(0, 3) && !full.keeps(0, 2) && !full.keeps(0, 4));
/// ```
#[must_use]
#[derive(Clone, Debug)]
pub struct View {
    /// The masks of each topic. If every document with a verdict is judged, [`View::full`] makes no masks,
    /// and they are made on the first request.
    masks: OnceLock<Vec<TopicMasks>>,
    /// N of each topic. Empty if masks are made on request, because N then follows from the number of
    /// verdicts.
    nonrelevant: Vec<u32>,
    /// For each topic, the levels >= 1 of the judged documents (or units), highest first.
    ideal: ByTopic<u8>,
    /// The units of relevance; `None` if every document is its own unit.
    units: Option<Arc<Units>>,
    /// The levels of this set's judge.
    levels: Arc<Levels>,
    /// True if these levels are not the collection's own.
    is_by_judge: bool,
}

impl PartialEq for View {
    /// Compares the judgments, and makes masks that were not needed before.
    fn eq(&self, other: &Self) -> bool {
        let is_same = |topic| {
            (self.masks(topic), self.judged_nonrelevant(topic))
                == (other.masks(topic), other.judged_nonrelevant(topic))
        };
        (&self.ideal, &self.units, &self.levels, self.is_by_judge)
            == (&other.ideal, &other.units, &other.levels, other.is_by_judge)
            && (0..self.topics()).all(is_same)
    }
}

impl View {
    /// Returns the set of all judgments.
    pub fn full(collection: &TestCollection) -> Self {
        let is_whole = |(topic_ix, topic): (usize, TopicRef<'_>)| {
            let judged = topic.verdicts.iter().all(|verdict| matches!(verdict, Verdict::Level(_)));
            judged && collection.own_documents(topic_ix) == topic.verdicts.len()
        };
        let levels = Arc::clone(collection.levels());
        if !collection.topics().enumerate().all(is_whole) {
            return Self::from_masks(collection, (levels, false), None, |topic| {
                let verdicts = collection.topic(topic).verdicts;
                (labelled(verdicts), Mask::first(verdicts.len(), collection.own_documents(topic)))
            });
        }
        let ideal = (0..collection.topics().len()).map(|topic| levels.ideal(topic)).collect();
        let (masks, nonrelevant) = (OnceLock::new(), Vec::new());
        Self { masks, nonrelevant, ideal, units: None, levels, is_by_judge: false }
    }

    /// Returns the judgments of another judge instead of the collection's own. The pool contains every document that the
    /// judge labels.
    ///
    /// # Panics
    /// If `levels` and `collection` have different numbers of topics.
    pub fn by_judge(collection: &TestCollection, levels: &Arc<Levels>) -> Self {
        assert_eq!(levels.topics(), collection.topics().len(), "the judge belongs to another collection");
        Self::from_masks(collection, (Arc::clone(levels), true), None, |topic| {
            let judged = labelled(levels.verdicts(topic));
            (judged.clone(), judged)
        })
    }

    /// Returns this judgment set, except that another judge labels the documents without a judgment. `judge`
    /// is that judge's set, and must be made for the same collection.
    ///
    /// # Panics
    /// If this view has units, or if this view and `collection` have different numbers of topics, or if
    /// `judge` lacks a topic.
    pub(crate) fn filled(&self, collection: &TestCollection, judge: &Self) -> Self {
        assert!(self.units.is_none(), "a judge labels documents, not units");
        self.assert_belongs_to(collection);
        let mixed = (0..self.topics()).map(|topic| self.mixed_verdicts(judge, topic));
        let mixed = Arc::new(Levels::new(mixed, None));
        Self::from_masks(collection, (Arc::clone(&mixed), true), None, |topic| {
            let judged = labelled(mixed.verdicts(topic));
            let pool = judged.or(self.pool(topic));
            (judged, pool)
        })
    }

    /// Returns the verdicts on a topic's documents: this set's, or `judge`'s if this set has none.
    fn mixed_verdicts(&self, judge: &Self, topic: TopicIx) -> Vec<Verdict> {
        let pairs = self.verdicts(topic).iter().zip(judge.verdicts(topic));
        let mixed = (0..).zip(pairs).map(|(doc, (verdict, filled))| {
            if self.keeps(topic, doc) {
                *verdict
            } else if judge.keeps(topic, doc) {
                *filled
            } else {
                Verdict::Pooled
            }
        });
        mixed.collect()
    }

    /// Returns this judgment set with units in place of documents. This changes the ideal lists and the
    /// counts, the lists that [`Buffers::lists`](crate::Buffers::lists) makes, and every judgment set that is
    /// made from the new one. Manipulations still choose documents, by the documents' own levels.
    ///
    /// # Panics
    /// If this view, `collection` and `units` have different numbers of topics, or if `units` has, for a
    /// topic, a different number of documents than `collection` has verdicts.
    pub fn with_units(&self, collection: &TestCollection, units: Arc<Units>) -> Self {
        self.assert_belongs_to(collection);
        let has_same_size = |(topic_ix, topic): (usize, TopicRef<'_>)| {
            units.topic(topic_ix).is_none_or(|contents| contents.documents() == topic.verdicts.len())
        };
        assert_eq!(self.topics(), units.topics(), "the units belong to another collection");
        assert!(collection.topics().enumerate().all(has_same_size), "the units belong to another collection");
        Self::from_masks(collection, self.judge(), Some(units), |topic| {
            (self.mask(topic).clone(), self.pool(topic).clone())
        })
    }

    /// Returns this judgment set with only the documents that any of `runs` retrieved, whether the runs were
    /// pooled or not. With two runs this is the pool of a pair (Bompada et al., SIGIR 2007, section 4.3: "the
    /// judgment pool from both runs"). Without a run nothing is kept.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{JoinedRun, Run, Team, TestCollection, Topic, View};
    ///
    /// let topic = Topic {
    ///     name: "1".into(),
    ///     verdicts: vec![Level(1), Level(0), Level(2), Level(1)],
    ///     documents: 5,
    /// };
    /// let run = |name: &str| Run { name: name.into(), team: 0, pooled: false, eligible: true };
    /// let collection = TestCollection::new(
    ///     vec![topic],
    ///     vec![run("a"), run("b"), run("c")],
    ///     vec![Team { name: "a".into(), analysed: true }],
    ///     vec![vec![vec![0, 4, 1]], vec![vec![1, 2]], vec![vec![3]]],
    /// );
    /// let runs = [0, 1, 2].map(|run| JoinedRun::new(&collection, run, usize::MAX));
    /// let documents = |runs: &[JoinedRun]| {
    ///     let view = View::full(&collection).retrieved_by(&collection, runs.iter());
    ///     view.mask(0).iter().collect::<Vec<_>>()
    /// };
    /// // Document 4 has no judgment.
    /// assert_eq!(documents(&[]), [0; 0]);
    /// assert_eq!(documents(&runs[..1]), [0, 1]);
    /// assert_eq!(documents(&runs[..2]), [0, 1, 2]);
    /// assert_eq!(documents(&runs[1..]), [1, 2, 3]);
    /// ```
    ///
    /// # Panics
    /// If this view and `collection` have different numbers of topics, or if a run keeps only relevant documents
    /// ([`JoinedRun::add_relevant`]).
    pub fn retrieved_by<'a>(
        &self,
        collection: &TestCollection,
        runs: impl Iterator<Item = &'a JoinedRun> + Clone,
    ) -> Self {
        self.restricted(collection, |topic| {
            let judged = collection.topic(topic).verdicts.len();
            let sets = runs.clone().filter_map(|run| run.set(topic, judged));
            sets.fold(Mask::none(judged), |pool, set| pool.or(set))
        })
    }

    /// Returns this judgment set as if only the documents that `pool` returns for each topic had been pooled.
    ///
    /// # Panics
    /// If this view and `collection` have different numbers of topics.
    pub(crate) fn restricted(&self, collection: &TestCollection, pool: impl Fn(TopicIx) -> Mask) -> Self {
        self.with_masks(collection, |topic, masks| {
            let pool = pool(topic);
            (masks.judged.and(&pool), masks.pool.and(&pool))
        })
    }

    /// Returns this judgment set with only the judgments of the documents that `judged` returns for each topic.
    /// The pool does not change.
    ///
    /// # Panics
    /// If this view and `collection` have different numbers of topics.
    pub(crate) fn withheld(&self, collection: &TestCollection, judged: impl Fn(TopicIx) -> Mask) -> Self {
        self.with_masks(collection, |topic, masks| (masks.judged.and(&judged(topic)), masks.pool.clone()))
    }

    /// Returns this judgment set with other masks. `change` turns each topic's masks into its judged
    /// documents and its pool.
    fn with_masks(
        &self,
        collection: &TestCollection,
        change: impl Fn(TopicIx, &TopicMasks) -> (Mask, Mask),
    ) -> Self {
        self.assert_belongs_to(collection);
        Self::from_masks(collection, self.judge(), self.units.clone(), |topic| {
            change(topic, self.masks(topic))
        })
    }

    /// Returns a judgment set. `topic_masks` returns each topic's judged documents and its pool.
    fn from_masks(
        collection: &TestCollection,
        (levels, is_by_judge): (Arc<Levels>, bool),
        units: Option<Arc<Units>>,
        topic_masks: impl Fn(TopicIx) -> (Mask, Mask),
    ) -> Self {
        let (mut masks, mut nonrelevant, mut ideal) = (Vec::new(), Vec::new(), ByTopic::default());
        for (topic_ix, topic) in collection.topics().enumerate() {
            let (judged, pool) = topic_masks(topic_ix);
            let count = judged.count();
            let (ideal_levels, nonrelevant_count) =
                match units.as_ref().and_then(|units| units.topic(topic_ix)) {
                    Some(contents) => contents.totals(&judged),
                    None => {
                        let relevant =
                            levels.relevant(topic_ix).iter().filter(|&&(doc, _)| judged.contains(doc));
                        let relevant: Vec<u8> = relevant.map(|&(_, level)| level).collect();
                        // Only documents with a level are judged.
                        let nonrelevant = count - relevant.len() as u32;
                        (relevant, nonrelevant)
                    }
                };
            let is_whole = count as usize == topic.verdicts.len();
            masks.push(TopicMasks { judged, pool, is_whole });
            nonrelevant.push(nonrelevant_count);
            ideal.push(ideal_levels);
        }
        Self { masks: masks.into(), nonrelevant, ideal, units, levels, is_by_judge }
    }

    fn assert_belongs_to(&self, collection: &TestCollection) {
        assert_eq!(self.topics(), collection.topics().len(), "the view belongs to another collection");
    }

    fn masks(&self, topic: TopicIx) -> &TopicMasks {
        let masks = self.masks.get_or_init(|| {
            (0..self.topics()).map(|topic| TopicMasks::full(self.levels.verdicts(topic).len())).collect()
        });
        &masks[topic]
    }

    /// Returns the levels, and true if they are not the collection's own.
    fn judge(&self) -> (Arc<Levels>, bool) {
        (Arc::clone(&self.levels), self.is_by_judge)
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.ideal.topics()
    }

    /// Returns the judged documents of `topic`: they have a level, and the set keeps it.
    pub fn mask(&self, topic: TopicIx) -> &Mask {
        &self.masks(topic).judged
    }

    /// Returns the verdicts of this set's judge on the documents of `topic`.
    pub fn verdicts(&self, topic: TopicIx) -> &[Verdict] {
        self.levels.verdicts(topic)
    }

    /// Returns the levels if another judge gave all or some of them, or `None` if they are the collection's
    /// own.
    pub fn levels(&self) -> Option<&Levels> {
        self.is_by_judge.then_some(&*self.levels)
    }

    /// Returns the gains of the levels, if the judge's labels are gains.
    pub fn gains(&self) -> Option<&Gains> {
        self.levels.gains()
    }

    /// Returns the documents in the pool of `topic`, judged or withheld.
    pub fn pool(&self, topic: TopicIx) -> &Mask {
        &self.masks(topic).pool
    }

    /// Returns true if some document is in a pool without a judgment.
    pub fn withholds(&self) -> bool {
        self.masks.get().is_some_and(|masks| masks.iter().any(|topic| topic.pool != topic.judged))
    }

    /// Returns true if `doc` is judged in this set.
    #[inline]
    pub fn keeps(&self, topic: TopicIx, doc: DocIx) -> bool {
        match self.masks.get() {
            Some(masks) => masks[topic].judged.contains(doc),
            None => (doc as usize) < self.levels.verdicts(topic).len(),
        }
    }

    /// Returns true if units count in place of documents.
    pub(crate) fn has_units(&self) -> bool {
        self.units.is_some()
    }

    /// Returns the judgments of `topic`, from which [`Buffers::lists`](crate::Buffers::lists) makes a run's
    /// lists.
    pub fn judgments(&self, topic: TopicIx) -> TopicJudgments<'_> {
        TopicJudgments {
            verdicts: self.verdicts(topic),
            ideal: self.ideal(topic),
            nonrelevant: self.judged_nonrelevant(topic),
            masks: self.masks.get().map(|masks| &masks[topic]).filter(|masks| !masks.is_whole),
            units: self.units(topic),
            is_by_judge: self.is_by_judge,
        }
    }

    /// Returns the classes and groups of `topic`, or `None` if every document is its own unit.
    pub(crate) fn units(&self, topic: TopicIx) -> Option<&Contents> {
        self.units.as_ref()?.topic(topic)
    }

    /// Returns the levels >= 1 of the judged documents (or units), highest first. Their number is `R`.
    pub fn ideal(&self, topic: TopicIx) -> &[u8] {
        self.ideal.topic(topic)
    }

    /// Returns `N`. Without units, this is the number of judged documents of level 0. With units, no list has
    /// more nonrelevant documents than this.
    pub fn judged_nonrelevant(&self, topic: TopicIx) -> u32 {
        match self.nonrelevant.get(topic) {
            Some(&count) => count,
            None => (self.levels.verdicts(topic).len() - self.ideal(topic).len()) as u32,
        }
    }

    /// Returns how many documents (or units) are judged `min_rel` or above. Level 0 is never relevant, so a `min_rel`
    /// of 0 means 1.
    pub fn relevant(&self, topic: TopicIx, min_rel: u8) -> usize {
        self.ideal(topic).partition_point(|&level| level >= min_rel)
    }
}

/// Returns the documents that have a level.
fn labelled(verdicts: &[Verdict]) -> Mask {
    let mut mask = Mask::none(verdicts.len());
    let labelled = (0..).zip(verdicts).filter(|(_, verdict)| matches!(verdict, Verdict::Level(_)));
    mask.extend(labelled.map(|(doc, _)| doc));
    mask
}
