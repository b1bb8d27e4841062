//! The input of the bootstrap kernel: the differences of up to eight pairs of runs.

use crate::differences::constant;
use crate::vectors::{Kernel, LANES, Lanes, Register, Vectors};

/// The centred differences of up to eight pairs, and their t.
pub(crate) struct Tile {
    /// `w = z - mean(z)`, topic by topic. A w that is only a rounding error is set to 0, because otherwise a
    /// sample that contains only such topics could have a huge or infinite t. Lanes without a pair contain 0
    /// or an earlier pair.
    pub(crate) centred: Vec<Lanes>,
    /// `|t(z)|`.
    pub(crate) t: Lanes,
}

impl Tile {
    pub(crate) fn new(topics: usize) -> Self {
        Self { centred: vec![[0.0; LANES]; topics], t: [0.0; LANES] }
    }

    /// Fills the tile with up to eight pairs of rows. The number with each pair is its rounding error: a
    /// difference that is at most this far from the mean counts as equal to the mean.
    pub(crate) fn fill<'r>(
        &mut self,
        vectors: Vectors,
        pairs: impl IntoIterator<Item = (&'r [f64], &'r [f64], f64)>,
    ) {
        let (n, [mut means, mut roundings]) = (self.centred.len() as f64, [[0.0; LANES]; 2]);
        for (lane, (x, y, rounding)) in pairs.into_iter().enumerate() {
            let mut sum = 0.0;
            for (slot, (x, y)) in self.centred.iter_mut().zip(x.iter().zip(y)) {
                slot[lane] = x - y;
                sum += slot[lane];
            }
            let z = self.centred.iter().map(|z| z[lane]);
            // The rounded mean of equal numbers can differ from the numbers.
            means[lane] = constant(z, rounding).unwrap_or(sum / n);
            roundings[lane] = rounding;
        }
        let centre = Centre { differences: &mut self.centred, means: &means, roundings: &roundings };
        let squares = vectors.run(centre);
        self.t = std::array::from_fn(|lane| match means[lane] {
            0.0 => 0.0,
            mean => mean.abs() / (squares[lane] / (n - 1.0) / n).sqrt(),
        });
    }

    /// Returns the centred differences of one pair.
    pub(crate) fn lane(&self, lane: usize) -> Vec<f64> {
        self.centred.iter().map(|w| w[lane]).collect()
    }
}

/// Subtracts the means from the differences, sets results of at most the rounding error to 0, and returns the
/// sums of the squares.
struct Centre<'a> {
    differences: &'a mut [Lanes],
    means: &'a Lanes,
    roundings: &'a Lanes,
}

impl Kernel for Centre<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn run<R: Register>(self) -> Lanes {
        let (means, roundings, zero) = (R::load(self.means), R::load(self.roundings), R::splat(0.0));
        let mut squares = zero;
        for z in self.differences {
            let w = R::load(z).sub(means);
            let w = roundings.if_at_least(w.if_less(zero, zero.sub(w), w), zero, w);
            w.store(z);
            squares = squares.add(w.mul(w));
        }
        let mut out = [0.0; LANES];
        squares.store(&mut out);
        out
    }
}

/// Returns the mean of the sample in which each `w[i]` occurs `counts[i]` times.
pub(crate) fn mean(w: &[f64], counts: &[u32]) -> f64 {
    let sum: f64 = w.iter().zip(counts).map(|(w, &times)| f64::from(times) * w).sum();
    sum / w.len() as f64
}

/// Returns |t| of the sample in which each `w[i]` occurs `counts[i]` times, from the definition of t. If all w in
/// the sample are equal, |t| is infinite, or 0 if they are 0.
pub(crate) fn t_statistic(w: &[f64], counts: &[u32]) -> f64 {
    let drawn = || w.iter().zip(counts).filter(|&(_, &times)| times > 0);
    let first = drawn().next().map_or(0.0, |(&w, _)| w);
    if drawn().all(|(&w, _)| w == first) {
        return if first == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let (n, mean) = (w.len() as f64, mean(w, counts));
    let squares: f64 = drawn().map(|(w, &times)| f64::from(times) * (w - mean) * (w - mean)).sum();
    mean.abs() / (squares / (n - 1.0) / n).sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Draw;
    use crate::differences::rounding;

    /// Computes the centred differences and t of one pair, topic by topic.
    fn plain(x: &[f64], y: &[f64], rounding: f64) -> (Vec<f64>, f64) {
        let (n, z) = (x.len() as f64, x.iter().zip(y).map(|(x, y)| x - y));
        let mean = constant(z.clone(), rounding).unwrap_or_else(|| z.clone().sum::<f64>() / n);
        let w: Vec<f64> = z.map(|z| if (z - mean).abs() <= rounding { 0.0 } else { z - mean }).collect();
        let squares: f64 = w.iter().map(|w| w * w).sum();
        (w, if mean == 0.0 { 0.0 } else { mean.abs() / (squares / (n - 1.0) / n).sqrt() })
    }

    proptest! {
        /// The bits are equal with every set of registers that this machine has. Tenths give differences that are equal
        /// except for rounding.
        #[test]
        fn a_tile_has_the_centred_differences_and_t_of_each_pair(topics in 2_usize..30, levels in 1_u32..4, seed: u64) {
            let mut draw = Draw::new(seed, &["tile"]);
            let mut row = || -> Vec<f64> {
                (0..topics).map(|_| f64::from(draw.below(levels)) * 0.1 + f64::from(draw.below(levels)) * 0.1).collect()
            };
            let rows: Vec<[Vec<f64>; 2]> = (0..2 * LANES - 3).map(|_| [row(), row()]).collect();
            for vectors in Vectors::available() {
                let mut tile = Tile::new(topics);
                // The tile is filled twice, the second time with fewer pairs.
                for rows in rows.chunks(LANES) {
                    let pairs = rows.iter().map(|[x, y]| (&x[..], &y[..], rounding(x.iter().chain(y))));
                    tile.fill(vectors, pairs.clone());
                    for (lane, (x, y, rounding)) in pairs.enumerate() {
                        let bits = |(w, t): (Vec<f64>, f64)| (w.into_iter().map(f64::to_bits).collect::<Vec<_>>(), t.to_bits());
                        let filled = (tile.lane(lane), tile.t[lane]);
                        prop_assert_eq!(bits(filled), bits(plain(x, y, rounding)), "{:?}", vectors);
                    }
                }
            }
        }
    }
}
