//! Laws of the t test, also without variance. SciPy's values: `oracle`.

use rejudge_stats::t_test;

#[test]
fn constant_differences_are_told_from_small_ones() {
    let test = |x: &[f64], y: &[f64]| t_test(x, y).map(|test| (test.statistic, test.p));
    assert_eq!(test(&[0.1; 10], &[0.1; 10]), Some((0.0, 1.0)));
    // The rounded mean of ten times 0.1 is not 0.1.
    assert_eq!(test(&[0.1; 10], &[0.0; 10]), Some((f64::INFINITY, 0.0)));
    assert_eq!(test(&[0.0; 10], &[0.1; 10]), Some((f64::NEG_INFINITY, 0.0)));
    assert_eq!(test(&[0.25, 0.5], &[0.5, 0.25]), Some((0.0, 1.0)));
}

#[test]
fn too_few_topics() {
    assert_eq!(t_test(&[], &[]), None);
    assert_eq!(t_test(&[1.0], &[0.0]), None);
}
