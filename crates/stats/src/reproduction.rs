//! Measures how similar a reproduced experiment is to the original: in the order of documents, in the scores of each
//! topic, and in the effects.
//!
//! T. Breuer, N. Ferro, N. Fuhr, M. Maistro, T. Sakai, P. Schaer and I. Soboroff, How to measure the reproducibility of
//! system-oriented IR experiments, SIGIR 2020; the values agree with their program repro_eval 0.5.0. For p values use
//! [`t_test`](crate::t_test) if both experiments have the same topics, otherwise
//! [`unpaired_t_test`](crate::unpaired_t_test).

use std::cmp::Ordering;

use crate::{Ranking, kendall_tau_b, mean};

/// Returns Kendall's tau union (KTU) of two ranked lists: replace each item by its place in the sorted union of both
/// lists, then take Kendall's tau of the two sequences of numbers.
///
/// The lists need not have common items. The longer list is cut to the length of the shorter one; repro_eval
/// fails if the lengths differ. Returns `None` if the shorter list has fewer than 2 items.
///
/// Note that the value depends on how items are sorted. repro_eval sorts documents by id, so the value
/// changes if you rename documents. If you number the items of the original list from the top, and then the
/// items that only the reproduced list has, you get Kendall's tau of the two lists.
///
/// ```
/// use rejudge_stats::kendall_tau_union;
/// // The union is a b c d, so the lists become 0 1 2 and 0 1 3.
/// assert_eq!(kendall_tau_union(&["a", "b", "c"], &["a", "b", "d"]), Some(1.0));
/// // The lists become 0 2 1 and 0 1 2. One of the three pairs is exchanged, which gives (2 - 1)/3.
/// assert_eq!(kendall_tau_union(&["a", "c", "b"], &["a", "b", "c"]), Some(1.0 / 3.0));
/// // The lists become 2 0 1 and 0 2 1. Although c and a are merely exchanged, all pairs are in opposite
/// // order.
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

/// Returns the rank-biased overlap of two lists without ties, cut at a depth and divided by the sum of the weights:
///
/// ```text
/// RBO@D = sum_{d=1..D} p^(d-1) |X_d and Y_d| / d  /  sum_{d=1..D} p^(d-1)
/// ```
///
/// where X_d and Y_d are the sets of the first d items (C. L. A. Clarke, A. Vtyurina and M. D. Smucker, Assessing top-k
/// preferences, ACM TOIS 39(3), 2021; repro_eval takes p = 0.95 and D = 1000). Lists are not extended to the depth, so
/// two equal lists with fewer items have a value below 1. Returns `None` if both lists are empty.
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
    assert!(
        0.0 < p && p < 1.0 && depth > 0,
        "p is {p} and the depth is {depth}, expected 0 < p < 1 and a depth of at least 1"
    );
    if x.is_empty() && y.is_empty() {
        return None;
    }
    let by_item = |list| {
        let mut items: Vec<(&T, usize)> = <[T]>::iter(list).zip(0..depth).collect();
        items.sort_unstable();
        items
    };
    let (x, y) = (by_item(x), by_item(y));
    // For each depth, the number of items that are within this depth in both lists, but not within a smaller depth.
    let mut new_common = vec![0_usize; depth];
    let (mut next_x, mut next_y) = (0, 0);
    while let (Some((item_x, rank_x)), Some((item_y, rank_y))) = (x.get(next_x), y.get(next_y)) {
        match item_x.cmp(item_y) {
            Ordering::Less => next_x += 1,
            Ordering::Greater => next_y += 1,
            Ordering::Equal => {
                new_common[*rank_x.max(rank_y)] += 1;
                (next_x, next_y) = (next_x + 1, next_y + 1);
            }
        }
    }
    let (mut common, mut weight, mut sum, mut weights) = (0, 1.0, 0.0, 0.0);
    for (place, new_common) in new_common.into_iter().enumerate() {
        common += new_common;
        sum += weight * common as f64 / (place + 1) as f64;
        weights += weight;
        weight *= p;
    }
    Some(sum / weights)
}

/// Returns the root mean square error between the scores of the original and the reproduced run, over topics:
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
/// If the runs have different numbers of topics.
pub fn rmse(original: &[f64], reproduced: &[f64]) -> Option<f64> {
    assert_eq!(original.len(), reproduced.len(), "the runs have different numbers of topics");
    let squares: Vec<f64> = original.iter().zip(reproduced).map(|(x, y)| (x - y).powi(2)).collect();
    mean(&squares).map(f64::sqrt)
}

/// The scores of a baseline and an advanced run on each topic. The effect of an experiment is the difference between
/// the two runs.
#[derive(Clone, Copy, Debug)]
pub struct Improvement<'a> {
    /// The scores of the baseline.
    pub baseline: &'a [f64],
    /// The scores of the advanced run on the same topics.
    pub advanced: &'a [f64],
}

impl Improvement<'_> {
    /// Returns the means of the baseline and of the advanced run. If the means are equal by the rule of
    /// [`Ranking`], both are the baseline's mean, so that a rounding error does not look like an improvement.
    /// Returns `None` if there is no topic.
    fn means(self) -> Option<[f64; 2]> {
        let (baseline, advanced) = (mean(self.baseline)?, mean(self.advanced)?);
        let ranking = Ranking::new(&[baseline, advanced]);
        let is_equal = ranking.ranks()[0] == ranking.ranks()[1];
        Some([baseline, if is_equal { baseline } else { advanced }])
    }

    /// Returns the mean difference, advanced minus baseline, or `None` if there is no topic.
    fn absolute(self) -> Option<f64> {
        assert_eq!(self.baseline.len(), self.advanced.len(), "the runs have different numbers of topics");
        let [baseline, advanced] = self.means()?;
        if baseline == advanced {
            return Some(0.0);
        }
        let differences: Vec<f64> = self.advanced.iter().zip(self.baseline).map(|(a, b)| a - b).collect();
        mean(&differences)
    }

    /// Returns the difference of the means divided by the baseline's mean, or `None` if there is no topic or the
    /// baseline's mean is 0.
    fn relative(self) -> Option<f64> {
        let [baseline, advanced] = self.means()?;
        (baseline != 0.0).then(|| (advanced - baseline) / baseline)
    }
}

/// Returns the effect ratio (ER): the mean improvement in the reproduced experiment, divided by the mean
/// improvement in the original.
///
/// ```text
/// ER = mean_t(advanced'_t - baseline'_t) / mean_t(advanced_t - baseline_t)
/// ```
///
/// where a prime marks the reproduced experiment. ER is 1 if the effect is as large as the original one, and
/// below 0 if it is reversed. A mean improvement is 0 if the two means differ only by rounding. The
/// experiments may have different topics. Returns `None`
/// if an experiment has no topics, or the original has a mean improvement of 0.
///
/// ```
/// use rejudge_stats::{Improvement, effect_ratio};
/// let original = Improvement { baseline: &[0.25, 0.5], advanced: &[0.5, 0.75] };
/// let reproduced = Improvement { baseline: &[0.25, 0.5], advanced: &[0.375, 0.625] };
/// assert_eq!(effect_ratio(original, reproduced), Some(0.5));
/// ```
///
/// # Panics
/// If baseline and advanced run have different numbers of topics.
pub fn effect_ratio(original: Improvement<'_>, reproduced: Improvement<'_>) -> Option<f64> {
    let (original, reproduced) = (original.absolute()?, reproduced.absolute()?);
    (original != 0.0).then(|| reproduced / original)
}

/// Returns the delta relative improvement (DeltaRI): the original relative improvement minus the reproduced one.
///
/// ```text
/// DeltaRI = RI - RI'      RI = (mean(advanced) - mean(baseline)) / mean(baseline)
/// ```
///
/// It is 0 if the relative improvements are equal. RI is 0 if the two means differ only by rounding, as in
/// [`effect_ratio`]. The experiments may have different topics. Returns `None` if a run has no topics, or a
/// baseline has a mean of 0.
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
