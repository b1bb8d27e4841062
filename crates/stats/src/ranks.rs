//! Ranks by descending score.

/// The rank of `item`: 1 + the number of items with a greater score, 1 being the best. Items of equal
/// score share the better rank and the next rank stays empty (1, 2, 2, 4: standard competition).
///
/// ```
/// use rejudge_stats::rank_of;
/// assert_eq!(rank_of(&[0.2, 0.9, 0.2, 0.1], 1), 1);
/// assert_eq!(rank_of(&[0.2, 0.9, 0.2, 0.1], 2), 2);
/// assert_eq!(rank_of(&[0.2, 0.9, 0.2, 0.1], 3), 4);
/// ```
///
/// # Panics
/// When there is no such item or a score is NaN.
pub fn rank_of(scores: &[f64], item: usize) -> usize {
    assert!(scores.iter().all(|score| !score.is_nan()), "a rank among NaN");
    let own = scores[item];
    1 + scores.iter().filter(|&&score| score > own).count()
}

/// The rank of every item, by the rule of [`rank_of`].
///
/// ```
/// assert_eq!(rejudge_stats::ranks(&[0.2, 0.9, 0.2, 0.1]), [2, 1, 2, 4]);
/// ```
///
/// # Panics
/// When a score is NaN.
pub fn ranks(scores: &[f64]) -> Vec<usize> {
    (0..scores.len()).map(|item| rank_of(scores, item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_equal_share_rank_one() {
        assert_eq!(ranks(&[0.0, -0.0, 0.0]), [1, 1, 1]);
        assert!(ranks(&[]).is_empty());
    }

    #[test]
    #[should_panic(expected = "among NaN")]
    fn nan_has_no_rank() {
        rank_of(&[0.5, f64::NAN], 0);
    }
}
