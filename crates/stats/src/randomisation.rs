//! The paired randomisation test (permutation test) of the difference of two means.
//!
//! R. A. Fisher, The design of experiments, 1935; for retrieval runs: M. D. Smucker, J. Allan and B.
//! Carterette, A comparison of statistical significance tests for information retrieval evaluation, CIKM
//! 2007.
//!
//! If the runs do not differ, exchanging the two scores of a topic, which flips the sign of the difference, gives
//! scores that are as likely as the observed ones.

use crate::differences::differences;
use crate::sign_flips::TOPICS_PER_BYTE;
use crate::{Alternative, SignFlips, TestResult};

/// Sums are equal if they differ by at most this share of the sum of all absolute scores.
const TIE_TOLERANCE: f64 = 1e-12;

/// Computes the two-sided randomisation test with the signs s_b. The statistic is mean(z), which is positive
/// if the first run is better. With z = x - y and n topics:
///
/// ```text
/// count = |{b : |mean(s_b z)| >= |mean(z)|}|
/// p = (count + 1) / (B + 1)    for drawn signs
/// p = count / 2^(n - 1)        for all signs, one of each opposite pair: the exact p value
/// ```
///
/// With drawn signs, we count the observed signs as one more sample, because they are a possible assignment too. So p
/// is never 0, and for every B a test at level alpha rejects at most a share alpha of true hypotheses (A. C. Davison
/// and D. V. Hinkley, Bootstrap methods and their application, 1997, section 4.2; B. Phipson and G. K. Smyth,
/// Permutation p-values should never be zero, 2010). The share count / B, which is common in retrieval, differs by at
/// most 1 / (B + 1), or 0.00001 for the 100,000 samples of Smucker et al.
///
/// Sums that agree to `1e-12 sum(|x| + |y|)` are equal. With scores such as P@10, many sums equal the
/// observed sum exactly, but differ after rounding: each subtraction has an error of up to 2^-53 of the
/// scores, and n additions have an error of up to n 2^-53 of the sum. Without a margin the last bit would
/// decide which sums reach the observed one. This margin is large enough for thousands of topics.
///
/// p is 1 if the mean difference is 0, for example for identical runs.
///
/// ```
/// use rejudge_stats::{Draw, SignFlips, randomisation_test};
/// let flips = SignFlips::draw(1000, 3, &mut Draw::new(1, &["randomisation"]));
/// let test = randomisation_test(&[0.5, 0.75, 0.5], &[0.25, 0.25, 0.375], &flips);
/// // z = (1/4, 1/2, 1/8): of the 8 assignments only + + + and - - - reach a sum of 7/8 or -7/8.
/// assert_eq!((test.statistic, test.p), (0.875 / 3.0, 0.25));
/// ```
///
/// # Panics
/// If runs and signs have different numbers of topics, or a difference is not finite.
pub fn randomisation_test(x: &[f64], y: &[f64], flips: &SignFlips) -> TestResult {
    randomised(x, y, flips, Alternative::TwoSided)
}

/// Computes [`randomisation_test`] with an alternative. If the alternative is that the first run is better:
///
/// ```text
/// p = (|{b : mean(s_b z) >= mean(z)}| + 1) / (B + 1)    for drawn signs
/// p = |{s : mean(s z) >= mean(z)}| / 2^n                for all signs
/// ```
pub(crate) fn randomised(x: &[f64], y: &[f64], flips: &SignFlips, alternative: Alternative) -> TestResult {
    let z = differences(x, y);
    assert_eq!(z.len(), flips.topics(), "the scores and the signs have different numbers of topics");
    let sums = Sums::new(&z);
    let observed = sums.flipped(&vec![0; z.len().div_ceil(TOPICS_PER_BYTE)]);
    let scores: f64 = x.iter().zip(y).map(|(x, y)| x.abs() + y.abs()).sum();
    let (tie, sum) = (TIE_TOLERANCE * scores, |bytes| sums.flipped(bytes));
    // If all signs are used, `flips` has one assignment of each opposite pair. We check both, and each counts as half.
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

/// For each group of eight topics, the sum of the differences under each of the 256 assignments of signs. So a sample
/// costs only one look-up and one addition for eight topics.
struct Sums {
    groups: Vec<[f64; 1 << TOPICS_PER_BYTE]>,
}

impl Sums {
    fn new(z: &[f64]) -> Self {
        Self { groups: z.chunks(TOPICS_PER_BYTE).map(group_sums).collect() }
    }

    /// Returns the sum of all differences under these signs, one bit for each topic.
    fn flipped(&self, bytes: &[u8]) -> f64 {
        self.groups.iter().zip(bytes).map(|(sums, &byte)| sums[usize::from(byte)]).sum()
    }
}

/// Returns the sum of the differences of one group under each assignment of signs.
fn group_sums(z: &[f64]) -> [f64; 1 << TOPICS_PER_BYTE] {
    // Each topic doubles the number of sums. The last group may have fewer topics; there we add -0, which changes no
    // sum.
    let mut sums = [-0.0; 1 << TOPICS_PER_BYTE];
    for topic in 0..TOPICS_PER_BYTE {
        let z = z.get(topic).copied().unwrap_or(-0.0);
        let (plain, flipped) = sums[..2 << topic].split_at_mut(1 << topic);
        for (plain, flipped) in plain.iter_mut().zip(flipped) {
            (*plain, *flipped) = (*plain + z, *plain - z);
        }
    }
    sums
}
