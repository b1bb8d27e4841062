//! Compares `top_kept` and `best_kept` with their definitions over all orders of ties.

use proptest::prelude::*;
use rejudge_stats::{Ranking, best_kept, top_kept};

use crate::ties::{lists, orders};

proptest! {
    /// Checks the documented treatment of ties in the second ranking.
    #[test]
    fn the_kept_share_is_the_mean_over_all_orders_of_ties((x, y) in lists(1, 6, 5), k in 0_usize..8) {
        let rank = |item: usize| 1 + x.iter().filter(|&&score| score > x[item]).count();
        let best: Vec<usize> = (0..x.len()).filter(|&item| rank(item) <= k).collect();
        let all: Vec<usize> = (0..x.len()).collect();
        let orders = orders(&all, &y);
        let kept = |order: &Vec<usize>| order[..best.len()].iter().filter(|item| best.contains(item)).count();
        let mean = orders.iter().map(kept).sum::<usize>() as f64 / orders.len() as f64;
        let found = top_kept(&Ranking::new(&x), &Ranking::new(&y), k);
        prop_assert_eq!(found.items, best.len());
        prop_assert!((found.kept - mean).abs() < 1e-12, "{} against {}", found.kept, mean);
    }

    /// The best item is kept if, in every order of the second ranking, the first item is a best item of the first
    /// ranking.
    #[test]
    fn the_best_is_kept_in_all_orders((x, y) in lists(1, 6, 5)) {
        let all: Vec<usize> = (0..x.len()).collect();
        let highest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let always = orders(&all, &y).iter().all(|order| x[order[0]] == highest);
        prop_assert_eq!(best_kept(&Ranking::new(&x), &Ranking::new(&y)), Some(always));
    }
}
