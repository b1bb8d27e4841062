//! Adjusted p values against statsmodels 0.15.0 and by their laws.

use rejudge_stats::Correction;

fn holm(p: &[f64]) -> Vec<f64> {
    Correction::Holm.of_p_values(p).expect("of p values")
}

fn bonferroni(p: &[f64]) -> Vec<f64> {
    Correction::Bonferroni.of_p_values(p).expect("of p values")
}

/// ```python
/// from statsmodels.stats.multitest import multipletests
/// p = [0.012, 0.0004, 0.3, 0.04, 0.011, 0.04, 0.9, 1.0, 0.0, 0.062]
/// for method in ["holm", "bonferroni"]: print(multipletests(p, method=method)[1].tolist())
/// ```
#[test]
fn statsmodels_agrees() {
    let p = [0.012, 0.0004, 0.3, 0.04, 0.011, 0.04, 0.9, 1.0, 0.0, 0.062];
    for (found, expected) in [
        (
            holm(&p),
            [0.088, 0.0036000000000000003, 0.8999999999999999, 0.24, 0.088, 0.24, 1.0, 1.0, 0.0, 0.248],
        ),
        (bonferroni(&p), [0.12, 0.004, 1.0, 0.4, 0.10999999999999999, 0.4, 1.0, 1.0, 0.0, 0.62]),
    ] {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
        }
    }
}
