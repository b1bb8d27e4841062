//! Kendall's rank correlation of two score lists over the same items.
//!
//! M. G. Kendall, A new measure of rank correlation, Biometrika 30, 1938; tau-b: The treatment of ties
//! in ranking problems, Biometrika 33, 1945. Pairs are counted as integers, so the order of the items
//! moves no bit of the result.

use crate::pairs::pair_count;

/// What the pairs of items say.
struct Counts {
    /// Concordant minus discordant pairs; a pair that is tied on either side is neither.
    balance: i64,
    /// Pairs not tied in the first list, in the second.
    untied: [u64; 2],
}

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
    let counts = count(x, y);
    let pairs = pair_count(x.len());
    (pairs > 0).then(|| counts.balance as f64 / pairs as f64)
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
    let Counts { balance, untied: [in_x, in_y] } = count(x, y);
    (in_x > 0 && in_y > 0).then(|| balance as f64 / (in_x as f64 * in_y as f64).sqrt())
}

fn count(x: &[f64], y: &[f64]) -> Counts {
    assert_eq!(x.len(), y.len(), "score lists over different items");
    assert!(x.iter().chain(y).all(|score| !score.is_nan()), "a rank correlation of NaN");
    let (mut balance, mut untied) = (0, [0, 0]);
    for first in 0..x.len() {
        // 32 bits hold the counts of one item, and twice as many fit a vector register.
        let (mut signs, mut in_x, mut in_y) = (0_i32, 0_u32, 0_u32);
        for (&x2, &y2) in x[first + 1..].iter().zip(&y[first + 1..]) {
            let (sign_x, sign_y) = (sign(x[first], x2), sign(y[first], y2));
            signs += sign_x * sign_y;
            in_x += sign_x.unsigned_abs();
            in_y += sign_y.unsigned_abs();
        }
        balance += i64::from(signs);
        untied[0] += u64::from(in_x);
        untied[1] += u64::from(in_y);
    }
    Counts { balance, untied }
}

fn sign(a: f64, b: f64) -> i32 {
    i32::from(a > b) - i32::from(a < b)
}
