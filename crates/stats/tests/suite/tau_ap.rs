//! AP rank correlation: compared with the R package ircor 1.0 and with its definition over all orders of ties.

use proptest::prelude::*;
use rejudge_stats::Ranking;

use crate::ties::{lists, orders};

/// Defines functions that take scores instead of rankings.
macro_rules! of_scores {
    ($($coefficient:ident),*) => {$(
        fn $coefficient(x: &[f64], y: &[f64]) -> Option<f64> {
            rejudge_stats::$coefficient(&Ranking::new(x), &Ranking::new(y))
        }
    )*};
}
of_scores!(tau_ap, tau_ap_b, tau_ap_symmetric);
fn assert_tau_ap(gold: &[f64], examined: &[f64], expected: f64) {
    let found = tau_ap(gold, examined).expect("two items or more");
    assert!((found - expected).abs() < 5e-8, "{found} against {expected}");
}

/// ircor's examples: tauAP(x, y) prints 0.7491182. With y rounded to fifths, tauAP_a(x, y) prints 0.6074515.
#[test]
fn the_examples_of_ircor() {
    let x = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94];
    let y = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94];
    assert_tau_ap(&x, &y, 0.7491182);
    assert_tau_ap(&x, &y.map(|y| (y * 5.0).round() / 5.0), 0.6074515);
}

#[test]
fn short_rankings_and_all_tied_rankings() {
    assert_eq!([tau_ap(&[], &[]), tau_ap(&[1.0], &[1.0]), tau_ap_symmetric(&[1.0], &[1.0])], [None; 3]);
    // A ranking that ties all items contains no information.
    assert_eq!(tau_ap(&[1.0, 1.0], &[1.0, 2.0]), Some(0.0));
    assert_eq!(tau_ap(&[1.0, 2.0], &[1.0, 1.0]), Some(0.0));
    assert_eq!(tau_ap(&[0.0, 1.0], &[0.0, -0.0]), Some(0.0));
}

/// Computes `2/(L - 1) sum n(i)/(i - 1) - 1`, the paper's formula, for two lists of items from the top.
fn tau_ap_by_formula(gold: &[usize], examined: &[usize]) -> f64 {
    let place = |item: usize| gold.iter().position(|&g| g == item).expect("the same items");
    let share = |above: usize| {
        let item = examined[above];
        let right = examined[..above].iter().filter(|&&other| place(other) < place(item)).count();
        right as f64 / above as f64
    };
    2.0 / (gold.len() - 1) as f64 * (1..gold.len()).map(share).sum::<f64>() - 1.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Checks the documented treatment of ties, in both rankings.
    #[test]
    fn it_is_the_mean_over_all_orders_of_ties((gold, examined) in lists(2, 6, 6)) {
        let items: Vec<usize> = (0..gold.len()).collect();
        let (golds, lists) = (orders(&items, &gold), orders(&items, &examined));
        let all: f64 = golds.iter().flat_map(|g| lists.iter().map(move |l| tau_ap_by_formula(g, l))).sum();
        let mean = all / (golds.len() * lists.len()) as f64;
        let found = tau_ap(&gold, &examined).expect("two items");
        prop_assert!((found - mean).abs() < 1e-12, "{} against {}", found, mean);
        let other: f64 = lists.iter().flat_map(|l| golds.iter().map(move |g| tau_ap_by_formula(l, g))).sum();
        let symmetric = 0.5 * (mean + other / (golds.len() * lists.len()) as f64);
        let found = tau_ap_symmetric(&gold, &examined).expect("two items");
        prop_assert!((found - symmetric).abs() < 1e-12, "{} against {}", found, symmetric);
    }
}

/// The cases are the authors' own tests of `tauAP_b` (R package ircor, tests/testthat/test_tauAP.R), with four digits.
#[test]
fn tau_ap_b_is_that_of_its_authors() {
    let sets = [
        (
            [0.9, 0.4, 0.9, 0.9, 0.7, 0.1, 0.2, 0.4, 0.5, 1.0],
            [0.8, 0.4, 0.8, 1.0, 0.7, 0.1, 0.4, 0.5, 0.6, 1.0],
            0.7321,
        ),
        (
            [0.3, 0.6, 0.2, 0.9, 0.6, 0.2, 0.7, 0.8, 0.7, 0.4],
            [0.3, 0.8, 0.7, 0.9, 0.1, 0.1, 0.5, 0.6, 1.0, 0.6],
            0.297,
        ),
        (
            [0.2, 0.6, 0.9, 0.1, 0.5, 0.6, 0.8, 0.4, 1.0, 0.4],
            [0.8, 0.3, 0.3, 0.9, 0.6, 0.3, 0.2, 0.9, 0.0, 0.2],
            -0.7047,
        ),
    ];
    for (x, y, expected) in sets {
        let found = tau_ap_b(&x, &y).expect("ten items");
        assert!((found - expected).abs() < 5e-5, "{found}, expected {expected}");
        assert_eq!(tau_ap_b(&y, &x), Some(found));
    }
}

#[test]
fn a_ranking_agrees_with_itself_however_many_of_its_scores_are_equal() {
    for scores in [vec![1.0, 2.0], vec![2.0, 2.0, 1.0], vec![3.0, 1.0, 1.0, 1.0, 0.0], vec![0.0, -0.0, 1.0]] {
        assert_eq!(tau_ap_b(&scores, &scores), Some(1.0), "{scores:?}");
        let reversed: Vec<f64> = scores.iter().map(|score| -score).collect();
        assert_eq!(tau_ap_b(&scores, &reversed), Some(-1.0), "{scores:?}");
    }
    assert_eq!([tau_ap_b(&[], &[]), tau_ap_b(&[1.0], &[2.0]), tau_ap_b(&[1.0, 1.0], &[1.0, 1.0])], [None; 3]);
    // Without ties tau_ap_b equals tau_ap_symmetric.
    let (x, y) = ([4.0, 3.0, 2.0, 1.0, 0.5], [2.0, 4.0, 3.0, 1.0, 7.0]);
    let (found, expected) = (tau_ap_b(&x, &y), tau_ap_symmetric(&x, &y));
    assert!((found.expect("five items") - expected.expect("five items")).abs() < 1e-15);
}
