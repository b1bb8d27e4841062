//! The difference of means that makes any pair significant by the bootstrap test.
//!
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006, figure 6.
//!
//! A pair's difference is the |mean| of the sample at a fixed place when the samples are sorted by descending
//! |t|. We need only the largest difference over all pairs, so we can skip most pairs without sorting. Let t0
//! be the least |t| of the samples with a |mean| above the largest difference so far. If too few samples have
//! |t| >= t0 to reach the place, the sample at the place has a |t| below t0. Its |mean| is then at most the
//! largest difference so far, and the pair cannot raise the maximum.

use crate::Resamples;
use crate::kernel::Sums;
use crate::tile::{Tile, mean, t_statistic};
use crate::vectors::{Kernel, LANES, Lanes, Register, Vectors};

/// The search for the required difference over the pairs, which come in tiles.
pub(crate) struct RequiredDifference<'a> {
    resamples: &'a Resamples,
    /// The place of the sample that gives a pair's difference, counted from 0 by descending |t|.
    place: usize,
    largest: Option<f64>,
    /// t(w*)^2 for each sample and lane. It is NaN if the sums lost too many digits, and must then be computed from the
    /// values.
    squares: Vec<Lanes>,
    by_t: Vec<(f64, usize)>,
}

impl<'a> RequiredDifference<'a> {
    /// Creates a search without pairs. Returns `None` if B alpha rounds to 0 or to more than B.
    pub(crate) fn new(resamples: &'a Resamples, alpha: f64) -> Option<Self> {
        let samples = resamples.samples();
        let place = (samples as f64 * alpha).round();
        (1.0..=samples as f64).contains(&place).then(|| Self {
            resamples,
            place: place as usize - 1,
            largest: None,
            squares: vec![[0.0; LANES]; samples],
            by_t: Vec::with_capacity(samples),
        })
    }

    /// Returns the largest difference so far, or `None` if there was no pair.
    pub(crate) fn largest(self) -> Option<f64> {
        self.largest
    }

    /// Adds the first `filled` pairs of a tile, given the sums of each sample.
    pub(crate) fn add(&mut self, tile: &Tile, filled: usize, sums: &[Sums]) {
        let n = self.resamples.topics() as f64;
        let largest = self.largest.unwrap_or(f64::NEG_INFINITY);
        // The kernel's sum and `mean` may round differently, so we subtract more than the largest rounding error of
        // both sums of n terms (N. J. Higham, Accuracy and stability of numerical algorithms, 2002, section 4.2).
        let rounding = |term: f64| 4.0 * n * n * f64::EPSILON * term;
        let largest_term =
            |lane: usize| tile.centred.iter().fold(0.0, |largest: f64, w| largest.max(w[lane].abs()));
        let beyond: Lanes = std::array::from_fn(|lane| n * largest - rounding(largest_term(lane)));
        let candidates =
            Vectors::widest().run(CountCandidates { sums, beyond: &beyond, n, squares: &mut self.squares });
        for lane in (0..filled).filter(|&lane| candidates[lane] > self.place as f64) {
            let w = tile.lane(lane);
            let square = |(square, sample): (&Lanes, usize)| match square[lane] {
                square if square.is_nan() => {
                    let t = t_statistic(&w, self.resamples.counts(sample));
                    (t * t, sample)
                }
                square => (square, sample),
            };
            self.by_t.clear();
            self.by_t.extend(self.squares.iter().zip(0..).map(square));
            let larger_first = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
            let (_, &mut (_, sample), _) = self.by_t.select_nth_unstable_by(self.place, larger_first);
            let difference = mean(&w, self.resamples.counts(sample)).abs();
            self.largest = Some(self.largest.map_or(difference, |largest| largest.max(difference)));
        }
    }
}

/// For each lane, finds the smallest t^2 of the samples with |S1| above `beyond`, and counts the samples that have at
/// least this t^2. The count is 0 if no sample has |S1| above `beyond`. A t^2 of NaN is unknown: we take it as 0
/// when we search for the smallest t^2, and we always count its sample.
struct CountCandidates<'a> {
    sums: &'a [Sums],
    beyond: &'a Lanes,
    n: f64,
    squares: &'a mut [Lanes],
}

impl Kernel for CountCandidates<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn run<R: Register>(self) -> Lanes {
        let [zero, one, infinite, unknown] = [0.0, 1.0, f64::INFINITY, f64::NAN].map(R::splat);
        let [n, df, share] = [self.n, self.n - 1.0, 1e-3].map(R::splat);
        let beyond = R::load(self.beyond);
        let mut least = infinite;
        for (sums, square) in self.sums.iter().zip(self.squares.iter_mut()) {
            let first = R::load(&sums.first);
            let (squared, scaled) = (first.mul(first), n.mul(R::load(&sums.second)));
            let spread = scaled.sub(squared);
            let t = squared.mul(df).div(spread);
            // If the spread is small compared with the sums that we subtract, its digits are lost.
            let digits = share.mul(scaled);
            digits.if_at_least(spread, unknown, t).store(square);
            let lowest = digits.if_at_least(spread, zero, t);
            let size = first.if_less(zero, zero.sub(first), first);
            let candidate = beyond.if_at_least(size, infinite, lowest);
            least = candidate.if_less(least, candidate, least);
        }
        let mut count = zero;
        for square in self.squares.iter() {
            count = count.add(R::load(square).if_less(least, zero, one));
        }
        let mut out = [0.0; LANES];
        least.if_at_least(infinite, zero, count).store(&mut out);
        out
    }
}
