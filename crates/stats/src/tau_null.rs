//! The null distribution of Kendall's tau, if all orders are equally likely, and its critical values.
//!
//! M. G. Kendall, A new measure of rank correlation, Biometrika 30, 1938.

use crate::normal_cdf;

use crate::pairs::pair_count;

/// Returns the smallest tau of `items` items without ties whose two-sided p value is at most `alpha`.
///
/// The number of the n! equally likely orders with D discordant pairs follows from
///
/// ```text
/// N_1(0) = 1    N_n(D) = sum of N_{n-1}(D - j) over 0 <= j < n    tau = 1 - 2 D / (n (n - 1) / 2)
/// ```
///
/// and p = 2 P(at most D discordant pairs). Returns `None` if not even the same order is significant.
///
/// ```
/// use rejudge_stats::critical_tau;
/// assert_eq!(critical_tau(4, 0.10), Some(1.0)); // one order of 24
/// assert_eq!(critical_tau(4, 0.05), None);
/// assert_eq!(critical_tau(30, 0.01), Some(145.0 / 435.0));
/// ```
pub fn critical_tau(items: usize, alpha: f64) -> Option<f64> {
    let pairs = pair_count(items);
    let mut below = 0.0;
    let mut found = None;
    for (discordant, share) in discordant_pairs(items).into_iter().enumerate() {
        below += share;
        if 2.0 * below > alpha {
            break;
        }
        found = Some(discordant);
    }
    found.filter(|_| pairs > 0).map(|discordant| (pairs as f64 - 2.0 * discordant as f64) / pairs as f64)
}

/// Returns the critical value by the normal distribution with the variance of tau:
///
/// ```text
/// tau = z sqrt(2 (2n + 5) / (9 n (n - 1)))    2 Phi(-z) = alpha
/// ```
///
/// It is no value that tau takes, and above 1 for few items. `None` below 2 items.
///
/// ```
/// use rejudge_stats::critical_tau_normal;
/// let tau = critical_tau_normal(30, 0.01).expect("items");
/// assert!((tau - 0.33190).abs() < 1e-5);
/// ```
///
/// # Panics
/// If `alpha` is not between 0 and 1.
pub fn critical_tau_normal(items: usize, alpha: f64) -> Option<f64> {
    assert!(0.0 < alpha && alpha < 1.0, "a level of significance is between 0 and 1");
    if items < 2 {
        return None;
    }
    let n = items as f64;
    Some(two_sided_quantile(alpha) * (2.0 * (2.0 * n + 5.0) / (9.0 * n * (n - 1.0))).sqrt())
}

/// Returns the share of the orders with 0, 1, .. discordant pairs.
fn discordant_pairs(items: usize) -> Vec<f64> {
    let mut shares = vec![1.0];
    for n in 2..=items {
        let mut next = vec![0.0; pair_count(n) + 1];
        for (discordant, share) in shares.iter().enumerate() {
            // The item that joins is placed before 0, 1, .. n - 1 of the others.
            for slot in &mut next[discordant..discordant + n] {
                *slot += share / n as f64;
            }
        }
        shares = next;
    }
    shares
}

/// z with 2 Phi(-z) = alpha, by halving an interval that holds it until no number is left between its ends.
fn two_sided_quantile(alpha: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        if 2.0 * normal_cdf(-middle) > alpha { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_all_orders() {
        // Four items: 1, 3, 5, 6, 5, 3, 1 of 24 orders.
        let counts: Vec<f64> = discordant_pairs(4).iter().map(|share| (share * 24.0).round()).collect();
        assert_eq!(counts, [1.0, 3.0, 5.0, 6.0, 5.0, 3.0, 1.0]);
        for items in [1, 2, 10, 78] {
            let total: f64 = discordant_pairs(items).iter().sum();
            assert!((total - 1.0).abs() < 1e-12, "{items}: {total}");
        }
    }

    #[test]
    fn nothing_is_significant_of_few_items() {
        for items in 0..4 {
            assert_eq!(critical_tau(items, 0.1), None, "{items}");
        }
        assert_eq!((critical_tau_normal(0, 0.05), critical_tau_normal(1, 0.05)), (None, None));
    }

    #[test]
    fn quantiles_of_the_tables() {
        for (alpha, z) in [(0.05, 1.959_964), (0.01, 2.575_829), (0.5, 0.674_490)] {
            assert!((two_sided_quantile(alpha) - z).abs() < 5e-7, "{alpha}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_exact_threshold_nears_the_normal_one(items in 20_usize..60, alpha in 0.005_f64..0.2) {
            let (exact, normal) = (critical_tau(items, alpha), critical_tau_normal(items, alpha));
            let step = 2.0 / pair_count(items) as f64;
            let apart = exact.zip(normal).map(|(exact, normal)| (exact - normal).abs());
            proptest::prop_assert!(apart.is_some_and(|apart| apart < 2.0 * step), "{exact:?} {normal:?}");
        }
    }
}
