//! Summaries of a sample of numbers: mean, standard deviation, median, quantiles, and the percentile rank of
//! a value.

/// Returns the arithmetic mean, or `None` for an empty sample. The numbers are summed in their order.
///
/// ```
/// assert_eq!(rejudge_stats::mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// assert_eq!(rejudge_stats::mean(&[]), None);
/// ```
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// Returns the standard deviation `sqrt(sum (x - mean)^2 / (n - 1))`, which is exactly 0 for equal numbers; `None` for
/// fewer than two numbers.
///
/// ```
/// assert_eq!(rejudge_stats::standard_deviation(&[1.0, 3.0, 5.0]), Some(2.0));
/// assert_eq!(rejudge_stats::standard_deviation(&[1.0]), None);
/// ```
pub fn standard_deviation(sample: &[f64]) -> Option<f64> {
    let n = sample.len();
    if n < 2 {
        return None;
    }
    if sample.iter().all(|x| *x == sample[0]) {
        return Some(0.0); // The rounded mean of equal numbers can differ from the numbers.
    }
    let mean = mean(sample)?;
    let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
    Some((squares / (n - 1) as f64).sqrt())
}

/// Returns the smallest number x of the sample such that at least a fraction `share` of the numbers are at most x (the
/// inverse of the empirical distribution function). For a share of 0 this is the smallest number. Returns `None` for an
/// empty sample or a share outside [0, 1].
///
/// ```
/// use rejudge_stats::quantile;
/// let sample = [4.0, 1.0, 3.0, 2.0];
/// assert_eq!((quantile(&sample, 0.5), quantile(&sample, 0.51)), (Some(2.0), Some(3.0)));
/// assert_eq!((quantile(&sample, 0.0), quantile(&sample, 1.0)), (Some(1.0), Some(4.0)));
/// assert_eq!((quantile(&[], 0.5), quantile(&sample, 1.5)), (None, None));
/// ```
pub fn quantile(sample: &[f64], share: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    // Without the margin, 0.07 * 100, which is slightly more than 7 as an `f64`, would be rounded up to 8.
    let place = (share * sorted.len() as f64 - 1e-9).ceil().max(1.0);
    sorted.get(place as usize - 1).copied()
}

/// Returns the median, or `None` for an empty sample. If the sample has an even size, this is the mean of the
/// two middle numbers.
///
/// ```
/// use rejudge_stats::median;
/// assert_eq!((median(&[4.0, 1.0, 3.0]), median(&[4.0, 1.0, 3.0, 2.0])), (Some(3.0), Some(2.5)));
/// assert_eq!(median(&[]), None);
/// ```
pub fn median(sample: &[f64]) -> Option<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (&low, &high) = sorted.get(sorted.len().checked_sub(1)? / 2).zip(sorted.get(sorted.len() / 2))?;
    Some(f64::midpoint(low, high))
}

/// Returns the percentile rank of `value` in a sample, from 0 to 100: 100 (below + equal / 2) / n, where `below` and
/// `equal` count the numbers below and equal to `value`. Returns `None` for an empty sample.
///
/// ```
/// use rejudge_stats::percentile_rank;
/// assert_eq!(percentile_rank(2.0, &[1.0, 2.0, 2.0, 3.0]), Some(50.0));
/// assert_eq!(percentile_rank(0.5, &[1.0, 2.0]), Some(0.0));
/// assert_eq!(percentile_rank(0.5, &[]), None);
/// ```
///
/// # Panics
/// If `value` or a number of the sample is NaN.
pub fn percentile_rank(value: f64, sample: &[f64]) -> Option<f64> {
    let half_ranks = half_ranks(value, sample);
    (!sample.is_empty()).then(|| 100.0 * half_ranks as f64 / (2 * sample.len()) as f64)
}

/// Returns true if `value` is within the central `share` of a sample: its percentile rank is at least
/// `100 (1 - share) / 2` and at most 100 minus this bound. For example, a value is within the central 99 % of
/// 1,000 draws if there are at least 5 draws on each side, where equal draws count half. With at most
/// `1 / (1 - share)` draws (100 for 99 %) even the outermost draw is inside. Returns `None` for an empty
/// sample.
///
/// ```
/// use rejudge_stats::within_central;
/// let sample: Vec<f64> = (0..1000).map(f64::from).collect();
/// assert_eq!(within_central(0.99, 4.5, &sample), Some(true));
/// assert_eq!(within_central(0.99, 3.5, &sample), Some(false));
/// assert_eq!(within_central(0.99, 1.0, &[]), None);
/// ```
///
/// # Panics
/// If `share` is not in [0, 1], or `value` or a number of the sample is NaN.
pub fn within_central(share: f64, value: f64, sample: &[f64]) -> Option<bool> {
    assert!((0.0..=1.0).contains(&share), "the share is {share}, expected a number from 0 to 1");
    let below = half_ranks(value, sample);
    let nearer_end = below.min(2 * sample.len() - below) as f64;
    // As an `f64`, 1 - 0.99 is slightly more than 0.01. Without a margin a value exactly at the bound would be outside.
    (!sample.is_empty()).then_some(nearer_end >= (1.0 - share - 1e-12) * sample.len() as f64)
}

/// Counts each number below `value` twice, and each equal number once.
fn half_ranks(value: f64, sample: &[f64]) -> usize {
    assert!(
        !value.is_nan() && sample.iter().all(|x| !x.is_nan()),
        "the value or a number of the sample is NaN"
    );
    sample.iter().map(|&x| usize::from(x < value) + usize::from(x <= value)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// python -c "from scipy.stats import percentileofscore as p; print([p([1, 2, 2, 2, 5, 9, 9], v,
    /// 'mean') for v in (0, 1, 2, 3, 9, 10)])", SciPy 1.17.1.
    #[test]
    fn percentile_rank_agrees_with_scipy() {
        let sample = [1.0, 2.0, 2.0, 2.0, 5.0, 9.0, 9.0];
        for (value, expected) in [0.0, 1.0, 2.0, 3.0, 9.0, 10.0].into_iter().zip([
            0.0,
            7.142857142857143,
            35.714285714285715,
            57.142857142857146,
            85.71428571428572,
            100.0,
        ]) {
            let found = percentile_rank(value, &sample).expect("not empty");
            assert!((found - expected).abs() < 1e-12, "{value}: {found} against {expected}");
        }
    }

    #[test]
    fn the_upper_bound_mirrors_the_lower_bound() {
        let sample: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(within_central(0.99, 994.5, &sample), Some(true));
        assert_eq!(within_central(0.99, 995.5, &sample), Some(false));
        assert_eq!(within_central(1.0, -1.0, &sample), Some(true));
        assert_eq!(within_central(0.99, 0.0, &sample[..100]), Some(true));
        assert_eq!(within_central(0.99, 0.0, &sample[..101]), Some(false));
    }
}
