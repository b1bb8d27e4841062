//! Infers the depth of a pool from the share of judged documents at each rank.

use super::by_rank::count_by_rank;
use crate::{TestCollection, TopicRef, pooled_runs};

/// At every rank of a pool, at least this share of the documents must be judged. Not every document of a pool gets
/// judged: at ranks 1 to 10 of the pooled runs, shares of .93 to .96 are judged in CLEF eHealth 2015, and of .95 to 1
/// in the TREC Deep Learning track.
pub(crate) const MIN_JUDGED_SHARE: f64 = 0.95;

/// A pool must contain at least this share of the judgments. TREC Deep Learning 2019 to 2021 judged the pool of
/// depth 10 completely, but it contains only .27, .34 and .68 of their judgments. A classifier chose the other
/// documents, so conclusions about a pool of depth 10 do not apply to these collections.
pub const MIN_POOL_SHARE: f64 = 0.9;

/// The smallest number of topics, and of pooled runs, that suffices. With fewer, a depth may be complete by chance.
const MIN_TOPICS_AND_RUNS: (usize, usize) = (5, 2);

/// Returns the depth of the pool that the judgments imply. At every rank down to this depth, but not at the next
/// rank, at least `MIN_JUDGED_SHARE` of the pooled runs' documents are judged, and the pool contains at least
/// [`MIN_POOL_SHARE`] of the judgments. Returns `None` if no depth satisfies this, if no pooled run's ranking is longer
/// than this depth, or if there are fewer than 5 topics or 2 pooled runs.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::implied_depth};
///
/// // The judged documents are the top 2 of two runs, and `more` documents that no run retrieved.
/// let with = |more: usize| {
///     let topic =
///         |number: usize| Topic { name: number.to_string(), verdicts: vec![Level(1); 4 + more], documents: 20 };
///     let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
///     TestCollection::new(
///         (0..5).map(topic).collect(),
///         ["a1", "a2"].map(run).to_vec(),
///         vec![Team { name: "a".into(), analysed: true }],
///         [[0, 1, 18], [2, 3, 19]].iter().map(|ranking| vec![ranking.to_vec(); 5]).collect(),
///     )
/// };
/// assert_eq!((implied_depth(&with(0)), implied_depth(&with(1))), (Some(2), None));
/// ```
pub fn implied_depth(collection: &TestCollection) -> Option<u32> {
    let pooled = pooled_runs(collection, None);
    if collection.topics().len() < MIN_TOPICS_AND_RUNS.0 || pooled.len() < MIN_TOPICS_AND_RUNS.1 {
        return None;
    }
    let share = |rank: usize| {
        let (mut documents, mut judged) = (0_usize, 0_usize);
        for (topic_ix, topic) in collection.topics().enumerate() {
            for &doc in pooled.iter().filter_map(|&run| collection.pool_ranking(run, topic_ix).get(rank)) {
                documents += 1;
                judged += usize::from(topic.is_judged(doc));
            }
        }
        (documents > 0).then(|| judged as f64 / documents as f64)
    };
    let depth = (0..).find(|&rank| share(rank).is_none_or(|share| share < MIN_JUDGED_SHARE))?;
    // If all rankings are judged to their ends, the pool may be deeper than the rankings are long.
    if depth == 0 || share(depth).is_none() {
        return None;
    }
    let judged_in_pool: usize = count_by_rank(collection, depth, 1).iter().map(|rank| rank.judged).sum();
    let judged =
        |topic: TopicRef<'_>| (0..topic.verdicts.len() as u32).filter(|&doc| topic.is_judged(doc)).count();
    let all_judged: usize = collection.topics().map(judged).sum();
    (judged_in_pool as f64 >= MIN_POOL_SHARE * all_judged as f64)
        .then(|| u32::try_from(depth).unwrap_or(u32::MAX))
}

/// Returns, for each ranking that is not empty, the number of documents above the first unjudged document, or
/// the length of the ranking if all its documents are judged.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::judged_depths};
///
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![Level(1); 2], documents: 4 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic("1"), topic("2")],
///     vec![run("a1"), run("a2")],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 3, 1], vec![1]], vec![vec![2], vec![]]],
/// );
/// assert_eq!(judged_depths(&collection), [1, 1, 0]);
/// ```
pub fn judged_depths(collection: &TestCollection) -> Vec<usize> {
    let mut depths = Vec::new();
    for run in 0..collection.runs().len() {
        for (topic_ix, topic) in collection.topics().enumerate() {
            let ranking = collection.ranking(run, topic_ix);
            if !ranking.is_empty() {
                let unjudged = ranking.iter().position(|&doc| !topic.is_judged(doc));
                depths.push(unjudged.unwrap_or(ranking.len()));
            }
        }
    }
    depths
}
