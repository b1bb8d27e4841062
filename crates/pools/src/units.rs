//! Units of relevance: documents that duplicate each other, and documents that are relevant only together.
//!
//! Usually each relevant document counts on its own. If a collection says that documents are duplicates or form a
//! group, measures score *units* (Sakai, survey of NTCIR, sections 2.1.1, 3.2 and 4.1):
//!
//! - A **class** of duplicates counts once (the original Q-measure, NTCIR Web, TaskMine). The first
//!   retrieved member that is judged relevant counts, with its level; the other members count as judged
//!   nonrelevant. R and the ideal list contain the class once, with the highest level of its members.
//! - The documents of a **group** are relevant only together (footnote 13). The group counts at the rank of its
//!   last member, with the group's level; R and the ideal list contain it once. A member that is itself judged
//!   relevant is also a separate unit.
//!
//! The survey leaves some cases open. They are handled as follows:
//!
//! - A document may be in several groups. A group is still a unit if all its documents are in a larger group.
//!   A group with one document is a judgment of that document, and the higher of the two levels counts.
//! - In a group, any judged member of a class can take the place of the class's other members, whether it is
//!   itself judged relevant or not. If two groups then need the same documents, they are one group with the
//!   higher level.
//! - A [`View`](crate::View) may lack a judgment for a member of a group. If it also judges no duplicate of this
//!   member, the group is unknown: it does not count, and R does not include it. So the condensed list follows the
//!   same rules: a unit is complete at the rank that its last document has in that list.
//! - If several units are complete at one rank, all count at that rank, the lowest level first. But by rank r
//!   at most r units count. Further units move down to the next ranks, if necessary below the last document,
//!   and the documents that were at those ranks come after these units. One document can complete any number
//!   of units. The limit keeps AP, Q and the other measures between 0 and 1, because by any rank no more
//!   units count than in the ideal list. If units share no documents, the limit changes nothing.
//! - In AP and in Q's blended ratio, the rank is the number of documents that were read. The ideal list has a
//!   unit at each rank, although a group needs several documents. So a topic with groups may have no ranking
//!   with an AP of 1.
//! - Measures of the retrieved set ([`SetP`](rejudge_metrics::adhoc::set) and the like) count the units that are
//!   complete at the last rank. Measures of documents (`Judged@k`, `Unjudged@k`, `RBPresidual`, `NumNonrelRet`,
//!   `Accuracy`) count documents. For these measures, a document that completes units has the highest of their levels.
//! - A document that completes no unit is nonrelevant at its rank, even if it helps to complete a group further down. N
//!   is the number of judged documents, minus one for each class with relevant members of a single level, and minus one
//!   for each relevant document without duplicates. So no list contains more nonrelevant documents than N. Nothing is
//!   subtracted for a class whose relevant members differ in level, because the member with the lower level may be
//!   retrieved first, and if `rel` is above that level, the class does not count as relevant.
//!
//! If no unit counts at a rank, swapping the document there with the next one never lowers AP, Q, nDCG, RBP or
//! bpref. This would not be true if the precision of each unit included all units that are complete at the same rank:
//! with two groups complete at rank 3, AP would fall from (2/3 + 2/3)/2 to (1/2 + 2/3)/2 if a swap made one of them
//! complete at rank 2. For Q, it would also not be true if the highest level counted first.

use crate::contents::Contents;
use crate::{DocIx, TestCollection, TopicIx, TopicRef};

/// Documents that are relevant only together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The members, without repetitions.
    pub members: Vec<DocIx>,
    /// The level, 1 or above.
    pub level: u8,
}

/// One topic's classes of duplicates and groups. A document in no class has no duplicate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopicUnits {
    /// The members of each class. A document is in one class at most.
    pub classes: Vec<Vec<DocIx>>,
    /// The groups.
    pub groups: Vec<Group>,
}

/// The classes and groups of a collection. With a view that [`View::with_units`](crate::View::with_units)
/// returns, measures score units.
///
/// ```
/// use std::sync::Arc;
/// use rejudge_metrics::{Gains, Scorer, Verdict::Level};
/// use rejudge_pools::{Buffers, Group, JoinedRun, Run, Team, TestCollection, Topic, TopicUnits, Units, View};
///
/// // Documents 0 (level 2) and 1 (level 1) are duplicates; 2 and 3 are relevant together, at level 1.
/// let topic = Topic { name: "1".into(), verdicts: [2, 1, 0, 0].map(Level).to_vec(), documents: 4 };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![1, 2, 0, 3]]],
/// );
/// let group = Group { members: vec![2, 3], level: 1 };
/// let topic_units = TopicUnits { classes: vec![vec![0, 1]], groups: vec![group] };
/// let units = Units::new(&collection, &[topic_units]);
/// let view = View::full(&collection).with_units(&collection, Arc::new(units));
/// assert_eq!(view.ideal(0), [2, 1]);
///
/// let (joined, mut buffers) = (JoinedRun::new(&collection, 0, 1000), Buffers::default());
/// let lists = buffers.lists(view.judgments(0), &joined, 0);
/// let levels: Vec<_> = lists.raw.ranking.iter().map(|entry| (entry.rank, entry.verdict)).collect();
/// assert_eq!(levels, [(1, Level(1)), (2, Level(0)), (3, Level(0)), (4, Level(1))]);
/// let mut scores = [None];
/// Scorer::new(&["AP".parse()?], &Gains::linear(2), 1, None)?.score(&lists.raw, &lists.condensed, &mut scores);
/// assert_eq!(scores, [Some((1.0 / 1.0 + 2.0 / 4.0) / 2.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The contents of each topic, or `None` if every document is its own unit.
    topics: Vec<Option<Contents>>,
}

impl Units {
    /// Resolves the classes and groups of each topic of `collection`. We do not check them, because the
    /// readers of files have done so.
    ///
    /// # Panics
    /// If there is not one entry for each topic, or if a class or a group contains a document without a verdict.
    pub fn new(collection: &TestCollection, topic_units: &[TopicUnits]) -> Self {
        let topics = collection.topics();
        assert_eq!(topic_units.len(), topics.len(), "there must be classes and groups for each topic");
        let contents = |(topic, units): (TopicRef<'_>, &TopicUnits)| {
            let has_units = !units.classes.is_empty() || !units.groups.is_empty();
            has_units.then(|| Contents::new(topic, units))
        };
        Self { topics: topics.zip(topic_units).map(contents).collect() }
    }

    pub(crate) fn topics(&self) -> usize {
        self.topics.len()
    }

    /// Returns the classes and groups of `topic`, or `None` if it has none.
    pub(crate) fn topic(&self, topic: TopicIx) -> Option<&Contents> {
        self.topics[topic].as_ref()
    }
}
