//! The agreement of two judges who gave levels to the same items.
//!
//! J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20,
//! 1960, and Weighted kappa, Psychological Bulletin 70, 1968. For Krippendorff's alpha see
//! [`Coincidences`](crate::Coincidences).

use std::ops::AddAssign;

use crate::{Coincidences, Distance};

/// A table of the levels that two judges gave to the same items. An item that one or both judges did not
/// label is left out of the table, and counted in [`left_out`](Self::left_out).
///
/// ```
/// use rejudge_stats::{Agreement, Coincidences, Distance};
/// // Of 50 items, both say yes to 20 and no to 15; only `one` says yes to 5, and only `other` to 10.
/// let labels = |counts: [(u8, usize); 4]| -> Vec<u8> {
///     counts.iter().flat_map(|&(level, count)| vec![level; count]).collect()
/// };
/// let one = labels([(1, 20), (0, 15), (1, 5), (0, 10)]);
/// let other = labels([(1, 20), (0, 15), (0, 5), (1, 10)]);
/// let agreement = Agreement::new(&one, &other);
/// assert_eq!(agreement.observed(), Some(0.7));
/// assert!((agreement.kappa().unwrap() - 0.4).abs() < 1e-12);
/// let alpha = Coincidences::from(&agreement).alpha(Distance::Nominal);
/// assert!((alpha.unwrap() - 0.4).abs() < 0.01);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The number of levels, which are numbered from 0.
    levels: usize,
    /// The number of items for each pair of levels: a row for each level of the first judge, a column for each level of
    /// the second.
    counts: Vec<u64>,
    /// The number of items that one or both judges did not label.
    left_out: u64,
}

/// The cost of a disagreement in weighted kappa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// The difference of the levels.
    Linear,
    /// The squared difference of the levels.
    Quadratic,
}

impl Agreement {
    /// Counts the levels of two judges. Pass a `u8` for each item if the judge gave a level to every item, otherwise an
    /// `Option<u8>`.
    ///
    /// ```
    /// use rejudge_stats::Agreement;
    /// let agreement = Agreement::new(&[0_u8, 1, 2, 2], &[Some(0_u8), None, Some(1), Some(2)]);
    /// assert_eq!((agreement.items(), agreement.left_out()), (3, 1));
    /// assert_eq!(agreement.count(2, 1), 1);
    /// ```
    ///
    /// # Panics
    /// If the lists have different lengths.
    pub fn new<A, B>(first: &[A], second: &[B]) -> Self
    where
        A: Copy + Into<Option<u8>>,
        B: Copy + Into<Option<u8>>,
    {
        assert_eq!(first.len(), second.len(), "the judges have different numbers of items");
        let mut level_pairs = Vec::with_capacity(first.len());
        for (&first, &second) in first.iter().zip(second) {
            if let (Some(first), Some(second)) = (first.into(), second.into()) {
                level_pairs.push((usize::from(first), usize::from(second)));
            }
        }
        let levels = level_pairs.iter().map(|(first, second)| first.max(second) + 1).max().unwrap_or(0);
        let mut counts = vec![0; levels * levels];
        for (first, second) in level_pairs {
            counts[first * levels + second] += 1;
        }
        let items: u64 = counts.iter().sum();
        Self { levels, counts, left_out: first.len() as u64 - items }
    }

    /// Returns the number of levels: 2 after [`cut`](Self::cut), otherwise the highest level in the table
    /// plus 1, or 0 without items.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Returns the number of items to which the first judge gave the level `first` and the second judge `second`.
    pub fn count(&self, first: usize, second: usize) -> u64 {
        if first < self.levels && second < self.levels {
            self.counts[first * self.levels + second]
        } else {
            0
        }
    }

    /// Returns the number of items to which the first judge gave `level`, and the number to which the second
    /// judge gave it. Items that only one judge labelled do not count.
    pub fn label_counts(&self, level: usize) -> (u64, u64) {
        let first = (0..self.levels).map(|second| self.count(level, second)).sum();
        let second = (0..self.levels).map(|first| self.count(first, level)).sum();
        (first, second)
    }

    /// Returns the number of items to which both judges gave a level.
    pub fn items(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of items that one or both judges did not label.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Reduces the levels to two: 1 for `threshold` and higher levels, 0 for lower levels. For example,
    /// `cut(2).kappa()` is the kappa of "level 2 or more".
    ///
    /// ```
    /// use rejudge_stats::Agreement;
    /// let cut = Agreement::new(&[0_u8, 1, 2, 3], &[1_u8, 1, 1, 2]).cut(2);
    /// assert_eq!((cut.count(0, 0), cut.count(1, 0), cut.count(1, 1)), (2, 1, 1));
    /// ```
    pub fn cut(&self, threshold: usize) -> Self {
        let mut counts = vec![0; 4];
        for first in 0..self.levels {
            for second in 0..self.levels {
                let cell = usize::from(first >= threshold) * 2 + usize::from(second >= threshold);
                counts[cell] += self.count(first, second);
            }
        }
        Self { levels: 2, counts, left_out: self.left_out }
    }

    /// Returns the share of items to which both judges gave the same level; `None` without items.
    pub fn observed(&self) -> Option<f64> {
        let same: u64 = (0..self.levels).map(|level| self.count(level, level)).sum();
        (self.items() > 0).then(|| same as f64 / self.items() as f64)
    }

    /// Returns Cohen's kappa, `(p_o - p_e) / (1 - p_e)`, where p_o is the observed agreement, and p_e the
    /// agreement that we expect if each judge gives the same levels in random order. Returns `None` if there
    /// are no items, or if p_e is 1 because both judges gave the same level to all items.
    pub fn kappa(&self) -> Option<f64> {
        self.weighted(|first, second| u64::from(first != second))
    }

    /// Returns weighted kappa, `1 - sum w o / sum w e`, where w is the cost of a disagreement, o its observed
    /// frequency, and e its frequency if each judge gives the same levels in random order. Returns `None` if the
    /// expected cost is 0. A level that neither judge used still counts as a step: levels 0, 1 and 3 give a different
    /// kappa than 0, 1 and 2.
    ///
    /// ```
    /// use rejudge_stats::{Agreement, Weights};
    /// // With two levels every disagreement costs 1.
    /// let two = Agreement::new(&[0_u8, 1, 1, 0, 1], &[0_u8, 1, 0, 0, 1]);
    /// assert_eq!(two.weighted_kappa(Weights::Quadratic), two.kappa());
    /// // An error of one level costs a quarter of an error of two levels.
    /// let near = Agreement::new(&[0_u8, 1, 2, 0, 2], &[0_u8, 1, 2, 1, 2]);
    /// let far = Agreement::new(&[0_u8, 1, 2, 0, 2], &[0_u8, 1, 2, 2, 2]);
    /// assert!(near.weighted_kappa(Weights::Quadratic) > far.weighted_kappa(Weights::Quadratic));
    /// ```
    pub fn weighted_kappa(&self, weights: Weights) -> Option<f64> {
        self.weighted(|first, second| {
            let difference = first.abs_diff(second) as u64;
            match weights {
                Weights::Linear => difference,
                Weights::Quadratic => difference * difference,
            }
        })
    }

    /// Returns Krippendorff's alpha ([`Coincidences::alpha`]). Returns `None` if the table has fewer than two different
    /// levels.
    ///
    /// ```
    /// use rejudge_stats::{Agreement, Distance};
    /// // o(0, 1) = 1, n(0) = 3, n(1) = 1: alpha = 1 - (4 - 1) * 1 / (3 * 1) = 0.
    /// assert_eq!(Agreement::new(&[0_u8, 0], &[0_u8, 1]).alpha(Distance::Nominal), Some(0.0));
    /// assert_eq!(Agreement::new(&[1_u8, 1], &[1_u8, 1]).alpha(Distance::Ordinal), None);
    /// ```
    pub fn alpha(&self, distance: Distance) -> Option<f64> {
        Coincidences::from(self).alpha(distance)
    }

    /// Adds the items of `other`, each of them `times` times. A bootstrap sample of topics contains a topic several times
    /// or not at all.
    ///
    /// ```
    /// use rejudge_stats::Agreement;
    /// let mut sample = Agreement::default();
    /// sample.add(&Agreement::new(&[0_u8, 1], &[0_u8, 0]), 2);
    /// sample.add(&Agreement::new(&[3_u8], &[3_u8]), 0);
    /// assert_eq!((sample.items(), sample.count(1, 0), sample.levels()), (4, 2, 2));
    /// ```
    pub fn add(&mut self, other: &Self, times: u32) {
        if times == 0 {
            return;
        }
        if other.levels > self.levels {
            let mut counts = vec![0; other.levels * other.levels];
            for first in 0..self.levels {
                for second in 0..self.levels {
                    counts[first * other.levels + second] = self.count(first, second);
                }
            }
            (self.levels, self.counts) = (other.levels, counts);
        }
        for first in 0..other.levels {
            for second in 0..other.levels {
                self.counts[first * self.levels + second] += u64::from(times) * other.count(first, second);
            }
        }
        self.left_out += u64::from(times) * other.left_out;
    }

    fn weighted(&self, cost: impl Fn(usize, usize) -> u64) -> Option<f64> {
        let frequencies: Vec<(u64, u64)> = (0..self.levels).map(|level| self.label_counts(level)).collect();
        let (mut observed, mut expected) = (0_u128, 0_u128);
        for first in 0..self.levels {
            for second in 0..self.levels {
                let cost = u128::from(cost(first, second));
                observed += cost * u128::from(self.count(first, second));
                expected += cost * u128::from(frequencies[first].0) * u128::from(frequencies[second].1);
            }
        }
        // The sums are whole numbers, so judges who always agree get exactly 1.
        (expected > 0).then(|| 1.0 - (observed * u128::from(self.items())) as f64 / expected as f64)
    }
}

/// Adds more items of the same two judges, for example the next topic of a collection.
///
/// ```
/// use rejudge_stats::Agreement;
/// let mut all = Agreement::default();
/// for topic in [[Some(0_u8), Some(1)], [Some(3), None]] {
///     all += &Agreement::new(&topic, &[1_u8, 1]);
/// }
/// assert_eq!((all.items(), all.left_out(), all.count(3, 1)), (3, 1, 1));
/// ```
impl AddAssign<&Self> for Agreement {
    fn add_assign(&mut self, other: &Self) {
        self.add(other, 1);
    }
}
