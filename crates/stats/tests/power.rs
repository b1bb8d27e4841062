//! Laws of ranks, discriminative power and disagreement.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests, too, say what must be")]

use proptest::prelude::*;
use rejudge_stats::{Reject, discriminative_power, misses_and_false_alarms, ranks, significant};

proptest! {
    /// The relation that every column of the paper's tables obeys: new = old - misses + false alarms.
    #[test]
    fn counts_follow_from_misses_and_false_alarms(levels in prop::collection::vec((0.0..0.1, 0.0..0.1), 0..60)) {
        let (full, shallow): (Vec<f64>, Vec<f64>) = levels.into_iter().unzip();
        let flags = |levels: &[f64]| significant(levels, 0.05, Reject::Below);
        let found = misses_and_false_alarms(&flags(&full), &flags(&shallow));
        let (old, new) = (discriminative_power(&full, 0.05), discriminative_power(&shallow, 0.05));
        prop_assert_eq!(new.significant + found.misses, old.significant + found.false_alarms);
        prop_assert_eq!(old.significant, flags(&full).iter().filter(|&&s| s).count());
        prop_assert_eq!(old.pairs, full.len());
    }

    /// Ranks order as scores do, in reverse; without ties they are a permutation of 1..=n.
    #[test]
    fn ranks_reverse_scores(scores in prop::collection::vec(0..20_i32, 1..30)) {
        let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
        let found = ranks(&scores);
        for (a, b) in rejudge_stats::pairs(scores.len()) {
            prop_assert_eq!(found[b].cmp(&found[a]), scores[a].total_cmp(&scores[b]));
        }
        let mut distinct = ranks(&scores.iter().zip(0..).map(|(s, i)| s + 0.01 * f64::from(i)).collect::<Vec<_>>());
        distinct.sort();
        prop_assert_eq!(distinct, (1..=scores.len()).collect::<Vec<_>>());
    }
}

#[test]
#[should_panic(expected = "different pairs")]
fn significance_of_different_pairs_is_not_compared() {
    misses_and_false_alarms(&[true], &[]);
}
