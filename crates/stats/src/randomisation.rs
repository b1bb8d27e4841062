//! The paired two-sided randomisation test (permutation test) of the difference of two means.
//!
//! R. A. Fisher, The design of experiments, 1935; for retrieval runs: M. D. Smucker, J. Allan and B.
//! Carterette, A comparison of statistical significance tests for information retrieval evaluation, CIKM
//! 2007. If the runs do not differ, you could exchange each topic's two scores, which flips the sign of the difference.

use crate::differences::differences;
use crate::sign_flips::GROUP;
use crate::{Alternative, SignFlips, TestResult};

/// Sums count as equal if they differ by less than this share of the sum of all absolute scores.
const TIE: f64 = 1e-12;

/// The randomisation test on given signs s_b. The statistic is mean(z), which is positive if the first run is better.
/// With z = x - y and n topics
///
/// ```text
/// count = |{b : |mean(s_b z)| >= |mean(z)|}|
/// p = (count + 1) / (B + 1)    for drawn signs
/// p = count / 2^(n - 1)        for all signs, one of each two opposite ones: the exact p value
/// ```
///
/// The observed signs count as one more sample, because chance could have made this assignment too. So p is never 0,
/// and for every B a test at level alpha rejects at most this share of true hypotheses (A. C. Davison and D. V.
/// Hinkley, Bootstrap methods and their application, 1997, section 4.2; B. Phipson and G. K. Smyth, Permutation
/// p-values should never be zero, 2010). The share count / B, which is common in retrieval, differs by at most 1 / (B +
/// 1), or 0.00001 for the 100,000 samples of Smucker et al.
///
/// Sums that agree to `1e-12 sum(|x| + |y|)` count as equal. With scores such as P@10, many sums equal the observed one
/// but differ after rounding: each subtraction is off by up to 2^-53 of the scores, and n additions by up to n 2^-53 of
/// the sum. Without a margin the last bit would decide which sums count. Our margin is large enough for thousands of
/// topics.
///
/// p is 1 for identical runs, and for any mean difference of 0.
///
/// ```
/// use rejudge_stats::{Draw, SignFlips, randomisation_test};
/// let flips = SignFlips::draw(1000, 3, &mut Draw::new(1, &["randomisation"]));
/// let test = randomisation_test(&[0.5, 0.75, 0.5], &[0.25, 0.25, 0.375], &flips);
/// // z = (1/4, 1/2, 1/8): of the 8 signs only + + + and - - - reach the sum of 7/8.
/// assert_eq!((test.statistic, test.p), (0.875 / 3.0, 0.25));
/// ```
///
/// # Panics
/// If runs and signs have different numbers of topics, or a difference is not finite.
pub fn randomisation_test(x: &[f64], y: &[f64], flips: &SignFlips) -> TestResult {
    randomised(x, y, flips, Alternative::TwoSided)
}

/// [`randomisation_test`] with an alternative. For the first run being better
///
/// ```text
/// p = (|{b : mean(s_b z) >= mean(z)}| + 1) / (B + 1)    for drawn signs
/// p = |{s : mean(s z) >= mean(z)}| / 2^n                for all signs
/// ```
pub(crate) fn randomised(x: &[f64], y: &[f64], flips: &SignFlips, alternative: Alternative) -> TestResult {
    let z = differences(x, y);
    assert_eq!(z.len(), flips.topics(), "signs of other topics");
    let sums = Sums::new(&z);
    let observed = sums.flipped(&vec![0; z.len().div_ceil(GROUP)]);
    let scores: f64 = x.iter().zip(y).map(|(x, y)| x.abs() + y.abs()).sum();
    let (tie, sum) = (TIE * scores, |bytes| sums.flipped(bytes));
    // Of two opposite assignments `flips` has only one if it has all signs, so each counts as half of both.
    let one_sided = |sign: f64| -> f64 {
        let is_extreme = |sum: f64| f64::from(u8::from(sign * sum >= sign * observed - tie));
        let sums = flips.bytes().map(sum);
        if flips.exhaustive() {
            sums.map(|sum| 0.5 * (is_extreme(sum) + is_extreme(-sum))).sum()
        } else {
            sums.map(is_extreme).sum()
        }
    };
    let count = match alternative {
        Alternative::TwoSided => {
            flips.bytes().filter(|bytes| sums.flipped(bytes).abs() >= observed.abs() - tie).count() as f64
        }
        Alternative::Greater => one_sided(1.0),
        Alternative::Less => one_sided(-1.0),
    };
    let samples = flips.samples() as f64;
    let p = if flips.exhaustive() { count / samples } else { (count + 1.0) / (samples + 1.0) };
    TestResult { statistic: observed / z.len() as f64, p }
}

/// For each group of eight topics, the sums of differences under all signs, so that eight topics of a sample cost one
/// look-up and one addition.
struct Sums {
    groups: Vec<[f64; 1 << GROUP]>,
}

impl Sums {
    fn new(z: &[f64]) -> Self {
        let group_sums = |z: &[f64]| {
            // Each topic doubles the number of sums; missing topics in the last group add -0, which changes nothing.
            let mut sums = [-0.0; 1 << GROUP];
            for topic in 0..GROUP {
                let z = z.get(topic).copied().unwrap_or(-0.0);
                let (plain, flipped) = sums[..2 << topic].split_at_mut(1 << topic);
                for (plain, flipped) in plain.iter_mut().zip(flipped) {
                    (*plain, *flipped) = (*plain + z, *plain - z);
                }
            }
            sums
        };
        Self { groups: z.chunks(GROUP).map(group_sums).collect() }
    }

    /// Returns the sum of all differences with these signs.
    fn flipped(&self, bytes: &[u8]) -> f64 {
        self.groups.iter().zip(bytes).map(|(sums, &byte)| sums[usize::from(byte)]).sum()
    }
}
