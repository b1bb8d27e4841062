//! Adjusted p values against statsmodels 0.15.0 and by their laws.

use proptest::prelude::*;
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

#[test]
fn no_test_has_no_adjusted_p() {
    assert!(holm(&[]).is_empty() && bonferroni(&[]).is_empty());
    assert_eq!([holm(&[0.3]), bonferroni(&[0.3])], [[0.3], [0.3]]);
}

#[test]
#[should_panic(expected = "outside [0, 1]")]
fn holm_refuses_nan() {
    holm(&[0.5, f64::NAN]);
}

#[test]
#[should_panic(expected = "outside [0, 1]")]
fn bonferroni_refuses_what_is_no_p_value() {
    bonferroni(&[1.5]);
}

/// Rejecting step by step at level alpha, as Holm wrote it: the smallest p against alpha / m, the
/// next against alpha / (m - 1), until one fails.
fn rejected(p: &[f64], alpha: f64) -> Vec<bool> {
    let mut rejected = vec![false; p.len()];
    loop {
        let left = (0..p.len()).filter(|&i| !rejected[i]);
        let count = left.clone().count() as f64;
        match left.min_by(|&a, &b| p[a].total_cmp(&p[b])) {
            Some(smallest) if count * p[smallest] <= alpha => rejected[smallest] = true,
            _ => return rejected,
        }
    }
}

proptest! {
    #[test]
    fn holm_lies_between_raw_and_bonferroni_and_keeps_the_order(
        tenths in prop::collection::vec((0..=10_u32, 0..=10_i32), 0..30),
    ) {
        let p: Vec<f64> = tenths.into_iter().map(|(p, small)| f64::from(p) / 10.0 * 0.5_f64.powi(small)).collect();
        let (adjusted, most) = (holm(&p), bonferroni(&p));
        for i in 0..p.len() {
            prop_assert!(p[i] <= adjusted[i] && adjusted[i] <= most[i] && most[i] <= 1.0);
            for j in 0..p.len() {
                prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
            }
        }
    }

    #[test]
    fn adjusted_p_says_what_is_rejected_step_by_step(
        p in prop::collection::vec(0.0..0.2, 0..20), alpha in 0.01..0.2,
    ) {
        let adjusted: Vec<bool> = holm(&p).into_iter().map(|p| p <= alpha).collect();
        prop_assert_eq!(adjusted, rejected(&p, alpha));
    }
}
