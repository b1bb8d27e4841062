//! Hits: retrieved documents of level 1 or above, which can add to a score.
//!
//! Nearly every measure can be computed from the hits. We therefore walk the ranking once to find them, and
//! these measures walk only the hits, which are far fewer than the documents.

use crate::levels::Verdict;
use crate::list::Judged;

/// A retrieved document of level 1 or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The rank in the list, from 1.
    pub rank: u32,
    /// The number of judged documents above the hit, of any level.
    pub judged_above: u32,
    /// The number of pooled documents above the hit, judged or not.
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
