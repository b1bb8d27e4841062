//! The largest error that chance can cause in the difference between two runs, over all pairs of runs and over each
//! run's pairs.
//!
//! We imitate errors by flipping the sign of all differences on random topics: the wild bootstrap of R. Y.
//! Liu, Bootstrap procedures under some non-i.i.d. models, Annals of Statistics 16(4), 1988, with the signs
//! of R. Davidson and E. Flachaire, The wild bootstrap, tamed at last, Journal of Econometrics 146(1), 2008.
//! All pairs use the same signs, so that the largest error takes the correlation between pairs into account.
//! This is the maximum t method of J. P. Romano and M. Wolf, Exact and approximate stepdown methods for
//! multiple hypothesis testing, JASA 100, 2005; B. Carterette, Multiple testing in statistical analysis of
//! systems-based information retrieval experiments, TOIS 30(1), 2012, applies such a method to runs.
//!
//! The alternative would be to draw topics with replacement. If two runs differ on few topics, some samples
//! would lack these topics. The t of the two runs, and with it the largest t, would be infinite on such a
//! sample. Flipping signs keeps every topic in the sample.

use crate::differences::rounding;
use crate::vectors::{Kernel, LANES, Lanes, Register, Vectors};
use crate::{Matrix, SignFlips};

/// The largest errors under each assignment of signs. Each error is a u; [`t_from_u`](Self::t_from_u)
/// converts it to a t.
pub(crate) struct LargestErrors {
    /// For each assignment, the largest error of any pair.
    pub(crate) over_all_pairs: Vec<f64>,
    /// For each run, the largest errors of other runs' leads over this run: two for each assignment, under
    /// the assignment and under its opposite.
    by_run: Vec<f64>,
    topics: usize,
}

impl LargestErrors {
    /// Computes the largest u, where w are the centred differences of two runs and e the signs of the topics:
    ///
    /// ```text
    /// u = sum e w / sqrt(sum w^2)        t = u sqrt(n - 1) / sqrt(n - u^2)
    /// ```
    ///
    /// t is Student's t of the products `e w`. It grows with u, so we compare values of u and convert only the few that
    /// become critical values. If all differences of two runs are equal, u is 0.
    pub(crate) fn new(scores: &Matrix, flips: &SignFlips) -> Self {
        let blocks = scores.rows().div_ceil(LANES);
        let (centred, inverse) = (centred(scores, blocks), inverse_roots(scores, blocks));
        let samples = flips.samples();
        let mut errors = Self {
            over_all_pairs: Vec::with_capacity(samples),
            by_run: vec![0.0; 2 * samples * scores.rows()],
            topics: scores.cols(),
        };
        Vectors::widest().run(Samples {
            centred: &centred,
            inverse: &inverse,
            blocks,
            flips,
            errors: &mut errors,
        });
        errors
    }

    /// Returns the largest error of other runs' leads over `run`, under each assignment and under its
    /// opposite.
    pub(crate) fn for_run(&self, run: usize) -> &[f64] {
        let assignments = 2 * self.over_all_pairs.len();
        &self.by_run[run * assignments..][..assignments]
    }

    /// Converts a u to a t.
    pub(crate) fn t_from_u(&self, u: f64) -> f64 {
        let n = self.topics as f64;
        u * (n - 1.0).sqrt() / (n - u * u).max(f64::MIN_POSITIVE).sqrt()
    }
}

/// Computes the errors under every assignment of signs, for several runs at a time.
struct Samples<'a> {
    centred: &'a [Lanes],
    inverse: &'a [Lanes],
    blocks: usize,
    flips: &'a SignFlips,
    errors: &'a mut LargestErrors,
}

impl Kernel for Samples<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Register>(self) {
        let Self { centred, inverse, blocks, flips, errors } = self;
        let (samples, mut sums) = (flips.samples(), vec![[0.0; LANES]; blocks]);
        let runs = errors.by_run.len() / (2 * samples);
        for sample in 0..samples {
            sums.fill([0.0; LANES]);
            for (topic, row) in centred.chunks_exact(blocks).enumerate() {
                let sign = R::splat(if flips.flips(sample, topic) { -1.0 } else { 1.0 });
                for (sums, row) in sums.iter_mut().zip(row) {
                    R::load(sums).add(sign.mul(R::load(row))).store(sums);
                }
            }
            let mut largest = 0.0_f64;
            for (block, inverse) in inverse.chunks_exact(runs).enumerate() {
                let [behind, ahead] = extremes::<R>(&sums, &sums[block], inverse);
                for (lane, run) in (block * LANES..runs.min((block + 1) * LANES)).enumerate() {
                    errors.by_run[2 * (run * samples + sample)] = ahead[lane];
                    errors.by_run[2 * (run * samples + sample) + 1] = -behind[lane];
                    largest = largest.max(ahead[lane]);
                }
            }
            errors.over_all_pairs.push(largest);
        }
    }
}

/// Returns, for each run of a block, the least and the largest `(sum - block_sum) * inverse` over all runs. A run
/// compared with itself gives 0. Even and odd runs have their own minimum and maximum, because a chain of comparisons
/// is slow: each comparison waits for the one before it.
#[inline(always)]
fn extremes<R: Register>(sums: &[Lanes], block_sums: &Lanes, inverse: &[Lanes]) -> [Lanes; 2] {
    let (block_sums, zero) = (R::load(block_sums), R::splat(0.0));
    let (mut min, mut max, mut odd_min, mut odd_max) = (zero, zero, zero, zero);
    for (sums, inverse) in sums.as_flattened().chunks_exact(2).zip(inverse.chunks(2)) {
        let u = R::splat(sums[0]).sub(block_sums).mul(R::load(&inverse[0]));
        min = u.if_less(min, u, min);
        max = max.if_less(u, u, max);
        let Some(inverse) = inverse.get(1) else { continue };
        let u = R::splat(sums[1]).sub(block_sums).mul(R::load(inverse));
        odd_min = u.if_less(odd_min, u, odd_min);
        odd_max = odd_max.if_less(u, u, odd_max);
    }
    let mut ends = [[0.0; LANES]; 2];
    min.if_less(odd_min, min, odd_min).store(&mut ends[0]);
    max.if_less(odd_max, odd_max, max).store(&mut ends[1]);
    ends
}

/// Returns the scores minus each run's mean, with a row for each topic.
fn centred(scores: &Matrix, blocks: usize) -> Vec<Lanes> {
    let mut centred = vec![[0.0; LANES]; blocks * scores.cols()];
    for (run, mean) in scores.row_means().into_iter().enumerate() {
        for (topic, score) in scores.row(run).iter().enumerate() {
            centred[topic * blocks + run / LANES][run % LANES] = score - mean;
        }
    }
    centred
}

/// Returns, for each pair of runs, 1 divided by the root of the sum of squared centred differences, or 0 if all
/// differences are equal. Each block of runs has a row for every run. The padding after the last run is 0.
fn inverse_roots(scores: &Matrix, blocks: usize) -> Vec<Lanes> {
    let runs = scores.rows();
    let mut inverse = vec![[0.0; LANES]; blocks * runs];
    for (first, second) in crate::pairs(runs) {
        if let Some(root) = root_of_squares(scores.row(first), scores.row(second)) {
            inverse[first / LANES * runs + second][first % LANES] = root.recip();
            inverse[second / LANES * runs + first][second % LANES] = root.recip();
        }
    }
    inverse
}

/// Returns the root of the sum of squared centred differences, or `None` if all differences are equal up to rounding.
pub(crate) fn root_of_squares(x: &[f64], y: &[f64]) -> Option<f64> {
    let n = x.len() as f64;
    let mean = x.iter().zip(y).map(|(x, y)| x - y).sum::<f64>() / n;
    let squares: f64 = x.iter().zip(y).map(|(x, y)| (x - y - mean).powi(2)).sum();
    (squares.sqrt() > rounding(x.iter().chain(y)) * n.sqrt()).then(|| squares.sqrt())
}
