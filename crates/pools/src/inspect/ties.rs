//! Equal scores: where the rule for ties, and not the run, says what comes first, and what that can do.

use std::cmp::Reverse;

use rejudge_metrics::Verdict;

use crate::{DocIx, RunIx, TestCollection, Tied, Topic};

/// The ties of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunTies {
    /// Documents of the run, all topics together.
    pub documents: usize,
    /// Those of them that have the score of another document of the topic.
    pub tied: usize,
    /// Groups of equal scores that begin within the depth asked for.
    pub groups: usize,
    /// Those of them with documents of different verdicts: only they can move a score.
    pub mattering: usize,
    /// Topics of which the run has several documents, so that there is an order to tell.
    pub topics: usize,
    /// Those of them all of whose documents have one score: the run tells no order.
    pub unordered: usize,
}

impl RunTies {
    /// Whether no document of the run is ordered by its score, and there are any that could be.
    pub fn tells_no_order(&self) -> bool {
        self.topics > 0 && self.unordered == self.topics
    }
}

/// The ties of `run`; groups are counted that begin within the top `depth`. `None` for a collection that
/// was not read from files.
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
/// )?;
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
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `run` is out of range.
pub fn ties(collection: &TestCollection, run: RunIx, depth: usize) -> Option<RunTies> {
    let as_read = collection.as_read()?;
    let mut found = RunTies::default();
    for (at, topic) in collection.topics().iter().enumerate() {
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

/// The documents of a group that the ranking holds.
fn part(ranking: &[DocIx], group: Tied) -> &[DocIx] {
    &ranking[(group.start as usize).min(ranking.len())..(group.end as usize).min(ranking.len())]
}

/// What comes first among documents of equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieOrder {
    /// The higher level; what has no level before level 0, which some measures punish.
    Best,
    /// The other way round.
    Worst,
}

/// The collection with the documents of equal scores in `order`. Whatever rule decides ties, the score of a
/// run lies between those of the two orders, for every measure that does not fall when a document goes up
/// past another of a lower level: precision, AP, Q, nDCG, ERR, RBP, reciprocal rank, bpref. Documents that
/// the loader cut off stay cut off.
///
/// `None` for a collection that was not read from files.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{AsRead, Run, Team, TestCollection, Tied, Topic, inspect::{TieOrder, with_ties}};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 6 };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![1, 0, 3, 2, 4]]],
/// )?;
/// let as_read = AsRead { tied: vec![vec![vec![Tied { start: 0, end: 4 }]]], ..AsRead::default() };
/// let collection = collection.with_as_read(as_read);
/// let ranking = |order| with_ties(&collection, order).map(|ties| ties.ranking(0, 0).to_vec());
/// assert_eq!(ranking(TieOrder::Best), Some(vec![2, 0, 3, 1, 4]));
/// assert_eq!(ranking(TieOrder::Worst), Some(vec![1, 3, 0, 2, 4]));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn with_ties(collection: &TestCollection, order: TieOrder) -> Option<TestCollection> {
    let as_read = collection.as_read()?;
    let by_topic = |run: RunIx| {
        let of_topic = |(at, topic): (usize, &Topic)| {
            let mut ranking = collection.ranking(run, at).to_vec();
            let length = ranking.len();
            for group in as_read.groups(run, at) {
                let documents =
                    &mut ranking[(group.start as usize).min(length)..(group.end as usize).min(length)];
                match order {
                    TieOrder::Best => documents.sort_by_key(|&doc| Reverse(worth(topic, doc))),
                    TieOrder::Worst => documents.sort_by_key(|&doc| worth(topic, doc)),
                }
            }
            ranking
        };
        collection.topics().iter().enumerate().map(of_topic).collect()
    };
    Some(collection.reranked((0..collection.runs().len()).map(by_topic).collect()))
}

/// The collection with the documents of equal scores the other way round: by document id ascending where
/// the rule for ties is descending. Organisers pool by either rule (NIST by ascending ids in the TREC Deep
/// Learning track), and files do not say by which.
///
/// `None` for a collection that was not read from files, and where no documents have equal scores.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{AsRead, Run, Team, TestCollection, Tied, Topic, inspect::with_ties_reversed};
///
/// let collection = TestCollection::new(
///     vec![Topic { name: "1".into(), verdicts: vec![Level(1)], documents: 5 }],
///     vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![4, 0, 1, 2]]],
/// )?;
/// let tied = |groups: Vec<Tied>| {
///     collection.clone().with_as_read(AsRead { tied: vec![vec![groups]], ..AsRead::default() })
/// };
/// let reversed = with_ties_reversed(&tied(vec![Tied { start: 1, end: 4 }])).expect("ties");
/// assert_eq!(reversed.ranking(0, 0), [4, 2, 1, 0]);
/// assert!(with_ties_reversed(&tied(vec![])).is_none());
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn with_ties_reversed(collection: &TestCollection) -> Option<TestCollection> {
    let as_read = collection.as_read()?;
    if as_read.tied.iter().flatten().all(Vec::is_empty) {
        return None;
    }
    let of_topic = |run: RunIx, topic: usize| {
        let mut ranking = collection.ranking(run, topic).to_vec();
        let length = ranking.len();
        for group in as_read.groups(run, topic) {
            ranking[(group.start as usize).min(length)..(group.end as usize).min(length)].reverse();
        }
        ranking
    };
    let topics = 0..collection.topics().len();
    let by_topic = |run: RunIx| topics.clone().map(|topic| of_topic(run, topic)).collect();
    Some(collection.reranked((0..collection.runs().len()).map(by_topic).collect()))
}

/// How good a document is to have: level 0 is 0, no level 1, level l is l + 1.
fn worth(topic: &Topic, doc: DocIx) -> u16 {
    match topic.verdicts.get(doc as usize) {
        Some(Verdict::Level(0)) => 0,
        Some(Verdict::Pooled) | None => 1,
        Some(Verdict::Level(level)) => u16::from(*level) + 1,
    }
}
