//! The regularised incomplete beta function I_x(a, 1/2), which gives the tail of Student's t.
//!
//! M. Abramowitz and I. A. Stegun, Handbook of mathematical functions, 1964: 26.5.8 (the continued
//! fraction, here its even part, as in A. R. DiDonato and A. H. Morris, Algorithm 708, ACM TOMS 18(3),
//! 1992), 26.5.4 (the series), 6.1.40 (the logarithm of the gamma function, here of a ratio of two).
//!
//! The result keeps its precision for large parameters, for two reasons. We take both x and 1 - x in full precision,
//! and we compute B(a, 1/2) from a ratio of gamma functions instead of a difference of large logarithms.

use std::f64::consts::FRAC_2_SQRT_PI;

/// A number in (0, 1] and its complement, each in full precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The number, rounded.
    x: f64,
    /// The part of the number that `x` lost to rounding. We need it because the relative error of `x^a` is `a` times
    /// the relative error of `x`.
    rest: f64,
    /// The square root of `1 - x`.
    root: f64,
}

impl Share {
    /// Creates the share `m / (m + t^2)`. `m` must be positive, and the square of `t` finite.
    pub(crate) fn new(m: f64, t: f64) -> Self {
        let square = t * t;
        let square_rest = libm::fma(t, t, -square);
        let sum = m + square;
        // With the larger summand first, this difference is exactly the rounding error of the sum.
        let (larger, smaller) = if m > square { (m, square) } else { (square, m) };
        let sum_rest = smaller - (sum - larger) + square_rest;
        let x = m / sum;
        let rest = (libm::fma(x, -sum, m) - x * sum_rest) / sum;
        Self { x, rest, root: t.abs() / sum.sqrt() }
    }

    /// Returns `x^a`.
    fn power(&self, a: f64) -> f64 {
        libm::pow(self.x, a) * (1.0 + a * (self.rest / self.x))
    }
}

/// Returns the regularised incomplete beta function
///
/// ```text
/// I_x(a, 1/2) = (1 / B(a, 1/2)) integral from 0 to x of u^(a - 1) (1 - u)^(-1/2) du
/// ```
///
/// for a > 0. Up to about the mean of the distribution we use the continued fraction. Beyond it the result is above
/// 0.08, and we use 1 - I_(1 - x)(1/2, a). The relative error is at most about 1e-14 unless the result is subnormal.
pub(crate) fn incomplete_beta_half(a: f64, share: Share) -> f64 {
    let (x, y, root) = (share.x, share.root * share.root, share.root);
    // x^a (1 - x)^(1/2) / B(a, 1/2), with sqrt(pi) = Gamma(1/2).
    let front = 0.5 * FRAC_2_SQRT_PI * gamma_ratio(a) * share.power(a) * root;
    if x < (a + 1.0) / (a + 2.5) {
        front / continued_fraction(a, x, y)
    } else {
        1.0 - 2.0 * front * series(a, y)
    }
}

/// Computes the denominator `b0 + a1 / (b1 + a2 / (b2 + ..))` by the modified method of Lentz, which adds terms until
/// one more term changes nothing. About sqrt(a) terms suffice.
fn continued_fraction(a: f64, x: f64, y: f64) -> f64 {
    let mut value = a * (a * y - 0.5 * x + 1.0) / (a + 1.0);
    let (mut forward, mut backward, mut step, mut m) = (value, 0.0, 0.0, 0.0);
    while (step - 1.0_f64).abs() > f64::EPSILON {
        m += 1.0;
        let below = a + 2.0 * m - 1.0;
        let numerator = (a + m - 1.0) * (a + m - 0.5) * m * (0.5 - m) * (x / below) * (x / below);
        let denominator =
            m + m * (0.5 - m) * x / below + (a + m) * (a * y - 0.5 * x + 1.0 + m * (1.0 + y)) / (below + 2.0);
        forward = denominator + numerator / forward;
        backward = 1.0 / (denominator + numerator * backward);
        step = forward * backward;
        value *= step;
    }
    value
}

/// Sums the series `1 + (a + 1/2) / (3/2) y + (a + 1/2)(a + 3/2) / ((3/2)(5/2)) y^2 + ..`.
fn series(a: f64, y: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, 0.0);
    while term > 0.25 * f64::EPSILON * sum {
        term *= (a + 0.5 + k) / (1.5 + k) * y;
        sum += term;
        k += 1.0;
    }
    sum
}

/// Returns `Gamma(a + 1/2) / Gamma(a)`.
fn gamma_ratio(a: f64) -> f64 {
    // Below 16 the six terms of the series are not enough. We therefore replace the ratio at a by the ratio
    // at a + 1, multiplied by a / (a + 1/2), until a is at least 16.
    let (mut a, mut factor) = (a, 1.0);
    while a < 16.0 {
        factor *= a / (a + 0.5);
        a += 1.0;
    }
    let square = 1.0 / (a * a);
    let sum = LOG_RATIO.iter().rev().fold(0.0, |sum, c| sum * square + c);
    factor * a.sqrt() * libm::exp(sum / a)
}

/// The coefficients of ln(Gamma(a + 1/2) / Gamma(a)) - ln(a) / 2 for the powers 1, 3, 5, .. of 1 / a. The k-th
/// coefficient, counted from 1, is `-(1 - 2^(-2k)) B_2k / (k (2k - 1))`, where B are Bernoulli's numbers.
const LOG_RATIO: [f64; 6] =
    [-1.0 / 8.0, 1.0 / 192.0, -1.0 / 640.0, 17.0 / 14_336.0, -31.0 / 18_432.0, 691.0 / 180_224.0];
