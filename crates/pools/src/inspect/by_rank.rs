//! Counts the new documents at each rank of a pool (Zobel, SIGIR 1998).
//!
//! Even if the runs are ranked in the same way with a shallower pool, many relevant documents may be missing
//! from the full pool. Its last ranks show this: if one in five of the documents that they added is relevant,
//! deeper ranks would add more relevant documents.

use std::ops::AddAssign;

use rejudge_metrics::Verdict;

use crate::{TestCollection, UNINTERNED, pooled_runs};

/// The documents that one rank, or several ranks together, add to a pool, over all topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankCounts {
    /// The number of documents that no pooled run has at a rank nearer to the top.
    pub new: usize,
    /// The number of new documents that are judged.
    pub judged: usize,
    /// The number of new documents that are relevant.
    pub relevant: usize,
}

impl AddAssign for RankCounts {
    fn add_assign(&mut self, rank: Self) {
        self.new += rank.new;
        self.judged += rank.judged;
        self.relevant += rank.relevant;
    }
}

/// Counts the documents that each rank of the pooled runs, from 1 to `depth`, adds to the pool. Rankings are
/// in the order in which the pool was formed. A document is relevant from level `min_rel` on (0 means 1). A
/// document without a number ([`UNINTERNED`]) counts as new each time.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic};
/// use rejudge_pools::inspect::{RankCounts, count_by_rank};
///
/// let verdicts = vec![Level(1), Level(0), Level(2), Level(1), Level(1)];
/// let topic = Topic { name: "1".into(), verdicts, documents: 6 };
/// let run = |name: &str, pooled| Run { name: name.into(), team: 0, pooled, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1", true), run("a2", true), run("late", false)],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 1, 3]], vec![vec![0, 5, 2]], vec![vec![4]]],
/// );
/// let first = RankCounts { new: 1, judged: 1, relevant: 1 };
/// assert_eq!(count_by_rank(&collection, 2, 1), [first, RankCounts { new: 2, judged: 1, relevant: 0 }]);
/// ```
pub fn count_by_rank(collection: &TestCollection, depth: usize, min_rel: u8) -> Vec<RankCounts> {
    let runs = pooled_runs(collection, None);
    let mut ranks = vec![RankCounts::default(); depth];
    for (topic_ix, topic) in collection.topics().enumerate() {
        let mut seen = vec![false; topic.documents as usize];
        for (rank, added) in ranks.iter_mut().enumerate() {
            for &doc in runs.iter().filter_map(|&run| collection.pool_ranking(run, topic_ix).get(rank)) {
                if doc != UNINTERNED && std::mem::replace(&mut seen[doc as usize], true) {
                    continue;
                }
                added.new += 1;
                if let Some(Verdict::Level(level)) = topic.verdicts.get(doc as usize) {
                    added.judged += 1;
                    added.relevant += usize::from(*level >= min_rel.max(1));
                }
            }
        }
    }
    ranks
}
