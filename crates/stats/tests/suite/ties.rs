//! Scores with ties, and all orders that break the ties.

use proptest::prelude::*;

/// Returns two lists of scores of the same items. There are `min_items` to `max_items` items, and at most
/// `levels` different scores.
pub fn lists(min_items: usize, max_items: usize, levels: i32) -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0..levels, 0..levels), min_items..=max_items)
        .prop_map(|items| items.into_iter().map(|(x, y)| (f64::from(x) / 10.0, f64::from(y) / 10.0)).unzip())
}

/// Returns all orders of `items` from the top in which scores do not increase.
pub fn orders(items: &[usize], scores: &[f64]) -> Vec<Vec<usize>> {
    let Some(best) = items.iter().map(|&item| scores[item]).reduce(f64::max) else { return vec![vec![]] };
    let first = items.iter().filter(|&&item| scores[item] == best);
    let below = |&top: &usize| {
        let rest: Vec<usize> = items.iter().copied().filter(|&item| item != top).collect();
        orders(&rest, scores).into_iter().map(move |order| [vec![top], order].concat())
    };
    first.flat_map(below).collect()
}
