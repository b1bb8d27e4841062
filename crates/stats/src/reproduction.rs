//! Similarity of a reproduced experiment to the original: order of documents, scores by topic, and effects.
//!
//! T. Breuer, N. Ferro, N. Fuhr, M. Maistro, T. Sakai, P. Schaer and I. Soboroff, How to measure the reproducibility of
//! system-oriented IR experiments, SIGIR 2020; as in their program repro_eval 0.5.0. The p values are those of
//! [`t_test`](crate::t_test) if both are of one set of topics, and of
//! [`unpaired_t_test`](crate::unpaired_t_test) if not.

use std::cmp::Ordering;

use crate::{Ranking, kendall_tau_b, mean};

/// Kendall's tau union (KTU) of two lists of items, from the top: Kendall's tau of the sequences of numbers that they
/// become if each item is replaced by its place in the sorted union of both.
///
/// The lists need not have an item in common. A list that is longer is cut at the length of the other; repro_eval
/// ends with an error. Returns `None` if this length is below 2.
///
/// The value depends on the order of the items: repro_eval sorts documents by their ids, so that two lists of the same
/// documents would have another value if the documents had other ids. If items are numbered in the order of the
/// original list, followed by those that are only in the reproduced list, it is Kendall's tau of the two lists.
///
/// ```
/// use rejudge_stats::kendall_tau_union;
/// // a b c d: 0 1 2 and 0 1 3.
/// assert_eq!(kendall_tau_union(&["a", "b", "c"], &["a", "b", "d"]), Some(1.0));
/// // 0 2 1 and 0 1 2, and one exchange is 1/3.
/// assert_eq!(kendall_tau_union(&["a", "c", "b"], &["a", "b", "c"]), Some(1.0 / 3.0));
/// // One exchange under other names is 2 0 1 and 0 2 1: no pair is in the same order.
/// assert_eq!(kendall_tau_union(&["c", "a", "b"], &["a", "c", "b"]), Some(-1.0));
/// ```
pub fn kendall_tau_union<T: Ord>(original: &[T], reproduced: &[T]) -> Option<f64> {
    let length = original.len().min(reproduced.len());
    let lists = [&original[..length], &reproduced[..length]];
    let mut union: Vec<&T> = lists.into_iter().flatten().collect();
    union.sort_unstable();
    union.dedup();
    let [x, y] = lists.map(|list| {
        let places = list.iter().map(|item| union.binary_search(&item).expect("it is in the union") as f64);
        Ranking::new(&places.collect::<Vec<_>>())
    });
    kendall_tau_b(&x, &y)
}

/// Rank-biased overlap of two lists without ties, cut at a depth and divided by the weight of its ranks:
///
/// ```text
/// RBO@D = sum_{d=1..D} p^(d-1) |X_d and Y_d| / d  /  sum_{d=1..D} p^(d-1)
/// ```
///
/// with X_d and Y_d the first d items (C. L. A. Clarke, A. Vtyurina and M. D. Smucker, Assessing top-k preferences,
/// ACM TOIS 39(3), 2021; repro_eval takes p = 0.95 and D = 1000). A list that ends above the depth stays as it is, so
/// that two equal lists of fewer items are below 1. Returns `None` if both lists are empty.
///
/// ```
/// use rejudge_stats::truncated_rbo;
/// // (1 * 0/1 + 1/2 * 2/2) / (1 + 1/2)
/// let rbo = truncated_rbo(&["a", "b"], &["b", "a"], 0.5, 2).expect("items");
/// assert!((rbo - 1.0 / 3.0).abs() < 1e-15);
/// ```
///
/// # Panics
/// If p is not between 0 and 1, or the depth is 0.
pub fn truncated_rbo<T: Ord>(x: &[T], y: &[T], p: f64, depth: usize) -> Option<f64> {
    assert!(0.0 < p && p < 1.0 && depth > 0, "rank-biased overlap with p = {p} to depth {depth}");
    if x.is_empty() && y.is_empty() {
        return None;
    }
    let by_item = |list| {
        let mut items: Vec<(&T, usize)> = <[T]>::iter(list).zip(0..depth).collect();
        items.sort_unstable();
        items
    };
    let (x, y) = (by_item(x), by_item(y));
    // Items that both lists have at each depth, and not above it.
    let mut joined = vec![0_usize; depth];
    let (mut at_x, mut at_y) = (0, 0);
    while let (Some((item, rank)), Some((other, of_other))) = (x.get(at_x), y.get(at_y)) {
        match item.cmp(other) {
            Ordering::Less => at_x += 1,
            Ordering::Greater => at_y += 1,
            Ordering::Equal => {
                joined[*rank.max(of_other)] += 1;
                (at_x, at_y) = (at_x + 1, at_y + 1);
            }
        }
    }
    let (mut common, mut weight, mut sum, mut weights) = (0, 1.0, 0.0, 0.0);
    for (at, joined) in joined.into_iter().enumerate() {
        common += joined;
        sum += weight * common as f64 / (at + 1) as f64;
        weights += weight;
        weight *= p;
    }
    Some(sum / weights)
}

/// Returns the root mean square error of the scores of a reproduced run, by topic:
///
/// ```text
/// RMSE = sqrt(1/n sum_t (original_t - reproduced_t)^2)
/// ```
///
/// Returns `None` if there is no topic.
///
/// ```
/// assert_eq!(rejudge_stats::rmse(&[0.5, 0.25], &[0.5, 0.75]), Some(0.125_f64.sqrt()));
/// ```
///
/// # Panics
/// If the runs differ in topics.
pub fn rmse(original: &[f64], reproduced: &[f64]) -> Option<f64> {
    assert_eq!(original.len(), reproduced.len(), "runs of different topics");
    let squares: Vec<f64> = original.iter().zip(reproduced).map(|(x, y)| (x - y).powi(2)).collect();
    mean(&squares).map(f64::sqrt)
}

/// The scores of a baseline and of an advanced run, by topic: an experiment whose effect is reproduced.
#[derive(Clone, Copy, Debug)]
pub struct Improvement<'a> {
    /// The scores of the baseline.
    pub baseline: &'a [f64],
    /// The scores of the advanced run on the same topics.
    pub advanced: &'a [f64],
}

impl Improvement<'_> {
    /// Returns the means of baseline and advanced run. The second is the first if they are equal by the rule of
    /// [`Ranking`], so that rounding is no improvement. Returns `None` if there is no topic.
    fn means(self) -> Option<[f64; 2]> {
        let (baseline, advanced) = (mean(self.baseline)?, mean(self.advanced)?);
        let ranking = Ranking::new(&[baseline, advanced]);
        let is_equal = ranking.ranks()[0] == ranking.ranks()[1];
        Some([baseline, if is_equal { baseline } else { advanced }])
    }

    /// Returns the mean difference: advanced less baseline. Returns `None` if there is no topic.
    fn absolute(self) -> Option<f64> {
        assert_eq!(self.baseline.len(), self.advanced.len(), "runs of different topics");
        let [baseline, advanced] = self.means()?;
        if baseline == advanced {
            return Some(0.0);
        }
        let differences: Vec<f64> = self.advanced.iter().zip(self.baseline).map(|(a, b)| a - b).collect();
        mean(&differences)
    }

    /// Returns the difference of the means as a part of the baseline's. `None` if that is 0.
    fn relative(self) -> Option<f64> {
        let [baseline, advanced] = self.means()?;
        (baseline != 0.0).then(|| (advanced - baseline) / baseline)
    }
}

/// Returns the effect ratio (ER): the mean improvement of the reproduced experiment as a part of that of the
/// original.
///
/// ```text
/// ER = mean_t(advanced'_t - baseline'_t) / mean_t(advanced_t - baseline_t)
/// ```
///
/// It is 1 if the effect is as large, below 0 if it is reversed. The topics of the two may differ. Returns `None` if
/// the original has no topic or a mean improvement of 0.
///
/// ```
/// use rejudge_stats::{Improvement, effect_ratio};
/// let original = Improvement { baseline: &[0.25, 0.5], advanced: &[0.5, 0.75] };
/// let reproduced = Improvement { baseline: &[0.25, 0.5], advanced: &[0.375, 0.625] };
/// assert_eq!(effect_ratio(original, reproduced), Some(0.5));
/// ```
///
/// # Panics
/// If baseline and advanced run differ in topics.
pub fn effect_ratio(original: Improvement<'_>, reproduced: Improvement<'_>) -> Option<f64> {
    let (original, reproduced) = (original.absolute()?, reproduced.absolute()?);
    (original != 0.0).then(|| reproduced / original)
}

/// Returns the delta relative improvement (DeltaRI): how much larger the relative improvement of the original
/// is.
///
/// ```text
/// DeltaRI = RI - RI'      RI = (mean(advanced) - mean(baseline)) / mean(baseline)
/// ```
///
/// It is 0 if the relative improvements are equal. RI is 0 if the two means differ by rounding only, as in
/// [`effect_ratio`]. The topics of the two may differ. Returns `None` if a baseline has
/// no topic or a mean of 0.
///
/// ```
/// use rejudge_stats::{Improvement, delta_relative_improvement};
/// let original = Improvement { baseline: &[0.25, 0.25], advanced: &[0.5, 0.5] };
/// let reproduced = Improvement { baseline: &[0.5, 0.5], advanced: &[0.5, 0.75] };
/// assert_eq!(delta_relative_improvement(original, reproduced), Some(0.75)); // 100% and 25%
/// ```
pub fn delta_relative_improvement(original: Improvement<'_>, reproduced: Improvement<'_>) -> Option<f64> {
    Some(original.relative()? - reproduced.relative()?)
}
