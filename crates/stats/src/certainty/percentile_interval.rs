//! The bootstrap interval of a statistic that is not a mean, such as kappa.

/// Returns the percentile interval of confidence `1 - alpha`, with equal tails (B. Efron and R. J. Tibshirani, An
/// introduction to the bootstrap, 1993, chapter 13). `values` has the statistic of each of B bootstrap samples, and the
/// ends are its q (B + 1)-th smallest values for q = alpha/2 and q = 1 - alpha/2, rounded outwards. Returns `None` if
/// there are too few values for `alpha`.
///
/// ```
/// use rejudge_stats::percentile_interval;
/// let values: Vec<f64> = (1..=999).map(f64::from).collect();
/// assert_eq!(percentile_interval(values, 0.05), Some([25.0, 975.0]));
/// assert_eq!(percentile_interval(vec![3.0, 1.0, 2.0], 0.5), Some([1.0, 3.0]));
/// assert_eq!(percentile_interval(vec![3.0, 1.0], 0.5), None);
/// ```
///
/// # Panics
/// If `alpha` is not between 0 and 1.
pub fn percentile_interval(mut values: Vec<f64>, alpha: f64) -> Option<[f64; 2]> {
    assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, expected a number between 0 and 1");
    let below = values_outside(values.len(), alpha)?;
    values.sort_by(f64::total_cmp);
    Some([values[below], values[values.len() - 1 - below]])
}

/// Returns how many of `samples` sorted values are on each side of an interval of confidence `1 - alpha`. Returns
/// `None` if there are too few samples for `alpha`.
pub(super) fn values_outside(samples: usize, alpha: f64) -> Option<usize> {
    // Without the margin, a product that should be 25 might be 24.999.. and be rounded down to 24.
    let place = (0.5 * alpha * (samples + 1) as f64 + 1e-9).floor() as usize;
    place.checked_sub(1)
}
