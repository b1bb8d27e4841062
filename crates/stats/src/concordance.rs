//! The order of all pairs of items in a ranking, stored as bits, so that computing Kendall's tau means counting bits.

use crate::Ranking;
use crate::pairs::pair_count;
use crate::vectors::{Kernel, LANES, Lanes, Register, Vectors};

/// The order of every pair of items in a ranking.
///
/// If you compare a ranking with many others, its pairs are ordered only once, and each tau counts 64 pairs at a time.
/// A pair takes two bits.
///
/// ```
/// use rejudge_stats::{RankOrder, Ranking, kendall_tau_b, pairs};
/// let rankings = [[0.9, 0.4, 0.1], [0.8, 0.2, 0.2], [0.1, 0.7, 0.3]].map(|scores| Ranking::new(&scores));
/// let orders = rankings.each_ref().map(RankOrder::new);
/// for (x, y) in pairs(3) {
///     assert_eq!(orders[x].tau_b(&orders[y]), kendall_tau_b(&rankings[x], &rankings[y]));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankOrder {
    items: usize,
    /// One bit per pair, 1 if the first item is above the second. Each item's pairs with later items start in
    /// a new byte, and all pairs together fill a multiple of eight bytes. Unused bits are 0.
    above: Vec<u8>,
    /// One bit per pair, in the order of `above`, 1 if the pair is not tied.
    untied: Vec<u8>,
    /// The number of pairs that are not tied.
    untied_pairs: u64,
}

impl RankOrder {
    /// Orders all pairs of items by this ranking.
    pub fn new(ranking: &Ranking) -> Self {
        Self::with_vectors(Vectors::widest(), ranking)
    }

    fn with_vectors(vectors: Vectors, ranking: &Ranking) -> Self {
        // Kernels compare f64, and a better rank must be a greater number.
        let numbers: Vec<f64> = ranking.ranks().iter().map(|&rank| -(rank as f64)).collect();
        // The padding is NaN, which is neither above nor below any number.
        let mut padded = vec![[f64::NAN; LANES]; numbers.len().div_ceil(LANES)];
        padded.as_flattened_mut()[..numbers.len()].copy_from_slice(&numbers);
        let (above, untied) = vectors.run(Compare { numbers: &numbers, padded: &padded });
        let untied_pairs = words(&untied).map(|word| u64::from(word.count_ones())).sum();
        Self { items: numbers.len(), above, untied, untied_pairs }
    }

    /// Returns [`kendall_tau_a`](crate::kendall_tau_a) of the two rankings.
    ///
    /// # Panics
    /// If the rankings have different numbers of items.
    pub fn tau_a(&self, other: &Self) -> Option<f64> {
        let (s, pairs) = (self.kendall_s(other), pair_count(self.items));
        (pairs > 0).then(|| s as f64 / pairs as f64)
    }

    /// Returns [`kendall_tau_b`](crate::kendall_tau_b) of the two rankings.
    ///
    /// # Panics
    /// If the rankings have different numbers of items.
    pub fn tau_b(&self, other: &Self) -> Option<f64> {
        let (s, in_x, in_y) = (self.kendall_s(other), self.untied_pairs, other.untied_pairs);
        (in_x > 0 && in_y > 0).then(|| s as f64 / (in_x as f64 * in_y as f64).sqrt())
    }

    /// Returns Kendall's S, the number of concordant pairs minus the number of discordant pairs. Pairs that are tied in
    /// either ranking do not count.
    fn kendall_s(&self, other: &Self) -> i64 {
        assert_eq!(self.items, other.items, "the rankings have different numbers of items");
        Vectors::widest().run(KendallS { x: self, y: other })
    }
}

#[inline(always)]
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word))
}

/// Computes the bits of [`RankOrder`]: `above` and `untied`.
struct Compare<'a> {
    numbers: &'a [f64],
    padded: &'a [Lanes],
}

impl Kernel for Compare<'_> {
    type Output = (Vec<u8>, Vec<u8>);

    #[inline(always)]
    fn run<R: Register>(self) -> Self::Output {
        let bytes_of = |item: usize| self.padded.len() - (item + 1) / LANES;
        let bytes = (0..self.numbers.len()).map(bytes_of).sum::<usize>().next_multiple_of(8);
        let (mut above, mut untied) = (vec![0; bytes], vec![0; bytes]);
        let mut start = 0;
        for (item, &number) in self.numbers.iter().enumerate() {
            let end = start + bytes_of(item);
            let number = R::splat(number);
            // The first byte may also compare the item with itself and with earlier items. The mask clears these bits.
            let mut mask = u8::MAX << ((item + 1) % LANES);
            let bytes = above[start..end].iter_mut().zip(&mut untied[start..end]);
            for ((above, untied), later_items) in bytes.zip(&self.padded[(item + 1) / LANES..]) {
                let later_items = R::load(later_items);
                let (higher, lower) = (later_items.less_bits(number), number.less_bits(later_items));
                *above = higher & mask;
                *untied = (higher | lower) & mask;
                mask = u8::MAX;
            }
            start = end;
        }
        (above, untied)
    }
}

/// Computes Kendall's S. It does not load registers, because pairs are already bits. It is a kernel so that it is
/// compiled for each set of registers: with wide registers the compiler counts the bits of several words at once.
struct KendallS<'a> {
    x: &'a RankOrder,
    y: &'a RankOrder,
}

impl Kernel for KendallS<'_> {
    type Output = i64;

    #[inline(always)]
    fn run<R: Register>(self) -> i64 {
        let Self { x, y } = self;
        let (mut untied_pairs, mut discordant) = (0, 0);
        let above = words(&x.above).zip(words(&y.above));
        let untied = words(&x.untied).zip(words(&y.untied));
        for ((above_x, above_y), (untied_x, untied_y)) in above.zip(untied) {
            let untied = untied_x & untied_y;
            untied_pairs += i64::from(untied.count_ones());
            discordant += i64::from(((above_x ^ above_y) & untied).count_ones());
        }
        untied_pairs - 2 * discordant
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pairs;

    proptest! {
        /// With every set of registers, S and the number of untied pairs are those of the definition. 0 and
        /// -0 are equal scores, and infinities are compared like other scores.
        #[test]
        fn bits_agree_with_comparisons(numbers in prop::collection::vec((0_usize..9, 0_usize..9), 0..80)) {
            let values = [0.0, -0.0, 0.1, 0.2, -0.3, 1e-310, f64::MAX, f64::INFINITY, f64::NEG_INFINITY];
            let (x, y): (Vec<f64>, Vec<f64>) = numbers.iter().map(|&(x, y)| (values[x], values[y])).unzip();
            let sign = |a: f64, b: f64| i64::from(a > b) - i64::from(a < b);
            let s: i64 = pairs(x.len()).map(|(i, j)| sign(x[i], x[j]) * sign(y[i], y[j])).sum();
            let untied = pairs(x.len()).filter(|&(i, j)| x[i] != x[j]).count() as u64;
            for vectors in Vectors::available() {
                let [order_x, order_y] = [&x, &y].map(|scores| RankOrder::with_vectors(vectors, &Ranking::new(scores)));
                prop_assert_eq!(order_x.untied_pairs, untied);
                prop_assert_eq!(order_x.kendall_s(&order_y), s);
                prop_assert_eq!(vectors.run(KendallS { x: &order_x, y: &order_y }), s);
            }
        }
    }
}
