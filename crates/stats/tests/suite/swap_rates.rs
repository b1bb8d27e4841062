//! Error rates of pairs of runs by two sets of topics: laws, and the definition computed naively.

use proptest::prelude::*;
use rejudge_stats::{SWAP_BINS, SwapRates, TiedPairs};

/// Mean scores of some runs on two sets, in hundredths and not, so that ties and edges come.
fn means() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    let score = prop_oneof![(0_u32..40).prop_map(|n| f64::from(n) / 100.0), 0.0..0.5_f64];
    prop::collection::vec((score.clone(), score), 0..12).prop_map(|both| both.into_iter().unzip())
}

fn rates(ties: TiedPairs, comparisons: &[(Vec<f64>, Vec<f64>)]) -> SwapRates {
    let mut rates = SwapRates::new(ties);
    comparisons.iter().for_each(|(first, second)| rates.add(first, second));
    rates
}

/// Comparisons and swaps of a bin by the definition, from sums of exact hundredths.
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

    /// From the difference required on no rate is above, and just below it one is, or nothing.
    #[test]
    fn what_is_required_is_the_first_of_the_end(comparisons in prop::collection::vec(means(), 0..4), error in 0.01..0.9_f64) {
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

/// Means of the same scores in another order are tied, whatever their last bits.
#[test]
fn ties_are_those_of_rankings() {
    let mean = |scores: [f64; 3]| scores.iter().sum::<f64>() / 3.0;
    let (a, b) = (mean([0.1, 0.2, 0.3]), mean([0.3, 0.2, 0.1]));
    assert!(a != b);
    assert_eq!(rates(TiedPairs::Half, &[(vec![a, b], vec![0.1, 0.2])]).error(0), Some(0.5));
    assert_eq!(rates(TiedPairs::Half, &[(vec![0.5, 0.2], vec![a, b])]).error(20), Some(0.5));
}
