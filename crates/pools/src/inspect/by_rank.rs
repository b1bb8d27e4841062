//! What each rank of a pool brings to light, and what is judged beyond it (Zobel, SIGIR 1998).
//!
//! That a shallower pool ranks the runs alike says nothing of the relevant documents that are still to be
//! found. What does is how many of the documents that the last ranks added are relevant: where it is still
//! one in five, more lie below.

use rejudge_metrics::Verdict;

use crate::{DocIx, Mask, RunIx, TestCollection, UNINTERNED};

/// What one rank adds to a pool, all topics together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRank {
    /// The rank.
    pub rank: usize,
    /// Documents that no pooled run has above it.
    pub new: usize,
    /// Of these, the judged ones.
    pub judged: usize,
    /// Of these, the relevant ones.
    pub relevant: usize,
}

/// Judged documents outside of a pool, all topics together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beyond {
    /// How many there are.
    pub judged: usize,
    /// How many of them are relevant.
    pub relevant: usize,
    /// Of the judged ones, those that a pooled run has below the pool's depth.
    pub below: usize,
    /// How many of these are relevant.
    pub below_relevant: usize,
    /// Of the judged ones, those that no pooled run has and another run does.
    pub elsewhere: usize,
    /// How many of these are relevant.
    pub elsewhere_relevant: usize,
}

/// A pool by rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByRank {
    /// What the ranks add, from 1 to the depth of the pool.
    pub ranks: Vec<AtRank>,
    /// What lies outside.
    pub beyond: Beyond,
}

impl ByRank {
    /// What the ranks from `first` to `last` add together; its rank is the last.
    pub fn sum(&self, first: usize, last: usize) -> AtRank {
        let there = self.ranks.iter().filter(|at| (first..=last).contains(&at.rank));
        there.fold(AtRank { rank: last, ..AtRank::default() }, |sum, at| AtRank {
            rank: last,
            new: sum.new + at.new,
            judged: sum.judged + at.judged,
            relevant: sum.relevant + at.relevant,
        })
    }

    /// All that the pool holds.
    pub fn whole(&self) -> AtRank {
        self.sum(1, self.ranks.len())
    }
}

/// What each rank of the `pooled` runs (one mark a run) adds to a pool of `depth`, documents being relevant
/// from the level `min_rel` on (0 means 1). A document without a number is new wherever it stands
/// ([`UNINTERNED`]).
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic};
/// use rejudge_pools::inspect::{AtRank, Beyond, by_rank};
///
/// let verdicts = vec![Level(1), Level(0), Level(2), Level(1), Level(1)];
/// let topic = Topic { name: "1".into(), verdicts, documents: 6 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1"), run("a2"), run("late")],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 1, 3]], vec![vec![0, 5, 2]], vec![vec![4]]],
/// )?;
/// let found = by_rank(&collection, &[true, true, false], 2, 1);
/// let first = AtRank { rank: 1, new: 1, judged: 1, relevant: 1 };
/// assert_eq!(found.ranks, [first, AtRank { rank: 2, new: 2, judged: 1, relevant: 0 }]);
/// // Documents 2 and 3 stand below, document 4 in a run that was not pooled.
/// let below = Beyond { judged: 3, relevant: 3, below: 2, below_relevant: 2, ..Beyond::default() };
/// assert_eq!(found.beyond, Beyond { elsewhere: 1, elsewhere_relevant: 1, ..below });
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When there are fewer marks than runs.
pub fn by_rank(collection: &TestCollection, pooled: &[bool], depth: usize, min_rel: u8) -> ByRank {
    let (runs, others): (Vec<RunIx>, Vec<RunIx>) = (0..collection.runs().len()).partition(|&run| pooled[run]);
    let mut found = ByRank {
        ranks: (1..=depth).map(|rank| AtRank { rank, ..AtRank::default() }).collect(),
        ..ByRank::default()
    };
    for (at, topic) in collection.topics().iter().enumerate() {
        let level = |doc: DocIx| match topic.verdicts.get(doc as usize) {
            Some(Verdict::Level(level)) => Some(*level),
            _ => None,
        };
        let is_relevant = |level: u8| level >= min_rel.max(1);
        let mut seen = vec![false; topic.documents as usize];
        for rank in &mut found.ranks {
            let here = runs.iter().filter_map(|&run| collection.ranking(run, at).get(rank.rank - 1));
            for &doc in here {
                if doc != UNINTERNED && std::mem::replace(&mut seen[doc as usize], true) {
                    continue;
                }
                rank.new += 1;
                if let Some(level) = level(doc) {
                    rank.judged += 1;
                    rank.relevant += usize::from(is_relevant(level));
                }
            }
        }
        let has = |runs: &[RunIx]| {
            let mut mask = Mask::none(topic.verdicts.len());
            runs.iter().for_each(|&run| mask.extend(collection.ranking(run, at).iter().copied()));
            mask
        };
        let (below, elsewhere) = (has(&runs), has(&others));
        for doc in 0..topic.verdicts.len() as DocIx {
            let Some(level) = level(doc).filter(|_| !seen[doc as usize]) else { continue };
            let (relevant, beyond) = (usize::from(is_relevant(level)), &mut found.beyond);
            beyond.judged += 1;
            beyond.relevant += relevant;
            if below.contains(doc) {
                beyond.below += 1;
                beyond.below_relevant += relevant;
            } else if elsewhere.contains(doc) {
                beyond.elsewhere += 1;
                beyond.elsewhere_relevant += relevant;
            }
        }
    }
    found
}
