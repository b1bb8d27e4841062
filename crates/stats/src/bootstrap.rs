//! The paired two-sided bootstrap test of all pairs of runs.
//!
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006, figures 2 and 6, after
//! B. Efron and R. J. Tibshirani, An introduction to the bootstrap, 1993. Every pair sees the same
//! samples.
//!
//! For the sums `S1 = sum w*` and `S2 = sum w*^2` of a sample w* of n topics, mean(w*) is S1 / n and
//! the variance (n S2 - S1^2) / (n (n - 1)). Hence
//!
//! ```text
//! t(w*)^2 = mean^2 n / variance = S1^2 (n - 1) / (n S2 - S1^2)
//! |t(w*)| >= |t|   <=>   S1^2 (n - 1 + t^2) >= t^2 n S2
//! ```
//!
//! where the second line needs no division, and holds for a sample without variance as well, whose
//! |t| is infinite (the left side exceeds the right by S1^2 (n - 1)), unless all its w are 0.

use crate::kernel::{LANES, Lanes, Table};
use crate::{Matrix, PairedTestError, Resamples, pairs};

/// Values of |t| that differ by less than this, relatively or below 1 absolutely, count as equal.
/// Scores such as P@10 make equal values of t that rounding drives apart; without this margin the
/// last bit of a sum would decide whether they count.
const TIE: f64 = 1e-10;

/// Above this |t| a pair is judged sample by sample from its values: the sums of a sample without
/// variance exceed the threshold by a relative (n - 1) / t^2, which rounding must not hide.
const CONSTANT: f64 = 1e5;

/// The test of all pairs of rows (runs) of a score matrix, on given topic samples.
///
/// ```
/// use rejudge_draws::Draw;
/// use rejudge_stats::{Matrix, PairedBootstrap, Resamples};
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

/// What the test of up to eight pairs starts from.
struct Tile {
    /// `w = z - mean(z)`, topic by topic; lanes without a pair hold 0 or an earlier pair.
    centred: Vec<Lanes>,
    /// `|t(z)|`.
    t: Lanes,
}

impl<'a> PairedBootstrap<'a> {
    /// Puts scores (run x topic) and samples together.
    ///
    /// # Errors
    /// When their numbers of topics differ, or there is only one topic.
    pub fn new(scores: &'a Matrix, resamples: &'a Resamples) -> Result<Self, PairedTestError> {
        if scores.cols() != resamples.topics() {
            return Err(PairedTestError::Topics { scores: scores.cols(), samples: resamples.topics() });
        }
        if scores.cols() < 2 {
            return Err(PairedTestError::OneTopic);
        }
        Ok(Self { scores, resamples })
    }

    /// The achieved significance level of each pair, in the order of [`pairs`]:
    ///
    /// ```text
    /// z = x - y    t(z) = mean(z) / (sd(z) / sqrt n)    w = z - mean(z)
    /// ASL = |{b : |t(w*b)| >= |t(z)|}| / B
    /// ```
    ///
    /// sd is taken with n - 1. A sample whose w are all equal has t = 0 if they are 0, else infinite
    /// t; that is detected from the values, not from sums. So are constant differences z: ASL = 0,
    /// but 1 if they are all 0 (identical runs). Values of |t| that agree to 1e-10 count as equal.
    pub fn asl(&self) -> Vec<f64> {
        self.asl_of(&self.all_pairs())
    }

    /// The achieved significance level of each of these pairs of rows, as [`asl`](Self::asl) has it.
    ///
    /// ```
    /// use rejudge_stats::{Matrix, PairedBootstrap, Resamples};
    /// // w = (2, -2): of the samples only the second reaches |t| = 1, having no variance.
    /// let scores = Matrix::new(2, 2, vec![1.0, 5.0, 1.0, 1.0])?;
    /// let resamples = Resamples::from_counts(2, vec![1, 1, 2, 0])?;
    /// let test = PairedBootstrap::new(&scores, &resamples)?;
    /// assert_eq!(test.asl_of(&[(1, 0), (0, 0)]), [0.5, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When there is no such row.
    pub fn asl_of(&self, pairs: &[(usize, usize)]) -> Vec<f64> {
        let n = self.scores.cols() as f64;
        let samples = self.resamples.samples() as f64;
        let mut asl = Vec::with_capacity(pairs.len());
        self.for_each_tile(pairs, |tile, table, filled| {
            let threshold = tile.t.map(|t| t - TIE * t.max(1.0));
            let left = threshold.map(|t| n - 1.0 + t * t);
            let right = threshold.map(|t| t * t * n);
            let counts = table.count(self.resamples.terms(), &left, &right);
            asl.extend((0..filled).map(|lane| match threshold[lane] {
                t if t <= 0.0 => 1.0,
                t if t > CONSTANT => self.count_by_values(&tile.lane(lane), t) as f64 / samples,
                _ => counts[lane] as f64 / samples,
            }));
        });
        asl
    }

    /// The estimated difference required for significance at level `alpha`: for each pair the
    /// |mean(w*b)| of the sample with the (B alpha)-th largest |t(w*b)|, and of these the maximum over
    /// all pairs, significant or not. B alpha is rounded to the nearest integer; of samples with equal
    /// |t| the earlier comes first; infinite t is the largest. `None` when there is no pair or
    /// B alpha rounds to 0 or to more than B.
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
        let samples = self.resamples.samples();
        let place = (samples as f64 * alpha).round();
        if !(1.0..=samples as f64).contains(&place) {
            return None;
        }
        let mut required: Option<f64> = None;
        let mut by_t: Vec<(f64, usize)> = Vec::with_capacity(samples);
        self.for_each_tile(&self.all_pairs(), |tile, table, filled| {
            let squares = self.squared_t(tile, table);
            for lane in 0..filled {
                by_t.clear();
                by_t.extend(squares.iter().map(|square| square[lane]).zip(0..));
                let larger_first =
                    |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
                let (_, &mut (_, sample), _) = by_t.select_nth_unstable_by(place as usize - 1, larger_first);
                let difference = mean(&tile.lane(lane), self.resamples.counts(sample)).abs();
                required = Some(required.map_or(difference, |largest| largest.max(difference)));
            }
        });
        required
    }

    /// All pairs of rows.
    fn all_pairs(&self) -> Vec<(usize, usize)> {
        pairs(self.scores.rows()).collect()
    }

    /// Calls `visit` with eight pairs at a time, their table, and how many of the lanes hold a pair.
    fn for_each_tile(&self, pairs: &[(usize, usize)], mut visit: impl FnMut(&Tile, &Table, usize)) {
        let mut tile = Tile { centred: vec![[0.0; LANES]; self.scores.cols()], t: [0.0; LANES] };
        let mut table = Table::default();
        for pairs in pairs.chunks(LANES) {
            for (lane, &(x, y)) in pairs.iter().enumerate() {
                tile.set(lane, self.scores.row(x), self.scores.row(y));
            }
            table.fill(&tile.centred, self.resamples.most());
            visit(&tile, &table, pairs.len());
        }
    }

    /// In how many samples |t(w*)| exceeds the threshold, each computed from the values.
    fn count_by_values(&self, w: &[f64], threshold: f64) -> usize {
        let samples = 0..self.resamples.samples();
        samples.filter(|&sample| t_statistic(w, self.resamples.counts(sample)) >= threshold).count()
    }

    /// t(w*)^2 of every sample and lane.
    fn squared_t(&self, tile: &Tile, table: &Table) -> Vec<Lanes> {
        let n = self.scores.cols() as f64;
        let of_sample = |(sample, terms)| {
            let sums = table.sums(terms);
            std::array::from_fn(|lane| {
                let (square, scaled) = (sums.first[lane] * sums.first[lane], n * sums.second[lane]);
                let spread = scaled - square;
                // A small difference of large sums has lost its digits.
                if spread > 1e-3 * scaled {
                    return square * (n - 1.0) / spread;
                }
                let t = t_statistic(&tile.lane(lane), self.resamples.counts(sample));
                t * t
            })
        };
        self.resamples.terms().enumerate().map(of_sample).collect()
    }
}

impl Tile {
    /// Puts the pair of rows `x`, `y` into `lane`.
    fn set(&mut self, lane: usize, x: &[f64], y: &[f64]) {
        let n = x.len() as f64;
        let z = || x.iter().zip(y).map(|(x, y)| x - y);
        let first = x[0] - y[0];
        let constant = z().all(|z| z == first);
        // The rounded mean of a constant need not be that constant.
        let mean = if constant { first } else { z().sum::<f64>() / n };
        let mut squares = 0.0;
        for (slot, z) in self.centred.iter_mut().zip(z()) {
            let w = z - mean;
            slot[lane] = w;
            squares += w * w;
        }
        self.t[lane] = if mean == 0.0 { 0.0 } else { mean.abs() / (squares / (n - 1.0) / n).sqrt() };
    }

    /// The centred differences of one pair.
    fn lane(&self, lane: usize) -> Vec<f64> {
        self.centred.iter().map(|w| w[lane]).collect()
    }
}

/// Mean of the sample that holds `w[i]` `counts[i]` times.
fn mean(w: &[f64], counts: &[u32]) -> f64 {
    let sum: f64 = w.iter().zip(counts).map(|(w, &times)| f64::from(times) * w).sum();
    sum / w.len() as f64
}

/// |t| of the sample that holds `w[i]` `counts[i]` times, from its definition. If all drawn w are
/// equal: 0 if they are 0, else infinite.
fn t_statistic(w: &[f64], counts: &[u32]) -> f64 {
    let drawn = || w.iter().zip(counts).filter(|&(_, &times)| times > 0);
    let first = drawn().next().map_or(0.0, |(&w, _)| w);
    if drawn().all(|(&w, _)| w == first) {
        return if first == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let (n, mean) = (w.len() as f64, mean(w, counts));
    let squares: f64 = drawn().map(|(w, &times)| f64::from(times) * (w - mean) * (w - mean)).sum();
    mean.abs() / (squares / (n - 1.0) / n).sqrt()
}
