//! Rank-biased overlap: how alike two rankings of the same items are, with more weight on the top.
//!
//! W. Webber, A. Moffat and J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010.
//! Ties: their section on tied ranks; M. Corsi and J. Urbano, The treatment of ties in rank-biased overlap,
//! SIGIR 2024, call it RBO^w.

use crate::Ranking;

/// Extrapolated rank-biased overlap, RBO_EXT, of two rankings of the same n items:
///
/// ```text
/// RBO_EXT = A(n) p^n + (1 - p)/p sum_{d=1..n} A(d) p^d    A(d) = 2 |X_d and Y_d| / (|X_d| + |Y_d|)
/// ```
///
/// with `X_d` and `Y_d` the items of rank d or better; 1 - p is the probability of stopping at each rank, and
/// about 1/(1 - p) ranks count. Both lists are whole, so that the paper's Eq. 32 for lists of different
/// length is this one (Eq. 23), and A(n) is 1.
///
/// Tied items share the better rank, as in a [`Ranking`] and as the paper has it: all of a group join their
/// set at once. So an equal ranking gives exactly 1, whatever is tied.
///
/// `None` without items.
///
/// ```
/// use rejudge_stats::{Ranking, rbo};
/// // A B C and B A C: A(1) = 0, A(2) = A(3) = 1.
/// let (x, y) = (Ranking::of(&[0.9, 0.5, 0.1]), Ranking::of(&[0.5, 0.9, 0.1]));
/// assert_eq!(rbo(&x, &y, 0.75), Some(1.0 - 0.25));
/// // A and B tied: A(1) = 2 * 1 / (1 + 2).
/// let tied = Ranking::of(&[0.5, 0.5, 0.1]);
/// assert_eq!(rbo(&x, &tied, 0.75), Some(1.0 - 0.25 * (1.0 - 2.0 / 3.0)));
/// ```
///
/// # Panics
/// When they are of different numbers of items, or p is not between 0 and 1.
pub fn rbo(x: &Ranking, y: &Ranking, p: f64) -> Option<f64> {
    let (x, y) = (x.ranks(), y.ranks());
    assert_eq!(x.len(), y.len(), "rankings of different items");
    assert!(0.0 < p && p < 1.0, "rank-biased overlap with p = {p}");
    // Items that join the sets, and what both have, at each rank.
    let mut joined = vec![(0_usize, 0_usize); x.len() + 1];
    for (&x, &y) in x.iter().zip(y) {
        joined[x].0 += 1;
        joined[y].0 += 1;
        joined[x.max(y)].1 += 1;
    }
    let (mut sizes, mut shared, mut weight, mut lost) = (0, 0, 1.0 - p, 0.0);
    for &(joined, common) in &joined[1..] {
        (sizes, shared) = (sizes + joined, shared + common);
        // What is lost: the weights of all ranks add up to 1, those below the last item included.
        lost += weight * (sizes - 2 * shared) as f64 / sizes as f64;
        weight *= p;
    }
    (!x.is_empty()).then_some(1.0 - lost)
}
