//! Properties of swap rates, and a comparison with their definition.

use proptest::prelude::*;
use rejudge_stats::{SWAP_BINS, SwapRates, TiedPairs};

/// Returns mean scores of some runs on two sets of topics. Some are whole hundredths, so that there are ties and
/// differences at the edge of a bin.
fn means() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    let score = prop_oneof![(0_u32..40).prop_map(|n| f64::from(n) / 100.0), 0.0..0.5_f64];
    prop::collection::vec((score.clone(), score), 0..12).prop_map(|both| both.into_iter().unzip())
}

fn rates(ties: TiedPairs, comparisons: &[(Vec<f64>, Vec<f64>)]) -> SwapRates {
    let mut rates = SwapRates::new(ties);
    comparisons.iter().for_each(|(first, second)| rates.add(first, second));
    rates
}

/// Returns the numbers of comparisons and swaps in a bin by the definition, in exact hundredths.
fn by_definition(ties: TiedPairs, hundredths: &[(i32, i32)], bin: usize) -> (u64, f64) {
    let (mut pairs, mut swaps) = (0, 0.0);
    for (x, &(first_x, second_x)) in hundredths.iter().enumerate() {
        for &(first_y, second_y) in &hundredths[..x] {
            let (here, there) = (first_x - first_y, second_x - second_y);
            if here.unsigned_abs().min(SWAP_BINS as u32 - 1) as usize != bin {
                continue;
            }
            pairs += 1;
            swaps += match (here * there, ties) {
                (0, TiedPairs::Half) => 0.5,
                (0, TiedPairs::Swap) => 1.0,
                (product, _) => f64::from(u8::from(product < 0)),
            };
        }
    }
    (pairs, swaps)
}

proptest! {
    #[test]
    fn rates_are_those_of_the_definition(hundredths in prop::collection::vec((0_i32..40, 0_i32..40), 0..12), swap in any::<bool>()) {
        let ties = if swap { TiedPairs::Swap } else { TiedPairs::Half };
        let mean = |n: i32| f64::from(n) / 100.0;
        let both = hundredths.iter().map(|&(first, second)| (mean(first), mean(second))).unzip();
        let found = rates(ties, &[both]);
        for bin in 0..SWAP_BINS {
            let (pairs, swaps) = by_definition(ties, &hundredths, bin);
            prop_assert_eq!(found.pairs(bin), pairs);
            prop_assert_eq!(found.error(bin), (pairs > 0).then(|| swaps / pairs as f64));
        }
    }

    /// If the two sets are exchanged, a pair may move to another bin, but a swap remains a swap.
    #[test]
    fn the_rate_of_all_differences_is_symmetric((first, second) in means()) {
        let here = rates(TiedPairs::Half, &[(first.clone(), second.clone())]);
        let there = rates(TiedPairs::Half, &[(second, first)]);
        prop_assert_eq!(here.error_of_all(), there.error_of_all());
        prop_assert_eq!(here.all_pairs(), there.all_pairs());
    }

    /// If the order of one set is reversed, every rate r becomes 1 - r, because a tie counts as half a swap.
    #[test]
    fn an_order_turned_round_has_the_other_rates((first, second) in means()) {
        let turned = second.iter().map(|score| -score).collect();
        let (here, there) =
            (rates(TiedPairs::Half, &[(first.clone(), second)]), rates(TiedPairs::Half, &[(first, turned)]));
        for bin in 0..SWAP_BINS {
            let sum = here.error(bin).zip(there.error(bin)).map(|(a, b)| a + b);
            prop_assert!(sum.is_none_or(|sum| (sum - 1.0).abs() < 1e-12));
        }
    }

    /// The order of the runs and the order of the comparisons do not matter.
    #[test]
    fn order_does_not_matter(comparisons in prop::collection::vec(means(), 0..4), seed in any::<u64>()) {
        let mut other = comparisons.clone();
        let mut draw = rejudge_stats::Draw::new(seed, &["order"]);
        draw.shuffle(&mut other);
        for (first, second) in &mut other {
            let mut order: Vec<usize> = (0..first.len()).collect();
            draw.shuffle(&mut order);
            *first = order.iter().map(|&run| first[run]).collect();
            *second = order.iter().map(|&run| second[run]).collect();
        }
        prop_assert_eq!(rates(TiedPairs::Swap, &comparisons), rates(TiedPairs::Swap, &other));
    }

    /// From the required difference on, no rate is above `error`. The last bin with comparisons before it, if
    /// there is one, has a higher rate than `error`.
    #[test]
    fn no_rate_is_above_the_limit_from_the_required_difference_on(comparisons in prop::collection::vec(means(), 0..4), error in 0.01..0.9_f64) {
        let rates = rates(TiedPairs::Half, &comparisons);
        let is_high = |bin: usize| rates.error(bin).is_some_and(|rate| rate > error);
        let filled: Vec<usize> = (0..SWAP_BINS).filter(|&bin| rates.pairs(bin) > 0).collect();
        match rates.required(error) {
            Some(first) => {
                prop_assert!(rates.pairs(first) > 0 && !(first..SWAP_BINS).any(is_high));
                prop_assert!(filled.iter().rev().find(|&&bin| bin < first).is_none_or(|&bin| is_high(bin)));
                let decided: u64 = (first..SWAP_BINS).map(|bin| rates.pairs(bin)).sum();
                prop_assert_eq!(rates.share_from(first), Some(decided as f64 / rates.all_pairs() as f64));
            }
            None => prop_assert!(filled.last().is_none_or(|&bin| is_high(bin))),
        }
    }
}

/// Means of the same scores in another order are tied, although their last bits differ.
#[test]
fn ties_are_those_of_rankings() {
    let mean = |scores: [f64; 3]| scores.iter().sum::<f64>() / 3.0;
    let (a, b) = (mean([0.1, 0.2, 0.3]), mean([0.3, 0.2, 0.1]));
    assert!(a != b);
    assert_eq!(rates(TiedPairs::Half, &[(vec![a, b], vec![0.1, 0.2])]).error(0), Some(0.5));
    assert_eq!(rates(TiedPairs::Half, &[(vec![0.5, 0.2], vec![a, b])]).error(20), Some(0.5));
}

#[test]
fn no_run_and_one_run_make_no_pair() {
    for scores in [vec![], vec![0.5]] {
        let rates = rates(TiedPairs::Half, &[(scores.clone(), scores)]);
        assert_eq!((rates.error_of_all(), rates.required(0.05), rates.share_from(0)), (None, None, None));
    }
}
