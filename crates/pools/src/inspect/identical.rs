//! Finds identical runs, because these count twice in any correlation over runs.

use std::collections::{BTreeMap, BTreeSet};

use crate::{DocIx, RunIx, TestCollection, TopicIx, UNINTERNED};

/// If two runs differ at the ends of their rankings in more than this share of the documents, they are similar, not
/// identical.
pub(crate) const MAX_DIFFERENT_AT_ENDS: f64 = 0.01;

/// A group of identical runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identical {
    /// The runs, two or more, by number.
    pub runs: Vec<RunIx>,
    /// The number of documents of the first run that another run of the group lacks, over all topics. They are at
    /// the ends of rankings, because a cut among equal scores keeps some documents and drops others. 0 if no run
    /// lacks any.
    pub ends: usize,
}

/// Groups the runs that have the same documents in the same places for every topic. Groups are in the order of
/// their first runs.
///
/// Equal scores have no order, so the documents of one score share a place and are compared as a set. In the
/// last place of a ranking, unless it is the whole ranking, only the number of documents must agree, as long
/// as no more than 1% of a run's documents differ there. If the collection has no
/// [`FileFacts`](crate::FileFacts), no scores are known, so every document has its own place and all places
/// must agree.
///
/// A run without documents, or with a document that has no number, is in no group.
///
/// ```
/// use rejudge_pools::{
///     FileFacts, Run, Team, TestCollection, Tied, Topic, UNINTERNED,
///     inspect::{Identical, identical_runs},
/// };
///
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![], documents: 5 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic("1"), topic("2")],
///     ["a1", "a2", "a3", "a4", "a5"].map(run).to_vec(),
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![
///         vec![vec![0, 1], vec![2]],
///         vec![vec![0, 1], vec![2, 3]],
///         vec![vec![0, 1], vec![2]],
///         vec![vec![UNINTERNED], vec![2]],
///         vec![vec![1, 0], vec![2]],
///     ],
/// );
/// assert_eq!(identical_runs(&collection), [Identical { runs: vec![0, 2], ends: 0 }]);
/// // The first and the last run give documents 0 and 1 equal scores.
/// let pair = vec![Tied { start: 0, end: 2 }];
/// let tied = vec![
///     vec![pair.clone(), vec![]],
///     vec![vec![]; 2],
///     vec![vec![]; 2],
///     vec![vec![]; 2],
///     vec![pair, vec![]],
/// ];
/// let collection = collection.with_file_facts(FileFacts { tied, ..FileFacts::default() });
/// assert_eq!(identical_runs(&collection), [Identical { runs: vec![0, 4], ends: 0 }]);
/// ```
pub fn identical_runs(collection: &TestCollection) -> Vec<Identical> {
    let topics = 0..collection.topics().len();
    let mut by_places = BTreeMap::<Vec<Places>, Vec<RunIx>>::new();
    for run in 0..collection.runs().len() {
        let mut documents = topics.clone().flat_map(|topic| collection.ranking(run, topic)).peekable();
        if documents.peek().is_some() && documents.all(|&doc| doc != UNINTERNED) {
            let places = topics.clone().map(|topic| Places::new(collection, run, topic)).collect();
            by_places.entry(places).or_default().push(run);
        }
    }
    let mut groups: Vec<Identical> =
        by_places.into_values().flat_map(|runs| group_by_ends(collection, runs)).collect();
    groups.sort_by(|a, b| a.runs.cmp(&b.runs));
    groups
}

/// The part of a ranking that must be the same in two identical runs: all but its end.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Places {
    /// The number of documents in the ranking.
    length: usize,
    /// The start and the end of each place that several documents share.
    groups: Vec<(usize, usize)>,
    /// The documents before the end, sorted by number within a place.
    documents: Vec<DocIx>,
}

impl Places {
    fn new(collection: &TestCollection, run: RunIx, topic: TopicIx) -> Self {
        let ranking = collection.ranking(run, topic);
        let length = ranking.len();
        let tied = collection.file_facts().map_or(&[][..], |file_facts| file_facts.groups(run, topic));
        let mut groups: Vec<(usize, usize)> =
            tied.iter().map(|group| (group.start as usize, (group.end as usize).min(length))).collect();
        let mut documents = ranking[..last_place_start(collection, run, topic)].to_vec();
        for &(start, end) in &groups {
            if let Some(place) = documents.get_mut(start..end) {
                place.sort_unstable();
            }
        }
        groups.retain(|&(start, _)| start < length);
        Self { length, groups, documents }
    }
}

/// Returns the index at which the last place of a ranking starts, or the ranking's length if nothing may
/// differ at the end. Nothing may differ if the scores are unknown, or if all scores are equal, because
/// nothing would be left to compare.
fn last_place_start(collection: &TestCollection, run: RunIx, topic: TopicIx) -> usize {
    let length = collection.ranking(run, topic).len();
    let Some(file_facts) = collection.file_facts() else { return length };
    let last = file_facts.groups(run, topic).last().filter(|group| group.end as usize >= length);
    match last.map_or(length.saturating_sub(1), |group| group.start as usize) {
        0 => length,
        start => start,
    }
}

/// Splits runs that agree except at their ends into groups of identical runs. The first group is the first
/// run and all runs that differ from it in few documents. The remaining runs are split in the same way.
fn group_by_ends(collection: &TestCollection, mut runs: Vec<RunIx>) -> Vec<Identical> {
    let mut groups = Vec::new();
    while runs.len() > 1 {
        let first = runs[0];
        let length: usize = (0..collection.topics().len()).map(|t| collection.ranking(first, t).len()).sum();
        let (mut identical, mut rest, mut ends) = (vec![first], Vec::new(), BTreeSet::new());
        for &run in &runs[1..] {
            let differing = differing(collection, first, run);
            if differing.len() as f64 <= MAX_DIFFERENT_AT_ENDS * length as f64 {
                identical.push(run);
                ends.extend(differing);
            } else {
                rest.push(run);
            }
        }
        if identical.len() > 1 {
            groups.push(Identical { runs: identical, ends: ends.len() });
        }
        runs = rest;
    }
    groups
}

/// Returns the documents at the ends of the first run's rankings that the second run lacks there.
fn differing(collection: &TestCollection, first: RunIx, second: RunIx) -> Vec<(TopicIx, DocIx)> {
    let differences = (0..collection.topics().len()).flat_map(|topic| {
        let [first_end, second_end] = [first, second]
            .map(|run| &collection.ranking(run, topic)[last_place_start(collection, run, topic)..]);
        first_end.iter().filter(move |doc| !second_end.contains(doc)).map(move |&doc| (topic, doc))
    });
    differences.collect()
}
