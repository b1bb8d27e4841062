//! Tukey's test of honestly significant differences for all pairs of runs, in the two-way layout of runs by topics.

use crate::differences::rounding;
use crate::{Matrix, studentized_range_critical, studentized_range_p};

/// Tukey's test of all pairs of k runs over the same n topics. Let x_ij be the score of run i on topic j:
///
/// ```text
/// MSE = sum over i, j of (x_ij - mean_i. - mean_.j + mean_..)^2 / ((k - 1)(n - 1))
/// q_ii' = |mean_i. - mean_i'.| / sqrt(MSE / n)
/// p_ii' = P(Q > q_ii'), Q the studentised range of k means and (k - 1)(n - 1) degrees of freedom
/// ```
///
/// If you reject pairs with p < alpha, the probability of any false rejection among all pairs is at most alpha. Topics
/// are blocks. This means that the difficulty of a topic, which affects all runs, does not count as error. Many
/// libraries use the same name for the test of independent samples. That test counts the difficulty of topics as error,
/// so it finds hardly any differences between runs.
///
/// J. W. Tukey, The problem of multiple comparisons, 1953; for two-way layouts Y. Hochberg and A. C. Tamhane,
/// Multiple comparison procedures, 1987, chapter 3; for runs B. Carterette, Multiple testing in statistical
/// analysis of systems-based information retrieval experiments, ACM TOIS 30(1), 2012.
///
/// With two runs this is the paired t test.
///
/// ```
/// use rejudge_stats::{Matrix, TukeyHsd, t_test};
/// let scores = Matrix::new(2, 4, vec![0.5, 0.75, 1.0, 0.25, 0.25, 0.25, 0.75, 0.25])?;
/// let tukey = TukeyHsd::new(&scores).expect("2 runs, 4 topics");
/// let t = t_test(scores.row(0), scores.row(1)).expect("4 topics");
/// assert!((tukey.p(0.25) - t.p).abs() < 1e-12);
/// # Ok::<(), rejudge_stats::StatsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TukeyHsd {
    runs: usize,
    df: usize,
    /// `sqrt(MSE / n)`.
    standard_error: f64,
    /// Two means count as equal if they differ by at most this.
    rounding: f64,
}

impl TukeyHsd {
    /// Computes the error term. Returns `None` for fewer than 2 runs or topics, because then there is no
    /// error term.
    pub fn new(scores: &Matrix) -> Option<Self> {
        let (runs, topics) = (scores.rows(), scores.cols());
        if runs < 2 || topics < 2 {
            return None;
        }
        let run_means = scores.row_means();
        let topic_means: Vec<f64> = (0..topics)
            .map(|topic| (0..runs).map(|run| scores.row(run)[topic]).sum::<f64>() / runs as f64)
            .collect();
        let overall_mean = run_means.iter().sum::<f64>() / runs as f64;
        let rounding = rounding((0..runs).flat_map(|run| scores.row(run)));
        let mut squares = 0.0;
        for (run, run_mean) in run_means.iter().enumerate() {
            for (score, topic_mean) in scores.row(run).iter().zip(&topic_means) {
                let residual: f64 = score - run_mean - topic_mean + overall_mean;
                squares += if residual.abs() <= rounding { 0.0 } else { residual.powi(2) };
            }
        }
        let df = (runs - 1) * (topics - 1);
        let standard_error = (squares / df as f64 / topics as f64).sqrt();
        Some(Self { runs, df, standard_error, rounding })
    }

    /// Returns the p value, adjusted for all pairs, of two runs with means that differ by `difference`. The p
    /// value is 1 for equal means. If the error term is 0, the p value is 0 for unequal means. Means count as
    /// equal if they differ by at most 1e-12 times the largest |score|, and residuals up to this size count as 0.
    ///
    /// # Panics
    /// If the difference is not finite.
    pub fn p(&self, difference: f64) -> f64 {
        assert!(difference.is_finite(), "the difference is {difference}, expected a finite number");
        if difference.abs() <= self.rounding {
            return 1.0;
        }
        studentized_range_p(difference.abs() / self.standard_error, self.runs, self.df)
    }

    /// Returns the half width of simultaneous intervals: if you extend each difference by this on both sides, all
    /// intervals are correct at once with probability `1 - alpha`.
    ///
    /// # Panics
    /// If `alpha` is not between 0 and 1.
    pub fn half_width(&self, alpha: f64) -> f64 {
        studentized_range_critical(alpha, self.runs, self.df) * self.standard_error
    }
}
