//! The confusion matrix against the printed one of SIGIR 2007, and its laws.

use proptest::prelude::*;
use rejudge_stats::{
    ConfusionMatrix, Reject, confusion_matrix, discriminative_power, misses_and_false_alarms, significant,
};

/// Table 4 (TREC-12), with the accuracies and g-means that follow from it.
#[test]
fn the_printed_matrices() {
    for (cells, pairs, accuracy, g_mean) in [
        ([62, 5, 22, 176], 265, 0.898, 0.826),
        ([66, 6, 37, 157], 266, 0.838, 0.766),
        ([59, 3, 30, 174], 266, 0.876, 0.794),
    ] {
        let [c11, c12, c21, c22] = cells;
        let matrix = ConfusionMatrix { c11, c12, c21, c22 };
        assert_eq!(matrix.pairs(), pairs);
        let rounded = |value: Option<f64>| value.map(|value| (value * 1000.0).round() / 1000.0);
        assert_eq!((rounded(matrix.accuracy()), rounded(matrix.g_mean())), (Some(accuracy), Some(g_mean)));
    }
}

#[test]
fn a_share_of_nothing_is_undefined() {
    let none = ConfusionMatrix::default();
    assert_eq!((none.accuracy(), none.lost_significance(), none.g_mean()), (None, None, None));
    let all_differ = ConfusionMatrix { c22: 3, ..none };
    assert_eq!((all_differ.accuracy(), all_differ.lost_significance()), (Some(1.0), Some(0.0)));
    assert_eq!((all_differ.true_positive_rate(), all_differ.predicted_positive_rate()), (None, None));
    // If none of the accepted pairs is correct, the share is 0, not undefined.
    let wrong = ConfusionMatrix { c12: 1, c21: 1, ..none };
    assert_eq!(
        (wrong.g_mean(), wrong.accuracy(), wrong.lost_significance()),
        (Some(0.0), Some(0.0), Some(1.0))
    );
    assert_eq!(ConfusionMatrix { c12: 1, ..none }.g_mean(), None);
    assert_eq!(ConfusionMatrix { c21: 1, ..none }.g_mean(), None);
}

#[test]
#[should_panic(expected = "different pairs")]
fn significance_of_different_pairs_is_not_compared() {
    confusion_matrix(&[true], &[]);
}

/// The two rules differ only at the level itself.
#[test]
fn the_level_itself_is_rejected_by_one_rule() {
    let p = [0.0, 0.049_999, 0.05, 0.050_001, 1.0];
    assert_eq!(significant(&p, 0.05, Reject::Below), [true, true, false, false, false]);
    assert_eq!(significant(&p, 0.05, Reject::AtMost), [true, true, true, false, false]);
}

proptest! {
    #[test]
    fn the_cells_count_every_pair_once(flags in prop::collection::vec((any::<bool>(), any::<bool>()), 0..80)) {
        let (full, fewer): (Vec<bool>, Vec<bool>) = flags.iter().copied().unzip();
        let matrix = confusion_matrix(&full, &fewer);
        prop_assert_eq!(matrix.pairs(), flags.len());
        prop_assert_eq!(matrix.c21 + matrix.c22, full.iter().filter(|&&r| r).count());
        prop_assert_eq!(matrix.c12 + matrix.c22, fewer.iter().filter(|&&r| r).count());
        let agree = flags.iter().filter(|(f, g)| f == g).count();
        prop_assert_eq!(matrix.c11 + matrix.c22, agree);
        let disagreement = misses_and_false_alarms(&full, &fewer);
        prop_assert_eq!((disagreement.misses, disagreement.false_alarms), (matrix.c21, matrix.c12));
        // The geometric mean is between the two rates.
        if let (Some(tp), Some(p), Some(g)) = (matrix.true_positive_rate(), matrix.predicted_positive_rate(), matrix.g_mean()) {
            prop_assert!(g >= tp.min(p) - 1e-15 && g <= tp.max(p) + 1e-15);
        }
        let swapped = confusion_matrix(&fewer, &full);
        prop_assert_eq!((swapped.c12, swapped.c21, swapped.g_mean()), (matrix.c21, matrix.c12, matrix.g_mean()));
    }

    #[test]
    fn a_test_against_itself_is_accurate(p in prop::collection::vec(0.0..0.1, 1..50)) {
        let flags = significant(&p, 0.05, Reject::Below);
        let matrix = confusion_matrix(&flags, &flags);
        prop_assert_eq!(matrix.accuracy(), Some(1.0));
        prop_assert_eq!(matrix.c22, discriminative_power(&p, 0.05).significant);
    }
}
