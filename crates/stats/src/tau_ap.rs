//! AP rank correlation: Kendall's tau with more weight on the top of the examined ranking.
//!
//! E. Yilmaz, J. A. Aslam and S. Robertson, A new rank correlation coefficient for information retrieval,
//! SIGIR 2008; Sakai and Robertson (EVIA 2008, section 2.3) call it YAR and take AP for the gold standard.
//! Ties: J. Urbano and M. Marrero, The treatment of ties in AP correlation, ICTIR 2017.

use crate::Ranking;

/// AP rank correlation of an examined ranking with a gold standard of the same items:
///
/// ```text
/// tau_AP = 2/(L - 1) sum_{i=2..L} n(i)/(i - 1) - 1
///        = 1/(L - 1) sum_{i=2..L} 1/(i - 1) sum_{j above i} sgn(gold_j - gold_i)
/// ```
///
/// where i, j are the ranks of the examined list and n(i) counts the items above rank i that the gold
/// standard places above it too. The two lists are not interchangeable: if they agree about the top, an
/// exchange further down costs less.
///
/// Ties on either side count as their average over all orders that break them, each equally likely. A tied
/// pair counts in neither direction, as in [`kendall_tau_a`]; t examined items of one score below p others
/// share the mean of `1/p .. 1/(p + t - 1)` as their weight. The order of the items therefore does not change
/// the result, and only lists without ties reach 1 or -1.
///
/// `None` below 2 items.
///
/// ```
/// use rejudge_stats::{Ranking, tau_ap};
/// // The gold standard is A B C D. An exchange at the top costs more than one at the bottom:
/// let gold = Ranking::new(&[4.0, 3.0, 2.0, 1.0]);
/// let [bacd, abdc] = [[3.0, 4.0, 2.0, 1.0], [4.0, 3.0, 1.0, 2.0]].map(|scores| Ranking::new(&scores));
/// assert_eq!(tau_ap(&gold, &bacd), Some(1.0 / 3.0)); // 2/3 (0/1 + 2/2 + 3/3) - 1
/// assert_eq!(tau_ap(&gold, &abdc), Some((1.0 + 1.0 + 1.0 / 3.0) / 3.0));
/// ```
///
/// # Panics
/// If they are of different numbers of items.
///
/// [`kendall_tau_a`]: crate::kendall_tau_a
pub fn tau_ap(gold: &Ranking, examined: &Ranking) -> Option<f64> {
    let items = from_the_top(examined, gold);
    let golds: Vec<i32> = items.iter().map(|&(_, gold)| gold as i32).collect();
    let mut sum = 0.0;
    let mut above = 0;
    for tied in items.chunk_by(|(a, _), (b, _)| a == b) {
        let signs = |&(_, gold): &(usize, usize)| -> i64 {
            // 32 bits hold the signs of one item, and twice as many fit a vector register.
            let sign = |&other: &i32| i32::from(other < gold as i32) - i32::from(other > gold as i32);
            i64::from(golds[..above].iter().map(sign).sum::<i32>())
        };
        // Whole numbers until here, and quotients of them: equal rankings give exactly 1.
        let balance: i64 = tied.iter().map(signs).sum();
        if above > 0 {
            let weighted = (above..above + tied.len()).map(|before| balance as f64 / before as f64);
            sum += weighted.sum::<f64>() / tied.len() as f64;
        }
        above += tied.len();
    }
    (items.len() > 1).then(|| sum / (items.len() - 1) as f64)
}

/// Returns the mean of [`tau_ap`] with either ranking as the gold standard (Yilmaz, Aslam and Robertson,
/// section 4.1).
///
/// ```
/// use rejudge_stats::{Ranking, tau_ap, tau_ap_symmetric};
/// // A B C D and B C A D
/// let (x, y) = (Ranking::new(&[4.0, 3.0, 2.0, 1.0]), Ranking::new(&[2.0, 4.0, 3.0, 1.0]));
/// assert_eq!(tau_ap(&x, &y), Some((1.0 - 2.0 / 2.0 + 3.0 / 3.0) / 3.0));
/// assert_eq!(tau_ap(&y, &x), Some((-1.0 + 0.0 / 2.0 + 3.0 / 3.0) / 3.0));
/// assert_eq!(tau_ap_symmetric(&x, &y), Some(1.0 / 6.0));
/// ```
///
/// # Panics
/// If they are of different numbers of items.
pub fn tau_ap_symmetric(x: &Ranking, y: &Ranking) -> Option<f64> {
    Some(0.5 * (tau_ap(x, y)? + tau_ap(y, x)?))
}

/// AP correlation corrected for ties, tau_ap,b (Urbano and Marrero 2017): the agreement of two rankings if
/// neither is the gold standard.
///
/// ```text
/// tau_AP,b(x, y) = (a(x, y) + a(y, x)) / 2
/// a(x, y)        = 2/|I| sum_{i in I} c(i)/(p(i) - 1) - 1
/// ```
///
/// with I the items that y does not place in its first group of tied ones, p(i) the rank at which the group
/// of i begins in y, and c(i) those of the p(i) - 1 items above that group which x places above i too. A
/// pair that y ties is not counted, one that only x ties is not agreed on. So equal rankings give 1 however
/// many of their scores are equal, and without ties it is [`tau_ap_symmetric`].
///
/// Returns `None` below 2 items, or if all items of a ranking are tied, because it then has no order.
///
/// ```
/// use rejudge_stats::{Ranking, tau_ap_b};
/// let (x, y) = (Ranking::new(&[3.0, 2.0, 2.0]), Ranking::new(&[3.0, 3.0, 2.0]));
/// // Of A and B above C in y, x has A above C: 2 (1/2) - 1. Of A above B and C in x, y has A above C:
/// // (2/2) (0/1 + 1/1) - 1.
/// assert_eq!(tau_ap_b(&x, &y), Some(0.0));
/// assert_eq!(tau_ap_b(&x, &x), Some(1.0));
/// assert_eq!(tau_ap_b(&x, &Ranking::new(&[0.4, 0.4, 0.4])), None);
/// ```
///
/// # Panics
/// If they are of different numbers of items.
pub fn tau_ap_b(x: &Ranking, y: &Ranking) -> Option<f64> {
    Some(0.5 * (agreement(x, y)? + agreement(y, x)?))
}

/// Returns the agreement of `examined` with `other`, by the groups of its own ties.
fn agreement(other: &Ranking, examined: &Ranking) -> Option<f64> {
    let items = from_the_top(examined, other);
    let (mut sum, mut counted, mut above) = (0.0, 0, 0);
    for tied in items.chunk_by(|(a, _), (b, _)| a == b) {
        if above > 0 {
            let concordant = |&(_, own): &(usize, usize)| -> usize {
                items[..above].iter().filter(|&&(_, before)| before < own).count()
            };
            sum += tied.iter().map(concordant).sum::<usize>() as f64 / above as f64;
            counted += tied.len();
        }
        above += tied.len();
    }
    (counted > 0).then(|| 2.0 * sum / counted as f64 - 1.0)
}

/// Returns the ranks of each item in both, in the order of the first.
fn from_the_top(examined: &Ranking, other: &Ranking) -> Vec<(usize, usize)> {
    let (examined, other) = (examined.ranks(), other.ranks());
    assert_eq!(examined.len(), other.len(), "rankings of different items");
    let mut items: Vec<(usize, usize)> = examined.iter().copied().zip(other.iter().copied()).collect();
    items.sort_by_key(|&(rank, _)| rank);
    items
}
