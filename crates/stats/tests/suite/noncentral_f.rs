//! Laws of the distributions F. SciPy's values: `certainty::oracle`, by way of powers.

use proptest::prelude::*;
use rejudge_stats::{noncentral_f_cdf, student_t_p};

proptest! {
    /// The square of Student's t is F of 1 degree of freedom and its own.
    #[test]
    fn one_degree_of_freedom_is_students(t in 0.0..30.0, df in 1_usize..400) {
        let below = noncentral_f_cdf(t * t, 1.0, df as f64, 0.0);
        prop_assert!((below - (1.0 - student_t_p(t, df))).abs() < 1e-12, "{}", below);
    }

    /// Turned over, F has its degrees of freedom swapped.
    #[test]
    fn the_inverse_is_f_too(f in 0.01..50.0, d1 in 1_usize..90, d2 in 1_usize..900) {
        let (d1, d2) = (d1 as f64, d2 as f64);
        let both = noncentral_f_cdf(f, d1, d2, 0.0) + noncentral_f_cdf(1.0 / f, d2, d1, 0.0);
        prop_assert!((both - 1.0).abs() < 1e-11, "{}", both);
    }
}
