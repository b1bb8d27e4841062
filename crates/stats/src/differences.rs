//! The differences of two runs, topic by topic, and the rule that decides which differences are only rounding
//! errors.

/// A difference of two runs counts as a rounding error if it is at most this share of the largest |score|.
///
/// A score is a rounded sum, so scores that should be equal, and differences that should be equal, such as
/// 0.7 - 0.6 and 0.4 - 0.3, can differ in their last bits. A sum of n terms with the same sign is off by less
/// than n / 9e15 of the sum (N. J. Higham, Accuracy and stability of numerical algorithms, 2002, section
/// 4.2). For a thousand terms this is 1.1e-13. The share here is nine times as large, and far smaller than
/// any meaningful difference of scores.
const ROUNDING: f64 = 1e-12;

/// Returns `z = x - y`.
///
/// # Panics
/// If the runs have different numbers of topics, or a difference is not finite.
pub(crate) fn differences(x: &[f64], y: &[f64]) -> Vec<f64> {
    assert_eq!(x.len(), y.len(), "the runs have different numbers of topics");
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    assert!(z.iter().all(|z| z.is_finite()), "a difference is not finite");
    z
}

/// Returns the largest difference that counts as a rounding error for these scores. Numbers computed from the
/// scores count as equal if they differ by no more than this.
pub(crate) fn rounding<'s>(scores: impl IntoIterator<Item = &'s f64>) -> f64 {
    let larger = |largest: f64, score: &f64| if score.abs() > largest { score.abs() } else { largest };
    ROUNDING * scores.into_iter().fold(0.0, larger)
}

/// Returns the first number of a sample if all numbers are equal up to `rounding`, or exactly 0 if they are
/// all 0 up to `rounding`. Returns `None` otherwise, and for an empty sample.
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
