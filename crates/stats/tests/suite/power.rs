//! Laws of discriminative power and disagreement.

use proptest::prelude::*;
use rejudge_stats::{Reject, discriminative_power, misses_and_false_alarms, significant};

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
}

#[test]
#[should_panic(expected = "different pairs")]
fn significance_of_different_pairs_is_not_compared() {
    misses_and_false_alarms(&[true], &[]);
}
