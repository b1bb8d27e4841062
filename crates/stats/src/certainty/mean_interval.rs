//! Confidence intervals for a run's mean over the population of topics, given a sample of topics.

use super::percentile_interval::values_outside;
use crate::{Resamples, mean, standard_deviation, student_t_critical};

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate of the population's mean.
    pub mean: f64,
    /// The standard error of the estimate.
    pub error: f64,
    /// The degrees of freedom of the error.
    pub freedom: f64,
}

impl Estimate {
    /// Computes the mean and its error s / sqrt n, where s is the standard deviation, computed with n - 1.
    /// The error is exactly 0 if all scores are equal. Returns `None` for fewer than 2 scores.
    ///
    /// ```
    /// use rejudge_stats::Estimate;
    /// let estimate = Estimate::new(&[0.25, 0.5, 0.75]).expect("3 scores");
    /// let [low, high] = estimate.interval(0.05);
    /// assert!((0.5 * (low + high) - 0.5).abs() < 1e-15 && (high - 0.5 - 0.62103443).abs() < 1e-8);
    /// assert_eq!(Estimate::new(&[0.5]), None);
    /// ```
    pub fn new(scores: &[f64]) -> Option<Self> {
        let n = scores.len() as f64;
        Some(Self { mean: mean(scores)?, error: standard_deviation(scores)? / n.sqrt(), freedom: n - 1.0 })
    }

    /// Returns Student's interval of confidence `1 - alpha`, where t is the two-sided critical value (Student, The
    /// probable error of a mean, Biometrika 6(1), 1908):
    ///
    /// ```text
    /// mean -+ t error
    /// ```
    ///
    /// # Panics
    /// If `alpha` is not between 0 and 1, or `freedom` is below 1 or not finite.
    pub fn interval(&self, alpha: f64) -> [f64; 2] {
        self.interval_at(student_t_critical(alpha, self.freedom))
    }

    /// Returns the interval from `mean - t error` to `mean + t error`.
    pub fn interval_at(&self, t: f64) -> [f64; 2] {
        [self.mean - t * self.error, self.mean + t * self.error]
    }
}

/// Returns the bootstrap-t interval of confidence `1 - alpha`, with equal tails (B. Efron and R. J.
/// Tibshirani, An introduction to the bootstrap, 1993, equation 12.22):
///
/// ```text
/// t*b = (mean(x*b) - mean) / (s(x*b) / sqrt n)        [mean - t*(1 - alpha/2) e, mean - t*(alpha/2) e]
/// ```
///
/// where e is s / sqrt n. t*(q) is the q (B + 1)-th smallest t of the B samples, rounded outwards. If scores
/// are skewed, the interval is longer on one side; it may leave the range of the scores. If all scores in a
/// sample are equal, the sample's t is infinite, or 0 if these scores equal the mean. An end of the interval
/// is infinite if many samples have an infinite t, for example if a run has the same score on 49 of 50
/// topics. If all scores are equal, the interval has no width. Returns `None` for fewer than 2 scores, or if
/// the scores differ and there are too few samples for `alpha`.
///
/// ```
/// use rejudge_stats::{Draw, Resamples, bootstrap_t_interval};
/// let scores = [0.1, 0.0, 0.2, 0.1, 0.0, 0.3, 0.1, 0.9];
/// let resamples = Resamples::draw(999, 8, &mut Draw::new(1, &["bootstrap"]));
/// let [low, high] = bootstrap_t_interval(&scores, &resamples, 0.1).expect("8 scores, 999 samples");
/// let mean = 0.2125;
/// assert!(high - mean > mean - low, "the long tail is above");
/// ```
///
/// # Panics
/// If scores and samples have different numbers of topics, or `alpha` is not between 0 and 1.
pub fn bootstrap_t_interval(scores: &[f64], resamples: &Resamples, alpha: f64) -> Option<[f64; 2]> {
    assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, expected a number between 0 and 1");
    assert_eq!(
        scores.len(),
        resamples.topics(),
        "the scores and the samples have different numbers of topics"
    );
    let Estimate { mean, error, .. } = Estimate::new(scores)?;
    if error == 0.0 {
        return Some([mean, mean]);
    }
    let from_end = values_outside(resamples.samples(), alpha)?;
    let centred: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    let mut t: Vec<f64> =
        (0..resamples.samples()).map(|sample| sample_t(&centred, resamples.counts(sample))).collect();
    let last = t.len() - 1;
    let mut t_at = |place: usize| *t.select_nth_unstable_by(place, f64::total_cmp).1;
    let (low, high) = (t_at(from_end), t_at(last - from_end));
    Some([mean - high * error, mean - low * error])
}

/// Computes t from sums, for the sample in which each `w[i]` occurs `counts[i]` times. A variance that could
/// be the rounding error of equal scores counts as 0.
fn sample_t(w: &[f64], counts: &[u32]) -> f64 {
    let n = w.len() as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    for (w, &times) in w.iter().zip(counts) {
        let times = f64::from(times);
        sum += times * w;
        squares += times * w * w;
    }
    let variance = squares - sum * sum / n;
    if variance > 1e-12 * squares {
        sum / (n * variance / (n - 1.0)).sqrt()
    } else if sum == 0.0 {
        0.0
    } else {
        f64::INFINITY.copysign(sum)
    }
}
