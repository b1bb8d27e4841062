//! The number of topics that a collection needs, from the variance of existing scores.
//!
//! T. Sakai, Topic set size design, Information Retrieval Journal 19(3), 2016, after Y. Nagata: for the paired t test
//! (section 3.1), one-way analysis of variance (3.2), and the width of an interval (3.3). The paper approximates the
//! number of topics; we compute it exactly from the distributions.

use crate::{Matrix, f_critical, mean, noncentral_f_cdf, pairs, standard_deviation, student_t_critical};

/// The largest number of topics that we try. Judging documents for more topics is not feasible.
pub const MAX_TOPICS: usize = 1_000_000;

/// The difference that a test must detect, and how often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Requirement {
    /// The level of the test: the probability that it detects a difference that does not exist.
    pub alpha: f64,
    /// The power: the probability with which the test must detect a difference of `difference`.
    pub power: f64,
    /// The least difference of means that the test must detect.
    pub difference: f64,
}

impl Requirement {
    fn check(&self, variance: f64) {
        let is_share = |share: f64| share > 0.0 && share < 1.0;
        assert!(
            is_share(self.alpha) && is_share(self.power),
            "alpha is {} and the power is {}, expected numbers between 0 and 1",
            self.alpha,
            self.power
        );
        assert!(
            self.difference > 0.0 && self.difference.is_finite(),
            "the difference is {}, expected a positive number",
            self.difference
        );
        assert!(
            variance >= 0.0 && variance.is_finite(),
            "the variance is {variance}, expected a number of at least 0"
        );
    }

    /// Returns the power of the two-sided paired t test on `topics` topics, if the differences between the
    /// two runs have this `variance`. With n topics, t^2 has the noncentral F distribution with 1 and n - 1
    /// degrees of freedom and noncentrality `n difference^2 / variance`.
    ///
    /// ```
    /// use rejudge_stats::Requirement;
    /// let half_a_deviation = Requirement { alpha: 0.05, power: 0.8, difference: 0.5 };
    /// assert!((half_a_deviation.power_of_paired_t(34, 1.0) - 0.8077775).abs() < 1e-7);
    /// ```
    ///
    /// # Panics
    /// If there are fewer than 2 topics, or the requirement or the variance is invalid.
    pub fn power_of_paired_t(&self, topics: usize, variance: f64) -> f64 {
        self.check(variance);
        assert!(topics > 1, "found {topics} topics, expected 2 or more");
        self.power_at(topics as f64, 1.0, topics as f64 - 1.0, self.difference * self.difference / variance)
    }

    /// Returns the power of one-way analysis of variance of `runs` runs on `topics` topics, if the best and
    /// the worst run differ by `difference` and all other runs are in the middle, which is the hardest case.
    /// `variance` is the variance of a run's scores over topics. With m runs and n topics, F has `m - 1` and
    /// `m (n - 1)` degrees of freedom and noncentrality `n difference^2 / (2 variance)`.
    ///
    /// # Panics
    /// If there are fewer than 2 topics or runs, or the requirement or the variance is invalid.
    pub fn power_of_anova(&self, topics: usize, runs: usize, variance: f64) -> f64 {
        self.check(variance);
        assert!(topics > 1 && runs > 1, "found {runs} runs and {topics} topics, expected 2 or more of each");
        let (n, m) = (topics as f64, runs as f64);
        self.power_at(n, m - 1.0, m * (n - 1.0), self.difference * self.difference / (2.0 * variance))
    }

    fn power_at(&self, topics: f64, d1: f64, d2: f64, effect: f64) -> f64 {
        // The variance may be 0, so lambda must be bounded. At 1e5 the power is practically 1 for an alpha of
        // .01 or more.
        let lambda = (topics * effect).min(1e5);
        1.0 - noncentral_f_cdf(f_critical(self.alpha, d1, d2), d1, d2, lambda)
    }

    /// Returns the least number of topics at which the paired t test has the required power, or `None` if it is above
    /// [`MAX_TOPICS`].
    ///
    /// ```
    /// use rejudge_stats::Requirement;
    /// let half_a_deviation = Requirement { alpha: 0.05, power: 0.8, difference: 0.5 };
    /// assert_eq!(half_a_deviation.topics_by_paired_t(1.0), Some(34));
    /// ```
    ///
    /// # Panics
    /// If the requirement or the variance is invalid.
    pub fn topics_by_paired_t(&self, variance: f64) -> Option<usize> {
        fewest_topics(|topics| self.power_of_paired_t(topics, variance) >= self.power)
    }

    /// Returns the least number of topics at which one-way analysis of variance of `runs` runs has the required power,
    /// or `None` if it is above [`MAX_TOPICS`].
    ///
    /// ```
    /// use rejudge_stats::Requirement;
    /// let one_deviation = Requirement { alpha: 0.05, power: 0.8, difference: 1.0 };
    /// assert_eq!(one_deviation.topics_by_anova(3, 1.0), Some(21));
    /// ```
    ///
    /// # Panics
    /// If there are fewer than 2 runs, or the requirement or the variance is invalid.
    pub fn topics_by_anova(&self, runs: usize, variance: f64) -> Option<usize> {
        fewest_topics(|topics| self.power_of_anova(topics, runs, variance) >= self.power)
    }
}

/// Returns the expected width of Student's interval of confidence `1 - alpha` for a mean over n = `topics`
/// topics, if scores or differences have the variance sigma^2 = `variance`:
///
/// ```text
/// 2 t(n - 1) E(s) / sqrt n        E(s) = sigma sqrt(2 / (n - 1)) Gamma(n / 2) / Gamma((n - 1) / 2)
/// ```
///
/// ```
/// let width = rejudge_stats::expected_width(0.05, 10, 1.0);
/// assert!((width - 2.0 * 2.262157 * 0.972659 / 10.0_f64.sqrt()).abs() < 1e-5);
/// ```
///
/// # Panics
/// If there are fewer than 2 topics, or `alpha` or the variance is invalid.
pub fn expected_width(alpha: f64, topics: usize, variance: f64) -> f64 {
    assert!(topics > 1, "found {topics} topics, expected 2 or more");
    assert!(
        variance >= 0.0 && variance.is_finite(),
        "the variance is {variance}, expected a number of at least 0"
    );
    let n = topics as f64;
    2.0 * student_t_critical(alpha, n - 1.0) * expected_deviation(topics) * variance.sqrt() / n.sqrt()
}

/// Returns the least number of topics at which the expected width of a mean's interval is at most `width`, or `None` if
/// it is above [`MAX_TOPICS`].
///
/// ```
/// use rejudge_stats::{expected_width, topics_by_interval};
/// let topics = topics_by_interval(0.05, 0.5, 1.0).expect("a few dozen");
/// assert!(expected_width(0.05, topics, 1.0) <= 0.5 && expected_width(0.05, topics - 1, 1.0) > 0.5);
/// ```
///
/// # Panics
/// If `alpha` is not between 0 and 1, `width` is not positive, or the variance is invalid.
pub fn topics_by_interval(alpha: f64, width: f64, variance: f64) -> Option<usize> {
    assert!(width > 0.0, "the width is {width}, expected a positive number");
    fewest_topics(|topics| expected_width(alpha, topics, variance) <= width)
}

/// Returns the expected standard deviation of a sample of n topics, divided by the population's standard
/// deviation: `sqrt(2 / (n - 1)) Gamma(n / 2) / Gamma((n - 1) / 2)`.
fn expected_deviation(topics: usize) -> f64 {
    // Start from Gamma(1) / Gamma(1/2) or Gamma(3/2) / Gamma(1); two more topics multiply the ratio by
    // `k / (k - 1/2)`, where k is n / 2.
    let half_root_of_pi = 0.5 * std::f64::consts::PI.sqrt();
    let (mut ratio, mut n) =
        if topics.is_multiple_of(2) { (0.5 / half_root_of_pi, 2) } else { (half_root_of_pi, 3) };
    while n < topics.min(10_000) {
        let half = 0.5 * n as f64;
        ratio *= half / (half - 0.5);
        n += 2;
    }
    let freedom = topics as f64 - 1.0;
    // For large n the result is 1 - 1 / (4 (n - 1)), with an error of at most about 3e-10.
    if n < topics { 1.0 - 0.25 / freedom } else { ratio * (2.0 / freedom).sqrt() }
}

/// Returns the least number of topics, from 2 to [`MAX_TOPICS`], for which `is_enough` is true. It must stay true for
/// more topics.
fn fewest_topics(mut is_enough: impl FnMut(usize) -> bool) -> Option<usize> {
    let (mut low, mut high) = (1, 2);
    while !is_enough(high) {
        if high >= MAX_TOPICS {
            return None;
        }
        (low, high) = (high, (2 * high).min(MAX_TOPICS));
    }
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if is_enough(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// The variances of runs' scores over topics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreVariance {
    /// The variance of a run's scores: the residual variance of one-way analysis of variance (Sakai, equation 33).
    pub within_runs: f64,
    /// The variance of the differences of two runs, averaged over all pairs. For the paired t test Sakai takes twice
    /// `within_runs` instead, which is larger if the same topics are hard for all runs.
    pub of_differences: f64,
}

impl ScoreVariance {
    /// Estimates the variances from a score matrix. Returns `None` for fewer than 2 runs or topics.
    ///
    /// ```
    /// use rejudge_stats::{Matrix, ScoreVariance};
    /// let variance = ScoreVariance::new(&Matrix::new(2, 3, vec![0.0, 1.0, 2.0, 1.0, 2.0, 3.0])?);
    /// assert_eq!(variance, Some(ScoreVariance { within_runs: 1.0, of_differences: 0.0 }));
    /// # Ok::<(), rejudge_stats::StatsError>(())
    /// ```
    pub fn new(scores: &Matrix) -> Option<Self> {
        let square = |sample: &[f64]| standard_deviation(sample).map(|deviation| deviation * deviation);
        let within: Option<Vec<f64>> = (0..scores.rows()).map(|run| square(scores.row(run))).collect();
        let differences: Option<Vec<f64>> = pairs(scores.rows())
            .map(|(x, y)| {
                let z: Vec<f64> = scores.row(x).iter().zip(scores.row(y)).map(|(x, y)| x - y).collect();
                square(&z)
            })
            .collect();
        Some(Self { within_runs: mean(&within?)?, of_differences: mean(&differences?)? })
    }
}
