//! Agreement of two judges who gave levels to the same items.
//!
//! J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20,
//! 1960, and Weighted kappa, Psychological Bulletin 70, 1968. For Krippendorff's alpha see
//! [`Coincidences`](crate::Coincidences).

use std::ops::AddAssign;

/// A table of the levels that two judges gave to the same items. Items without a level from both judges are
/// left out and counted.
///
/// ```
/// use rejudge_stats::{Agreement, Coincidences, Distance};
/// // Of 50 items both say yes to 20 and no to 15; one alone says yes to 5, the other to 10.
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
    /// The number of levels, counted from 0.
    levels: usize,
    /// Counts by the first judge's level, then the second's.
    counts: Vec<u64>,
    /// Items that not both judges gave a level.
    left_out: u64,
}

/// The cost of a disagreement in weighted kappa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// The difference of the levels.
    Linear,
    /// Its square.
    Quadratic,
}

impl Agreement {
    /// Counts the levels that two judges gave to the same items. Pass `u8` if a judge gave a level to each
    /// item, else `Option<u8>`.
    ///
    /// ```
    /// use rejudge_stats::Agreement;
    /// let agreement = Agreement::new(&[0_u8, 1, 2, 2], &[Some(0_u8), None, Some(1), Some(2)]);
    /// assert_eq!((agreement.items(), agreement.left_out()), (3, 1));
    /// assert_eq!(agreement.count(2, 1), 1);
    /// ```
    ///
    /// # Panics
    /// If they are of different numbers of items.
    pub fn new<A, B>(one: &[A], other: &[B]) -> Self
    where
        A: Copy + Into<Option<u8>>,
        B: Copy + Into<Option<u8>>,
    {
        assert_eq!(one.len(), other.len(), "labels of different items");
        let by_both = || {
            let levels = one.iter().zip(other).map(|(&one, &other)| (one.into(), other.into()));
            levels.filter_map(|(one, other)| Some((usize::from(one?), usize::from(other?))))
        };
        let levels = by_both().map(|(one, other)| one.max(other) + 1).max().unwrap_or(0);
        let mut counts = vec![0; levels * levels];
        by_both().for_each(|(one, other)| counts[one * levels + other] += 1);
        let items: u64 = counts.iter().sum();
        Self { levels, counts, left_out: one.len() as u64 - items }
    }

    /// Returns the number of levels: one more than the highest of the items counted.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Returns the number of items to which the first judge gave `one` and the second `other`.
    pub fn count(&self, one: usize, other: usize) -> u64 {
        if one < self.levels && other < self.levels { self.counts[one * self.levels + other] } else { 0 }
    }

    /// Returns the number of items to which the first and the second judge gave a level.
    pub fn given(&self, level: usize) -> (u64, u64) {
        let one = (0..self.levels).map(|other| self.count(level, other)).sum();
        let other = (0..self.levels).map(|one| self.count(one, level)).sum();
        (one, other)
    }

    /// Returns the number of items to which both judges gave a level.
    pub fn items(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of items without a level from at least one of the judges.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Reduces the labels to two levels: 1 from `least` on, and 0 below. Kappa at a cut is `cut(least).kappa()`.
    ///
    /// ```
    /// use rejudge_stats::Agreement;
    /// let cut = Agreement::new(&[0_u8, 1, 2, 3], &[1_u8, 1, 1, 2]).cut(2);
    /// assert_eq!((cut.count(0, 0), cut.count(1, 0), cut.count(1, 1)), (2, 1, 1));
    /// ```
    pub fn cut(&self, least: usize) -> Self {
        let mut counts = vec![0; 4];
        for one in 0..self.levels {
            for other in 0..self.levels {
                counts[usize::from(one >= least) * 2 + usize::from(other >= least)] += self.count(one, other);
            }
        }
        Self { levels: 2, counts, left_out: self.left_out }
    }

    /// Share of the items that both gave the same level; `None` without items.
    pub fn observed(&self) -> Option<f64> {
        let same: u64 = (0..self.levels).map(|level| self.count(level, level)).sum();
        (self.items() > 0).then(|| same as f64 / self.items() as f64)
    }

    /// Cohen's kappa, `(p_o - p_e) / (1 - p_e)`, where p_e is the agreement of judges who give their levels
    /// at random with the same frequencies. Returns `None` if p_e is 1: both gave one level to all items, or
    /// there are no items.
    pub fn kappa(&self) -> Option<f64> {
        self.weighted(|one, other| u64::from(one != other))
    }

    /// Weighted kappa, `1 - sum w o / sum w e`, where w is the cost of a disagreement, o its frequency, and e
    /// its expected frequency at random. Returns `None` if the expected cost is 0. A level that neither judge
    /// used still counts as a step between its neighbours: levels 0, 1 and 3 are not 0, 1 and 2.
    ///
    /// ```
    /// use rejudge_stats::{Agreement, Weights};
    /// // With two levels all weights are one.
    /// let two = Agreement::new(&[0_u8, 1, 1, 0, 1], &[0_u8, 1, 0, 0, 1]);
    /// assert_eq!(two.weighted_kappa(Weights::Quadratic), two.kappa());
    /// // An error by one level costs a quarter of one by two.
    /// let near = Agreement::new(&[0_u8, 1, 2, 0, 2], &[0_u8, 1, 2, 1, 2]);
    /// let far = Agreement::new(&[0_u8, 1, 2, 0, 2], &[0_u8, 1, 2, 2, 2]);
    /// assert!(near.weighted_kappa(Weights::Quadratic) > far.weighted_kappa(Weights::Quadratic));
    /// ```
    pub fn weighted_kappa(&self, weights: Weights) -> Option<f64> {
        self.weighted(|one, other| {
            let apart = one.abs_diff(other) as u64;
            match weights {
                Weights::Linear => apart,
                Weights::Quadratic => apart * apart,
            }
        })
    }

    fn weighted(&self, cost: impl Fn(usize, usize) -> u64) -> Option<f64> {
        let given: Vec<(u64, u64)> = (0..self.levels).map(|level| self.given(level)).collect();
        let (mut seen, mut chance) = (0_u128, 0_u128);
        for one in 0..self.levels {
            for other in 0..self.levels {
                let cost = u128::from(cost(one, other));
                seen += cost * u128::from(self.count(one, other));
                chance += cost * u128::from(given[one].0) * u128::from(given[other].1);
            }
        }
        // Whole numbers until here: equal labels give exactly 1.
        (chance > 0).then(|| 1.0 - (seen * u128::from(self.items())) as f64 / chance as f64)
    }
}

/// More items of the same two judges: topics add up to a collection.
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
    fn add_assign(&mut self, more: &Self) {
        let levels = self.levels.max(more.levels);
        let place = |place| (place / levels, place % levels);
        let both = |(one, other)| self.count(one, other) + more.count(one, other);
        let counts = (0..levels * levels).map(place).map(both).collect();
        *self = Self { levels, counts, left_out: self.left_out + more.left_out };
    }
}
