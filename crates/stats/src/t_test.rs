//! Student's t test of two runs, paired (over the same topics) or unpaired (over different topics).
//!
//! Student, The probable error of a mean, Biometrika 6(1), 1908; as a test of retrieval runs: D. Hull,
//! Using statistical testing in the evaluation of retrieval experiments, SIGIR 1993.

use crate::bisection::turning_point;
use crate::differences::{constant, differences, rounding};
use crate::incomplete_beta::{Share, incomplete_beta_half};
use crate::{Alternative, TestResult, mean, standard_deviation};

/// Computes the two-sided paired t test over n topics. The statistic is t, which is positive if the first run
/// is better:
///
/// ```text
/// z = x - y    t = mean(z) / (sd(z) / sqrt n)    p = P(|T| >= |t|), T with n - 1 degrees of freedom
/// ```
///
/// sd has n - 1 in its denominator. Returns `None` for fewer than 2 topics. If all differences are equal, t is infinite
/// and p is 0; if they are all 0 (identical runs), t is 0 and p is 1, as in the bootstrap test. A margin of 1e-12 times
/// the largest |score| decides which differences are equal or 0, because rounding errors must not look like a variance.
///
/// ```
/// use rejudge_stats::t_test;
/// let test = t_test(&[0.5, 0.75, 1.0], &[0.25, 0.25, 0.25]).expect("3 topics");
/// assert!((test.statistic - 12.0_f64.sqrt()).abs() < 1e-15); // z = (1/4, 1/2, 3/4)
/// assert!((test.p - 0.0741799).abs() < 1e-7);
/// assert_eq!(t_test(&[0.3, 0.6], &[0.1 + 0.2, 0.2 + 0.4]).map(|test| test.p), Some(1.0)); // only rounding
/// assert_eq!(t_test(&[0.5], &[0.25]), None);
/// ```
///
/// # Panics
/// If the runs have different numbers of topics, or a difference or the sum of squared differences is not finite.
pub fn t_test(x: &[f64], y: &[f64]) -> Option<TestResult> {
    student_t(x, y, Alternative::TwoSided)
}

/// Computes [`t_test`] with an alternative. For identical runs p is 1, even if the test is one-sided, as in
/// all paired tests here. If the mean difference is 0 but the runs are not identical, the one-sided p is 1/2.
pub(crate) fn student_t(x: &[f64], y: &[f64], alternative: Alternative) -> Option<TestResult> {
    let z = differences(x, y);
    let (mean, deviation) = (mean(&z)?, standard_deviation(&z)?);
    assert!(deviation.is_finite(), "the sum of the squared differences is not finite");
    let t = match constant(z.iter().copied(), rounding(x.iter().chain(y))) {
        Some(0.0) => return Some(TestResult { statistic: 0.0, p: 1.0 }),
        Some(difference) => f64::INFINITY.copysign(difference),
        // The squares of tiny differences may underflow to 0, and 0 / 0 would be NaN.
        None if mean == 0.0 => 0.0,
        None => mean / (deviation / (z.len() as f64).sqrt()),
    };
    Some(alternative.convert(TestResult { statistic: t, p: student_t_p(t, z.len() - 1) }))
}

/// Computes the two-sided unpaired t test of two runs, one over n topics and the other over m other topics.
/// It assumes that the scores of both runs have the same variance (Student's test, not Welch's):
///
/// ```text
/// t = (mean(x) - mean(y)) / (s sqrt(1/n + 1/m))    s^2 = ((n - 1) sd(x)^2 + (m - 1) sd(y)^2) / (n + m - 2)
/// ```
///
/// with p from Student's distribution with n + m - 2 degrees of freedom. Returns `None` if a run has fewer than
/// 2 topics. If each run has the same score on all its topics, t is infinite and p is 0, unless the two
/// scores are equal: then t is 0 and p is 1. Scores are equal up to rounding, as in [`t_test`].
///
/// ```
/// use rejudge_stats::unpaired_t_test;
/// let test = unpaired_t_test(&[0.0, 0.5, 1.0], &[0.0, 1.0]).expect("2 topics or more");
/// assert_eq!((test.statistic, test.p), (0.0, 1.0));
/// assert_eq!(unpaired_t_test(&[0.5, 0.5], &[0.25, 0.25]).map(|test| test.p), Some(0.0));
/// ```
///
/// # Panics
/// If the sum of the squared deviations from the runs' means is not finite.
pub fn unpaired_t_test(x: &[f64], y: &[f64]) -> Option<TestResult> {
    let rounding = rounding(x.iter().chain(y));
    let variance = |scores: &[f64]| {
        let deviation = standard_deviation(scores)?;
        Some(if constant(scores.iter().copied(), rounding).is_some() { 0.0 } else { deviation.powi(2) })
    };
    let (n, m) = (x.len() as f64, y.len() as f64);
    let squares = (n - 1.0) * variance(x)? + (m - 1.0) * variance(y)?;
    assert!(squares.is_finite(), "the sum of the squared deviations is not finite");
    let df = x.len() + y.len() - 2;
    let difference = mean(x)? - mean(y)?;
    let t = match squares {
        0.0 if difference.abs() <= rounding => 0.0,
        0.0 => f64::INFINITY.copysign(difference),
        _ => difference / (squares / df as f64 * (1.0 / n + 1.0 / m)).sqrt(),
    };
    Some(TestResult { statistic: t, p: student_t_p(t, df) })
}

/// Returns the two-sided p value of `t` with `df` degrees of freedom:
///
/// ```text
/// P(|T| >= |t|) = I_x(df / 2, 1 / 2)    x = df / (df + t^2)
/// ```
///
/// with the regularised incomplete beta function I (Abramowitz and Stegun 26.7.1). The relative error is at most about
/// 1e-14 unless p is subnormal. If t^2 is not finite, p is 0.
///
/// ```
/// use rejudge_stats::student_t_p;
/// assert!((student_t_p(1.0, 1) - 0.5).abs() < 1e-15);
/// assert_eq!([student_t_p(0.0, 9), student_t_p(f64::NEG_INFINITY, 9)], [1.0, 0.0]);
/// ```
///
/// # Panics
/// If `t` is NaN or `df` is 0.
pub fn student_t_p(t: f64, df: usize) -> f64 {
    assert!(!t.is_nan() && df > 0, "t is {t} and df is {df}, expected a number and at least 1");
    if (t * t).is_infinite() {
        return 0.0;
    }
    let df = df as f64;
    incomplete_beta_half(0.5 * df, Share::new(df, t))
}

/// Returns the t that has the two-sided p value `alpha` with `df` degrees of freedom, by bisection to the
/// last bit. `df` need not be a whole number.
///
/// ```
/// use rejudge_stats::{student_t_critical, student_t_p};
/// assert!((student_t_critical(0.05, 4.0) - 2.7764451051977987).abs() < 1e-13);
/// assert!((student_t_p(student_t_critical(0.01, 30.0), 30) - 0.01).abs() < 1e-15);
/// ```
///
/// # Panics
/// If `alpha` is not between 0 and 1, or `df` is below 1 or not finite.
pub fn student_t_critical(alpha: f64, df: f64) -> f64 {
    assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, expected a number between 0 and 1");
    assert!(df >= 1.0 && df.is_finite(), "df is {df}, expected a number of at least 1");
    // `turning_point` ends at about 1e150, so the square of t does not overflow.
    let is_above = |t: f64| incomplete_beta_half(0.5 * df, Share::new(df, t)) > alpha;
    turning_point(is_above)
}
