//! Kendall's rank correlation of two rankings of the same items.
//!
//! M. G. Kendall, A new measure of rank correlation, Biometrika 30, 1938; tau-b: The treatment of ties
//! in ranking problems, Biometrika 33, 1945. Pairs are counted as integers, so the order of the items
//! moves no bit of the result.

use crate::{RankOrder, Ranking};

/// Kendall's tau-a:
///
/// ```text
/// tau_a = (C - D) / (n (n - 1) / 2)
/// ```
///
/// with C concordant and D discordant pairs. A pair that is tied on either side counts in
/// neither, but stays in the denominator. `None` below 2 items.
///
/// ```
/// use rejudge_stats::{Ranking, kendall_tau_a};
/// let (x, y) = (Ranking::new(&[0.4, 0.3, 0.2]), Ranking::new(&[0.9, 0.1, 0.5]));
/// assert_eq!(kendall_tau_a(&x, &y), Some(1.0 / 3.0));
/// // A pair that both rankings tie is in the denominator, so that a ranking need not agree with itself:
/// let tied = Ranking::new(&[0.4, 0.3, 0.3]);
/// assert_eq!(kendall_tau_a(&tied, &tied), Some(2.0 / 3.0));
/// ```
///
/// # Panics
/// If they are of different numbers of items.
pub fn kendall_tau_a(x: &Ranking, y: &Ranking) -> Option<f64> {
    RankOrder::new(x).tau_a(&RankOrder::new(y))
}

/// Kendall's tau-b, which allows for ties:
///
/// ```text
/// tau_b = (C - D) / sqrt(P_x P_y)
/// ```
///
/// with `P_x` pairs not tied in x and `P_y` not tied in y. `None` if either is 0: below 2 items, or
/// one side constant. Without ties it equals tau-a.
///
/// ```
/// use rejudge_stats::{Ranking, kendall_tau_b};
/// let (x, y) = (Ranking::new(&[0.4, 0.3, 0.3]), Ranking::new(&[0.9, 0.5, 0.5]));
/// assert_eq!(kendall_tau_b(&x, &y), Some(1.0));
/// assert_eq!(kendall_tau_b(&x, &Ranking::new(&[0.4, 0.4, 0.4])), None);
/// ```
///
/// # Panics
/// If they are of different numbers of items.
pub fn kendall_tau_b(x: &Ranking, y: &Ranking) -> Option<f64> {
    RankOrder::new(x).tau_b(&RankOrder::new(y))
}
