//! Fits an exponential decay by least squares.
//!
//! E. M. Voorhees and C. Buckley, The effect of topic set size on retrieval experiment error, SIGIR 2002, compute error
//! rates with up to 25 topics and extrapolate them. The paper does not describe its fit fully. We assume that the curve
//! is exponential and all points have the same weight.

use crate::bisection::turning_point;

/// The curve `y = A1 exp(-A2 x)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExponentialDecay {
    /// The least x of the points, and the curve's value there. We do not store A1, the value at 0, because it may
    /// overflow if all points are far from 0.
    from: (f64, f64),
    /// A2.
    rate: f64,
}

/// The number of rates that we try first, evenly spaced on a logarithmic scale from `LOWEST_RATE` to `HIGHEST_RATE`.
/// The rates are for x scaled to 0..1.
const FIRST_RATES: usize = 400;
const LOWEST_RATE: f64 = 1e-4;
const HIGHEST_RATE: f64 = 1e3;

impl ExponentialDecay {
    /// Finds the curve with the least sum of squared deviations from the points (x, y), among the curves with
    /// a rate of 0 or more.
    ///
    /// For each rate A2 the best height A1 is known, so we search only for the rate:
    ///
    /// ```text
    /// A1(A2) = sum y e^(-A2 x) / sum e^(-2 A2 x)
    /// ```
    ///
    /// We try 0 and rates over seven powers of ten, and then bisect for the minimum between the neighbours of
    /// the best rate. If the points rise, the rate is 0 and the curve is their mean. Returns `None` for fewer
    /// than three different x, because a curve through two points says nothing about the fit.
    ///
    /// ```
    /// use rejudge_stats::ExponentialDecay;
    /// let points = [1.0, 2.0, 5.0, 9.0].map(|x: f64| (x, 0.4 * (-0.1 * x).exp()));
    /// let fit = ExponentialDecay::fit(&points).expect("four points");
    /// assert!((fit.at(0.0) - 0.4).abs() < 1e-9 && (fit.rate() - 0.1).abs() < 1e-9);
    /// assert!((fit.at(50.0) - 0.4 * (-5.0_f64).exp()).abs() < 1e-9);
    /// let rises = ExponentialDecay::fit(&[(1.0, 0.1), (2.0, 0.2), (3.0, 0.3)]).expect("three points");
    /// assert!(rises.rate() == 0.0 && (rises.at(50.0) - 0.2).abs() < 1e-15);
    /// assert_eq!(ExponentialDecay::fit(&points[..2]), None);
    /// ```
    ///
    /// # Panics
    /// If a number is not finite.
    pub fn fit(points: &[(f64, f64)]) -> Option<Self> {
        assert!(
            points.iter().all(|(x, y)| x.is_finite() && y.is_finite()),
            "a coordinate of a point is not finite"
        );
        let mut places: Vec<f64> = points.iter().map(|(x, _)| *x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let [from, _, .., to] = places[..] else { return None };
        // Scale x to 0..1, so that exponents stay small.
        let width = to - from;
        let scaled: Vec<(f64, f64)> = points.iter().map(|(x, y)| ((x - from) / width, *y)).collect();
        let step = (HIGHEST_RATE / LOWEST_RATE).powf(1.0 / (FIRST_RATES - 1) as f64);
        let rates: Vec<f64> =
            std::iter::once(0.0).chain((0..FIRST_RATES).map(|i| LOWEST_RATE * step.powi(i as i32))).collect();
        let error = |rate: f64| squares(&scaled, rate, height(&scaled, rate));
        let best = (0..rates.len()).min_by(|&a, &b| error(rates[a]).total_cmp(&error(rates[b])))?;
        let [low, high] = [rates[best.saturating_sub(1)], rates[(best + 1).min(FIRST_RATES)]];
        let falls = |increase: f64| low + increase < high && slope(&scaled, low + increase) < 0.0;
        let rate = if falls(0.0) { low + turning_point(falls) } else { low };
        Some(Self { from: (from, height(&scaled, rate)), rate: rate / width })
    }

    /// Returns the rate of decay, A2.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns the curve's value at `x`, which is A1 at 0.
    pub fn at(&self, x: f64) -> f64 {
        let (from, height) = self.from;
        height * (-self.rate * (x - from)).exp()
    }
}

/// Returns the best height at x = 0 for a rate.
fn height(points: &[(f64, f64)], rate: f64) -> f64 {
    let (mut numerator, mut denominator) = (0.0, 0.0);
    for (x, y) in points {
        let power = (-rate * x).exp();
        numerator += y * power;
        denominator += power * power;
    }
    numerator / denominator
}

/// Returns the sum of the squared deviations of the points from the curve.
fn squares(points: &[(f64, f64)], rate: f64, height: f64) -> f64 {
    points.iter().map(|(x, y)| (y - height * (-rate * x).exp()).powi(2)).sum()
}

/// Returns half the derivative of the sum of squares with respect to the rate, if each rate has its best height.
fn slope(points: &[(f64, f64)], rate: f64) -> f64 {
    let height = height(points, rate);
    let mut sum = 0.0;
    for (x, y) in points {
        let power = (-rate * x).exp();
        sum += (y - height * power) * x * power;
    }
    height * sum
}
