//! The documents of a ranking that can add to a score: those of level 1 or above.
//!
//! Nearly every measure is a sum over them, so the ranking is walked once for all measures, and each
//! measure then walks the hits, which are far fewer.

use crate::levels::Verdict;
use crate::list::{Judged, JudgedList};

/// A retrieved document of level 1 or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its rank in the list, from 1.
    pub rank: u32,
    /// The number of judged documents of any level above it.
    pub judged_above: u32,
    /// The number of documents of the pool above it, judged or not.
    pub pooled_above: u32,
    /// Its level.
    pub level: u8,
}

/// A list whose hits are known: the input of [`Scorer::score_hits`](crate::Scorer::score_hits), for callers
/// that find the hits faster than by walking the ranking.
#[derive(Clone, Copy, Debug)]
pub struct HitList<'a> {
    /// The hits, by rank.
    pub hits: &'a [Hit],
    /// The list. Its ranking may be left out (be empty) for a scorer that does not
    /// [need it](crate::Scorer::needs_ranking).
    pub list: JudgedList<'a>,
}

/// A place for a hit.
pub(crate) const NONE: Hit = Hit { rank: 0, judged_above: 0, pooled_above: 0, level: 0 };

/// Places on the stack, so that scoring seldom allocates. Lists with more hits are rare, and the places
/// are cleared for each list.
pub(crate) const EMPTY: [Hit; 256] = [NONE; 256];

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

/// Returns the hits of `ranking` written to `buffer`; `None` if they may not fit. A buffer as long as the
/// ranking always suffices.
pub(crate) fn collect<'b>(ranking: &[Judged], buffer: &'b mut [Hit]) -> Option<&'b [Hit]> {
    let (mut count, mut judged_above) = (0, 0);
    // Each entry is written and only a hit is kept: which entries are relevant cannot be predicted,
    // and a mispredicted branch costs more than the store.
    for (pooled_above, entry) in (0..).zip(ranking) {
        let (level, is_judged) = match entry.verdict {
            Verdict::Pooled => (0, 0),
            Verdict::Level(level) => (level, 1),
        };
        *buffer.get_mut(count)? = Hit { rank: entry.rank, judged_above, pooled_above, level };
        count += usize::from(level > 0);
        judged_above += is_judged;
    }
    Some(&buffer[..count])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn buffered_hits_are_the_hits(verdicts in prop::collection::vec(prop::option::of(0_u8..4), 0..600)) {
            let ranking: Vec<Judged> = (1..)
                .zip(verdicts)
                .map(|(rank, level)| Judged { rank, verdict: level.map_or(Verdict::Pooled, Verdict::Level) })
                .collect();
            let lazy: Vec<Hit> = hits(&ranking).collect();
            match collect(&ranking, &mut EMPTY.clone()) {
                Some(buffered) => prop_assert_eq!(buffered, &lazy),
                None => prop_assert!(lazy.len() >= EMPTY.len()),
            }
            let mut enough = vec![NONE; ranking.len()];
            prop_assert_eq!(collect(&ranking, &mut enough), Some(&lazy[..]));
        }
    }
}
