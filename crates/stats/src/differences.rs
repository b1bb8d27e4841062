//! The differences of two runs, topic by topic, from which every paired test starts.

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
