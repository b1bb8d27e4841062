//! AP rank correlation: Kendall's tau with more weight on the top of the examined ranking.
//!
//! E. Yilmaz, J. A. Aslam and S. Robertson, A new rank correlation coefficient for information retrieval,
//! SIGIR 2008; Sakai and Robertson (EVIA 2008, section 2.3) call it YAR and take AP for the gold standard.
//! Ties: J. Urbano and M. Marrero, The treatment of ties in AP correlation, ICTIR 2017.

use crate::Ranking;

/// Returns the AP rank correlation of an examined ranking with a gold standard:
///
/// ```text
/// tau_AP = 2/(L - 1) sum_{i=2..L} n(i)/(i - 1) - 1
///        = 1/(L - 1) sum_{i=2..L} 1/(i - 1) sum_{j above i} sgn(gold_j - gold_i)
/// ```
///
/// where i and j are ranks in the examined list, and n(i) counts the items above rank i that are above it in the gold
/// standard too. The lists are not interchangeable: an exchange at the top of the examined list costs more than one
/// further down.
///
/// With ties in either ranking, the result is the average over all orders that break them. A tied pair is neither
/// concordant nor discordant, as in [`kendall_tau_a`], and t tied examined items below p others share the weight, the
/// mean of `1/p .. 1/(p + t - 1)`. The order of the items therefore does not matter, and only lists without ties reach
/// 1 or -1.
///
/// Returns `None` for fewer than 2 items.
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
            // 32 bits are enough for one item's signs, and twice as many fit into a vector register.
            let sign = |&above: &i32| i32::from(above < gold as i32) - i32::from(above > gold as i32);
            i64::from(golds[..above].iter().map(sign).sum::<i32>())
        };
        // The balance is a whole number, so that equal rankings give exactly 1.
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

/// Returns tau_ap,b (Urbano and Marrero 2017), the AP correlation corrected for ties, if neither ranking is the gold
/// standard.
///
/// ```text
/// tau_AP,b(x, y) = (a(x, y) + a(y, x)) / 2
/// a(x, y)        = 2/|I| sum_{i in I} c(i)/(p(i) - 1) - 1
/// ```
///
/// where I has the items that are not in the first tied group of y, p(i) is the rank at which i's group begins in y,
/// and c(i) counts how many of the p(i) - 1 items above that group are above i in x too. A pair that is tied in y
/// does not count; a pair that is only tied in x counts as disagreement. Equal rankings therefore give 1, whatever is
/// tied. Without ties it is [`tau_ap_symmetric`].
///
/// Returns `None` for fewer than 2 items, or if a ranking ties all items, because it then has no order.
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

/// Returns each item's ranks in both rankings, in the order of the first.
fn from_the_top(examined: &Ranking, other: &Ranking) -> Vec<(usize, usize)> {
    let (examined, other) = (examined.ranks(), other.ranks());
    assert_eq!(examined.len(), other.len(), "rankings of different items");
    let mut items: Vec<(usize, usize)> = examined.iter().copied().zip(other.iter().copied()).collect();
    items.sort_by_key(|&(rank, _)| rank);
    items
}
