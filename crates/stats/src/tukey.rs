//! Tukey's honestly significant differences of all pairs of runs, in the two-way layout: runs by topics.

use crate::{Matrix, studentized_range_critical, studentized_range_p};

/// Tukey's test of all pairs of k runs over the same n topics. With x_ij the score of run i on topic j
///
/// ```text
/// MSE = sum over i, j of (x_ij - mean_i. - mean_.j + mean_..)^2 / ((k - 1)(n - 1))
/// q_ii' = |mean_i. - mean_i'.| / sqrt(MSE / n)
/// p_ii' = P(Q > q_ii'), Q the studentised range of k means and (k - 1)(n - 1) degrees of freedom
/// ```
///
/// so that alpha bounds the probability of one or more false rejections among all pairs. Topics are blocks:
/// the difficulty of a topic that all runs share is not error. The test of independent samples, which many
/// libraries call by the same name, counts it as error and detects hardly any difference in retrieval.
///
/// J. W. Tukey, The problem of multiple comparisons, 1953; for two-way layouts Y. Hochberg and A. C. Tamhane,
/// Multiple comparison procedures, 1987, chapter 3; for runs B. Carterette, Multiple testing in statistical
/// analysis of systems-based information retrieval experiments, ACM TOIS 30(1), 2012.
///
/// With two runs it is the paired t test.
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
}

impl TukeyHsd {
    /// Prepares the test; `None` with one run or one topic, which leave no error to test with.
    pub fn new(scores: &Matrix) -> Option<Self> {
        let (runs, topics) = (scores.rows(), scores.cols());
        if runs < 2 || topics < 2 {
            return None;
        }
        let of_runs = scores.row_means();
        let of_topic = |at: usize| (0..runs).map(|run| scores.row(run)[at]).sum::<f64>() / runs as f64;
        let of_topics: Vec<f64> = (0..topics).map(of_topic).collect();
        let of_all = of_runs.iter().sum::<f64>() / runs as f64;
        let residual = |run: usize, at: usize| scores.row(run)[at] - of_runs[run] - of_topics[at] + of_all;
        let squares: f64 =
            (0..runs).flat_map(|run| (0..topics).map(move |at| residual(run, at).powi(2))).sum();
        let df = (runs - 1) * (topics - 1);
        let standard_error = (squares / df as f64 / topics as f64).sqrt();
        Some(Self { runs, df, standard_error })
    }

    /// Returns the p value of two runs whose means differ by `difference`, adjusted for all pairs. For equal
    /// means it is 1; if no run varies against the others, it is 0 for any other difference.
    ///
    /// # Panics
    /// If the difference is not finite.
    pub fn p(&self, difference: f64) -> f64 {
        assert!(difference.is_finite(), "a difference of {difference}");
        if difference == 0.0 {
            return 1.0;
        }
        studentized_range_p(difference.abs() / self.standard_error, self.runs, self.df)
    }

    /// Returns the half width of the simultaneous intervals: an interval of this on both sides of each
    /// difference is correct for all pairs at once with probability `1 - alpha`.
    ///
    /// # Panics
    /// If `alpha` is not within 0 and 1.
    pub fn half_width(&self, alpha: f64) -> f64 {
        studentized_range_critical(alpha, self.runs, self.df) * self.standard_error
    }
}
