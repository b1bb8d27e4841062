//! A judgment set as a view on the full judgments.
//!
//! Most manipulations only remove judgments, so a judgment set is two masks per topic over the full one, with
//! the few numbers that measures need. The judgments are never copied. If another judge gives the levels, the
//! set keeps these next to the masks. A set of all judgments has no masks until they are requested: of a million
//! topics they would take more memory than the judgments.

use std::sync::{Arc, OnceLock};

use rejudge_metrics::{Gains, Verdict};

use crate::contents::Contents;
use crate::{
    ByTopic, DocIx, JoinedRun, Levels, Mask, TestCollection, TopicIx, TopicJudgments, TopicRef, Units,
};

/// The documents that a view keeps of one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub judged: Mask,
    pub pool: Mask,
    /// True if every document with a verdict is judged.
    whole: bool,
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
    /// By topic. Until they are requested, those of a set that judges every document with a verdict are not made.
    kept: OnceLock<Vec<Kept>>,
    /// By topic, the judged documents of level 0. Empty if every document with a verdict is judged, and a unit.
    nonrelevant: Vec<u32>,
    /// Levels >= 1 of the judged units, highest first.
    ideal: ByTopic<u8>,
    /// The units of relevance; `None` if every document is its own unit.
    units: Option<Arc<Units>>,
    /// The levels of whoever judges.
    levels: Arc<Levels>,
    /// True if that is another judge than the collection's own.
    is_by_judge: bool,
}

impl PartialEq for View {
    /// Compares the sets, masks that were not requested yet included.
    fn eq(&self, other: &Self) -> bool {
        let same = |topic| {
            (self.kept(topic), self.judged_nonrelevant(topic))
                == (other.kept(topic), other.judged_nonrelevant(topic))
        };
        (&self.ideal, &self.units, &self.levels, self.is_by_judge)
            == (&other.ideal, &other.units, &other.levels, other.is_by_judge)
            && (0..self.topics()).all(same)
    }
}

impl View {
    /// All judgments.
    pub fn full(collection: &TestCollection) -> Self {
        let is_whole = |(at, topic): (usize, TopicRef<'_>)| {
            let judged = topic.verdicts.iter().all(|verdict| matches!(verdict, Verdict::Level(_)));
            judged && collection.own(at) == topic.verdicts.len()
        };
        let levels = Arc::clone(collection.levels());
        if !collection.topics().enumerate().all(is_whole) {
            return Self::from_masks(collection, (levels, false), None, |at| {
                let verdicts = collection.topic(at).verdicts;
                (labelled(verdicts), Mask::first(verdicts.len(), collection.own(at)))
            });
        }
        let of_topic = |at: TopicIx| levels.relevant(at).iter().map(|&(_, level)| level);
        let ideal = (0..collection.topics().len()).map(of_topic).collect();
        let (kept, nonrelevant) = (OnceLock::new(), Vec::new());
        Self { kept, nonrelevant, ideal, units: None, levels, is_by_judge: false }
    }

    /// The judgments of another judge, in place of the collection's own: the documents that it labels are the
    /// pool.
    ///
    /// # Panics
    /// If `levels` are of another collection.
    pub fn by_judge(collection: &TestCollection, levels: &Arc<Levels>) -> Self {
        assert_eq!(levels.topics(), collection.topics().len(), "a judge of another collection");
        Self::from_masks(collection, (Arc::clone(levels), true), None, |at| {
            let judged = labelled(levels.verdicts(at));
            (judged.clone(), judged)
        })
    }

    /// This judgment set, with the labels of another judge for the documents that it does not judge. They are
    /// judged as if the judge, whose set `by` is, had been asked for them.
    ///
    /// # Panics
    /// If `by` or this view are of another collection, or this view has units.
    pub(crate) fn filled(&self, collection: &TestCollection, by: &Self) -> Self {
        assert!(self.units.is_none(), "a judge labels documents, not units");
        self.assert_of(collection);
        let of_topic = |at: TopicIx| -> Vec<Verdict> {
            let both = self.verdicts(at).iter().zip(by.verdicts(at));
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
        let mixed = Arc::new(Levels::new((0..self.topics()).map(of_topic), None));
        Self::from_masks(collection, (Arc::clone(&mixed), true), None, |at| {
            let judged = labelled(mixed.verdicts(at));
            let pool = judged.or(self.pool(at));
            (judged, pool)
        })
    }

    /// This judgment set with units to be found in place of documents: its ideal lists and counts, the
    /// lists that [`Buffers::lists`](crate::Buffers::lists) makes with it, and all of that in the judgment
    /// sets made of it. Manipulations go on to choose documents, by the levels that they have by themselves.
    ///
    /// # Panics
    /// If this is no view of `collection`, or `units` are of another.
    pub fn with_units(&self, collection: &TestCollection, units: Arc<Units>) -> Self {
        self.assert_of(collection);
        let same = |(at, topic): (usize, TopicRef<'_>)| {
            units.topic(at).is_none_or(|contents| contents.documents() == topic.verdicts.len())
        };
        assert_eq!(self.topics(), units.topics(), "units of another collection");
        assert!(collection.topics().enumerate().all(same), "units of another collection");
        let masks = |at: TopicIx| (self.mask(at).clone(), self.pool(at).clone());
        Self::from_masks(collection, self.judge(), Some(units), masks)
    }

    /// This judgment set with the documents that any of `runs` retrieved, pooled or not: the pool of a pair of runs
    /// (Bompada et al., SIGIR 2007, section 4.3: "the judgment pool from both runs"). No run keeps nothing.
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
    /// let of = |runs: &[JoinedRun]| {
    ///     let view = View::full(&collection).retrieved_by(&collection, runs.iter());
    ///     view.mask(0).iter().collect::<Vec<_>>()
    /// };
    /// // Document 4 has no judgment.
    /// assert_eq!(of(&[]), [0; 0]);
    /// assert_eq!(of(&runs[..1]), [0, 1]);
    /// assert_eq!(of(&runs[..2]), [0, 1, 2]);
    /// assert_eq!(of(&runs[1..]), [1, 2, 3]);
    /// ```
    ///
    /// # Panics
    /// If this view is of another collection.
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
        self.assert_of(collection);
        Self::from_masks(collection, self.judge(), self.units.clone(), |at| masks(at, self.kept(at)))
    }

    /// Returns the judgment set whose judged documents and pool `masks` gives for each topic.
    fn from_masks(
        collection: &TestCollection,
        (levels, is_by_judge): (Arc<Levels>, bool),
        units: Option<Arc<Units>>,
        masks: impl Fn(TopicIx) -> (Mask, Mask),
    ) -> Self {
        let (mut kept, mut nonrelevant, mut ideal) = (Vec::new(), Vec::new(), ByTopic::default());
        for (at, topic) in collection.topics().enumerate() {
            let (judged, pool) = masks(at);
            let count = judged.count();
            let (found, of_level_0) = match units.as_ref().and_then(|units| units.topic(at)) {
                Some(contents) => contents.found(&judged),
                None => {
                    let relevant = levels.relevant(at).iter().filter(|&&(doc, _)| judged.contains(doc));
                    let found: Vec<u8> = relevant.map(|&(_, level)| level).collect();
                    // Only documents with a level are judged.
                    let nonrelevant = count - found.len() as u32;
                    (found, nonrelevant)
                }
            };
            let whole = count as usize == topic.verdicts.len();
            kept.push(Kept { judged, pool, whole });
            nonrelevant.push(of_level_0);
            ideal.push(found);
        }
        Self { kept: kept.into(), nonrelevant, ideal, units, levels, is_by_judge }
    }

    fn assert_of(&self, collection: &TestCollection) {
        assert_eq!(self.topics(), collection.topics().len(), "a view of another collection");
    }

    fn kept(&self, topic: TopicIx) -> &Kept {
        let all = |topic: TopicIx| {
            let all = Mask::all(self.levels.verdicts(topic).len());
            Kept { judged: all.clone(), pool: all, whole: true }
        };
        &self.kept.get_or_init(|| (0..self.topics()).map(all).collect())[topic]
    }

    /// Returns the judge of this set, and true if it is another than the collection's own.
    fn judge(&self) -> (Arc<Levels>, bool) {
        (Arc::clone(&self.levels), self.is_by_judge)
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.ideal.topics()
    }

    /// Returns the judged documents of `topic`: those of a level whose judgments are kept.
    pub fn mask(&self, topic: TopicIx) -> &Mask {
        &self.kept(topic).judged
    }

    /// Returns the verdicts of the documents of `topic`, by whoever judges in this set.
    pub fn verdicts(&self, topic: TopicIx) -> &[Verdict] {
        self.levels.verdicts(topic)
    }

    /// Returns the levels of another judge, or `None` if they are the collection's own.
    pub fn levels(&self) -> Option<&Levels> {
        self.is_by_judge.then_some(&*self.levels)
    }

    /// Returns the gains of the levels, if they differ from those of the collection.
    pub fn gains(&self) -> Option<&Gains> {
        self.levels()?.gains()
    }

    /// Returns the documents in the pool of `topic`: the judged ones, and those whose judgments are withheld.
    pub fn pool(&self, topic: TopicIx) -> &Mask {
        &self.kept(topic).pool
    }

    /// Returns true if a document is in the pool of a topic without a judgment.
    pub fn withholds(&self) -> bool {
        self.kept.get().is_some_and(|kept| kept.iter().any(|topic| topic.pool != topic.judged))
    }

    /// Returns true if the judgment of `doc` is kept; that of an unjudged document never is.
    #[inline]
    pub fn keeps(&self, topic: TopicIx, doc: DocIx) -> bool {
        match self.kept.get() {
            Some(kept) => kept[topic].judged.contains(doc),
            None => (doc as usize) < self.levels.verdicts(topic).len(),
        }
    }

    /// Returns true if units are found in place of documents.
    pub(crate) fn has_units(&self) -> bool {
        self.units.is_some()
    }

    /// Returns the judgments of `topic`, for the lists of its runs.
    pub fn judgments(&self, topic: TopicIx) -> TopicJudgments<'_> {
        TopicJudgments {
            verdicts: self.verdicts(topic),
            ideal: self.ideal(topic),
            nonrelevant: self.judged_nonrelevant(topic),
            kept: self.kept.get().map(|kept| &kept[topic]).filter(|kept| !kept.whole),
            units: self.units(topic),
            is_by_judge: self.is_by_judge,
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
        match self.nonrelevant.get(topic) {
            Some(&count) => count,
            None => (self.levels.verdicts(topic).len() - self.ideal(topic).len()) as u32,
        }
    }

    /// Judged documents (or units) of the level `min_rel` or above. Level 0 is never relevant: 0 means 1.
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
