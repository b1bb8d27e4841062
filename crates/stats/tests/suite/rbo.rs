//! Rank-biased overlap: its definition by sets, and laws. The values of other programs: `oracle`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rejudge_stats::{Ranking, rbo};

fn of(x: &[f64], y: &[f64], p: f64) -> Option<f64> {
    rbo(&Ranking::of(x), &Ranking::of(y), p)
}

/// Two lists of scores of the same items, with ties.
fn lists() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0..8_i32, 0..8_i32), 1..40)
        .prop_map(|items| items.into_iter().map(|(x, y)| (f64::from(x) / 10.0, f64::from(y) / 10.0)).unzip())
}

/// `A(n) p^n + (1 - p)/p sum A(d) p^d`, by sets.
fn plain(x: &[f64], y: &[f64], p: f64) -> f64 {
    let top = |scores: &[f64], depth: usize| -> BTreeSet<usize> {
        let rank = |item: usize| 1 + scores.iter().filter(|&&score| score > scores[item]).count();
        (0..scores.len()).filter(|&item| rank(item) <= depth).collect()
    };
    let agreement = |depth: usize| {
        let (x, y) = (top(x, depth), top(y, depth));
        2.0 * x.intersection(&y).count() as f64 / (x.len() + y.len()) as f64
    };
    let power = |d: usize| p.powi(i32::try_from(d).unwrap_or(i32::MAX));
    let sum: f64 = (1..=x.len()).map(|d| agreement(d) * power(d)).sum();
    agreement(x.len()) * power(x.len()) + (1.0 - p) / p * sum
}

proptest! {
    #[test]
    fn it_is_its_definition((x, y) in lists(), p in 0.01..0.99) {
        let found = of(&x, &y, p).unwrap_or(f64::NAN);
        prop_assert!((found - plain(&x, &y, p)).abs() < 1e-12, "{} against {}", found, plain(&x, &y, p));
    }

    #[test]
    fn laws_of_overlap((x, y) in lists(), p in 0.01..0.99, shift in 0_usize..40) {
        let found = of(&x, &y, p);
        prop_assert!(found.is_some_and(|found| (0.0..=1.0).contains(&found)));
        prop_assert_eq!(of(&y, &x, p), found);
        prop_assert_eq!(of(&x, &x, p), Some(1.0));
        let turned = |list: &[f64]| {
            let mut list = list.to_vec();
            list.rotate_left(shift % x.len());
            list
        };
        prop_assert_eq!(of(&turned(&x), &turned(&y), p), found);
    }

    /// An exchange at the top costs more than one further down.
    #[test]
    fn the_top_weighs_more(items in 3_usize..40, p in 0.05..0.95, one in 0_usize..40, other in 0_usize..40) {
        let (one, other) = (one % (items - 1), other % (items - 1));
        let (high, low) = (one.min(other), one.max(other));
        let scores: Vec<f64> = (0..items).map(|item| -(item as f64)).collect();
        let exchanged = |at: usize| {
            let mut scores = scores.clone();
            scores.swap(at, at + 1);
            scores
        };
        prop_assert!(of(&scores, &exchanged(high), p) <= of(&scores, &exchanged(low), p));
    }
}

#[test]
fn little_to_rank() {
    assert_eq!(of(&[], &[], 0.9), None);
    assert_eq!(of(&[0.5], &[0.1], 0.9), Some(1.0));
    // Equal by the rule for equal scores.
    assert_eq!(of(&[0.1 + 0.2, 0.3], &[0.3, 0.1 + 0.2], 0.9), Some(1.0));
}

#[test]
#[should_panic(expected = "p = 1")]
fn a_user_who_never_stops_is_refused() {
    of(&[0.5], &[0.1], 1.0);
}

#[test]
#[should_panic(expected = "different items")]
fn rankings_of_different_items_are_refused() {
    of(&[0.5], &[0.1, 0.2], 0.9);
}
