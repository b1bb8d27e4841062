//! Properties of Tukey's test, by formula and by randomisation.

use proptest::prelude::*;
use rejudge_stats::{
    Draw, Matrix, RandomisedTukey, TukeyHsd, studentized_range_critical, studentized_range_p, t_test,
};

fn matrix(rows: usize, cols: usize, data: &[f64]) -> Matrix {
    Matrix::new(rows, cols, data[..rows * cols].to_vec()).expect("finite")
}

proptest! {
    #[test]
    fn an_interval_and_a_test_say_the_same(data in prop::collection::vec(0.0_f64..1.0, 24), difference in 0.01_f64..1.0) {
        let scores = matrix(4, 6, &data);
        let tukey = TukeyHsd::new(&scores).expect("4 by 6");
        prop_assert_eq!(tukey.p(difference) < 0.05, difference > tukey.half_width(0.05));
        let drawn = RandomisedTukey::draw(&scores, 200, &mut Draw::new(3, &["law"]));
        prop_assert!(drawn.p(drawn.half_width(0.05)) <= 0.05);
        prop_assert!(drawn.p(difference) >= 1.0 / 201.0 && drawn.p(difference) <= 1.0);
    }
}

/// Compares random orders with all 6^3 orders of three runs on three topics.
#[test]
fn randomised_ranges_agree_with_all_orders() {
    let data = [0.9, 0.8, 0.7, 0.5, 0.7, 0.2, 0.1, 0.3, 0.4];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let (difference, mut count) = (0.8 - 0.8 / 3.0, 0);
    for a in orders {
        for b in orders {
            for c in orders {
                let mean =
                    |run: usize| (data[3 * a[run]] + data[3 * b[run] + 1] + data[3 * c[run] + 2]) / 3.0;
                let means = [0, 1, 2].map(mean);
                let range = means.into_iter().fold(0.0, f64::max) - means.into_iter().fold(1.0, f64::min);
                count += usize::from(range >= difference - 1e-12);
            }
        }
    }
    let expected = count as f64 / 216.0;
    let drawn = RandomisedTukey::draw(&matrix(3, 3, &data), 100_000, &mut Draw::new(1, &["orders"]));
    assert!(
        expected > 0.01 && (drawn.p(difference) - expected).abs() < 0.003,
        "{expected} {}",
        drawn.p(difference)
    );
}

/// If scores are multiplied by a power of two, no digit changes, so p must not change: the margin for equal ranges is
/// relative to the scores. By hand p is about 1/2, because half of the 2 x 2 orders of two equal differences have the
/// observed range.
#[test]
fn randomised_p_is_the_same_on_every_scale() {
    let p = |scale: f64| {
        let scores = matrix(2, 2, &[0.75, 0.5, 0.5, 0.25].map(|score| scale * score));
        RandomisedTukey::draw(&scores, 1000, &mut Draw::new(2, &["scale"])).p(scale * 0.25)
    };
    assert!((p(1.0) - 0.5).abs() < 0.05, "three standard errors: {}", p(1.0));
    for exponent in [-60, -20, 20, 60] {
        assert_eq!(p(2.0_f64.powi(exponent)), p(1.0), "2^{exponent}");
    }
}

#[test]
fn a_single_run_or_topic_and_equal_runs() {
    assert_eq!(TukeyHsd::new(&matrix(1, 3, &[0.1, 0.2, 0.3])), None);
    assert_eq!(TukeyHsd::new(&matrix(3, 1, &[0.1, 0.2, 0.3])), None);
    let same = TukeyHsd::new(&matrix(2, 2, &[0.5, 0.25, 0.5, 0.25])).expect("2 by 2");
    assert_eq!([same.p(0.0), same.p(0.1)], [1.0, 0.0]);
    assert_eq!([studentized_range_p(0.0, 5, 3), studentized_range_p(f64::INFINITY, 5, 3)], [1.0, 0.0]);
    let q = studentized_range_critical(0.05, 10, 441);
    assert!((studentized_range_p(q, 10, 441) - 0.05).abs() < 1e-12);
}

/// With two runs Tukey's test is the t test, also if the runs differ only by rounding, or the differences vary only by
/// rounding.
#[test]
fn rounding_is_neither_difference_nor_error() {
    let p = |x: [f64; 3], y: [f64; 3]| {
        let scores = matrix(2, 3, &[x, y].concat());
        let means = scores.row_means();
        let t = t_test(&x, &y).expect("3 topics");
        (TukeyHsd::new(&scores).expect("2 by 3").p(means[0] - means[1]), t.p)
    };
    assert_eq!(p([0.1 + 0.2, 0.6, 0.7], [0.3, 0.2 + 0.4, 0.7]), (1.0, 1.0));
    assert_eq!(p([0.7, 0.4, 0.2], [0.6, 0.3, 0.1]), (0.0, 0.0));
}
