//! AP rank correlation: Kendall's tau with more weight on the top of the examined ranking.
//!
//! E. Yilmaz, J. A. Aslam and S. Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008;
//! Sakai and Robertson (EVIA 2008, section 2.3) call it YAR and use the ranking by AP as the gold standard. Ties: J.
//! Urbano and M. Marrero, The treatment of ties in AP correlation, ICTIR 2017.

use crate::Ranking;

/// Returns the AP rank correlation of an examined ranking with a gold standard:
///
/// ```text
/// tau_AP = 2/(L - 1) sum_{i=2..L} n(i)/(i - 1) - 1
///        = 1/(L - 1) sum_{i=2..L} 1/(i - 1) sum_{j above i} sgn(gold_j - gold_i)
/// ```
///
/// where L is the number of items, i and j are ranks in the examined list, n(i) counts the items above rank i
/// that are above the item at rank i in the gold standard too, and gold_i is the score of the item at rank i
/// in the gold standard. The correlation is not symmetric: an exchange at the top of the examined list costs
/// more than an exchange further down.
///
/// With ties in either ranking, the result is the average over all orders that break them. A tied pair is
/// neither concordant nor discordant, as in [`kendall_tau_a`]. If t items are tied in the examined list below
/// p > 0 other items, each tied item has the mean of the weights `1/p .. 1/(p + t - 1)`. So the order of tied
/// items does not matter, and only rankings without ties can reach 1 or -1.
///
/// Returns `None` for fewer than 2 items.
///
/// ```
/// use rejudge_stats::{Ranking, tau_ap};
/// // The gold standard is A B C D. An exchange at the top costs more than an exchange at the bottom.
/// let gold = Ranking::new(&[4.0, 3.0, 2.0, 1.0]);
/// let [bacd, abdc] = [[3.0, 4.0, 2.0, 1.0], [4.0, 3.0, 1.0, 2.0]].map(|scores| Ranking::new(&scores));
/// assert_eq!(tau_ap(&gold, &bacd), Some(1.0 / 3.0)); // 2/3 (0/1 + 2/2 + 3/3) - 1
/// assert_eq!(tau_ap(&gold, &abdc), Some((1.0 + 1.0 + 1.0 / 3.0) / 3.0));
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
///
/// [`kendall_tau_a`]: crate::kendall_tau_a
pub fn tau_ap(gold: &Ranking, examined: &Ranking) -> Option<f64> {
    let items = from_the_top(examined, gold);
    let golds: Vec<i32> = items.iter().map(|&(_, gold)| gold as i32).collect();
    let mut sum = 0.0;
    let mut above = 0;
    for tied in items.chunk_by(|(a, _), (b, _)| a == b) {
        // We sum signs as integers, so that equal rankings without ties give exactly 1.
        let balance: i64 = tied.iter().map(|&(_, gold)| sum_of_signs(&golds[..above], gold as i32)).sum();
        if above > 0 {
            let weighted = (above..above + tied.len()).map(|before| balance as f64 / before as f64);
            sum += weighted.sum::<f64>() / tied.len() as f64;
        }
        above += tied.len();
    }
    (items.len() > 1).then(|| sum / (items.len() - 1) as f64)
}

/// Returns how many of the ranks are above `gold`, minus how many are below it.
fn sum_of_signs(ranks: &[i32], gold: i32) -> i64 {
    // 32 bits are enough for the sum of one item's signs, and a vector register holds twice as many 32-bit numbers as
    // 64-bit numbers.
    let sign = |&rank: &i32| i32::from(rank < gold) - i32::from(rank > gold);
    i64::from(ranks.iter().map(sign).sum::<i32>())
}

/// Returns the mean of [`tau_ap`] with x as the gold standard and [`tau_ap`] with y as the gold standard
/// (Yilmaz, Aslam and Robertson, section 4.1).
///
/// ```
/// use rejudge_stats::{Ranking, tau_ap, tau_ap_symmetric};
/// // The rankings are A B C D and B C A D.
/// let (x, y) = (Ranking::new(&[4.0, 3.0, 2.0, 1.0]), Ranking::new(&[2.0, 4.0, 3.0, 1.0]));
/// assert_eq!(tau_ap(&x, &y), Some((1.0 - 2.0 / 2.0 + 3.0 / 3.0) / 3.0));
/// assert_eq!(tau_ap(&y, &x), Some((-1.0 + 0.0 / 2.0 + 3.0 / 3.0) / 3.0));
/// assert_eq!(tau_ap_symmetric(&x, &y), Some(1.0 / 6.0));
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn tau_ap_symmetric(x: &Ranking, y: &Ranking) -> Option<f64> {
    Some(0.5 * (tau_ap(x, y)? + tau_ap(y, x)?))
}

/// Returns tau_ap,b (Urbano and Marrero 2017), the symmetric AP correlation corrected for ties.
///
/// ```text
/// tau_AP,b(x, y) = (a(x, y) + a(y, x)) / 2
/// a(x, y)        = 2/|I| sum_{i in I} c(i)/(p(i) - 1) - 1
/// ```
///
/// where I is the set of items that are not in the first group of tied items of y, p(i) is the rank at which i's group
/// begins in y, and c(i) counts how many of the p(i) - 1 items above that group are above i in x too. In a(x, y), a
/// pair that is tied in y does not count, and a pair that is tied only in x counts as disagreement. Equal rankings
/// therefore give 1, even with ties. Without ties the result is [`tau_ap_symmetric`].
///
/// Returns `None` for fewer than 2 items, or if a ranking ties all items, because it then has no order.
///
/// ```
/// use rejudge_stats::{Ranking, tau_ap_b};
/// let (x, y) = (Ranking::new(&[3.0, 2.0, 2.0]), Ranking::new(&[3.0, 3.0, 2.0]));
/// // a(x, y): in y, A and B are above C, but in x only A is: 2 (1/2) - 1. a(y, x): in x, A is above B and C, but in
/// // y it is above C only: (2/2) (0/1 + 1/1) - 1.
/// assert_eq!(tau_ap_b(&x, &y), Some(0.0));
/// assert_eq!(tau_ap_b(&x, &x), Some(1.0));
/// assert_eq!(tau_ap_b(&x, &Ranking::new(&[0.4, 0.4, 0.4])), None);
/// ```
///
/// # Panics
/// If the rankings have different numbers of items.
pub fn tau_ap_b(x: &Ranking, y: &Ranking) -> Option<f64> {
    Some(0.5 * (agreement(x, y)? + agreement(y, x)?))
}

/// Returns a(x, y), where `examined` is y.
fn agreement(x: &Ranking, examined: &Ranking) -> Option<f64> {
    let items = from_the_top(examined, x);
    let (mut sum, mut counted, mut above) = (0.0, 0, 0);
    for tied in items.chunk_by(|(a, _), (b, _)| a == b) {
        if above > 0 {
            let concordant = |&(_, rank_in_x): &(usize, usize)| -> usize {
                items[..above].iter().filter(|&&(_, above_in_x)| above_in_x < rank_in_x).count()
            };
            sum += tied.iter().map(concordant).sum::<usize>() as f64 / above as f64;
            counted += tied.len();
        }
        above += tied.len();
    }
    (counted > 0).then(|| 2.0 * sum / counted as f64 - 1.0)
}

/// Returns each item's rank in both rankings, sorted by the rank in `examined`.
fn from_the_top(examined: &Ranking, other: &Ranking) -> Vec<(usize, usize)> {
    let (examined, other) = (examined.ranks(), other.ranks());
    assert_eq!(examined.len(), other.len(), "the rankings have different numbers of items");
    let mut items: Vec<(usize, usize)> = examined.iter().copied().zip(other.iter().copied()).collect();
    items.sort_by_key(|&(rank, _)| rank);
    items
}
