//! Swap rates: the share of pairs of runs whose order two sets of topics reverse, by the difference on one set.
//!
//! E. M. Voorhees and C. Buckley, The effect of topic set size on retrieval experiment error, SIGIR 2002.
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006, calls it the swap method.

use crate::pairs;
use crate::ranking::are_equal;

/// Bins of differences: [0, .01), [.01, .02), .., [.19, .20), and all from .20 on.
pub const SWAP_BINS: usize = 21;

/// The tolerance, in bins, for a rounded difference at the edge of a bin. P@10 of two sets of 10 topics
/// differ by hundredths, and their bin must not depend on the order of a sum.
const AT_THE_EDGE: f64 = 1e-9;

/// The treatment of a pair that is tied on one of the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum TiedPairs {
    /// As half a swap: whoever breaks the tie by a coin has it half the time.
    #[default]
    Half,
    /// As a swap: the order was not seen again.
    Swap,
}

/// Comparisons of pairs of runs on two sets of topics each, by bins of the difference of the mean scores.
///
/// A pair of runs x and y with mean scores m on the first set and m' on the second counts in the bin of
/// |m(x) - m(y)|. It is a swap if m(x) - m(y) and m'(x) - m'(y) have opposite signs, and tied if either is 0
/// by the rule of [`Ranking`](crate::Ranking). The error rate of a bin is the share of swaps in it.
///
/// ```
/// use rejudge_stats::{SwapRates, TiedPairs};
/// let mut rates = SwapRates::new(TiedPairs::Half);
/// // Differences of .05, .25 and .20 on the first set; the second turns the first pair round.
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
    /// Swaps in halves, so that sums are exact.
    halves: [u64; SWAP_BINS],
}

impl SwapRates {
    /// No comparison yet.
    pub fn new(ties: TiedPairs) -> Self {
        Self { ties, pairs: [0; SWAP_BINS], halves: [0; SWAP_BINS] }
    }

    /// Compares every pair of runs by their mean scores on the `first` set of topics and on the `second`.
    ///
    /// # Panics
    /// If they are of different numbers of runs.
    pub fn add(&mut self, first: &[f64], second: &[f64]) {
        assert_eq!(first.len(), second.len(), "means of different runs");
        let of_a_tie = match self.ties {
            TiedPairs::Half => 1,
            TiedPairs::Swap => 2,
        };
        // A cell has millions of pairs, so the division is only done for those near a tie.
        let [near, near_there] = [first, second].map(nearly_tied);
        let tied = |a: f64, b: f64| are_equal(a.max(b), a.min(b));
        for (x, y) in pairs(first.len()) {
            let (here, there) = (first[x] - first[y], second[x] - second[y]);
            let bin = bin_of(here);
            let is_near = here.abs() <= near || there.abs() <= near_there;
            let halves = if is_near && (tied(first[x], first[y]) || tied(second[x], second[y])) {
                of_a_tie
            } else {
                2 * u64::from((here > 0.0) != (there > 0.0))
            };
            self.pairs[bin] += 1;
            self.halves[bin] += halves;
        }
    }

    /// Comparisons in a bin.
    ///
    /// # Panics
    /// If there is no such bin.
    pub fn pairs(&self, bin: usize) -> u64 {
        self.pairs[bin]
    }

    /// Comparisons in all bins.
    pub fn all_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the share of swaps in a bin; `None` of an empty one.
    ///
    /// # Panics
    /// If there is no such bin.
    pub fn error(&self, bin: usize) -> Option<f64> {
        share(self.halves[bin], 2 * self.pairs[bin])
    }

    /// Returns the share of swaps in all bins.
    pub fn error_of_all(&self) -> Option<f64> {
        share(self.halves.iter().sum(), 2 * self.all_pairs())
    }

    /// Returns the first bin from which no later error rate is above `error`: a difference in it or beyond is
    /// reproduced with a confidence of 1 - `error`. Empty bins have no error rate and are never the first.
    /// Returns `None` if the last bin that has comparisons has a higher error rate, or without any
    /// comparison.
    pub fn required(&self, error: f64) -> Option<usize> {
        let filled = (0..SWAP_BINS).rev().filter_map(|bin| Some((bin, self.error(bin)?)));
        filled.take_while(|(_, rate)| *rate <= error).last().map(|(bin, _)| bin)
    }

    /// Returns the share of the comparisons whose difference is in this bin or beyond.
    ///
    /// # Panics
    /// If there is no such bin.
    pub fn share_from(&self, bin: usize) -> Option<f64> {
        share(self.pairs[bin..].iter().sum(), self.all_pairs())
    }
}

/// Returns a difference above which no two of these means are tied.
fn nearly_tied(means: &[f64]) -> f64 {
    1e-9 * means.iter().fold(0.0, |most, mean| mean.abs().max(most))
}

fn bin_of(difference: f64) -> usize {
    // A cast of a number that is too large saturates.
    ((difference.abs() * 100.0 + AT_THE_EDGE) as usize).min(SWAP_BINS - 1)
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
            assert_eq!(bin_of(bin as f64 / 100.0), bin);
            assert_eq!(bin_of(-(bin as f64 + 0.999) / 100.0), bin);
        }
        // P@10 over 10 topics: 35 and 30 relevant documents of 100. The difference of these doubles is
        // below .05.
        assert_eq!(bin_of(0.35 - 0.3), 5);
        assert_eq!(bin_of(7.0), SWAP_BINS - 1);
    }
}
