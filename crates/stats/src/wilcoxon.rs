//! Wilcoxon's signed-rank test of two runs over the same topics.
//!
//! F. Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1(6), 1945. Differences of 0 are
//! dropped, and differences of the same size share their average rank, whatever their signs. There is no
//! continuity correction.

use crate::differences::{differences, rounding};
use crate::{Alternative, TestResult, normal_cdf};

/// Up to this number of differences [`NullDistribution::Automatic`] is the exact distribution.
const MAX_EXACT_DIFFERENCES: usize = 50;

/// The null distribution of the rank sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum NullDistribution {
    /// Exact up to 50 differences (zeros not counted), tied or not; else normal.
    #[default]
    Automatic,
    /// The exact distribution over all 2^n signs of the ranks, with or without ties. The time grows as n^3.
    Exact,
    /// The normal distribution with variance `sum r_i^2 / 4`.
    Normal,
}

/// Computes the two-sided signed-rank test. The n differences z = x - y that are not 0 are ranked by |z|, and
/// the smallest has rank 1. Equal |z| share their average rank. The statistic is `min(W+, W-)`.
///
/// ```text
/// W+ = sum of r_i over z_i > 0    W- = sum of r_i over z_i < 0
/// exact   p = min(1, 2 P(W <= min(W+, W-))), where each r_i is in W with probability 1/2
/// normal  p = 2 Phi(-|W+ - n(n + 1)/4| / s), s^2 = n(n + 1)(2n + 1)/24 - sum (t^3 - t)/48 = sum r_i^2 / 4
/// ```
///
/// where t are the sizes of groups of equal |z|. A margin of 1e-12 times the largest |score| decides which |z| are
/// equal or 0, because 0.7 - 0.6 and 0.4 - 0.3 differ in the last bits, and p would depend on such bits. Returns `None`
/// without topics. p is 1 if all differences are 0 (identical runs).
///
/// ```
/// use rejudge_stats::{NullDistribution, wilcoxon};
/// let (x, y) = ([0.5, 0.75, 0.25, 1.0, 0.5], [0.25, 0.25, 0.375, 0.0, 0.5]);
/// let test = wilcoxon(&x, &y, NullDistribution::Automatic).expect("topics");
/// assert_eq!((test.statistic, test.p), (1.0, 0.25)); // W of 0 or 1 on either side: 4 of 16 signs
/// // Five equal wins and 45 ties: 2 of 2^5 signs are as extreme. The normal distribution gives .025.
/// let mut wins = [0.0; 50];
/// wins[..5].fill(1.0);
/// let test = wilcoxon(&wins, &[0.0; 50], NullDistribution::Automatic).expect("topics");
/// assert_eq!((test.statistic, test.p), (0.0, 0.0625));
/// let test = wilcoxon(&x, &x, NullDistribution::Automatic).expect("topics");
/// assert_eq!((test.statistic, test.p), (0.0, 1.0));
/// ```
///
/// # Panics
/// If the runs have different numbers of topics, or a difference is not finite.
pub fn wilcoxon(x: &[f64], y: &[f64], distribution: NullDistribution) -> Option<TestResult> {
    signed_ranks(x, y, distribution, Alternative::TwoSided)
}

/// Computes [`wilcoxon`] with an alternative. W- is small if the first run is better.
///
/// ```text
/// greater   p = P(W <= W-), or Phi((W- - W+) / (2 s))    less   p = P(W <= W+), or Phi((W+ - W-) / (2 s))
/// ```
pub(crate) fn signed_ranks(
    x: &[f64],
    y: &[f64],
    distribution: NullDistribution,
    alternative: Alternative,
) -> Option<TestResult> {
    if x.is_empty() && y.is_empty() {
        return None;
    }
    let mut z = differences(x, y);
    let rounding = rounding(x.iter().chain(y));
    z.retain(|&z| z.abs() > rounding);
    let ranks = double_ranks(&mut z, rounding);
    let (mut positive, mut negative) = (0_u64, 0_u64);
    for (rank, &z) in ranks.iter().zip(&z) {
        if z > 0.0 {
            positive += rank;
        } else {
            negative += rank;
        }
    }
    let exact = match distribution {
        NullDistribution::Automatic => z.len() <= MAX_EXACT_DIFFERENCES,
        NullDistribution::Exact => true,
        NullDistribution::Normal => false,
    };
    let smaller = positive.min(negative);
    // The rank sum that is small under the alternative, the other rank sum, and the number of tails.
    let (small, large, tails) = match alternative {
        Alternative::TwoSided => (smaller, positive.max(negative), 2.0),
        Alternative::Greater => (negative, positive, 1.0),
        Alternative::Less => (positive, negative, 1.0),
    };
    let p = if z.is_empty() {
        1.0
    } else if exact {
        (tails * share_up_to(small, &ranks)).min(1.0)
    } else {
        // With doubled ranks r_i, W+ - W- has mean 0 and variance `sum r_i^2`.
        let squares: f64 = ranks.iter().map(|&rank| rank as f64 * rank as f64).sum();
        tails * normal_cdf((small as f64 - large as f64) / squares.sqrt())
    };
    Some(TestResult { statistic: 0.5 * smaller as f64, p })
}

/// Sorts the differences by |z| and returns twice their ranks, which are integers even if ranks are averaged.
/// Neighbouring |z| are equal if they differ by at most `rounding`.
fn double_ranks(z: &mut [f64], rounding: f64) -> Vec<u64> {
    z.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let mut ranks = Vec::with_capacity(z.len());
    for group in z.chunk_by(|a, b| b.abs() - a.abs() <= rounding) {
        // The group has the ranks from `before + 1` to `before + group.len()`, and their mean is
        // `before + (group.len() + 1) / 2`.
        let before = ranks.len() as u64;
        ranks.resize(ranks.len() + group.len(), 2 * before + group.len() as u64 + 1);
    }
    ranks
}

/// Returns P(W <= limit), where each rank is in the sum W with probability 1/2. The result is exact for up to
/// 53 ranks.
fn share_up_to(limit: u64, ranks: &[u64]) -> f64 {
    // Without ties all doubled ranks are even, so we need only every other sum.
    let unit = if ranks.iter().all(|rank| rank % 2 == 0) { 2 } else { 1 };
    // share[w] is P(W = w * unit) for the ranks so far.
    let mut share = vec![0.0; (limit / unit) as usize + 1];
    share[0] = 1.0;
    let mut next = share.clone();
    // The largest sum so far.
    let mut reached = 0;
    for rank in ranks.iter().map(|&rank| (rank / unit) as usize) {
        reached = (reached + rank).min(share.len() - 1);
        // A sum below the rank cannot contain it.
        let first_with_rank = rank.min(reached + 1);
        for (next, share) in next[..first_with_rank].iter_mut().zip(&share) {
            *next = 0.5 * share;
        }
        let pairs = share[first_with_rank..=reached].iter().zip(&share);
        for (next, (without_rank, with_rank)) in next[first_with_rank..=reached].iter_mut().zip(pairs) {
            *next = 0.5 * (without_rank + with_rank);
        }
        std::mem::swap(&mut share, &mut next);
    }
    share.iter().sum()
}
