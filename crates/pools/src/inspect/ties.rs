//! Equal scores: the rule for ties, not the run, orders the documents, which can change scores.

use crate::{DocIx, RunIx, TestCollection, Tied};

/// The ties of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunTies {
    /// The number of documents of the run, over all topics.
    pub documents: usize,
    /// Those of them that have the score of another document of the topic.
    pub tied: usize,
    /// The number of groups of equal scores that begin within the requested depth.
    pub groups: usize,
    /// Those of them with documents of different verdicts: only they can move a score.
    pub mattering: usize,
    /// The number of topics for which the run has several documents, and so an order.
    pub topics: usize,
    /// The number of these topics whose documents all have the same score, so that the run gives no order.
    pub unordered: usize,
}

impl RunTies {
    /// Returns true if no document of the run is ordered by its score, although there are topics with several
    /// documents.
    pub fn tells_no_order(&self) -> bool {
        self.topics > 0 && self.unordered == self.topics
    }
}

/// Returns the ties of `run`; groups are counted that begin within the top `depth`. `None` for a collection
/// that was not read from files.
///
/// Verdicts are different when levels are, and when one document has a level and another has none.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{
///     AsRead, Run, Team, TestCollection, Tied, Topic,
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
/// // The scores are 9 9, 8 8, 7, 6 6 6, of which one was cut off.
/// let tied = [(0, 2), (2, 4), (5, 8)].map(|(start, end)| Tied { start, end }).to_vec();
/// let collection = collection.with_as_read(AsRead { tied: vec![vec![tied]], ..AsRead::default() });
/// let expected = RunTies { documents: 6, tied: 5, groups: 2, mattering: 1, topics: 1, unordered: 0 };
/// assert_eq!(ties(&collection, 0, 5), Some(expected));
/// // All scores are equal.
/// let collection = collection.with_as_read(AsRead {
///     tied: vec![vec![vec![Tied { start: 0, end: 6 }]]],
///     ..AsRead::default()
/// });
/// assert!(ties(&collection, 0, 5).is_some_and(|ties| ties.tells_no_order()));
/// ```
///
/// # Panics
/// If `run` is out of range.
pub fn ties(collection: &TestCollection, run: RunIx, depth: usize) -> Option<RunTies> {
    let as_read = collection.as_read()?;
    let mut found = RunTies::default();
    for (at, topic) in collection.topics().enumerate() {
        let ranking = collection.ranking(run, at);
        found.documents += ranking.len();
        found.topics += usize::from(ranking.len() > 1);
        for &group in as_read.groups(run, at) {
            let documents = part(ranking, group);
            found.tied += documents.len();
            found.unordered += usize::from(documents.len() > 1 && documents.len() == ranking.len());
            if (group.start as usize) < depth {
                let mut verdicts = documents.iter().map(|&doc| topic.verdicts.get(doc as usize));
                let first = verdicts.next();
                found.groups += 1;
                found.mattering += usize::from(verdicts.any(|verdict| Some(verdict) != first));
            }
        }
    }
    Some(found)
}

/// Returns the documents of a group that the ranking holds.
fn part(ranking: &[DocIx], group: Tied) -> &[DocIx] {
    &ranking[(group.start as usize).min(ranking.len())..(group.end as usize).min(ranking.len())]
}
