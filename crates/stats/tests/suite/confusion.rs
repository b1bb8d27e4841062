//! The confusion matrix: the printed matrices of SIGIR 2007, and properties. Also the rule for p values that
//! equal the level.

use proptest::prelude::*;
use rejudge_stats::{ConfusionMatrix, Reject, confusion_matrix, significant};

/// Table 4 (TREC-12), with the accuracies and g-means that follow from the matrices.
#[test]
fn measures_agree_with_the_printed_matrices() {
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

/// The two rules differ only for a p value that equals the level.
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
        // g-mean is the geometric mean of the two rates, so it is between them.
        if let (Some(tp), Some(p), Some(g)) = (matrix.true_positive_rate(), matrix.predicted_positive_rate(), matrix.g_mean()) {
            prop_assert!(g >= tp.min(p) - 1e-15 && g <= tp.max(p) + 1e-15);
        }
        let swapped = confusion_matrix(&fewer, &full);
        prop_assert_eq!((swapped.c12, swapped.c21, swapped.g_mean()), (matrix.c21, matrix.c12, matrix.g_mean()));
    }
}
