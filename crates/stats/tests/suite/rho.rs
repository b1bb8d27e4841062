//! Spearman's rho: its definition, its laws, and its relation to Kendall's tau. The values of SciPy: `oracle`.

use proptest::prelude::*;
use rejudge_stats::{Ranking, kendall_tau_a};

fn spearman_rho(x: &[f64], y: &[f64]) -> Option<f64> {
    rejudge_stats::spearman_rho(&Ranking::new(x), &Ranking::new(y))
}

/// Two lists of equal length with ties.
fn lists() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0..8_i32, 0..8_i32), 0..40)
        .prop_map(|items| items.into_iter().map(|(x, y)| (f64::from(x) / 10.0, f64::from(y) / 10.0)).unzip())
}

fn untie(list: &[f64]) -> Vec<f64> {
    list.iter().zip(0..).map(|(x, i)| x + 0.001 * f64::from(i)).collect()
}

#[test]
fn rho_is_undefined_if_a_ranking_ties_all_items() {
    assert_eq!([spearman_rho(&[], &[]), spearman_rho(&[1.0], &[1.0])], [None, None]);
    assert_eq!(spearman_rho(&[1.0, 2.0], &[1.0, 1.0]), None);
    // Equal by the rule for equal scores.
    assert_eq!(spearman_rho(&[0.1 + 0.2, 0.3], &[1.0, 2.0]), None);
}

#[test]
#[should_panic(expected = "different items")]
fn lists_of_different_length_are_refused() {
    spearman_rho(&[1.0], &[1.0, 2.0]);
}

proptest! {
    #[test]
    fn a_ranking_agrees_with_itself_and_disagrees_with_its_reverse((x, _) in lists()) {
        let reversed: Vec<f64> = x.iter().map(|x| -x).collect();
        let is_all_tied = Ranking::new(&x).is_all_tied();
        prop_assert_eq!(spearman_rho(&x, &x), (!is_all_tied).then_some(1.0));
        prop_assert_eq!(spearman_rho(&x, &reversed), (!is_all_tied).then_some(-1.0));
    }

    #[test]
    fn it_is_symmetric_and_within_its_range((x, y) in lists()) {
        let rho = spearman_rho(&x, &y);
        prop_assert_eq!(rho, spearman_rho(&y, &x));
        prop_assert!(rho.is_none_or(|rho| (-1.0..=1.0).contains(&rho)));
        let reversed: Vec<f64> = y.iter().map(|y| -y).collect();
        prop_assert_eq!(spearman_rho(&x, &reversed), rho.map(|rho| -rho));
    }

    #[test]
    fn the_order_of_the_items_does_not_matter((x, y) in lists(), shift in 0_usize..40) {
        let turned = |list: &[f64]| {
            let mut list = list.to_vec();
            list.rotate_left(shift % x.len().max(1));
            list
        };
        prop_assert_eq!(spearman_rho(&turned(&x), &turned(&y)), spearman_rho(&x, &y));
    }

    /// `1 - 6 sum d^2 / (n (n^2 - 1))` (Spearman 1904).
    #[test]
    fn without_ties_it_is_the_sum_of_squared_differences((x, y) in lists()) {
        let (x, y) = (Ranking::new(&untie(&x)), Ranking::new(&untie(&y)));
        let n = x.ranks().len() as f64;
        if let Some(rho) = rejudge_stats::spearman_rho(&x, &y) {
            let squares: usize = x.ranks().iter().zip(y.ranks()).map(|(x, y)| x.abs_diff(*y).pow(2)).sum();
            prop_assert!((rho - (1.0 - 6.0 * squares as f64 / (n * (n * n - 1.0)))).abs() < 1e-12);
        }
    }

    /// Without ties `-1 <= 3 n/(n - 2) tau - 2 (n + 1)/(n - 2) rho <= 1` (Daniels, Journal of the Royal Statistical
    /// Society B 12, 1950).
    #[test]
    fn it_is_as_near_to_tau_as_daniels_says((x, y) in lists()) {
        let (x, y) = (Ranking::new(&untie(&x)), Ranking::new(&untie(&y)));
        let n = x.ranks().len() as f64;
        if let (Some(rho), Some(tau), true) =
            (rejudge_stats::spearman_rho(&x, &y), kendall_tau_a(&x, &y), n > 2.0)
        {
            let between = (3.0 * n * tau - 2.0 * (n + 1.0) * rho) / (n - 2.0);
            prop_assert!(between.abs() <= 1.0 + 1e-12, "{}", between);
        }
    }
}
