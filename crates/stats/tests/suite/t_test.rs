//! Laws of the t test, also without variance. SciPy's values: `oracle`.

use proptest::prelude::*;
use rejudge_stats::{student_t_p, t_test};

#[test]
fn constant_differences_are_told_from_small_ones() {
    let test = |x: &[f64], y: &[f64]| t_test(x, y).map(|test| (test.t, test.df, test.p));
    assert_eq!(test(&[0.1; 10], &[0.1; 10]), Some((0.0, 9, 1.0)));
    // The rounded mean of ten times 0.1 is not 0.1.
    assert_eq!(test(&[0.1; 10], &[0.0; 10]), Some((f64::INFINITY, 9, 0.0)));
    assert_eq!(test(&[0.0; 10], &[0.1; 10]), Some((f64::NEG_INFINITY, 9, 0.0)));
    assert_eq!(test(&[0.25, 0.5], &[0.5, 0.25]), Some((0.0, 1, 1.0)));
}

#[test]
fn too_few_topics() {
    assert_eq!(t_test(&[], &[]), None);
    assert_eq!(t_test(&[1.0], &[0.0]), None);
}

#[test]
#[should_panic(expected = "different topics")]
fn other_topics_are_refused() {
    t_test(&[0.5], &[0.5, 0.5]);
}

#[test]
#[should_panic(expected = "not finite")]
fn nan_is_refused() {
    t_test(&[0.5, f64::NAN], &[0.5, 0.5]);
}

#[test]
#[should_panic(expected = "squares are not finite")]
fn overflow_is_refused() {
    t_test(&[1e200, 2e200], &[0.0, 0.0]);
}

#[test]
#[should_panic(expected = "t of NaN")]
fn t_must_be_a_number() {
    student_t_p(f64::NAN, 5);
}

#[test]
fn a_t_whose_square_is_infinite_has_p_zero() {
    assert_eq!([1e200, f64::INFINITY].map(|t| student_t_p(t, 3)), [0.0, 0.0]);
    assert!(student_t_p(1e150, 1) > 0.0);
}

proptest! {
    #[test]
    fn p_is_a_share_and_does_not_know_first_from_second(runs in prop::collection::vec((0.0..1.0, 0.0..1.0), 2..60)) {
        let (x, y): (Vec<f64>, Vec<f64>) = runs.into_iter().unzip();
        let (found, swapped) = (t_test(&x, &y).expect("topics"), t_test(&y, &x).expect("topics"));
        prop_assert!((0.0..=1.0).contains(&found.p));
        prop_assert_eq!((found.t, found.p), (-swapped.t, swapped.p));
    }

    /// The two formulas for p agree at the point at which one replaces the other, and p falls throughout.
    #[test]
    fn p_falls_with_t(t in 0.0..45.0, df in 1_usize..600, step in 1e-6..1.0) {
        let (p, next) = (student_t_p(t, df), student_t_p(t + step, df));
        prop_assert!((0.0..=1.0).contains(&p) && next < p, "{} and {}", p, next);
    }

    /// The density is nearly flat over a step of a millionth: p falls by twice that area.
    #[test]
    fn p_is_continuous(df in 1_usize..600) {
        let boundary = (3.0 * df as f64 / (df as f64 + 2.0)).sqrt();
        let [before, at, after] = [-1e-6, 0.0, 1e-6].map(|step| student_t_p(boundary + step, df));
        prop_assert!((before - 2.0 * at + after).abs() < 1e-11);
    }
}
