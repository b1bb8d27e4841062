//! Tukey's test of honestly significant differences by randomisation, which does not assume a distribution of the
//! scores.

use crate::Draw;

use crate::Matrix;

/// Sums of scores are equal if they differ by at most this share of the sum of all absolute scores, as in the
/// randomisation test.
const TIE_TOLERANCE: f64 = 1e-12;

/// The randomised Tukey HSD test of all pairs of k runs over n topics (B. Carterette, Multiple testing in statistical
/// analysis of systems-based information retrieval experiments, ACM TOIS 30(1), 2012). If the runs do not differ, every
/// order of a topic's scores is equally likely. For b = 1 .. B:
///
/// ```text
/// each topic's k scores are put in a random order, independently of other topics
/// range_b = the largest mean of a run minus the smallest
/// p_ii' = (|{b : range_b >= |mean_i - mean_i'|}| + 1) / (B + 1)
/// ```
///
/// We count the observed order as one more sample, so that p is never 0, as in
/// [`randomisation_test`](crate::randomisation_test). The paper does not count it, which changes p by at most 1 / (B +
/// 1).
///
/// ```
/// use rejudge_stats::{Draw, Matrix, RandomisedTukey};
/// let scores = Matrix::new(3, 2, vec![1.0, 1.0, 0.5, 0.5, 0.5, 0.5])?;
/// let tukey = RandomisedTukey::draw(&scores, 999, &mut Draw::new(1, &["tukey"]));
/// // In a third of the orders the same run gets the best scores of both topics.
/// assert!((tukey.p(0.5) - 1.0 / 3.0).abs() < 0.05);
/// assert_eq!(tukey.p(0.0), 1.0);
/// # Ok::<(), rejudge_stats::StatsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RandomisedTukey {
    /// The range of the means in each random order, sorted.
    ranges: Vec<f64>,
    /// Ranges are equal if they differ by at most this.
    tie: f64,
}

impl RandomisedTukey {
    /// Puts the scores of each topic in `samples` random orders. Matrices of the same shape get the same
    /// orders if their `draw` has the same seed, so different measures can share the orders.
    ///
    /// # Panics
    /// If there is no run, or `samples` is 0.
    pub fn draw(scores: &Matrix, samples: usize, draw: &mut Draw) -> Self {
        let (runs, topics) = (scores.rows(), scores.cols());
        assert!(
            runs > 0 && samples > 0,
            "found {runs} runs and {samples} samples, expected at least 1 of each"
        );
        let mut order: Vec<usize> = (0..runs).collect();
        let mut sums = vec![0.0; runs];
        let mut range = || {
            sums.fill(0.0);
            for topic in 0..topics {
                draw.shuffle(&mut order);
                for (sum, &run) in sums.iter_mut().zip(&order) {
                    *sum += scores.row(run)[topic];
                }
            }
            let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let smallest = sums.iter().copied().fold(f64::INFINITY, f64::min);
            (largest - smallest) / topics as f64
        };
        let mut ranges: Vec<f64> = (0..samples).map(|_| range()).collect();
        ranges.sort_by(f64::total_cmp);
        let scores: f64 = (0..runs).flat_map(|run| scores.row(run)).map(|score| score.abs()).sum();
        Self { ranges, tie: TIE_TOLERANCE * scores / topics as f64 }
    }

    /// Returns the p value of two runs with means that differ by `difference`, adjusted for all pairs.
    ///
    /// # Panics
    /// If the difference is not a number.
    pub fn p(&self, difference: f64) -> f64 {
        assert!(!difference.is_nan(), "the difference is not a number");
        let threshold = difference.abs() - self.tie;
        let below = self.ranges.partition_point(|&range| range < threshold);
        (self.ranges.len() - below + 1) as f64 / (self.ranges.len() + 1) as f64
    }

    /// Returns the half width of simultaneous intervals: if you extend each difference by this on both sides,
    /// all intervals are correct at once with probability `1 - alpha`. It is the smallest drawn range that
    /// has a [`p`](Self::p) of at most `alpha`, or the largest drawn range if none has.
    pub fn half_width(&self, alpha: f64) -> f64 {
        let first = self.ranges.partition_point(|&range| self.p(range) > alpha);
        self.ranges[first.min(self.ranges.len() - 1)]
    }
}
