//! Two sets drawn independently, with replacement.

use rejudge_stats::Draw;

use super::{OF_PAIRS, SetsOf, TopicPair, TopicSetRule};

/// See [`overlapping_pair`].
pub(super) static OVERLAPPING_PAIRS: TopicSetRule = TopicSetRule {
    name: "overlapping-pairs",
    summary: "Pairs of sets that are drawn apart, with replacement: up to all topics each.",
    source: "Sanderson and Zobel, SIGIR 2005 (our reading)",
    parameters: OF_PAIRS,
    of: SetsOf::Pairs { needs: |_| 1, pair: overlapping_pair },
};

/// Draws two sets of `size` topics, each topic independently from all `topics`: a topic may be in both, and
/// twice in one. Sets can be as large as the collection, and are more similar than those of two experiments.
///
/// ```
/// use rejudge_stats::Draw;
/// use rejudge_pools::overlapping_pair;
///
/// let [first, second] = overlapping_pair(&mut Draw::new(1, &["x"]), 1, 3);
/// assert_eq!((first, second), (vec![0; 3], vec![0; 3]));
/// ```
///
/// # Panics
/// If there is no topic, or 2^32 of them.
pub fn overlapping_pair(draw: &mut Draw, topics: usize, size: usize) -> TopicPair {
    let bound = u32::try_from(topics).expect("fewer topics than 2^32");
    [(); 2].map(|()| {
        let mut set: Vec<usize> = (0..size).map(|_| draw.below(bound) as usize).collect();
        set.sort_unstable();
        set
    })
}
