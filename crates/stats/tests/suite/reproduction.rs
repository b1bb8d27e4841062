//! Measures of reproduction: laws, and cases without a value. The values of repro_eval: `oracle`.

use proptest::prelude::*;
use rejudge_stats::{
    Improvement, Ranking, RboTies, delta_relative_improvement, effect_ratio, kendall_tau_a,
    kendall_tau_union, rbo_of_lists, rmse, standard_deviation, truncated_rbo, unpaired_t_test,
};

/// Two lists of some of 12 items.
fn lists() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let list = || (Just((0..12).collect::<Vec<u8>>()).prop_shuffle(), 2..12_usize);
    (list(), list()).prop_map(|((x, n), (y, m))| (x[..n].to_vec(), y[..m].to_vec()))
}

/// The scores of four runs on the same topics: a baseline and an advanced run, and both reproduced.
fn runs() -> impl Strategy<Value = [Vec<f64>; 4]> {
    prop::collection::vec([0..101_u8, 0..101, 0..101, 0..101], 2..30).prop_map(|topics| {
        [0, 1, 2, 3].map(|run| topics.iter().map(|topic| f64::from(topic[run]) / 100.0).collect())
    })
}

proptest! {
    #[test]
    fn tau_union_of_equal_lists_is_one_and_of_any_two_symmetric((x, y) in lists()) {
        prop_assert_eq!(kendall_tau_union(&x, &x), Some(1.0));
        let tau = kendall_tau_union(&x, &y);
        prop_assert_eq!(tau, kendall_tau_union(&y, &x));
        prop_assert!(tau.is_some_and(|tau| (-1.0..=1.0).contains(&tau)));
    }

    /// Items that are numbered as the original ranks them give Kendall's tau.
    #[test]
    fn tau_union_in_the_order_of_the_original_is_tau(order in Just((0..12_u8).collect::<Vec<_>>()).prop_shuffle()) {
        let original: Vec<u8> = (0..12).collect();
        let rank = |item: u8| order.iter().position(|other| *other == item).expect("ranked") as f64;
        let reproduced: Vec<f64> = original.iter().map(|&item| -rank(item)).collect();
        let ranks: Vec<f64> = original.iter().map(|&item| -f64::from(item)).collect();
        let tau = kendall_tau_a(&Ranking::new(&ranks), &Ranking::new(&reproduced));
        prop_assert_eq!(kendall_tau_union(&original, &order), tau);
    }

    /// The sum of the definition, depth by depth, by sets.
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

    /// At great depth it is the lower bound of rank-biased overlap: nothing is in common below the lists.
    #[test]
    fn truncated_rbo_at_great_depth_is_the_lower_bound((x, y) in lists(), p in 0.01..0.9_f64) {
        let untied = |list: &[u8]| list.iter().map(|&item| vec![item]).collect::<Vec<_>>();
        let lower = rbo_of_lists(&untied(&x), &untied(&y), p, RboTies::W).expect("items").lower;
        let found = truncated_rbo(&x, &y, p, 400).expect("items");
        prop_assert!((found - lower).abs() < 1e-12, "{} against {}", found, lower);
    }

    /// `RMSE^2 = (mean difference)^2 + (variance of the differences)`.
    #[test]
    fn the_square_error_is_bias_and_variance([x, y, ..] in runs()) {
        let z: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
        let n = z.len() as f64;
        let bias = z.iter().sum::<f64>() / n;
        let variance = standard_deviation(&z).expect("two topics").powi(2) * (n - 1.0) / n;
        let found = rmse(&x, &y).expect("topics");
        prop_assert!((found.powi(2) - bias.powi(2) - variance).abs() < 1e-12);
        prop_assert_eq!(rmse(&x, &x), Some(0.0));
    }

    #[test]
    fn an_experiment_reproduces_itself([baseline, advanced, other, another] in runs()) {
        let original = Improvement { baseline: &baseline, advanced: &advanced };
        let (er, delta) = (effect_ratio(original, original), delta_relative_improvement(original, original));
        prop_assert!(er.is_none_or(|er| er == 1.0) && delta.is_none_or(|delta| delta == 0.0));
        // Baseline and advanced run exchanged: the effect is reversed.
        let reversed = Improvement { baseline: &advanced, advanced: &baseline };
        prop_assert!(effect_ratio(original, reversed).is_none_or(|er| er == -1.0));
        // The ratio of the inverse question is the inverse ratio.
        let reproduced = Improvement { baseline: &other, advanced: &another };
        if let (Some(there), Some(back)) = (effect_ratio(original, reproduced), effect_ratio(reproduced, original)) {
            prop_assert!((there * back - 1.0).abs() < 1e-9, "{} {}", there, back);
        }
        let (there, back) =
            (delta_relative_improvement(original, reproduced), delta_relative_improvement(reproduced, original));
        prop_assert_eq!(there, back.map(|back| -back));
    }

    /// For runs of equal size, `t^2 = n d^2 / (sd(x)^2 + sd(y)^2)`.
    #[test]
    fn the_unpaired_test_adds_the_variances([x, y, ..] in runs()) {
        let test = unpaired_t_test(&x, &y).expect("two topics");
        let n = x.len() as f64;
        let difference = (x.iter().sum::<f64>() - y.iter().sum::<f64>()) / n;
        let variances = [&x, &y].map(|run| standard_deviation(run).expect("two topics").powi(2)).iter().sum::<f64>();
        if variances > 0.0 {
            prop_assert!((test.t.powi(2) * variances - n * difference.powi(2)).abs() < 1e-9);
        }
        prop_assert_eq!(test.df, 2 * x.len() - 2);
        let turned = unpaired_t_test(&y, &x).expect("two topics");
        prop_assert_eq!((turned.t, turned.p), (-test.t, test.p));
        prop_assert!(unpaired_t_test(&x, &x).is_some_and(|test| test.p == 1.0));
    }
}

#[test]
fn values_that_are_not_defined() {
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
    // Both means are .2, and the sum of the differences is -5.6e-17.
    let rounded = Improvement { baseline: &[0.2, 0.2], advanced: &[0.3, 0.1] };
    assert_eq!([effect_ratio(rounded, zero), effect_ratio(zero, rounded)], [None, Some(0.0)]);
    // Both means are .2, one of them with a rounding error of 2.8e-17.
    let thirds = Improvement { baseline: &[0.2, 0.2, 0.2], advanced: &[0.3, 0.2, 0.1] };
    let level = Improvement { baseline: &[0.5], advanced: &[0.5] };
    assert_eq!(delta_relative_improvement(thirds, level), Some(0.0));
}

/// Lists of other lengths are compared to the length of the shorter one.
#[test]
fn a_longer_list_is_cut() {
    assert_eq!(kendall_tau_union(&["a", "b", "c"], &["a", "b"]), kendall_tau_union(&["a", "b"], &["a", "b"]));
}
