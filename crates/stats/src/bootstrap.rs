//! The two-sided paired bootstrap test, for all pairs of runs or for a list of pairs.
//!
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006, figures 2 and 6, after B. Efron and R.
//! J. Tibshirani, An introduction to the bootstrap, 1993. All pairs use the same samples of the topics.
//!
//! For the sums `S1 = sum w*` and `S2 = sum w*^2` of a sample w* of n topics, the mean is S1 / n and the
//! variance is (n S2 - S1^2) / (n (n - 1)). Hence
//!
//! ```text
//! t(w*)^2 = mean^2 n / variance = S1^2 (n - 1) / (n S2 - S1^2)
//! |t(w*)| >= |t|   <=>   S1^2 (n - 1 + t^2) >= t^2 n S2
//! ```
//!
//! The second line needs no division. It also holds for a sample without variance, which has an infinite |t|:
//! there the left side exceeds the right side by S1^2 (n - 1). If all w in a sample are 0, both sides are 0,
//! and t is 0; the kernel does not count such a sample.

use crate::differences::rounding;
use crate::kernel::{Count, Sums, Table, Threshold};
use crate::required_difference::RequiredDifference;
use crate::tile::{Tile, t_statistic};
use crate::vectors::{LANES, Vectors};
use crate::{Matrix, Resamples, StatsError, pairs};

/// Values of |t| count as equal if they differ by less than this number times the larger of |t| and 1. Scores
/// such as P@10 often give values of t that are equal but differ after rounding. Without this margin the last
/// bit of a sum would decide whether a sample counts.
const TIE_TOLERANCE: f64 = 1e-10;

/// If |t| is larger than this, we compute each sample's t from the values instead of the sums. In a sample
/// without variance the left side of the inequality exceeds the right side only by a share of (n - 1) / t^2,
/// which rounding could hide.
const LARGEST_T_BY_SUMS: f64 = 1e5;

/// A test for pairs of runs, which are rows of a score matrix, on bootstrap samples of the topics.
///
/// ```
/// use rejudge_stats::{Draw, Matrix, PairedBootstrap, Resamples};
/// let scores = Matrix::new(3, 4, vec![
///     0.9, 0.8, 0.6, 0.7, // run 0
///     0.1, 0.2, 0.1, 0.0, // run 1
///     0.9, 0.8, 0.6, 0.7, // run 2, the same as run 0
/// ])?;
/// let resamples = Resamples::draw(1000, 4, &mut Draw::new(1, &["bootstrap"]));
/// let test = PairedBootstrap::new(&scores, &resamples)?;
/// let asl = test.asl(); // pairs (0, 1), (0, 2), (1, 2)
/// assert!(asl[0] < 0.05 && asl[1] == 1.0 && asl[2] == asl[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairedBootstrap<'a> {
    scores: &'a Matrix,
    resamples: &'a Resamples,
}

impl<'a> PairedBootstrap<'a> {
    /// Creates the test from scores (runs by topics) and samples.
    ///
    /// # Errors
    /// If scores and samples have different numbers of topics, or there is only one topic.
    pub fn new(scores: &'a Matrix, resamples: &'a Resamples) -> Result<Self, StatsError> {
        if scores.cols() != resamples.topics() {
            return Err(StatsError::topics(scores.cols(), resamples.topics()));
        }
        if scores.cols() < 2 {
            return Err(StatsError::one_topic());
        }
        Ok(Self { scores, resamples })
    }

    /// Returns the achieved significance level of each pair, in the order of [`pairs`]:
    ///
    /// ```text
    /// z = x - y    t(z) = mean(z) / (sd(z) / sqrt n)    w = z - mean(z)
    /// ASL = |{b : |t(w*b)| >= |t(z)|}| / B
    /// ```
    ///
    /// sd is computed with n - 1. If all w in a sample are equal, |t| is 0 if they are 0, and infinite
    /// otherwise. If all differences z are equal, ASL is 0, or 1 if they are all 0 (identical runs). Rounding
    /// errors do not count. Let r be 1e-12 times the largest |score| of the two runs: the z are all equal if
    /// they differ by at most r, they are all 0 if no |z| is larger than r, and a w is 0 if |w| is at most r.
    /// Values of |t| that agree to 1e-10 are equal.
    pub fn asl(&self) -> Vec<f64> {
        self.asl_of(&self.all_pairs())
    }

    /// Returns the achieved significance level of each of these pairs of rows, like [`asl`](Self::asl).
    ///
    /// ```
    /// use rejudge_stats::{Matrix, PairedBootstrap, Resamples};
    /// // w = (2, -2): only the second sample reaches |t| = 1, because it has no variance.
    /// let scores = Matrix::new(2, 2, vec![1.0, 5.0, 1.0, 1.0])?;
    /// let resamples = Resamples::from_counts(2, vec![1, 1, 2, 0])?;
    /// let test = PairedBootstrap::new(&scores, &resamples)?;
    /// assert_eq!(test.asl_of(&[(1, 0), (0, 0)]), [0.5, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a row does not exist.
    pub fn asl_of(&self, pairs: &[(usize, usize)]) -> Vec<f64> {
        self.test_pairs(pairs, None)
    }

    /// Returns an estimate of the difference of means that is required for significance at level `alpha`. For each pair
    /// we take |mean(w*b)| of the sample with the (B alpha)-th largest |t(w*b)|; the result is the maximum over all
    /// pairs, significant or not. B alpha is rounded to the nearest integer. Among samples with equal |t| the earlier
    /// one comes first. Returns `None` if there is no pair, or B alpha rounds to 0 or to more than B.
    ///
    /// ```
    /// use rejudge_stats::{Matrix, PairedBootstrap, Resamples};
    /// // z = (0, 4), w = (-2, 2): the second sample has no variance, so its t is the largest.
    /// let scores = Matrix::new(2, 2, vec![1.0, 5.0, 1.0, 1.0])?;
    /// let resamples = Resamples::from_counts(2, vec![1, 1, 2, 0])?;
    /// let test = PairedBootstrap::new(&scores, &resamples)?;
    /// assert_eq!(test.required_difference(0.5), Some(2.0));
    /// assert_eq!(test.required_difference(1.0), Some(0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn required_difference(&self, alpha: f64) -> Option<f64> {
        self.asl_and_required_difference_of(&self.all_pairs(), alpha).1
    }

    /// Returns [`asl_of`](Self::asl_of) and [`required_difference`](Self::required_difference) for these pairs, but
    /// sums each sample only once. If you split the pairs into several lists, take the largest of the required
    /// differences.
    ///
    /// ```
    /// use rejudge_stats::{Matrix, PairedBootstrap, Resamples};
    /// let scores = Matrix::new(3, 2, vec![1.0, 5.0, 1.0, 1.0, 2.0, 1.0])?;
    /// let resamples = Resamples::from_counts(2, vec![1, 1, 2, 0])?;
    /// let test = PairedBootstrap::new(&scores, &resamples)?;
    /// assert_eq!(test.asl_and_required_difference_of(&[(0, 1)], 0.5), (vec![0.5], Some(2.0)));
    /// assert_eq!(test.asl_and_required_difference_of(&[(1, 2)], 0.5), (vec![0.5], Some(0.5)));
    /// assert_eq!(test.required_difference(0.5), Some(2.5)); // from the pair (0, 2)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a row does not exist.
    pub fn asl_and_required_difference_of(
        &self,
        pairs: &[(usize, usize)],
        alpha: f64,
    ) -> (Vec<f64>, Option<f64>) {
        let mut required = RequiredDifference::new(self.resamples, alpha);
        (self.test_pairs(pairs, required.as_mut()), required.and_then(RequiredDifference::largest))
    }

    fn all_pairs(&self) -> Vec<(usize, usize)> {
        pairs(self.scores.rows()).collect()
    }

    /// Computes the significance level of each pair, eight pairs at a time, and adds the pairs to `required`
    /// if it is given.
    fn test_pairs(
        &self,
        pairs: &[(usize, usize)],
        mut required: Option<&mut RequiredDifference<'_>>,
    ) -> Vec<f64> {
        let (n, samples) = (self.scores.cols() as f64, self.resamples.samples());
        let vectors = Vectors::widest();
        let mut tile = Tile::new(self.scores.cols());
        let mut table = Table::default();
        let mut sums = vec![Sums::ZERO; if required.is_some() { samples } else { 0 }];
        let mut asl = Vec::with_capacity(pairs.len());
        let roundings: Vec<f64> = (0..self.scores.rows()).map(|row| rounding(self.scores.row(row))).collect();
        for pairs in pairs.chunks(LANES) {
            let rows = |&(x, y): &(usize, usize)| {
                (self.scores.row(x), self.scores.row(y), roundings[x].max(roundings[y]))
            };
            tile.fill(vectors, pairs.iter().map(rows));
            let t = tile.t.map(|t| t - TIE_TOLERANCE * t.max(1.0));
            let threshold = Threshold { left: t.map(|t| n - 1.0 + t * t), right: t.map(|t| t * t * n) };
            let counts = vectors.run(Count {
                centred: &tile.centred,
                table: &mut table,
                resamples: self.resamples,
                threshold: &threshold,
                sums: required.is_some().then_some(&mut sums),
            });
            asl.extend((0..pairs.len()).map(|lane| match t[lane] {
                t if t <= 0.0 => 1.0,
                t if t > LARGEST_T_BY_SUMS => {
                    self.count_by_values(&tile.lane(lane), t) as f64 / samples as f64
                }
                _ => counts[lane] / samples as f64,
            }));
            if let Some(required) = &mut required {
                required.add(&tile, pairs.len(), &sums);
            }
        }
        asl
    }

    /// Counts the samples with a |t(w*)| of at least `threshold`, computed from the values.
    fn count_by_values(&self, w: &[f64], threshold: f64) -> usize {
        let samples = 0..self.resamples.samples();
        samples.filter(|&sample| t_statistic(w, self.resamples.counts(sample)) >= threshold).count()
    }
}
