//! The sign test of two runs over the same topics: it only counts who wins.
//!
//! J. Arbuthnott, An argument for divine providence, 1710; for retrieval runs: C. J. van Rijsbergen, Information Retrieval,
//! 1979, chapter 7.

use crate::{Alternative, TestResult, wins_ties_losses};

/// The sign test. Topics with equal scores ([`wins_ties_losses`]) are dropped; w of the n others are won by the first run,
/// and w is the statistic.
///
/// ```text
/// two-sided p = min(1, 2 P(B <= min(w, n - w)))    B of n fair coins
/// greater   p = P(B >= w)    less   p = P(B <= w)
/// ```
///
/// It is exact, assumes nothing about the size of differences, and has the least power of the tests here. `None` without
/// topics; p = 1 if all scores are equal.
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
/// If the runs differ in topics.
pub fn sign_test(x: &[f64], y: &[f64], alternative: Alternative) -> Option<TestResult> {
    let [wins, ties, losses] = wins_ties_losses(x, y);
    if wins + ties + losses == 0 {
        return None;
    }
    let n = wins + losses;
    let p = match alternative {
        Alternative::TwoSided => (2.0 * share_up_to(wins.min(losses), n)).min(1.0),
        // As many wins or more are as many losses or fewer.
        Alternative::Greater => share_up_to(losses, n),
        Alternative::Less => share_up_to(wins, n),
    };
    Some(TestResult { statistic: wins as f64, p })
}

/// Returns P(B <= `most`) for B of `n` fair coins: the sum of binomial coefficients over 2^n, exact up to 50 coins.
fn share_up_to(most: usize, n: usize) -> f64 {
    /// Coefficients outgrow a double from 1,030 coins on.
    const LARGE: i32 = 512;
    let (mut ways, mut sum, mut halvings) = (1.0_f64, 1.0_f64, n as i32);
    for heads in 1..=most {
        ways = ways * (n - heads + 1) as f64 / heads as f64;
        sum += ways;
        if sum > libm::ldexp(1.0, LARGE) {
            (ways, sum) = (libm::ldexp(ways, -LARGE), libm::ldexp(sum, -LARGE));
            halvings -= LARGE;
        }
    }
    libm::ldexp(sum, -halvings)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.binom.cdf(k, n, .5)` of SciPy 1.17.
    #[test]
    fn as_scipy_has_it() {
        for (most, n, expected) in [
            (0, 0, 1.0),
            (0, 5, 0.03125),
            (3, 10, 0.171875),
            (20, 50, 0.101_319_375_532_270_33),
            (470, 1000, 0.031_011_597_549_181_716),
            (2400, 5000, 0.002_441_824_868_758_747),
            (5000, 5000, 1.0),
        ] {
            let found = share_up_to(most, n);
            assert!((found - expected).abs() <= 1e-12 * expected, "{most} of {n}: {found}");
        }
    }
}
