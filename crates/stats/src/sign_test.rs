//! The sign test of two runs over the same topics, which only counts the topics that each run wins.
//!
//! J. Arbuthnott, An argument for divine providence, 1710; for retrieval runs: C. J. van Rijsbergen, Information
//! Retrieval, 1979, chapter 7.

use crate::{Alternative, TestResult, wins_ties_losses};

/// Computes the sign test. Topics with equal scores are dropped (see [`wins_ties_losses`]), which leaves n
/// topics. The statistic w is the number of topics that the first run wins.
///
/// ```text
/// two-sided p = min(1, 2 P(B <= min(w, n - w)))    B = heads of n fair coins
/// greater   p = P(B >= w)    less   p = P(B <= w)
/// ```
///
/// The test is exact and assumes nothing about the size of differences, but it usually has less power than
/// the other tests here. Returns `None` without topics. p is 1 if both runs have equal scores on each topic.
///
/// ```
/// use rejudge_stats::{Alternative, sign_test};
/// let (x, y) = ([0.5, 0.75, 1.0, 0.25, 0.5], [0.25, 0.5, 0.5, 0.5, 0.5]);
/// let p = |alternative| sign_test(&x, &y, alternative).map(|test| (test.statistic, test.p));
/// assert_eq!(p(Alternative::TwoSided), Some((3.0, 0.625))); // 3 of 4: 2 (1 + 4) / 16
/// assert_eq!(p(Alternative::Greater), Some((3.0, 0.3125)));
/// assert_eq!(p(Alternative::Less), Some((3.0, 0.9375)));
/// ```
///
/// # Panics
/// If the runs have different numbers of topics.
pub fn sign_test(x: &[f64], y: &[f64], alternative: Alternative) -> Option<TestResult> {
    let [wins, ties, losses] = wins_ties_losses(x, y);
    if wins + ties + losses == 0 {
        return None;
    }
    let n = wins + losses;
    let p = match alternative {
        Alternative::TwoSided => (2.0 * share_up_to(wins.min(losses), n)).min(1.0),
        // `wins` wins or more means `losses` losses or fewer.
        Alternative::Greater => share_up_to(losses, n),
        Alternative::Less => share_up_to(wins, n),
    };
    Some(TestResult { statistic: wins as f64, p })
}

/// Returns P(B <= `max_heads`), where B is the number of heads of `n` fair coins: a sum of binomial coefficients,
/// divided by 2^n. It is exact up to 50 coins.
fn share_up_to(max_heads: usize, n: usize) -> f64 {
    /// With 1,030 coins or more, a coefficient can be too large for an `f64`, so we scale the sum down by 2^512
    /// whenever it exceeds 2^512.
    const SCALE_EXPONENT: i32 = 512;
    let (mut ways, mut sum, mut halvings) = (1.0_f64, 1.0_f64, n as i32);
    for heads in 1..=max_heads {
        ways = ways * (n - heads + 1) as f64 / heads as f64;
        sum += ways;
        if sum > libm::ldexp(1.0, SCALE_EXPONENT) {
            (ways, sum) = (libm::ldexp(ways, -SCALE_EXPONENT), libm::ldexp(sum, -SCALE_EXPONENT));
            halvings -= SCALE_EXPONENT;
        }
    }
    libm::ldexp(sum, -halvings)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.binom.cdf(k, n, .5)` of SciPy 1.17.
    #[test]
    fn agrees_with_scipy() {
        for (max_heads, n, expected) in [
            (0, 0, 1.0),
            (0, 5, 0.03125),
            (3, 10, 0.171875),
            (20, 50, 0.101_319_375_532_270_33),
            (470, 1000, 0.031_011_597_549_181_716),
            (2400, 5000, 0.002_441_824_868_758_747),
            (5000, 5000, 1.0),
        ] {
            let found = share_up_to(max_heads, n);
            assert!((found - expected).abs() <= 1e-12 * expected, "{max_heads} of {n}: {found}");
        }
    }
}
