//! All pairs of items, in the order in which this crate lists them.

/// Returns the pairs of `0..count`: (0, 1), (0, 2), .., (1, 2), ..
///
/// ```
/// use rejudge_stats::pairs;
/// assert_eq!(pairs(3).collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 2)]);
/// assert_eq!(pairs(1).count(), 0);
/// ```
pub fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

/// Returns the number of pairs of `count` items: `count (count - 1) / 2`.
///
/// ```
/// assert_eq!([0, 1, 2, 16].map(rejudge_stats::pair_count), [0, 0, 1, 120]);
/// ```
pub fn pair_count(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}
