//! In which order runs were read for the pool: the one that explains the judgments.
//!
//! What the order of a pool put into a top is judged. So in the right order the tops that another one breaks
//! are whole, and hardly any is the other way round.

use crate::{DocIx, RunIx, TestCollection, TopicIx};

/// An order explains the judgments better where at least so many tops are whole in it alone.
const FEWEST: usize = 5;

/// And where these are this share of the tops that are whole in one of the two orders.
const SHARE: f64 = 0.9;

/// An order that explains the judgments better than the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadForPool {
    /// Which of the orders.
    pub order: usize,
    /// Tops, of a run and a topic each, that are judged whole in this order and not in the first.
    pub gained: usize,
    /// Tops that are so in the first order, and not in this one.
    pub lost: usize,
}

/// Which of the `orders` of one collection, read by different rules for equal scores, explains better than
/// the first which documents are judged, by the tops of `depth` documents; `None` where none does.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::inspect::{ReadForPool, read_for_pool};
/// use rejudge_pools::{Run, Team, TestCollection, Topic};
///
/// // Document 0 is judged.
/// let with = |ranking: [u32; 2]| {
///     let topic = |at: u32| Topic { name: at.to_string(), verdicts: vec![Level(1)], documents: 2 };
///     TestCollection::new(
///         (0..6).map(topic).collect(),
///         vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
///         vec![Team { name: "a".into(), analysed: true }],
///         vec![vec![ranking.to_vec(); 6]],
///     )
/// };
/// let (scored, reversed) = (with([1, 0])?, with([0, 1])?);
/// let found = Some(ReadForPool { order: 1, gained: 6, lost: 0 });
/// assert_eq!(read_for_pool(&[&scored, &reversed], 1), found);
/// assert_eq!(read_for_pool(&[&reversed, &scored], 1), None);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When the orders are of different collections.
pub fn read_for_pool(orders: &[&TestCollection], depth: usize) -> Option<ReadForPool> {
    let (first, others) = orders.split_first()?;
    let whole_in_first = whole_tops(first, depth);
    let compared = (1..).zip(others).map(|(order, other)| {
        let whole = whole_tops(other, depth);
        assert_eq!(whole.len(), whole_in_first.len(), "orders of different collections");
        let pairs = || whole.iter().zip(&whole_in_first);
        let gained = pairs().filter(|(here, there)| **here && !**there).count();
        let lost = pairs().filter(|(here, there)| !**here && **there).count();
        ReadForPool { order, gained, lost }
    });
    let explains = |found: &ReadForPool| {
        found.gained >= FEWEST && found.gained as f64 >= SHARE * (found.gained + found.lost) as f64
    };
    let better = |best: ReadForPool, found: ReadForPool| {
        if found.gained - found.lost > best.gained - best.lost { found } else { best }
    };
    compared.filter(explains).reduce(better)
}

/// By run and topic: whether the top `depth` documents all have a verdict, and there are any.
fn whole_tops(collection: &TestCollection, depth: usize) -> Vec<bool> {
    let is_whole = |run: RunIx, at: TopicIx| {
        let verdicts = collection.topics()[at].verdicts.len();
        let ranking = collection.ranking(run, at);
        let has_verdict = |&doc: &DocIx| (doc as usize) < verdicts;
        !ranking.is_empty() && ranking.iter().take(depth).all(has_verdict)
    };
    let topics = 0..collection.topics().len();
    let of_run = |run: RunIx| topics.clone().map(move |at| is_whole(run, at));
    (0..collection.runs().len()).flat_map(of_run).collect()
}
