//! Properties of the F distributions. `oracle::certainty` compares powers, which depend on these
//! distributions, with SciPy.

use proptest::prelude::*;
use rejudge_stats::{f_critical, noncentral_f_cdf, student_t_p};

proptest! {
    /// The square of Student's t with `df` degrees of freedom has the F distribution with 1 and `df` degrees of
    /// freedom.
    #[test]
    fn one_degree_of_freedom_is_students(t in 0.0..30.0, df in 1_usize..400) {
        let below = noncentral_f_cdf(t * t, 1.0, df as f64, 0.0);
        prop_assert!((below - (1.0 - student_t_p(t, df))).abs() < 1e-12, "{}", below);
    }

    /// 1 / F has the F distribution with its degrees of freedom swapped.
    #[test]
    fn the_inverse_is_f_too(f in 0.01..50.0, d1 in 1_usize..90, d2 in 1_usize..900) {
        let (d1, d2) = (d1 as f64, d2 as f64);
        let both = noncentral_f_cdf(f, d1, d2, 0.0) + noncentral_f_cdf(1.0 / f, d2, d1, 0.0);
        prop_assert!((both - 1.0).abs() < 1e-11, "{}", both);
    }

    #[test]
    fn more_effect_makes_larger_values(f in 0.1..20.0, d1 in 1_usize..40, d2 in 2_usize..400, lambda in 0.0..60.0) {
        let (d1, d2) = (d1 as f64, d2 as f64);
        let [less, more] = [lambda, lambda + 1.0].map(|lambda| noncentral_f_cdf(f, d1, d2, lambda));
        prop_assert!((0.0..=1.0).contains(&less) && more <= less + 1e-13, "{} then {}", less, more);
        prop_assert!(noncentral_f_cdf(f + 1.0, d1, d2, lambda) >= less - 1e-13);
    }

    #[test]
    fn the_critical_value_is_exceeded_as_often_as_said(alpha in 0.001..0.999, d1 in 1_usize..60, d2 in 1_usize..600) {
        let (d1, d2) = (d1 as f64, d2 as f64);
        let above = 1.0 - noncentral_f_cdf(f_critical(alpha, d1, d2), d1, d2, 0.0);
        prop_assert!((above - alpha).abs() < 1e-11, "{} for {}", above, alpha);
    }
}

#[test]
fn the_distribution_function_is_0_and_1_at_its_ends() {
    assert_eq!(noncentral_f_cdf(0.0, 3.0, 20.0, 5.0), 0.0);
    assert_eq!(noncentral_f_cdf(f64::INFINITY, 3.0, 20.0, 5.0), 1.0);
    assert!(noncentral_f_cdf(1e3, 3.0, 20.0, 1e5) < 1e-10);
}

#[test]
#[should_panic(expected = "degrees of freedom")]
fn no_degree_of_freedom_is_refused() {
    noncentral_f_cdf(1.0, 0.0, 3.0, 0.0);
}
