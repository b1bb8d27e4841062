//! Measures of reproduction: the definition of truncated RBO, cases without a value, and rounded means.
//! `oracle` compares them with repro_eval.

use proptest::prelude::*;
use rejudge_stats::{
    Improvement, delta_relative_improvement, effect_ratio, kendall_tau_union, rmse, truncated_rbo,
    unpaired_t_test,
};

/// Returns two lists, each with some of 12 items.
fn lists() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let list = || (Just((0..12).collect::<Vec<u8>>()).prop_shuffle(), 2..12_usize);
    (list(), list()).prop_map(|((x, n), (y, m))| (x[..n].to_vec(), y[..m].to_vec()))
}

proptest! {
    #[test]
    fn truncated_rbo_is_its_definition((x, y) in lists(), p in 0.01..0.99_f64, depth in 1..20_usize) {
        let common = |d: usize| x.iter().take(d).filter(|item| y.iter().take(d).any(|y| y == *item)).count() as f64;
        let weight = |d: usize| p.powi(d as i32 - 1);
        let expected = (1..=depth).map(|d| weight(d) * common(d) / d as f64).sum::<f64>()
            / (1..=depth).map(weight).sum::<f64>();
        let found = truncated_rbo(&x, &y, p, depth).expect("items");
        prop_assert!((found - expected).abs() < 1e-12, "{} against {}", found, expected);
        prop_assert_eq!(truncated_rbo(&y, &x, p, depth), Some(found));
    }
}

#[test]
fn undefined_values() {
    let nothing: [&str; 0] = [];
    assert_eq!(kendall_tau_union(&["a"], &["b"]), None);
    assert_eq!(truncated_rbo(&nothing, &nothing, 0.9, 10), None);
    assert_eq!(truncated_rbo(&nothing, &["a"], 0.9, 10), Some(0.0));
    assert_eq!(rmse(&[], &[]), None);
    assert_eq!(unpaired_t_test(&[0.5], &[0.5, 0.25]), None);
    let level = Improvement { baseline: &[0.5, 0.25], advanced: &[0.25, 0.5] };
    let zero = Improvement { baseline: &[0.0], advanced: &[0.5] };
    assert_eq!([effect_ratio(level, zero), delta_relative_improvement(level, zero)], [None, None]);
    assert_eq!(effect_ratio(zero, level), Some(0.0));
    // Both means are .2, and the sum of the differences is -2.8e-17.
    let rounded = Improvement { baseline: &[0.2, 0.2], advanced: &[0.3, 0.1] };
    assert_eq!([effect_ratio(rounded, zero), effect_ratio(zero, rounded)], [None, Some(0.0)]);
    // Both means are .2, with rounding errors of 2.8e-17 and -2.8e-17.
    let thirds = Improvement { baseline: &[0.2, 0.2, 0.2], advanced: &[0.3, 0.2, 0.1] };
    let level = Improvement { baseline: &[0.5], advanced: &[0.5] };
    assert_eq!(delta_relative_improvement(thirds, level), Some(0.0));
}
