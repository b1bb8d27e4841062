//! Hits: retrieved documents of level 1 or above, which can add to a score.
//!
//! Nearly every measure is a sum over the hits. We therefore walk the ranking once for all measures, and each
//! measure walks only the hits, which are far fewer.

use crate::levels::Verdict;
use crate::list::Judged;

/// A retrieved document of level 1 or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The rank in the list, from 1.
    pub rank: u32,
    /// The number of judged documents of any level above it.
    pub judged_above: u32,
    /// The number of documents of the pool above it, judged or not.
    pub pooled_above: u32,
    /// The level.
    pub level: u8,
}

/// Returns the hits of `ranking`, by rank.
#[inline]
pub(crate) fn hits(ranking: &[Judged]) -> impl Iterator<Item = Hit> + Clone {
    let mut judged = 0;
    (0..).zip(ranking).filter_map(move |(pooled_above, entry)| match entry.verdict {
        Verdict::Pooled => None,
        Verdict::Level(level) => {
            judged += 1;
            (level > 0).then_some(Hit { rank: entry.rank, judged_above: judged - 1, pooled_above, level })
        }
    })
}
