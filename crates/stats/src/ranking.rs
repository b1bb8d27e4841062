//! Rankings with ties, and the rule that decides whether two scores are equal. All rankings and
//! rank correlations use this rule; the signed-rank test has its own.
//!
//! A mean over topics is rounded at every addition. For example, P@10 of .1, .2, .3 and of .3, .2, .1 have the same
//! exact mean, but the computed means differ in the last bits, and the order of the topics decides which is larger.
//! Such a difference must not affect results.

/// Two neighbouring scores are equal if their difference is at most this share of the larger magnitude.
///
/// A sum of n scores with the same sign has a relative error of less than n / 9e15. So if the exact means over
/// thousands of topics are equal, the computed means are equal by this rule. If the exact means of P@k, or of other
/// fractions of small numbers, differ, they differ by much more.
const TIE_TOLERANCE: f64 = 1e-12;

/// The ranks of items by score. The highest score has rank 1, and items with equal scores are tied.
///
/// We sort the scores and put neighbours into one group if they differ by at most 1e-12 of the larger magnitude. Ties
/// are therefore transitive. They depend neither on the order of the items, nor on the order in which the topics were
/// averaged.
///
/// ```
/// use rejudge_stats::Ranking;
/// let mean = |scores: [f64; 3]| scores.iter().sum::<f64>() / 3.0;
/// let means = [mean([0.1, 0.2, 0.3]), mean([0.9, 0.8, 0.7]), mean([0.3, 0.2, 0.1]), 0.1];
/// assert!(means[0] != means[2]);
/// assert_eq!(Ranking::new(&means).ranks(), [2, 1, 2, 4]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ranking {
    ranks: Vec<usize>,
}

impl Ranking {
    /// Ranks items by their scores.
    ///
    /// # Panics
    /// If a score is NaN.
    pub fn new(scores: &[f64]) -> Self {
        assert!(scores.iter().all(|score| !score.is_nan()), "a score is NaN");
        let mut order: Vec<(f64, usize)> = scores.iter().copied().zip(0..).collect();
        order.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut ranks = vec![0; scores.len()];
        let mut above = 0;
        for group in order.chunk_by(|(a, _), (b, _)| are_equal(*a, *b)) {
            group.iter().for_each(|&(_, item)| ranks[item] = above + 1);
            above += group.len();
        }
        Self { ranks }
    }

    /// Returns the rank of each item, which is 1 plus the number of items above it. Tied items share the better rank,
    /// and the next rank is skipped (1, 2, 2, 4: standard competition ranking).
    pub fn ranks(&self) -> &[usize] {
        &self.ranks
    }

    /// Returns the rank of `item`; tied items share the mean of their ranks (1, 2.5, 2.5, 4).
    ///
    /// ```
    /// let ranking = rejudge_stats::Ranking::new(&[0.9, 0.2, 0.2, 0.1]);
    /// assert_eq!([0, 1, 2, 3].map(|item| ranking.mean_rank(item)), [1.0, 2.5, 2.5, 4.0]);
    /// ```
    ///
    /// # Panics
    /// If there is no such item.
    pub fn mean_rank(&self, item: usize) -> f64 {
        let shared_rank = self.ranks[item];
        let tied = self.ranks.iter().filter(|&&rank| rank == shared_rank).count();
        shared_rank as f64 + (tied as f64 - 1.0) / 2.0
    }

    /// Returns the ranking of only these items, with the items in this order. Tied items stay tied.
    ///
    /// ```
    /// let ranking = rejudge_stats::Ranking::new(&[0.1, 0.9, 0.2, 0.2]);
    /// assert_eq!(ranking.among(&[0, 2, 3]).ranks(), [3, 1, 1]);
    /// ```
    ///
    /// # Panics
    /// If there is no such item.
    pub fn among(&self, items: &[usize]) -> Self {
        // Ranks are whole numbers, so the margin for equal scores does not tie different ranks.
        let scores: Vec<f64> = items.iter().map(|&item| -(self.ranks[item] as f64)).collect();
        Self::new(&scores)
    }

    /// Returns true if no item is above another.
    ///
    /// ```
    /// use rejudge_stats::Ranking;
    /// assert!(Ranking::new(&[0.1 + 0.2, 0.3]).is_all_tied() && !Ranking::new(&[0.2, 0.3]).is_all_tied());
    /// ```
    pub fn is_all_tied(&self) -> bool {
        self.ranks.iter().all(|&rank| rank == 1)
    }
}

/// Returns the numbers of wins, ties and losses of `x`: topics on which its score is higher than, equal to and lower
/// than the score of `y`. Scores are equal if they differ by at most 1e-12 of the larger magnitude.
///
/// ```
/// use rejudge_stats::wins_ties_losses;
/// assert_eq!(wins_ties_losses(&[1.0, 0.1 + 0.2, 0.0, 0.5], &[0.5, 0.3, 0.25, 0.25]), [2, 1, 1]);
/// ```
///
/// # Panics
/// If the lists have different lengths.
pub fn wins_ties_losses(x: &[f64], y: &[f64]) -> [usize; 3] {
    assert_eq!(x.len(), y.len(), "the lists have different numbers of topics");
    let mut counts = [0; 3];
    for (&x, &y) in x.iter().zip(y) {
        let kind = if are_equal(x.max(y), x.min(y)) {
            1
        } else if x > y {
            0
        } else {
            2
        };
        counts[kind] += 1;
    }
    counts
}

/// Returns true if two neighbouring scores are equal. An infinite score equals only itself.
pub(crate) fn are_equal(larger: f64, smaller: f64) -> bool {
    larger == smaller || (larger - smaller) / larger.abs().max(smaller.abs()) <= TIE_TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_transitive() {
        // Each score equals the next one. Without the scores between them, the first and the last score are
        // not equal.
        let chain: Vec<f64> = (0..5).map(|i| 1.0 + 0.8e-12 * f64::from(i)).collect();
        assert_eq!(Ranking::new(&chain).ranks(), [1; 5]);
        assert_eq!(Ranking::new(&[chain[0], chain[4]]).ranks(), [2, 1]);
    }

    #[test]
    fn the_margin_is_a_part_of_the_larger_magnitude() {
        for scale in [1e-300, 1e-9, 1.0, 1e300] {
            assert_eq!(Ranking::new(&[scale, scale * (1.0 + 0.9e-12)]).ranks(), [1, 1], "{scale}");
            assert_eq!(Ranking::new(&[scale, scale * (1.0 + 1.1e-12)]).ranks(), [2, 1], "{scale}");
            assert_eq!(Ranking::new(&[-scale, -scale * (1.0 + 0.9e-12)]).ranks(), [1, 1], "{scale}");
            assert_eq!(Ranking::new(&[-scale, -scale * (1.0 + 1.1e-12)]).ranks(), [1, 2], "{scale}");
        }
    }
}
