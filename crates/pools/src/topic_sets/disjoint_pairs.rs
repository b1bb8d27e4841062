//! Two sets that share no topic.

use rejudge_stats::Draw;

use super::{OF_PAIRS, SetsOf, TopicPair, TopicSetRule};

/// See [`disjoint_pair`].
pub(super) static DISJOINT_PAIRS: TopicSetRule = TopicSetRule {
    name: "disjoint-pairs",
    summary: "Pairs of sets that share no topic.",
    source: "Voorhees and Buckley, SIGIR 2002",
    parameters: OF_PAIRS,
    of: SetsOf::Pairs { needs: |size| size.saturating_mul(2), pair: disjoint_pair },
};

/// Draws two disjoint random sets of `size` topics out of `topics`, every such pair being equally likely
/// (Voorhees and Buckley, SIGIR 2002: two disjoint sets represent two experiments).
///
/// ```
/// use rejudge_stats::Draw;
/// use rejudge_pools::disjoint_pair;
///
/// let [first, second] = disjoint_pair(&mut Draw::new(1, &["x"]), 4, 2);
/// let mut both = [first, second].concat();
/// both.sort();
/// assert_eq!(both, [0, 1, 2, 3]);
/// ```
///
/// # Panics
/// If there are fewer topics than both sets have.
pub fn disjoint_pair(draw: &mut Draw, topics: usize, size: usize) -> TopicPair {
    let mut order: Vec<usize> = (0..topics).collect();
    draw.shuffle(&mut order);
    [0, size].map(|from| {
        let mut set = order[from..from + size].to_vec();
        set.sort_unstable();
        set
    })
}
