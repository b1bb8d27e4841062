//! Swap rates: how often two sets of topics order a pair of runs differently, by the difference on one set.
//!
//! E. M. Voorhees and C. Buckley, The effect of topic set size on retrieval experiment error, SIGIR 2002.
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006, calls it the swap method.

use crate::pairs;
use crate::ranking::are_equal;

/// The number of bins of differences: [0, .01), [.01, .02), .., [.19, .20), and [.20, infinity).
pub const SWAP_BINS: usize = 21;

/// The tolerance, in bins, for a rounded difference at the edge of a bin. For example, differences of P@10 over 10
/// topics are whole hundredths, and the bin must not depend on the order of summation.
const EDGE_TOLERANCE: f64 = 1e-9;

/// The treatment of a pair that is tied on at least one of the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum TiedPairs {
    /// A tie counts as half a swap, because breaking it by a coin gives a swap half the time.
    #[default]
    Half,
    /// A tie counts as a swap, because the two sets do not confirm one order.
    Swap,
}

/// The rates of swaps between two sets of topics, by the difference of the mean scores of two runs.
///
/// If runs x and y have the mean scores m on the first set and m' on the second, the pair counts in the bin
/// of |m(x) - m(y)|. It is a swap if m(x) - m(y) and m'(x) - m'(y) have opposite signs, and tied if either is
/// 0 by the rule of [`Ranking`](crate::Ranking). The error rate of a bin is the share of swaps, where a tied
/// pair counts as [`TiedPairs`] says.
///
/// ```
/// use rejudge_stats::{SwapRates, TiedPairs};
/// let mut rates = SwapRates::new(TiedPairs::Half);
/// // Differences of .05, .20 and .25 on the first set; the second set swaps the first pair.
/// rates.add(&[0.30, 0.35, 0.10], &[0.40, 0.30, 0.10]);
/// assert_eq!((rates.error(5), rates.error(20), rates.error(0)), (Some(1.0), Some(0.0), None));
/// assert_eq!((rates.pairs(5), rates.pairs(20), rates.all_pairs()), (1, 2, 3));
/// assert_eq!(rates.error_of_all(), Some(1.0 / 3.0));
/// assert_eq!(rates.required(0.05), Some(20));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapRates {
    ties: TiedPairs,
    pairs: [u64; SWAP_BINS],
    /// The number of half swaps: 2 for a swap. With integers, sums are exact.
    halves: [u64; SWAP_BINS],
}

impl SwapRates {
    /// Creates the rates without any comparisons.
    pub fn new(ties: TiedPairs) -> Self {
        Self { ties, pairs: [0; SWAP_BINS], halves: [0; SWAP_BINS] }
    }

    /// Compares every pair of runs by their mean scores on the `first` and on the `second` set of topics.
    ///
    /// # Panics
    /// If the sets have different numbers of runs.
    pub fn add(&mut self, first: &[f64], second: &[f64]) {
        assert_eq!(first.len(), second.len(), "the sets have different numbers of runs");
        let halves_of_tie = match self.ties {
            TiedPairs::Half => 1,
            TiedPairs::Swap => 2,
        };
        // `are_equal` divides. We may compare millions of pairs, so we call it only if a pair is nearly tied.
        let [near_first, near_second] = [first, second].map(nearly_tied);
        let tied = |a: f64, b: f64| are_equal(a.max(b), a.min(b));
        for (x, y) in pairs(first.len()) {
            let (on_first, on_second) = (first[x] - first[y], second[x] - second[y]);
            let bin = bin_index(on_first);
            let is_near = on_first.abs() <= near_first || on_second.abs() <= near_second;
            let halves = if is_near && (tied(first[x], first[y]) || tied(second[x], second[y])) {
                halves_of_tie
            } else {
                2 * u64::from((on_first > 0.0) != (on_second > 0.0))
            };
            self.pairs[bin] += 1;
            self.halves[bin] += halves;
        }
    }

    /// Returns the number of comparisons in a bin.
    ///
    /// # Panics
    /// If there is no such bin.
    pub fn pairs(&self, bin: usize) -> u64 {
        self.pairs[bin]
    }

    /// Returns the number of comparisons in all bins.
    pub fn all_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the share of swaps in a bin, or `None` if the bin is empty.
    ///
    /// # Panics
    /// If there is no such bin.
    pub fn error(&self, bin: usize) -> Option<f64> {
        share(self.halves[bin], 2 * self.pairs[bin])
    }

    /// Returns the share of swaps in all bins, or `None` without comparisons.
    pub fn error_of_all(&self) -> Option<f64> {
        share(self.halves.iter().sum(), 2 * self.all_pairs())
    }

    /// Returns the first bin such that neither its error rate nor the error rate of any later bin is above `error`.
    /// Differences in these bins have the same sign on other topics with a confidence of 1 - `error`. Empty bins have
    /// no error rate and are never the result. Returns `None` if the last bin with comparisons has a higher error rate,
    /// or there are no comparisons.
    pub fn required(&self, error: f64) -> Option<usize> {
        let filled = (0..SWAP_BINS).rev().filter_map(|bin| Some((bin, self.error(bin)?)));
        filled.take_while(|(_, rate)| *rate <= error).last().map(|(bin, _)| bin)
    }

    /// Returns the share of comparisons in this bin or a later one, or `None` without comparisons.
    ///
    /// # Panics
    /// If `bin` is larger than [`SWAP_BINS`].
    pub fn share_from(&self, bin: usize) -> Option<f64> {
        share(self.pairs[bin..].iter().sum(), self.all_pairs())
    }
}

/// Returns a bound on the difference of tied means: if two means differ by more, they are not tied.
fn nearly_tied(means: &[f64]) -> f64 {
    1e-9 * means.iter().fold(0.0, |largest, mean| mean.abs().max(largest))
}

fn bin_index(difference: f64) -> usize {
    // The cast saturates if the number is too large.
    ((difference.abs() * 100.0 + EDGE_TOLERANCE) as usize).min(SWAP_BINS - 1)
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_at_an_edge_are_in_the_bin_above() {
        for bin in 0..SWAP_BINS {
            assert_eq!(bin_index(bin as f64 / 100.0), bin);
            assert_eq!(bin_index(-(bin as f64 + 0.999) / 100.0), bin);
        }
        // P@10 over 10 topics with 35 and 30 relevant documents of 100: as `f64`, the difference is below .05.
        assert_eq!(bin_index(0.35 - 0.3), 5);
        assert_eq!(bin_index(7.0), SWAP_BINS - 1);
    }
}
