//! The knee of a curve: edge cases and properties.

use proptest::prelude::*;
use rejudge_stats::{Dips, knee};

/// The sampling rates of Bompada et al., section 4.1.
const RATES: [f64; 14] = [0.01, 0.02, 0.03, 0.04, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

#[test]
fn a_value_at_the_threshold_is_not_above_it() {
    assert_eq!(knee(&[(0.2, 0.9), (0.3, 0.9000001)], 1.0, 0.9, Dips::Ignored), Some(0.3));
    assert_eq!(knee(&[(0.2, 0.9)], 1.0, 0.9, Dips::Counted), Some(1.0));
}

#[test]
fn without_points_the_knee_is_the_whole() {
    for dips in [Dips::Ignored, Dips::Counted] {
        assert_eq!(knee(&[], 1.0, 0.9, dips), Some(1.0));
    }
}

/// The pool of full depth may rank the runs differently from a pool that is deeper.
#[test]
fn a_curve_that_ends_below_the_threshold_at_the_whole_has_no_knee_there() {
    let (dip, below) = ([(5.0, 0.95), (10.0, 0.82)], [(5.0, 0.6), (10.0, 0.9)]);
    assert_eq!(knee(&dip, 10.0, 0.9, Dips::Counted), None);
    assert_eq!(knee(&dip, 10.0, 0.9, Dips::Ignored), Some(5.0));
    for dips in [Dips::Ignored, Dips::Counted] {
        assert_eq!(knee(&below, 10.0, 0.9, dips), None);
        assert_eq!(knee(&below, 20.0, 0.9, dips), Some(20.0), "no point at 20");
        assert_eq!(knee(&[(5.0, 0.6), (10.0, 0.91)], 10.0, 0.9, dips), Some(10.0));
    }
}

#[test]
#[should_panic(expected = "beyond the whole")]
fn rates_above_the_whole_are_refused() {
    let _ = knee(&[(30.0, 0.95)], 1.0, 0.9, Dips::Ignored);
}

fn curve() -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec(0.5..1.0_f64, RATES.len())
        .prop_map(|values| RATES.into_iter().zip(values).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn the_knee_agrees_with_its_definition(curve in curve(), above in 0.6..0.95_f64) {
        let first = curve.iter().find(|(_, value)| *value > above).map_or(1.0, |(rate, _)| *rate);
        prop_assert_eq!(knee(&curve, 1.0, above, Dips::Ignored), Some(first));
        let stays = (0..curve.len()).find(|&i| curve[i..].iter().all(|(_, value)| *value > above));
        prop_assert_eq!(knee(&curve, 1.0, above, Dips::Counted), Some(stays.map_or(1.0, |i| curve[i].0)));
    }

    #[test]
    fn the_order_of_the_points_does_not_matter(curve in curve(), above in 0.6..0.95_f64) {
        let backwards: Vec<(f64, f64)> = curve.iter().rev().copied().collect();
        for dips in [Dips::Ignored, Dips::Counted] {
            prop_assert_eq!(knee(&curve, 1.0, above, dips), knee(&backwards, 1.0, above, dips));
        }
    }
}
