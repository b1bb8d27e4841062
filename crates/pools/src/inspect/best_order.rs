//! The tops of runs that pooled, read as whoever made the pool may have read them.

use super::cliff::best_order;
use super::tops::Tops;
use crate::{RunIx, TestCollection, UNINTERNED};

/// The documents that runs have in their tops, all topics together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PooledTops {
    /// Different documents of a topic.
    pub documents: usize,
    /// Of these, the judged ones.
    pub judged: usize,
}

/// What the top `depth` of the `pooled` runs (one mark a run) hold, each run in that one of the `orders` in
/// which most of its topics are judged to there, the first of equals. `orders` hold one collection, read by
/// different rules for equal scores. A document without a number is like no other ([`UNINTERNED`]).
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::inspect::{PooledTops, pooled_tops};
/// use rejudge_pools::{Run, Team, TestCollection, Topic};
///
/// // Documents 0 and 1 are judged. The second run has 1 and 5 at one score.
/// let with = |second: [u32; 2]| {
///     let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0)], documents: 6 };
///     let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
///     TestCollection::new(
///         vec![topic],
///         vec![run("a1"), run("a2")],
///         vec![Team { name: "a".into(), analysed: true }],
///         vec![vec![vec![0, 4]], vec![second.to_vec()]],
///     )
/// };
/// let (as_scored, reversed) = (with([5, 1])?, with([1, 5])?);
/// let tops = |orders: &[&TestCollection], depth| pooled_tops(orders, &[true, true], depth);
/// assert_eq!(tops(&[&as_scored], 1), PooledTops { documents: 2, judged: 1 });
/// assert_eq!(tops(&[&as_scored, &reversed], 1), PooledTops { documents: 2, judged: 2 });
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When there are fewer marks than runs.
pub fn pooled_tops(orders: &[&TestCollection], pooled: &[bool], depth: usize) -> PooledTops {
    let Some(first) = orders.first() else { return PooledTops::default() };
    let runs = (0..first.runs().len()).filter(|&run| pooled[run]);
    let read: Vec<(RunIx, &TestCollection)> = runs
        .map(|run| {
            let tops: Vec<Tops> = orders.iter().map(|order| Tops::new(order, run)).collect();
            (run, orders[best_order(&tops, depth)])
        })
        .collect();
    let mut found = PooledTops::default();
    for (at, topic) in first.topics().iter().enumerate() {
        let mut seen = vec![false; topic.documents as usize];
        for &doc in read.iter().flat_map(|(run, order)| order.ranking(*run, at).iter().take(depth)) {
            if doc == UNINTERNED || !std::mem::replace(&mut seen[doc as usize], true) {
                found.documents += 1;
                found.judged += usize::from(topic.is_judged(doc));
            }
        }
    }
    found
}
