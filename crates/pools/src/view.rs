//! A judgment set as a view on the full judgments.
//!
//! Every manipulation here only takes judgments away, so a judgment set is a mask per topic over
//! the full one, with the few numbers that measures ask of it. The judgments are never copied.

use rejudge_metrics::Verdict;

use crate::{DocIx, Mask, TestCollection, TopicIx, Topic};

/// The judgments of one topic that a view keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    mask: Mask,
    ideal: Vec<u8>,
    nonrelevant: u32,
}

/// A judgment set: the documents, topic by topic, whose judgments are kept.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{TestCollection, Topic, View};
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(0), Level(2), Level(1)], documents: 3 };
/// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![]).unwrap();
/// let full = View::full(&collection);
/// assert_eq!((full.ideal(0), full.judged_nonrelevant(0)), (&[2, 1][..], 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    topics: Vec<Kept>,
}

impl View {
    /// All judgments.
    pub fn full(collection: &TestCollection) -> Self {
        let masks = collection.topics().iter().map(|t| Mask::all(t.verdicts.len())).collect();
        Self::of_masks(collection, masks)
    }

    /// The judgments of the documents in `masks`, one mask a topic.
    pub(crate) fn of_masks(collection: &TestCollection, masks: Vec<Mask>) -> Self {
        Self { topics: collection.topics().iter().zip(masks).map(|(topic, mask)| kept(topic, mask)).collect() }
    }

    /// Number of topics.
    pub fn topics(&self) -> usize {
        self.topics.len()
    }

    /// The kept documents of `topic`.
    pub fn mask(&self, topic: TopicIx) -> &Mask {
        &self.topics[topic].mask
    }

    /// Whether the judgment of `doc` is kept.
    #[inline]
    pub fn keeps(&self, topic: TopicIx, doc: DocIx) -> bool {
        self.topics[topic].mask.contains(doc)
    }

    /// Levels >= 1 of the kept documents, highest first. `R` is its length.
    pub fn ideal(&self, topic: TopicIx) -> &[u8] {
        &self.topics[topic].ideal
    }

    /// Kept documents of level 0: `N`.
    pub fn judged_nonrelevant(&self, topic: TopicIx) -> u32 {
        self.topics[topic].nonrelevant
    }

    /// Kept documents of the level `min_rel` or above.
    pub fn relevant(&self, topic: TopicIx, min_rel: u8) -> usize {
        self.topics[topic].ideal.iter().take_while(|&&level| level >= min_rel).count()
    }
}

fn kept(topic: &Topic, mask: Mask) -> Kept {
    let mut per_level = [0_u32; 256];
    for doc in mask.iter() {
        if let Verdict::Level(level) = topic.verdicts[doc as usize] {
            per_level[usize::from(level)] += 1;
        }
    }
    let ideal = (1..=u8::MAX)
        .rev()
        .flat_map(|level| std::iter::repeat_n(level, per_level[usize::from(level)] as usize))
        .collect();
    Kept { mask, ideal, nonrelevant: per_level[0] }
}
