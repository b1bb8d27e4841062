//! Kendall's rank correlation of two rankings of the same items.
//!
//! M. G. Kendall, A new measure of rank correlation, Biometrika 30, 1938; tau-b: The treatment of ties in ranking
//! problems, Biometrika 33, 1945. Pairs are counted as integers, so that the result does not depend on the order of the
//! items.

use crate::{RankOrder, Ranking};

/// Returns Kendall's tau-a:
///
/// ```text
/// tau_a = (C - D) / (n (n - 1) / 2)
/// ```
///
/// where C is the number of concordant pairs and D the number of discordant pairs. A pair that is tied in either
/// ranking is neither, but it counts in the denominator. Returns `None` for fewer than 2 items.
///
/// ```
/// use rejudge_stats::{Ranking, kendall_tau_a};
/// let (x, y) = (Ranking::new(&[0.4, 0.3, 0.2]), Ranking::new(&[0.9, 0.1, 0.5]));
/// assert_eq!(kendall_tau_a(&x, &y), Some(1.0 / 3.0));
/// // A tied pair counts in the denominator, so a ranking with ties has a tau-a below 1 with itself:
/// let tied = Ranking::new(&[0.4, 0.3, 0.3]);
/// assert_eq!(kendall_tau_a(&tied, &tied), Some(2.0 / 3.0));
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn kendall_tau_a(x: &Ranking, y: &Ranking) -> Option<f64> {
    RankOrder::new(x).tau_a(&RankOrder::new(y))
}

/// Returns Kendall's tau-b, which is corrected for ties:
///
/// ```text
/// tau_b = (C - D) / sqrt(P_x P_y)
/// ```
///
/// where C and D are as in [`kendall_tau_a`], `P_x` is the number of pairs that are not tied in x, and `P_y` the number
/// of pairs that are not tied in y. Returns `None` if either is 0, because there are fewer than 2 items or a ranking
/// ties all of them. Without ties tau-b equals tau-a.
///
/// ```
/// use rejudge_stats::{Ranking, kendall_tau_b};
/// let (x, y) = (Ranking::new(&[0.4, 0.3, 0.3]), Ranking::new(&[0.9, 0.5, 0.5]));
/// assert_eq!(kendall_tau_b(&x, &y), Some(1.0));
/// assert_eq!(kendall_tau_b(&x, &Ranking::new(&[0.4, 0.4, 0.4])), None);
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn kendall_tau_b(x: &Ranking, y: &Ranking) -> Option<f64> {
    RankOrder::new(x).tau_b(&RankOrder::new(y))
}
