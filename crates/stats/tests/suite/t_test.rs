//! Edge cases of the t test, for example without variance. `oracle` compares it with SciPy.

use rejudge_stats::{t_test, unpaired_t_test};

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

#[test]
fn scores_that_differ_by_rounding_have_no_variance() {
    let rounded = [0.3, 0.1 + 0.2];
    assert_eq!(unpaired_t_test(&rounded, &[0.3; 3]).map(|test| (test.statistic, test.p)), Some((0.0, 1.0)));
    assert_eq!(unpaired_t_test(&rounded, &[0.2; 3]).map(|test| test.p), Some(0.0));
    // The squares of these differences underflow to 0, so the deviation is 0, and the mean is 0 too.
    let p = |x: &[f64], y: &[f64]| t_test(x, y).map(|test| test.p);
    assert_eq!(p(&[1e-200, 0.0], &[0.0, 1e-200]), Some(1.0));
}
