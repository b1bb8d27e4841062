//! Compares the best items of one ranking with the best items of another.

use crate::{Ranking, kendall_tau_b};

/// The number of a ranking's best items that are also among another ranking's best items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopKept {
    /// The number of best items in the first ranking: k, or more if items are tied at the cut, or fewer if
    /// the ranking has fewer than k items.
    pub items: usize,
    /// The number of these items that are among the best `items` items of the second ranking. If items are tied there,
    /// this is the mean over all orders of tied items.
    pub kept: f64,
}

impl TopKept {
    /// Returns `kept / items`, or `None` if there are no items.
    pub fn share(&self) -> Option<f64> {
        (self.items > 0).then(|| self.kept / self.items as f64)
    }

    /// Returns true if all items are kept.
    pub fn is_whole(&self) -> bool {
        self.kept == self.items as f64
    }
}

/// Counts the best k items of the first ranking that are among the best of the second.
///
/// In the first ranking, items that are tied with the k-th are among the best too, so there may be m > k of
/// them. The result therefore does not depend on how ties are broken, and a ranking that is compared with
/// itself keeps all its best items. We compare the best m items of the first ranking with the best m
/// items of the second. If the cut at m is inside a group of tied items, each item of the group counts as the
/// share of the group that is above the cut. This is the mean over all orders. For example, a second ranking
/// that ties all n items keeps m^2 / n items, not m.
///
/// ```
/// use rejudge_stats::{Ranking, TopKept, top_kept};
/// let first = Ranking::new(&[0.9, 0.8, 0.7, 0.7, 0.1]);
/// let second = Ranking::new(&[0.9, 0.2, 0.7, 0.8, 0.7]);
/// // The best two are A and B. In the second ranking they are A and D.
/// assert_eq!(top_kept(&first, &second, 2), TopKept { items: 2, kept: 1.0 });
/// // The best three are A, B, C and D, because C and D tie. In the second ranking the best four are A, D, C and E.
/// assert_eq!(top_kept(&first, &second, 3), TopKept { items: 4, kept: 3.0 });
/// // The best item is A. The second ranking ties it with the four other items.
/// let flat = Ranking::new(&[0.5; 5]);
/// assert_eq!(top_kept(&first, &flat, 1), TopKept { items: 1, kept: 0.2 });
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn top_kept(first: &Ranking, second: &Ranking, k: usize) -> TopKept {
    let best = best(first, second, k);
    let ranks = second.ranks();
    let mut tied = vec![0_usize; ranks.len() + 1];
    ranks.iter().for_each(|&rank| tied[rank] += 1);
    let mut ranks: Vec<usize> = best.iter().map(|&item| ranks[item]).collect();
    // We sort the ranks, so that the sum does not depend on the order of the items.
    ranks.sort_unstable();
    // At most one group of tied items is cut.
    let share = |group: &[usize]| {
        let (rank, tied) = (group[0], tied[group[0]]);
        let places = (best.len() + 1).saturating_sub(rank).min(tied);
        (group.len() * places) as f64 / tied as f64
    };
    TopKept { items: best.len(), kept: ranks.chunk_by(|a, b| a == b).map(share).sum() }
}

/// Returns [`kendall_tau_b`] of the two rankings, restricted to the first ranking's best k items and the
/// items that are tied with the k-th.
///
/// Returns `None` if tau-b is undefined, because there are fewer than two items or a ranking ties all of them.
///
/// ```
/// use rejudge_stats::{Ranking, top_tau_b};
/// let (first, second) = (Ranking::new(&[0.9, 0.8, 0.7, 0.1]), Ranking::new(&[0.8, 0.9, 0.2, 0.7]));
/// assert_eq!(top_tau_b(&first, &second, 3), Some(1.0 / 3.0));
/// assert_eq!(top_tau_b(&first, &second, 1), None);
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn top_tau_b(first: &Ranking, second: &Ranking, k: usize) -> Option<f64> {
    let best = best(first, second, k);
    kendall_tau_b(&first.among(&best), &second.among(&best))
}

/// Returns true if the best item of the second ranking has rank 1 in the first ranking too. If several items are tied
/// at the top of the second ranking, all of them must have rank 1 in the first. Returns `None` without items.
///
/// ```
/// use rejudge_stats::{Ranking, best_kept};
/// let [clear, tied] = [[0.9, 0.5, 0.1], [0.9, 0.9, 0.1]].map(|scores| Ranking::new(&scores));
/// assert_eq!(best_kept(&tied, &clear), Some(true));
/// assert_eq!(best_kept(&clear, &tied), Some(false));
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn best_kept(first: &Ranking, second: &Ranking) -> Option<bool> {
    let best = best(second, first, 1);
    (!best.is_empty()).then(|| best.iter().all(|&item| first.ranks()[item] == 1))
}

/// Returns the items of rank k or better in `ranking`. Panics if the rankings have different numbers of items.
fn best(ranking: &Ranking, compared: &Ranking, k: usize) -> Vec<usize> {
    let ranks = ranking.ranks();
    assert_eq!(ranks.len(), compared.ranks().len(), "the rankings have different numbers of items");
    (0..ranks.len()).filter(|&item| ranks[item] <= k).collect()
}
