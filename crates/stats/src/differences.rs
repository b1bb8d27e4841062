//! The differences of two runs, topic by topic, which all paired tests use, and the rule that decides which differences
//! are only rounding errors.

/// Differences of two runs are only rounding errors up to this share of the largest |score|.
///
/// A score is a rounded sum, so that equal scores, and equal differences such as 0.7 - 0.6 and 0.4 - 0.3, differ in
/// their last bits. A sum of n terms with the same sign is off by less than n / 9e15 of the sum (N. J. Higham, Accuracy
/// and stability of numerical algorithms, 2002, section 4.2). This share is far larger than that for a thousand terms,
/// and far smaller than any meaningful difference of scores.
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

/// Returns the largest rounding error of these scores. Numbers computed from them are equal if they differ by no more
/// than this.
pub(crate) fn rounding<'s>(scores: impl IntoIterator<Item = &'s f64>) -> f64 {
    let larger = |largest: f64, score: &f64| if score.abs() > largest { score.abs() } else { largest };
    ROUNDING * scores.into_iter().fold(0.0, larger)
}

/// If all numbers of a sample are equal up to `rounding`, returns the first, or exactly 0 if they are all 0 up to
/// `rounding`. Otherwise, and for an empty sample, returns `None`.
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
