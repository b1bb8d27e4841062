//! The discriminative power of a measure: the share of pairs of runs that it distinguishes significantly.
//!
//! T. Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006.

use crate::reject::Reject;

/// The number of pairs of runs that a measure distinguishes significantly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscriminativePower {
    /// The number of significant pairs, `|C*|`.
    pub significant: usize,
    /// The number of all pairs, `|C|`.
    pub pairs: usize,
}

impl DiscriminativePower {
    /// Returns `|C*| / |C|`, or `None` if there are no pairs.
    ///
    /// ```
    /// use rejudge_stats::DiscriminativePower;
    /// let power = DiscriminativePower { significant: 80, pairs: 120 };
    /// assert_eq!(power.share(), Some(80.0 / 120.0)); // the paper's 66.7 %
    /// assert_eq!(DiscriminativePower { significant: 0, pairs: 0 }.share(), None);
    /// ```
    pub fn share(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.significant as f64 / self.pairs as f64)
    }
}

/// Counts all pairs, and the pairs with an achieved significance level below `alpha`. `asl` has the level of each
/// pair.
///
/// ```
/// use rejudge_stats::{DiscriminativePower, discriminative_power};
/// let power = discriminative_power(&[0.0, 0.04, 0.05], 0.05);
/// assert_eq!(power, DiscriminativePower { significant: 2, pairs: 3 });
/// ```
pub fn discriminative_power(asl: &[f64], alpha: f64) -> DiscriminativePower {
    let significant = asl.iter().filter(|&&level| Reject::Below.rejects(level, alpha)).count();
    DiscriminativePower { significant, pairs: asl.len() }
}
