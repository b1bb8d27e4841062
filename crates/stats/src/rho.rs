//! Spearman's rank correlation of two rankings of the same items.
//!
//! C. Spearman, The proof and measurement of association between two things, American Journal of Psychology 15(1),
//! 1904; ties: M. G. Kendall, Rank correlation methods, 1948, chapter 3. Ranks are summed as integers, so that the
//! result does not depend on the order of the items.

use crate::Ranking;

/// Returns Spearman's rho, the product-moment correlation of the ranks:
///
/// ```text
/// rho = sum_i (x_i - m)(y_i - m) / sqrt(sum_i (x_i - m)^2  sum_i (y_i - m)^2)    m = (n + 1) / 2
/// ```
///
/// where x_i and y_i are the ranks of item i; tied items share the mean of their ranks. Without ties it equals `1 - 6
/// sum_i (x_i - y_i)^2 / (n (n^2 - 1))`. Returns `None` if there are fewer than 2 items, or if all items of a ranking
/// are tied.
///
/// ```
/// use rejudge_stats::{Ranking, spearman_rho};
/// // Ranks 1 2 3 4 and 1 3 2 4: 1 - 6 (1 + 1) / (4 * 15).
/// let (x, y) = (Ranking::new(&[0.9, 0.5, 0.3, 0.1]), Ranking::new(&[0.9, 0.3, 0.5, 0.1]));
/// assert_eq!(spearman_rho(&x, &y), Some(0.8));
/// // Ranks 1 2.5 2.5 4: (2.25 + 2.25) / sqrt(5 * 4.5).
/// let tied = Ranking::new(&[0.9, 0.5, 0.5, 0.1]);
/// assert_eq!(spearman_rho(&x, &tied), Some(4.5 / 22.5_f64.sqrt()));
/// assert_eq!(spearman_rho(&x, &Ranking::new(&[0.5; 4])), None);
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn spearman_rho(x: &Ranking, y: &Ranking) -> Option<f64> {
    let (x, y) = (deviations(x), deviations(y));
    assert_eq!(x.len(), y.len(), "the rankings have different numbers of items");
    let products = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>() as f64;
    let (squares_x, squares_y) = (products(&x, &x), products(&y, &y));
    (squares_x > 0.0 && squares_y > 0.0).then(|| products(&x, &y) / (squares_x * squares_y).sqrt())
}

/// Returns twice the difference between each rank and the mean rank, which is a whole number.
fn deviations(ranking: &Ranking) -> Vec<i64> {
    let items = ranking.ranks().len();
    (0..items).map(|item| (2.0 * ranking.mean_rank(item)) as i64 - (items as i64 + 1)).collect()
}
