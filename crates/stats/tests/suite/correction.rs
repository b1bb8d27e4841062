//! Adjusted p values: compared with statsmodels 0.15.0, and properties.

use proptest::prelude::*;
use rejudge_stats::Correction::{self, BenjaminiHochberg, Bonferroni, Holm};

fn adjusted(by: Correction, p: &[f64]) -> Vec<f64> {
    by.adjust_p_values(p).expect("of p values")
}

/// ```python
/// from statsmodels.stats.multitest import multipletests
/// p = [0.012, 0.0004, 0.3, 0.04, 0.011, 0.04, 0.9, 1.0, 0.0, 0.062]
/// for method in ["holm", "bonferroni", "fdr_bh"]: print(multipletests(p, method=method)[1].tolist())
/// ```
#[test]
fn statsmodels_agrees() {
    let p = [0.012, 0.0004, 0.3, 0.04, 0.011, 0.04, 0.9, 1.0, 0.0, 0.062];
    let (fifteenth, last) = (1.0 / 15.0, 0.62 / 7.0);
    for (by, expected) in [
        (Holm, [0.088, 0.0036, 0.9, 0.24, 0.088, 0.24, 1.0, 1.0, 0.0, 0.248]),
        (Bonferroni, [0.12, 0.004, 1.0, 0.4, 0.11, 0.4, 1.0, 1.0, 0.0, 0.62]),
        (BenjaminiHochberg, [0.03, 0.002, 0.375, fifteenth, 0.03, fifteenth, 1.0, 1.0, 0.0, last]),
    ] {
        for (found, expected) in adjusted(by, &p).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
        }
    }
}

proptest! {
    /// There are only 21 different p values, so that some are often equal.
    #[test]
    fn the_false_discovery_rate_lies_between_none_and_holm(of_20 in prop::collection::vec(0..=20_u32, 0..30)) {
        let p: Vec<f64> = of_20.iter().map(|&part| f64::from(part) / 20.0).collect();
        let (found, holm) = (adjusted(BenjaminiHochberg, &p), adjusted(Holm, &p));
        let at_most = |most: f64| p.iter().filter(|&&p| p <= most).count() as f64;
        for (test, &own) in p.iter().enumerate() {
            prop_assert!(own <= found[test] && found[test] <= holm[test]);
            // The definition without sorting: the least m / #{p <= q} q over all p values q that are at least this p
            // value.
            let above = p.iter().copied().filter(|&q| q >= own);
            let expected = above.map(|q| p.len() as f64 / at_most(q) * q).fold(1.0, f64::min);
            prop_assert_eq!(found[test], expected);
        }
    }
}
