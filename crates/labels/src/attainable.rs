//! All that assessors can give together: the levels of a scheme follow from the scheme, never from
//! the labels that a file happens to hold.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::answers::{Answer, Answers};
use crate::combination::Combiner;
use crate::error::Fault;
use crate::ratio::Ratio;

/// Most multisets that are looked at.
pub(crate) const MOST_PATTERNS: u64 = 1_000_000;

/// The scores that items can have.
pub(crate) fn attainable(
    combiner: &Combiner,
    answers: &Answers,
    counts: RangeInclusive<usize>,
) -> Result<BTreeSet<Ratio>, Fault> {
    if let Combiner::Favourites = combiner {
        return Ok([Ratio::ZERO, Ratio::ONE].into());
    }
    let among: Vec<Answer> = match combiner {
        Combiner::Patterns(_) => answers.all().collect(),
        // All other combinations see the score of an answer only.
        _ => answers.by_score(),
    };
    let mut scores = BTreeSet::new();
    let mut copy = Vec::new();
    multisets(&among, counts, |given| {
        copy.clear();
        copy.extend_from_slice(given);
        scores.insert(combiner.score(&mut copy, answers));
    })?;
    Ok(scores)
}

/// Calls `visit` with every multiset of `among` (which ascends) of each size in `counts`, ascending.
pub(crate) fn multisets(
    among: &[Answer],
    counts: RangeInclusive<usize>,
    mut visit: impl FnMut(&[Answer]),
) -> Result<(), Fault> {
    let total = counts.clone().try_fold(0, |sum: u64, size| sum.checked_add(multichoose(among.len(), size)?));
    if total.is_none_or(|total| total > MOST_PATTERNS) {
        return Err(Fault::TooManyPatterns { most: MOST_PATTERNS });
    }
    for size in counts {
        let mut places = vec![0; size];
        let mut given = vec![among[0]; size];
        loop {
            visit(&given);
            // The last place that can still rise does, and those after it start from there.
            let Some(rising) = places.iter().rposition(|&place| place + 1 < among.len()) else { break };
            let next = places[rising] + 1;
            places[rising..].fill(next);
            given[rising..].fill(among[next]);
        }
    }
    Ok(())
}

/// (kinds + size - 1 choose size), `None` where it is far above [`MOST_PATTERNS`].
fn multichoose(kinds: usize, size: usize) -> Option<u64> {
    let (kinds, size) = (kinds as u64, size as u64);
    let (mut chosen, short) = (1_u64, size.min(kinds - 1));
    for step in 1..=short {
        // Stays whole at each step: a product of `step` successive numbers.
        chosen = chosen * (kinds + size - 1 - short + step) / step;
        if chosen > MOST_PATTERNS {
            return None;
        }
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::Scoring;

    fn labels(count: i128) -> Answers {
        let labels = (0..count).map(|label| (label.to_string(), Ratio::from_integer(label)));
        Answers::new(&Scoring::Labels(labels.collect())).expect("labels")
    }

    /// Section 4.5: four assessors and three labels make 15 patterns.
    #[test]
    fn every_multiset_comes_once() {
        for (kinds, size, expected) in
            [(3, 4, 15), (1, 5, 1), (4, 1, 4), (5, 3, 35), (3, 10, 66), (2, 1000, 1001)]
        {
            let all: Vec<Answer> = labels(kinds).all().collect();
            let mut seen = BTreeSet::new();
            let visit = |given: &[Answer]| {
                assert!(given.is_sorted() && given.len() == size);
                assert!(seen.insert(given.to_vec()), "{given:?} comes twice");
            };
            multisets(&all, size..=size, visit).expect("few");
            assert_eq!(seen.len(), expected);
            assert_eq!(multichoose(kinds as usize, size), Some(expected as u64));
        }
    }

    #[test]
    fn too_many_are_not_begun() {
        let all: Vec<Answer> = labels(10).all().collect();
        let refused = multisets(&all, 1..=1000, |_| panic!("they are too many"));
        assert_eq!(refused, Err(Fault::TooManyPatterns { most: MOST_PATTERNS }));
    }
}
