//! The F and noncentral F distributions, which give the power of a test for a given effect.
//!
//! N. L. Johnson, S. Kotz and N. Balakrishnan, Continuous univariate distributions, volume 2, 1995, chapters
//! 27 and 30; the incomplete beta function by the continued fraction 8.17.22 of the NIST Handbook of
//! mathematical functions, 2010.

use crate::bisection::turning_point;
use libm::{exp, lgamma, log, log1p};

/// Returns the probability that F with `d1` and `d2` degrees of freedom and noncentrality `lambda` is at most
/// `f`:
///
/// ```text
/// sum over j of e^(-lambda/2) (lambda/2)^j / j!  I_x(d1/2 + j, d2/2)      x = d1 f / (d1 f + d2)
/// ```
///
/// (Johnson, Kotz and Balakrishnan, equation 30.10). If `lambda` is 0, this is the central F. The error is at most
/// about 1e-11.
///
/// ```
/// use rejudge_stats::noncentral_f_cdf;
/// // The square of t with 9 degrees of freedom is F with 1 and 9.
/// let below = noncentral_f_cdf(2.262157162798205_f64.powi(2), 1.0, 9.0, 0.0);
/// assert!((below - 0.95).abs() < 1e-12);
/// assert!(noncentral_f_cdf(4.0, 2.0, 20.0, 5.0) < noncentral_f_cdf(4.0, 2.0, 20.0, 1.0));
/// ```
///
/// # Panics
/// If `d1` or `d2` is not positive and finite, `f` or `lambda` is negative or NaN, or `lambda` is infinite.
pub fn noncentral_f_cdf(f: f64, d1: f64, d2: f64, lambda: f64) -> f64 {
    assert!(
        d1 > 0.0 && d1.is_finite() && d2 > 0.0 && d2.is_finite(),
        "F has {d1} and {d2} degrees of freedom, expected positive numbers"
    );
    assert!(
        f >= 0.0 && lambda >= 0.0 && lambda.is_finite(),
        "f is {f} and lambda is {lambda}, expected numbers of at least 0"
    );
    if f.is_infinite() {
        return 1.0;
    }
    let (x, rest) = (d1 * f / (d1 * f + d2), d2 / (d1 * f + d2));
    let beta = |j: f64| incomplete_beta(0.5 * d1 + j, 0.5 * d2, x, rest);
    if lambda == 0.0 {
        return beta(0.0);
    }
    // The Poisson weights of terms farther from the mean than `reach` sum to less than 1e-15.
    let mean = 0.5 * lambda;
    let reach = 9.0 * mean.sqrt() + 30.0;
    let (mut j, last) = ((mean - reach).max(0.0).floor(), mean + reach);
    let mut sum = 0.0;
    while j <= last {
        sum += exp(j * log(mean) - mean - lgamma(j + 1.0)) * beta(j);
        j += 1.0;
    }
    sum.min(1.0)
}

/// Returns the value that the central F with `d1` and `d2` degrees of freedom exceeds with probability `alpha`,
/// by bisection.
///
/// ```
/// use rejudge_stats::f_critical;
/// assert!((f_critical(0.05, 1.0, 9.0) - 2.262157162798205_f64.powi(2)).abs() < 1e-10);
/// ```
///
/// # Panics
/// If `alpha` is not between 0 and 1, or `d1` or `d2` is not positive and finite.
pub fn f_critical(alpha: f64, d1: f64, d2: f64) -> f64 {
    assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, expected a number between 0 and 1");
    let is_below = |f: f64| noncentral_f_cdf(f, d1, d2, 0.0) < 1.0 - alpha;
    turning_point(is_below)
}

/// Returns the regularised incomplete beta function `I_x(a, b)`. `rest` is `1 - x`. The caller passes it, because
/// computing it from an `x` near 1 would lose digits.
fn incomplete_beta(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if rest <= 0.0 {
        return 1.0;
    }
    // The continued fraction converges fast only up to about the mean of the distribution.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, rest, x);
    }
    let log_rest = if x < 0.5 { log1p(-x) } else { log(rest) };
    let front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log_rest) / a;
    front * continued_fraction(a, b, x)
}

/// Computes `1 / (1 + d1 / (1 + d2 / (1 + ..)))` by the modified method of Lentz, which adds terms until one more
/// term changes nothing, or for about 10,000 pairs of terms.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_0 = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut forward, mut backward, mut value, mut m) = (1.0, 0.0, 1.0, 0.0_f64);
    loop {
        let mut change = 1.0;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let terms = [(m > 0.0).then_some(even), Some(odd)];
        for term in terms.into_iter().flatten() {
            backward = 1.0 / away_from_0(1.0 + term * backward);
            forward = away_from_0(1.0 + term / forward);
            let step = forward * backward;
            value *= step;
            change = step;
        }
        m += 1.0;
        if (change - 1.0).abs() < f64::EPSILON || m > 10_000.0 {
            return 1.0 / value;
        }
    }
}
