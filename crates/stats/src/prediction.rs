//! Prediction intervals, which contain one more draw with a given probability.

/// Returns the interval that contains one more draw with a probability of at least `share`. Its ends are the k-th
/// smallest and the k-th largest number of the sample, where k is (n + 1)(1 - share) / 2 rounded down. The new draw is
/// equally likely to have any rank among the n + 1 draws, and with n + 1 - 2k of these ranks it is between the ends.
/// The probability is therefore (n + 1 - 2k) / (n + 1) for every distribution, or more if numbers are equal (Hahn and
/// Meeker, Statistical Intervals, 1991, chapter 5: distribution-free prediction intervals).
///
/// Returns `None` if the sample is too small. For 95% you need 39 draws: a new draw is between the smallest and the
/// largest of 30 draws with a probability of only 29/31 = 93.5%.
///
/// Note that quantiles of a sample are not such an interval. The quantiles .025 and .975 of 100 draws are the third and
/// the 98th, and a new draw is between them with probability 95/101 = 94.1%.
///
/// ```
/// use rejudge_stats::prediction_interval;
/// let draws: Vec<f64> = (1..=100).map(f64::from).collect();
/// assert_eq!(prediction_interval(&draws, 0.95), Some((2.0, 99.0)));
/// assert_eq!(prediction_interval(&draws[..39], 0.95), Some((1.0, 39.0)));
/// assert_eq!(prediction_interval(&draws[..38], 0.95), None);
/// ```
///
/// # Panics
/// If `share` is not in [0, 1), or a number of the sample is NaN.
pub fn prediction_interval(sample: &[f64], share: f64) -> Option<(f64, f64)> {
    assert!((0.0..1.0).contains(&share), "the share is {share}, expected a number from 0 to less than 1");
    assert!(sample.iter().all(|x| !x.is_nan()), "a number of the sample is NaN");
    let n = sample.len();
    // Without the margin, (19 + 1)(1 - .9) / 2 would be a little less than 1, and be rounded down to 0.
    let beyond = ((n + 1) as f64 * (1.0 - share) / 2.0 + 1e-9).floor();
    let k = (beyond as usize).min(n.div_ceil(2));
    if k == 0 {
        return None;
    }
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some((sorted[k - 1], sorted[n - k]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Each of n + 1 numbers is the new draw once, while the other n numbers are the sample. At least a
        /// share `share` of the new draws must be inside the interval.
        #[test]
        fn a_new_draw_lies_inside_as_often_as_promised(
            mut numbers in prop::collection::hash_set(-10_000_i32..10_000, 3..300),
            share in 0.0_f64..0.999,
        ) {
            let numbers: Vec<f64> = numbers.drain().map(f64::from).collect();
            let mut inside = 0;
            for new in 0..numbers.len() {
                let mut others = numbers.clone();
                let new = others.swap_remove(new);
                let Some((low, high)) = prediction_interval(&others, share) else {
                    prop_assert!((others.len() + 1) as f64 * (1.0 - share) / 2.0 < 1.0);
                    return Ok(());
                };
                inside += usize::from((low..=high).contains(&new));
            }
            let count = numbers.len();
            let least = share * count as f64 - 1e-6;
            prop_assert!(inside as f64 >= least, "{} of {}", inside, count);
            // A narrower interval, without one number at each end, would contain too few.
            prop_assert!((inside as f64 - 2.0) < least || inside <= 2, "{} of {}", inside, count);
        }
    }

    #[test]
    fn equal_numbers_and_small_samples() {
        assert_eq!(prediction_interval(&[3.0; 40], 0.95), Some((3.0, 3.0)));
        assert_eq!(prediction_interval(&[2.0, 1.0], 0.95), None);
        assert_eq!(prediction_interval(&[2.0, 1.0, 3.0], 0.5), Some((1.0, 3.0)));
        let draws: Vec<f64> = (1..=40).map(f64::from).collect();
        assert_eq!(prediction_interval(&draws[..38], 0.95), None);
        assert_eq!(prediction_interval(&draws[..39], 0.95), Some((1.0, 39.0)));
        assert_eq!(prediction_interval(&draws, 0.95), Some((1.0, 40.0)));
    }
}
