//! Kendall's rank correlation of two score lists over the same items.
//!
//! M. G. Kendall, A new measure of rank correlation, Biometrika 30, 1938; tau-b: The treatment of ties
//! in ranking problems, Biometrika 33, 1945. Pairs are counted as integers, so the order of the items
//! moves no bit of the result.

use crate::RankOrder;

/// Kendall's tau-a:
///
/// ```text
/// tau_a = (C - D) / (n (n - 1) / 2)
/// ```
///
/// with C concordant and D discordant pairs. A pair with equal scores on either side counts in
/// neither, but stays in the denominator. `None` below 2 items.
///
/// ```
/// use rejudge_stats::kendall_tau_a;
/// assert_eq!(kendall_tau_a(&[0.4, 0.3, 0.2], &[0.9, 0.1, 0.5]), Some(1.0 / 3.0));
/// assert_eq!(kendall_tau_a(&[0.4], &[0.9]), None);
/// ```
///
/// # Panics
/// When the lists differ in length or hold NaN.
pub fn kendall_tau_a(x: &[f64], y: &[f64]) -> Option<f64> {
    RankOrder::of(x).tau_a(&RankOrder::of(y))
}

/// Kendall's tau-b, which allows for ties:
///
/// ```text
/// tau_b = (C - D) / sqrt(P_x P_y)
/// ```
///
/// with `P_x` pairs not tied in x and `P_y` not tied in y. `None` when either is 0: below 2 items, or
/// one side constant. Without ties it equals tau-a.
///
/// ```
/// use rejudge_stats::kendall_tau_b;
/// assert_eq!(kendall_tau_b(&[0.4, 0.3, 0.3], &[0.9, 0.5, 0.5]), Some(1.0));
/// assert_eq!(kendall_tau_b(&[0.4, 0.4], &[0.9, 0.5]), None);
/// ```
///
/// # Panics
/// When the lists differ in length or hold NaN.
pub fn kendall_tau_b(x: &[f64], y: &[f64]) -> Option<f64> {
    RankOrder::of(x).tau_b(&RankOrder::of(y))
}
