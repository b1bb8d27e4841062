//! The distribution of the studentised range: how far the largest of several means is above the smallest by chance, in
//! units of the standard error.
//!
//! M. D. Copenhaver and B. Holland, Computation of the distribution of the maximum studentized range
//! statistic with application to multiple significance testing of simple effects, Journal of Statistical
//! Computation and Simulation 30, 1988, equation (1.1); the same integral is in Y. Hochberg and A. C.
//! Tamhane, Multiple comparison procedures, 1987, appendix 3, equation (1.2).

use crate::bisection::turning_point;
use crate::normal_cdf;
use libm::{exp, expm1, lgamma, log, log1p};
use std::f64::consts::PI;

/// Returns the probability that the studentised range of `means` means, with an error of `df` degrees of
/// freedom, is above `q`:
///
/// ```text
/// P(Q > q) = integral over s > 0 of f(s) P(W > q s),
/// P(W > w) = k integral over z of phi(z) (Phi(z)^(k-1) - (Phi(z) - Phi(z - w))^(k-1))
/// ```
///
/// where k is the number of means, f is the density of sqrt(chi-squared / df), and W is the range of k standard normal
/// numbers. Both integrands are smooth and vanish at both ends, so the trapezoidal rule converges fast. The relative
/// error is about 1e-11. This holds even for tiny probabilities, because we never subtract a probability from 1.
///
/// For two means this is the two-sided p value of Student's t at `q / sqrt 2`.
///
/// ```
/// use rejudge_stats::{student_t_p, studentized_range_p};
/// // Tables of Tukey's test have 3.65 for 3 means and 16 degrees of freedom at 5%.
/// assert!((studentized_range_p(3.649, 3, 16) - 0.05).abs() < 1e-4);
/// let two = studentized_range_p(2.0 * 2.0_f64.sqrt(), 2, 9);
/// assert!((two / student_t_p(2.0, 9) - 1.0).abs() < 1e-10);
/// ```
///
/// # Panics
/// If `q` is negative or NaN, there are fewer than 2 means, or `df` is 0.
pub fn studentized_range_p(q: f64, means: usize, df: usize) -> f64 {
    assert!(
        q >= 0.0 && means >= 2 && df > 0,
        "q is {q}, means {means} and df {df}, expected at least 0, 2 and 1"
    );
    if q == 0.0 {
        return 1.0;
    }
    if q.is_infinite() {
        return 0.0;
    }
    let nu = df as f64;
    // We integrate over u = ln s, which has a standard deviation of about 1 / sqrt(2 nu).
    let spread = 1.0 / (2.0 * nu).sqrt();
    let step = (0.4 * spread).min(0.1);
    let front = std::f64::consts::LN_2 + 0.5 * nu * log(0.5 * nu) - lgamma(0.5 * nu);
    let density = |u: f64| exp(front + nu * u - 0.5 * nu * exp(2.0 * u));
    let mut last = 0;
    while density(f64::from(last) * step) > 1e-20 {
        last += 1;
    }
    let (mut sum, mut largest, mut index) = (0.0_f64, 0.0_f64, last);
    // We sum from right to left, until the terms have passed the largest one and no longer change the sum.
    loop {
        let u = f64::from(index) * step;
        let term = density(u) * range_p(q * exp(u), means);
        sum += term;
        largest = largest.max(term);
        if index < 0 && term < largest && term <= 1e-17 * sum {
            return (sum * step).min(1.0);
        }
        // For smaller u all terms underflow to 0.
        if u < -800.0 {
            return (sum * step).min(1.0);
        }
        index -= 1;
    }
}

/// Returns the studentised range that is exceeded with probability `alpha`, found by bisection.
///
/// ```
/// use rejudge_stats::studentized_range_critical;
/// assert!((studentized_range_critical(0.05, 3, 16) - 3.649).abs() < 1e-3);
/// ```
///
/// # Panics
/// If `alpha` is not between 0 and 1, there are fewer than 2 means, or `df` is 0.
pub fn studentized_range_critical(alpha: f64, means: usize, df: usize) -> f64 {
    assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, expected a number between 0 and 1");
    turning_point(|q| studentized_range_p(q, means, df) > alpha)
}

/// Returns the probability that the range of `k` standard normal numbers is above `w`.
fn range_p(w: f64, k: usize) -> f64 {
    const STEP: f64 = 0.1;
    const REACH: i32 = 100;
    let other_means = (k - 1) as f64;
    // We centre the nodes at w / 2, because the integrand is largest near it, or at a somewhat larger z if w is small
    // and there are many means.
    let term = |index: i32| {
        let z = 0.5 * w + f64::from(index) * STEP;
        let (below, far_below) = (normal_cdf(z), normal_cdf(z - w));
        if below == 0.0 || far_below == 0.0 {
            return 0.0;
        }
        let share = far_below / below;
        // This is 1 - (1 - share)^(k - 1), computed without subtracting close numbers.
        let exceeds = if share >= 1.0 { 1.0 } else { -expm1(other_means * log1p(-share)) };
        exp(-0.5 * z * z + other_means * log(below)) * exceeds
    };
    let sum: f64 = (-REACH..=REACH).map(term).sum();
    (k as f64 * sum * STEP / (2.0 * PI).sqrt()).min(1.0)
}
