//! Properties of rank-biased overlap. `oracle` compares it with other programs.

use proptest::prelude::*;
use rejudge_stats::{Ranking, RboTies, rbo};

use crate::ties::lists;

const TIES: [RboTies; 3] = [RboTies::W, RboTies::A, RboTies::B];

fn overlap(x: &[f64], y: &[f64], p: f64, ties: RboTies) -> Option<f64> {
    rbo(&Ranking::new(x), &Ranking::new(y), p, ties)
}

proptest! {
    #[test]
    fn laws_of_overlap((x, y) in lists(1, 39, 8), p in 0.01..0.99, shift in 0_usize..40) {
        let turned = |list: &[f64]| {
            let mut list = list.to_vec();
            list.rotate_left(shift % x.len());
            list
        };
        for ties in TIES {
            let found = overlap(&x, &y, p, ties);
            prop_assert!(found.is_some_and(|found| (0.0..=1.0).contains(&found)));
            prop_assert_eq!(overlap(&y, &x, p, ties), found);
            prop_assert_eq!(overlap(&turned(&x), &turned(&y), p, ties), found);
        }
        prop_assert_eq!(overlap(&x, &x, p, RboTies::W), Some(1.0));
        prop_assert_eq!(overlap(&x, &x, p, RboTies::B), Some(1.0));
        // `a` is at most `b`, because the square of a part is at most the part.
        prop_assert!(overlap(&x, &y, p, RboTies::A) <= overlap(&x, &y, p, RboTies::B).map(|b| b + 1e-15));
    }

    /// An exchange never costs less than an exchange further down.
    #[test]
    fn the_top_weighs_more(items in 3_usize..40, p in 0.05..0.95, one in 0_usize..40, other in 0_usize..40) {
        let (one, other) = (one % (items - 1), other % (items - 1));
        let (high, low) = (one.min(other), one.max(other));
        let scores: Vec<f64> = (0..items).map(|item| -(item as f64)).collect();
        let exchanged = |at: usize| {
            let mut exchanged = scores.clone();
            exchanged.swap(at, at + 1);
            overlap(&scores, &exchanged, p, RboTies::W)
        };
        prop_assert!(exchanged(high) <= exchanged(low));
    }
}

#[test]
fn rankings_without_items_and_with_equal_scores() {
    for ties in TIES {
        assert_eq!(overlap(&[], &[], 0.9, ties), None);
        assert_eq!(overlap(&[0.5], &[0.1], 0.9, ties), Some(1.0));
        // The scores are equal by the rule of [`Ranking`].
        let found = overlap(&[0.1 + 0.2, 0.3], &[0.3, 0.1 + 0.2], 0.9, ties);
        assert_eq!(found == Some(1.0), ties != RboTies::A);
    }
}
