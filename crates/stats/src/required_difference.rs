//! The difference of means that a bootstrap test would call significant, over all pairs.
//!
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006, figure 6.
//!
//! Only the largest difference over all pairs is needed, so that most pairs need no exact sample: if fewer
//! samples than the place have a |mean| beyond the largest difference so far or a |t| equal to that of such a
//! sample, the sample in that place is not one of them.

use crate::Resamples;
use crate::kernel::Sums;
use crate::tile::{Tile, mean, t_statistic};
use crate::vectors::{Kernel, LANES, Lanes, Register, Vectors};

/// The search for it, to which tiles are shown one after the other.
pub(crate) struct RequiredDifference<'a> {
    resamples: &'a Resamples,
    /// The place among the samples by descending |t|, from 0, at which the difference is read.
    place: usize,
    largest: Option<f64>,
    /// t(w*)^2 by sample and lane; NaN if the sums do not determine it.
    squares: Vec<Lanes>,
    by_t: Vec<(f64, usize)>,
}

impl<'a> RequiredDifference<'a> {
    /// Starts without any pair. Returns `None` if B alpha rounds to 0 or to more than B.
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

    /// Returns the largest difference of the pairs seen; `None` if there was none.
    pub(crate) fn found(self) -> Option<f64> {
        self.largest
    }

    /// Looks at the first `filled` pairs of a tile, whose samples have these sums.
    pub(crate) fn see(&mut self, tile: &Tile, filled: usize, sums: &[Sums]) {
        let n = self.resamples.topics() as f64;
        let largest = self.largest.unwrap_or(f64::NEG_INFINITY);
        // Twice the bound on the rounding error of a sum of n terms (N. J. Higham, Accuracy and stability of
        // numerical algorithms, 2002, section 4.2), because `mean` may round differently.
        let rounding = |most: f64| 4.0 * n * n * f64::EPSILON * most;
        let most = |lane: usize| tile.centred.iter().fold(0.0, |most: f64, w| most.max(w[lane].abs()));
        let beyond: Lanes = std::array::from_fn(|lane| n * largest - rounding(most(lane)));
        let alike = Vectors::widest().run(Alike { sums, beyond: &beyond, n, squares: &mut self.squares });
        for lane in (0..filled).filter(|&lane| alike[lane] > self.place as f64) {
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

/// For each lane, counts the samples whose t^2 is at least the least of those whose |S1| is beyond a limit: 0
/// if there are none. A t^2 that the sums do not determine may have any value.
struct Alike<'a> {
    sums: &'a [Sums],
    beyond: &'a Lanes,
    n: f64,
    squares: &'a mut [Lanes],
}

impl Kernel for Alike<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn run<R: Register>(self) -> Lanes {
        let [none, one, infinite, unknown] = [0.0, 1.0, f64::INFINITY, f64::NAN].map(R::splat);
        let [n, df, share] = [self.n, self.n - 1.0, 1e-3].map(R::splat);
        let beyond = R::load(self.beyond);
        let mut least = infinite;
        for (sums, square) in self.sums.iter().zip(self.squares.iter_mut()) {
            let first = R::load(&sums.first);
            let (squared, scaled) = (first.mul(first), n.mul(R::load(&sums.second)));
            let spread = scaled.sub(squared);
            let t = squared.mul(df).div(spread);
            // A small difference of large sums has lost its digits.
            let digits = share.mul(scaled);
            digits.if_at_least(spread, unknown, t).store(square);
            let lowest = digits.if_at_least(spread, none, t);
            let size = first.if_less(none, none.sub(first), first);
            let candidate = beyond.if_at_least(size, infinite, lowest);
            least = candidate.if_less(least, candidate, least);
        }
        let mut alike = none;
        for square in self.squares.iter() {
            alike = alike.add(R::load(square).if_less(least, none, one));
        }
        let mut out = [0.0; LANES];
        least.if_at_least(infinite, none, alike).store(&mut out);
        out
    }
}
