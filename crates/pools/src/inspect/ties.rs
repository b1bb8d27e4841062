//! Finds documents with equal scores. Their order comes from the rule for ties, not from the run, so another rule
//! may change the values of measures.

use crate::{DocIx, RunIx, TestCollection, Tied};

/// The ties of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunTies {
    /// The number of documents in the run, over all topics.
    pub documents: usize,
    /// The number of documents that have the same score as another one for the topic.
    pub tied: usize,
    /// The number of groups of equal scores that begin within the requested depth.
    pub groups: usize,
    /// The number of these groups that have retrieved documents with different verdicts. If no document was cut
    /// off, the order within the other groups changes no value of a measure, unless the judgments are by intent.
    pub with_different_verdicts: usize,
    /// The number of topics for which the run has several documents, so that they need an order.
    pub topics: usize,
    /// The number of these topics for which all documents have the same score, so that the run gives no
    /// order.
    pub unordered: usize,
}

impl RunTies {
    /// Returns true if the run has several documents for at least one topic, and if all scores are equal
    /// within each such topic.
    pub fn has_no_order(&self) -> bool {
        self.topics > 0 && self.unordered == self.topics
    }
}

/// Returns the ties of `run`, or `None` if the collection has no [`FileFacts`](crate::FileFacts), because
/// only these contain the ties. `groups` and `with_different_verdicts` count only groups that begin within
/// the top `depth` documents.
///
/// The verdicts of two documents differ if their levels differ, if only one document has a level, or if only
/// one document has a verdict.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{
///     FileFacts, Run, Team, TestCollection, Tied, Topic,
///     inspect::{RunTies, ties},
/// };
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(0)], documents: 6 };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![1, 2, 0, 3, 5, 4]]],
/// );
/// assert_eq!(ties(&collection, 0, 10), None);
/// // The scores are 9 9, 8 8, 7, 6 6 6, and the last two documents were cut off.
/// let tied = [(0, 2), (2, 4), (5, 8)].map(|(start, end)| Tied { start, end }).to_vec();
/// let collection = collection.with_file_facts(FileFacts { tied: vec![vec![tied]], ..FileFacts::default() });
/// let expected = RunTies { documents: 6, tied: 5, groups: 2, with_different_verdicts: 1, topics: 1, unordered: 0 };
/// assert_eq!(ties(&collection, 0, 5), Some(expected));
/// // All scores are equal.
/// let collection = collection.with_file_facts(FileFacts {
///     tied: vec![vec![vec![Tied { start: 0, end: 6 }]]],
///     ..FileFacts::default()
/// });
/// assert!(ties(&collection, 0, 5).is_some_and(|ties| ties.has_no_order()));
/// ```
///
/// # Panics
/// If `run` is out of range.
pub fn ties(collection: &TestCollection, run: RunIx, depth: usize) -> Option<RunTies> {
    let file_facts = collection.file_facts()?;
    let mut counts = RunTies::default();
    for (topic_ix, topic) in collection.topics().enumerate() {
        let ranking = collection.ranking(run, topic_ix);
        counts.documents += ranking.len();
        counts.topics += usize::from(ranking.len() > 1);
        for &group in file_facts.groups(run, topic_ix) {
            let documents = retrieved_part(ranking, group);
            counts.tied += documents.len();
            counts.unordered += usize::from(documents.len() > 1 && documents.len() == ranking.len());
            if (group.start as usize) < depth {
                let mut verdicts = documents.iter().map(|&doc| topic.verdicts.get(doc as usize));
                let first = verdicts.next();
                counts.groups += 1;
                counts.with_different_verdicts += usize::from(verdicts.any(|verdict| Some(verdict) != first));
            }
        }
    }
    Some(counts)
}

/// Returns the documents of a group; a ranking that was cut may contain only some of them.
fn retrieved_part(ranking: &[DocIx], group: Tied) -> &[DocIx] {
    &ranking[(group.start as usize).min(ranking.len())..(group.end as usize).min(ranking.len())]
}
