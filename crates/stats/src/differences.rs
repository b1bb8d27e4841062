//! The differences of two runs, topic by topic, from which every paired test starts, and the rule that tells a
//! difference from rounding.

/// The share of the largest |score| of two runs up to which differences are rounding.
///
/// A score is a rounded sum, so that equal scores, and equal differences such as 0.7 - 0.6 and 0.4 - 0.3, differ in
/// their last bits. A sum of n terms with the same sign is off by less than n / 9e15 of the sum (N. J. Higham, Accuracy
/// and stability of numerical algorithms, 2002, section 4.2). This share is far above that for a thousand terms, and far
/// below any meaningful difference of scores.
const ROUNDING: f64 = 1e-12;

/// Returns `z = x - y`.
///
/// # Panics
/// If the runs have different numbers of topics, or a difference is not finite.
pub(crate) fn differences(x: &[f64], y: &[f64]) -> Vec<f64> {
    assert_eq!(x.len(), y.len(), "runs over different topics");
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    assert!(z.iter().all(|z| z.is_finite()), "a test of differences that are not finite");
    z
}

/// Returns the difference up to which two numbers that are computed from these scores count as equal, or as 0.
pub(crate) fn rounding<'s>(scores: impl IntoIterator<Item = &'s f64>) -> f64 {
    let larger = |largest: f64, score: &f64| if score.abs() > largest { score.abs() } else { largest };
    ROUNDING * scores.into_iter().fold(0.0, larger)
}

/// Returns the number that all numbers of a sample equal up to `rounding`: 0, or the first one. Returns `None` if they
/// differ, or there is none.
pub(crate) fn constant(mut sample: impl Iterator<Item = f64>, rounding: f64) -> Option<f64> {
    let first = sample.next()?;
    let (mut low, mut high) = (first, first);
    for number in sample {
        (low, high) = (low.min(number), high.max(number));
        // Numbers so far apart are neither equal nor all 0. Most samples end here at the second number.
        if high - low > 2.0 * rounding {
            return None;
        }
    }
    if low.abs().max(high.abs()) <= rounding { Some(0.0) } else { (high - low <= rounding).then_some(first) }
}
