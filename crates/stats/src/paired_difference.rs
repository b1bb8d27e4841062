//! One-sided tests of the mean difference of two runs against a limit: is a loss within the allowed budget?

use crate::bisection::turning_point;
use crate::differences::{differences, rounding};
use crate::{Estimate, Requirement, student_t_p};

/// The mean difference of two runs over topics, with an interval that fails less often than Student's
/// interval if the runs differ on only a few topics.
///
/// We add two topics to the n topics, one with a difference of `r` and one with a difference of `-r`, and
/// compute Student's t interval:
///
/// ```text
/// m = sum(z) / (n + 2)      s^2 = (sum(z^2) + 2 r^2 - (n + 2) m^2) / (n + 1)      m -+ t s / sqrt(n + 2)
/// ```
///
/// where z is the difference x - y of the scores on a topic, or 0 if |x - y| is at most 1e-12 times the
/// largest |score|. `r` is the largest |z|. If no topic differs, `r` is 1, the largest possible difference of
/// scores between 0 and 1. t has n - 1 degrees of freedom. The interval follows A. Agresti and Y. Min (Simple
/// improved confidence intervals for comparing matched proportions, Statistics in Medicine 24(5), 2005), who
/// add half a pair to each of the four cells of a table of two binary scores.
///
/// Without these two topics, Student's interval fails too often if the runs differ on only a few topics. For
/// example, let a run win P@1 on 1% of the topics and lose it on 6%, a true loss of .05. In 10.5% of samples
/// of 50 topics, instead of 5%, the test finds that the loss is smaller than .05, because too few of the lost
/// topics were drawn. The bootstrap-t interval is not better. If a run wins no topic, the interval here fails
/// too often as well (docs/dev/gate.md).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// The number of differences.
    topics: usize,
    /// The mean and its standard error, including the two topics that we add.
    adjusted: Estimate,
}

impl PairedDifference {
    /// Compares the scores of two runs, topic by topic. The difference is positive if the first run is better. Returns
    /// `None` for fewer than 2 topics.
    ///
    /// ```
    /// use rejudge_stats::PairedDifference;
    /// // Of 50 topics three are lost and one is won: m = -2/52, s^2 = (4 + 2 - 52 m^2) / 51.
    /// let mut z = vec![0.0; 50];
    /// z[..4].copy_from_slice(&[-1.0, -1.0, -1.0, 1.0]);
    /// let difference = PairedDifference::new(&z, &[0.0; 50]).expect("50 topics");
    /// let [low, high] = difference.interval(0.05);
    /// assert!((low + 0.117694).abs() < 1e-6 && (high - 0.040771).abs() < 1e-6);
    /// assert_eq!(PairedDifference::new(&[0.5], &[0.25]), None);
    /// ```
    ///
    /// # Panics
    /// If the runs have different numbers of topics, or a difference is not finite.
    pub fn new(x: &[f64], y: &[f64]) -> Option<Self> {
        let (mut z, rounding) = (differences(x, y), rounding(x.iter().chain(y)));
        z.iter_mut().filter(|z| z.abs() <= rounding).for_each(|z| *z = 0.0);
        let topics = z.len();
        if topics < 2 {
            return None;
        }
        let observed = z.iter().fold(0.0_f64, |largest, z| largest.max(z.abs()));
        let largest = if observed == 0.0 { 1.0 } else { observed };
        let n = topics as f64 + 2.0;
        let centre = z.iter().sum::<f64>() / n;
        // We sum squared deviations, because a difference of sums would lose digits if all topics differ by the same
        // amount.
        let squares: f64 = [largest, -largest].iter().chain(&z).map(|z| (z - centre) * (z - centre)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        let adjusted = Estimate { mean: centre, error, freedom: topics as f64 - 1.0 };
        Some(Self { topics, adjusted })
    }

    /// Returns the ends of two one-sided intervals: the true mean is below the lower end in about a share `alpha` of
    /// samples, and above the upper end in about a share `alpha`.
    ///
    /// # Panics
    /// If `alpha` is not between 0 and 1/2.
    pub fn interval(&self, alpha: f64) -> [f64; 2] {
        self.adjusted.interval(2.0 * alpha)
    }

    /// Returns the one-sided p value of the hypothesis that the true mean is at least `limit`. A small value shows that
    /// the mean is below `limit`.
    pub fn p_below(&self, limit: f64) -> f64 {
        let t = (self.adjusted.mean - limit) / self.adjusted.error;
        let tail = 0.5 * student_t_p(t, self.topics - 1);
        if t < 0.0 { tail } else { 1.0 - tail }
    }

    /// Returns the one-sided p value of the hypothesis that the true mean is at most `limit`. A small value shows that
    /// the mean is above `limit`.
    pub fn p_above(&self, limit: f64) -> f64 {
        1.0 - self.p_below(limit)
    }

    /// Returns the least budget that these topics can resolve: a run without a loss passes with probability
    /// `power`, and a run that loses twice the budget fails with probability `power`, if differences vary as
    /// they do here. In other words, if the true mean is this far from a limit, a one-sided test of level
    /// `alpha` finds the right side with probability `power`.
    ///
    /// We compute the power of the two-sided test at twice the level, because the other tail is negligible.
    ///
    /// ```
    /// use rejudge_stats::PairedDifference;
    /// let z: Vec<f64> = (0..50).map(|topic| if topic % 2 == 0 { 0.1 } else { -0.1 }).collect();
    /// let difference = PairedDifference::new(&z, &[0.0; 50]).expect("50 topics");
    /// // About (t(.95) + t(.8)) standard errors: (1.677 + .85) .1 / sqrt(50).
    /// assert!((difference.resolvable(0.05, 0.8) - 0.0354).abs() < 1e-3);
    /// ```
    ///
    /// # Panics
    /// If `alpha` is not between 0 and 1/2, or the power not between 0 and 1.
    pub fn resolvable(&self, alpha: f64, power: f64) -> f64 {
        let variance = self.adjusted.error * self.adjusted.error * self.topics as f64;
        let is_too_small = |difference: f64| {
            let requirement = Requirement { alpha: 2.0 * alpha, power, difference };
            requirement.power_of_paired_t(self.topics, variance) < power
        };
        turning_point(is_too_small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_difference_is_not_certainty() {
        let identical = PairedDifference::new(&[0.3; 50], &[0.3; 50]).expect("50 topics");
        let [low, high] = identical.interval(0.05);
        assert!(low < -0.03 && high > 0.03 && low == -high, "{low} {high}");
        // A difference that is only rounding gives the same interval.
        assert_eq!(PairedDifference::new(&[0.1 + 0.2; 50], &[0.3; 50]), Some(identical));
    }

    #[test]
    fn interval_and_p_value_agree_at_the_limit() {
        let z: Vec<f64> = (0..20).map(|topic| f64::from(topic % 5) / 10.0 - 0.25).collect();
        let found = PairedDifference::new(&z, &[0.0; 20]).expect("20 topics");
        let [low, high] = found.interval(0.05);
        for (p, alpha) in [(found.p_below(high), 0.05), (found.p_above(low), 0.05)] {
            assert!((p - alpha).abs() < 1e-12, "{p}");
        }
        let turned = PairedDifference::new(&[0.0; 20], &z).expect("20 topics");
        assert!((turned.p_above(0.1) - found.p_below(-0.1)).abs() < 1e-12);
    }
}
