//! Properties of fitted curves: for example, no other curve is better. `oracle` compares them with SciPy.

use proptest::prelude::*;
use rejudge_stats::ExponentialDecay;

fn points() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let place = |(at, y): (usize, f64)| ((at + 1) as f64, y);
    prop::collection::vec(0.0..0.6_f64, 3..30)
        .prop_map(move |ys| ys.into_iter().enumerate().map(place).collect::<Vec<_>>())
}

/// Returns the sum of squared deviations from the curve that has the value `start` at x = 0.
fn sum_of_squares(points: &[(f64, f64)], start: f64, rate: f64) -> f64 {
    points.iter().map(|(x, y)| (y - start * (-rate * x).exp()).powi(2)).sum()
}

fn are_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * (1.0 + a.abs().max(b.abs()))
}

proptest! {
    #[test]
    fn a_curve_is_found_again(start in 0.05..1.0_f64, rate in 0.002..1.5_f64, from in 0_u32..40) {
        let value = |x: f64| start * (-rate * x).exp();
        let points: Vec<(f64, f64)> = (from..from + 25).map(|x| (f64::from(x), value(f64::from(x)))).collect();
        let fit = ExponentialDecay::fit(&points).expect("25 points");
        prop_assert!(are_close(fit.rate(), rate), "{fit:?} of {rate}");
        for (x, y) in points {
            prop_assert!((fit.at(x) - y).abs() <= 1e-9);
        }
    }

    #[test]
    fn no_curve_near_by_or_far_away_is_better(points in points(), start in 0.0..2.0_f64, rate in 0.0..5.0_f64) {
        let fit = ExponentialDecay::fit(&points).expect("three points or more");
        let least: f64 = points.iter().map(|(x, y)| (y - fit.at(*x)).powi(2)).sum();
        let (best, own) = (fit.at(0.0), fit.rate());
        prop_assert!(own >= 0.0);
        let steps = [(1e-3, 0.0), (-1e-3, 0.0), (0.0, 1e-3), (0.0, -1e-3), (1e-2, 1e-2), (1e-2, -1e-2)];
        for (more, faster) in steps.into_iter().filter(|_| best.is_finite()) {
            let near = sum_of_squares(&points, best + more, (own + faster).max(0.0));
            prop_assert!(least <= near + 1e-12, "{more} more and {faster} faster are better than {fit:?}");
        }
        prop_assert!(least <= sum_of_squares(&points, start, rate) + 1e-12);
    }

    /// If y is scaled, the curve is scaled. If x is shifted, the curve is shifted.
    #[test]
    fn scales_and_shifts(points in points(), factor in 0.1..10.0_f64, shift in 0_u32..50) {
        let fit = ExponentialDecay::fit(&points).expect("three points or more");
        let scaled: Vec<(f64, f64)> = points.iter().map(|(x, y)| (*x, factor * y)).collect();
        let moved: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x + f64::from(shift), *y)).collect();
        let (scaled, moved) = (ExponentialDecay::fit(&scaled).expect("as many"), ExponentialDecay::fit(&moved).expect("as many"));
        for (x, _) in points {
            prop_assert!(are_close(scaled.at(x), factor * fit.at(x)));
            prop_assert!(are_close(moved.at(x + f64::from(shift)), fit.at(x)));
        }
    }
}

#[test]
fn a_curve_without_decay_is_fitted_by_its_mean() {
    let flat = ExponentialDecay::fit(&[(1.0, 0.3), (2.0, 0.3), (3.0, 0.3)]).expect("three points");
    assert!((flat.at(50.0) - 0.3).abs() < 1e-12);
    let rising = ExponentialDecay::fit(&[(1.0, 0.1), (2.0, 0.2), (3.0, 0.6)]).expect("three points");
    assert!(rising.rate() == 0.0 && (rising.at(0.0) - 0.3).abs() < 1e-12);
    let nothing = ExponentialDecay::fit(&[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]).expect("three points");
    assert_eq!(nothing.at(50.0), 0.0);
}

#[test]
fn points_of_fewer_than_three_places_are_no_curve() {
    assert_eq!(ExponentialDecay::fit(&[]), None);
    assert_eq!(ExponentialDecay::fit(&[(1.0, 0.2), (1.0, 0.3), (2.0, 0.1)]), None);
}
