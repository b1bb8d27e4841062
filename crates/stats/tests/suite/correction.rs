//! Adjusted p values against statsmodels 0.15.0, R's formula and a printed example, and by their laws.

use proptest::prelude::*;
use rejudge_stats::Correction;

fn holm(p: &[f64]) -> Vec<f64> {
    Correction::Holm.of_p_values(p).expect("of p values")
}

fn bonferroni(p: &[f64]) -> Vec<f64> {
    Correction::Bonferroni.of_p_values(p).expect("of p values")
}

fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    Correction::BenjaminiHochberg.of_p_values(p).expect("of p values")
}

/// ```python
/// from statsmodels.stats.multitest import multipletests
/// p = [0.012, 0.0004, 0.3, 0.04, 0.011, 0.04, 0.9, 1.0, 0.0, 0.062]
/// for method in ["holm", "bonferroni", "fdr_bh"]: print(multipletests(p, method=method)[1].tolist())
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
        (
            benjamini_hochberg(&p),
            [
                0.03,
                0.002,
                0.37499999999999994,
                0.06666666666666667,
                0.03,
                0.06666666666666667,
                1.0,
                1.0,
                0.0,
                0.08857142857142858,
            ],
        ),
    ] {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
        }
    }
}

/// R's `p.adjust(p, "BH")` to the last bit: `pmin(1, cummin(n / i * p[o]))[ro]` with `i <- n:1`,
/// `o <- order(p, decreasing = TRUE)` and `ro <- order(o)`.
#[test]
fn r_agrees() {
    for (p, expected) in [
        // n / i * p is .05 for each.
        (&[0.01, 0.02, 0.03, 0.04, 0.05][..], &[0.05; 5][..]),
        // 4/1 * .005; 4/2 * .011; 4/3 * .02 is above 4/4 * .025.
        (&[0.02, 0.005, 0.025, 0.011], &[0.025, 0.02, 0.025, 0.022]),
        // Equal ones: 3/2 * .02, and not 3/1 * .02.
        (&[0.02, 0.5, 0.02], &[0.03, 0.5, 0.03]),
        (&[0.8], &[0.8]),
        (&[], &[]),
    ] {
        assert_eq!(benjamini_hochberg(p), expected, "{p:?}");
    }
}

/// The example of Benjamini and Hochberg (1995), which the documentation of scipy's `false_discovery_control` has: at
/// .05 their procedure rejects the four smallest of 15 p values, Bonferroni's the three smallest.
#[test]
fn four_hypotheses_of_the_paper_are_rejected() {
    let p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0,
    ];
    let rejected = |adjusted: Vec<f64>| adjusted.iter().filter(|&&p| p <= 0.05).count();
    assert_eq!([benjamini_hochberg(&p), bonferroni(&p), holm(&p)].map(rejected), [4, 3, 3]);
}

proptest! {
    /// Few different values, so that some are equal.
    #[test]
    fn the_false_discovery_rate_lies_between_none_and_holm(of_20 in prop::collection::vec(0..=20_u32, 0..30)) {
        let p: Vec<f64> = of_20.iter().map(|&part| f64::from(part) / 20.0).collect();
        let (adjusted, holm) = (benjamini_hochberg(&p), holm(&p));
        let at_most = |most: f64| p.iter().filter(|&&p| p <= most).count() as f64;
        for (test, &own) in p.iter().enumerate() {
            prop_assert!(own <= adjusted[test] && adjusted[test] <= holm[test]);
            // Without an order: the least m / #{p <= q} q over the values q that are not below.
            let above = p.iter().copied().filter(|&q| q >= own);
            let expected = above.map(|q| p.len() as f64 / at_most(q) * q).fold(1.0, f64::min);
            prop_assert_eq!(adjusted[test], expected);
        }
    }
}
