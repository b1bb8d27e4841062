//! Fitted curves: laws, and no better curve near by. Against SciPy: `oracle`.

use proptest::prelude::*;
use rejudge_stats::ExponentialDecay;

fn points() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let place = |(at, y): (usize, f64)| ((at + 1) as f64, y);
    prop::collection::vec(0.0..0.6_f64, 3..30)
        .prop_map(move |ys| ys.into_iter().enumerate().map(place).collect::<Vec<_>>())
}

/// The sum of squares of the curve from `start` at 0.
fn squares(points: &[(f64, f64)], start: f64, rate: f64) -> f64 {
    points.iter().map(|(x, y)| (y - start * (-rate * x).exp()).powi(2)).sum()
}

proptest! {
    #[test]
    fn no_curve_near_by_or_far_away_is_better(points in points(), start in 0.0..2.0_f64, rate in 0.0..5.0_f64) {
        let fit = ExponentialDecay::fit(&points).expect("three points or more");
        let least: f64 = points.iter().map(|(x, y)| (y - fit.at(*x)).powi(2)).sum();
        let (best, own) = (fit.at(0.0), fit.rate());
        prop_assert!(own >= 0.0);
        let steps = [(1e-3, 0.0), (-1e-3, 0.0), (0.0, 1e-3), (0.0, -1e-3), (1e-2, 1e-2), (1e-2, -1e-2)];
        for (more, faster) in steps.into_iter().filter(|_| best.is_finite()) {
            let near = squares(&points, best + more, (own + faster).max(0.0));
            prop_assert!(least <= near + 1e-12, "{more} more and {faster} faster are better than {fit:?}");
        }
        prop_assert!(least <= squares(&points, start, rate) + 1e-12);
    }
}

#[test]
fn what_does_not_decay_is_its_mean() {
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
