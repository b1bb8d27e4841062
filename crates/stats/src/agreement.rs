//! How far two judges agree who gave a level to each of the same items.
//!
//! J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20,
//! 1960, and Weighted kappa, Psychological Bulletin 70, 1968. K. Krippendorff, Computing Krippendorff's
//! Alpha-Reliability, 2011.

/// How often one judge gave a level where the other gave another.
///
/// ```
/// use rejudge_stats::{Agreement, Distance};
/// // Of 50 items both say yes to 20 and no to 15; one alone says yes to 5, the other to 10.
/// let labels = |counts: [(u8, usize); 4]| -> Vec<u8> {
///     counts.iter().flat_map(|&(level, count)| vec![level; count]).collect()
/// };
/// let one = labels([(1, 20), (0, 15), (1, 5), (0, 10)]);
/// let other = labels([(1, 20), (0, 15), (0, 5), (1, 10)]);
/// let agreement = Agreement::of(&one, &other);
/// assert_eq!(agreement.observed(), Some(0.7));
/// assert!((agreement.kappa().unwrap() - 0.4).abs() < 1e-12);
/// assert!((agreement.alpha(Distance::Nominal).unwrap() - 0.4).abs() < 0.01);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// How many levels there are, from 0.
    levels: usize,
    /// Counts by the first judge's level, then the second's.
    counts: Vec<u64>,
}

/// How far two levels are from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// All that differ are equally far.
    Nominal,
    /// By how many labels lie between them, half of their own included.
    Ordinal,
    /// By their difference.
    Interval,
}

/// What a disagreement costs in weighted kappa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// The difference of the levels.
    Linear,
    /// Its square.
    Quadratic,
}

impl Agreement {
    /// Of the labels of the same items.
    ///
    /// # Panics
    /// When they are of different numbers of items.
    pub fn of(one: &[u8], other: &[u8]) -> Self {
        assert_eq!(one.len(), other.len(), "labels of different items");
        let highest = one.iter().chain(other).max().copied().unwrap_or(0);
        let levels = usize::from(highest) + 1;
        let mut counts = vec![0; levels * levels];
        for (&a, &b) in one.iter().zip(other) {
            counts[usize::from(a) * levels + usize::from(b)] += 1;
        }
        Self { levels, counts }
    }

    /// How many levels there are: one more than the highest that either gave.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// How often the first gave `one` and the second `other`.
    pub fn count(&self, one: usize, other: usize) -> u64 {
        if one < self.levels && other < self.levels { self.counts[one * self.levels + other] } else { 0 }
    }

    /// How often the first and the second gave a level.
    pub fn given(&self, level: usize) -> (u64, u64) {
        let one = (0..self.levels).map(|other| self.count(level, other)).sum();
        let other = (0..self.levels).map(|one| self.count(one, level)).sum();
        (one, other)
    }

    /// How many items there are.
    pub fn items(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same with two levels: 1 from `least` on, and 0 below.
    ///
    /// ```
    /// use rejudge_stats::Agreement;
    /// let cut = Agreement::of(&[0, 1, 2, 3], &[1, 1, 1, 2]).cut(2);
    /// assert_eq!((cut.count(0, 0), cut.count(1, 0), cut.count(1, 1)), (2, 1, 1));
    /// ```
    pub fn cut(&self, least: usize) -> Self {
        let mut counts = vec![0; 4];
        for one in 0..self.levels {
            for other in 0..self.levels {
                counts[usize::from(one >= least) * 2 + usize::from(other >= least)] += self.count(one, other);
            }
        }
        Self { levels: 2, counts }
    }

    /// Share of the items that both gave the same level; `None` without items.
    pub fn observed(&self) -> Option<f64> {
        let same: u64 = (0..self.levels).map(|level| self.count(level, level)).sum();
        (self.items() > 0).then(|| same as f64 / self.items() as f64)
    }

    /// Cohen's kappa, `(p_o - p_e) / (1 - p_e)` with p_e the agreement of judges who give their levels as
    /// often and at random. `None` where that is 1: both gave one level to all items, or there are none.
    pub fn kappa(&self) -> Option<f64> {
        self.weighted(|one, other| u64::from(one != other))
    }

    /// Weighted kappa, `1 - sum w o / sum w e` with w what a disagreement costs, o how often it is and e
    /// how often it would be at random. `None` where that costs nothing.
    ///
    /// ```
    /// use rejudge_stats::{Agreement, Weights};
    /// // With two levels all weights are one.
    /// let two = Agreement::of(&[0, 1, 1, 0, 1], &[0, 1, 0, 0, 1]);
    /// assert_eq!(two.weighted_kappa(Weights::Quadratic), two.kappa());
    /// // An error by one level costs a quarter of one by two.
    /// let near = Agreement::of(&[0, 1, 2, 0, 2], &[0, 1, 2, 1, 2]);
    /// let far = Agreement::of(&[0, 1, 2, 0, 2], &[0, 1, 2, 2, 2]);
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
        let (mut seen, mut chance) = (0_u128, 0_u128);
        for one in 0..self.levels {
            for other in 0..self.levels {
                let cost = u128::from(cost(one, other));
                seen += cost * u128::from(self.count(one, other));
                chance += cost * u128::from(self.given(one).0) * u128::from(self.given(other).1);
            }
        }
        // Whole numbers until here: equal labels give exactly 1.
        (chance > 0).then(|| 1.0 - (seen * u128::from(self.items())) as f64 / chance as f64)
    }

    /// Krippendorff's alpha, `1 - D_o / D_e`: D_o is the mean squared distance within items, D_e that of
    /// all pairs of labels, whoever gave them to whatever. `None` where D_e is 0.
    ///
    /// ```
    /// use rejudge_stats::{Agreement, Distance};
    /// let agreement = Agreement::of(&[0, 1, 2, 3, 3], &[0, 1, 2, 3, 2]);
    /// // o(2,3) = 2 in both orders; n = 2 2 3 3: 1 - 9 * 1 / (4+6+6+6+6+9).
    /// assert!((agreement.alpha(Distance::Nominal).unwrap() - (1.0 - 9.0 / 37.0)).abs() < 1e-12);
    /// assert_eq!(Agreement::of(&[1, 1], &[1, 1]).alpha(Distance::Ordinal), None);
    /// ```
    pub fn alpha(&self, distance: Distance) -> Option<f64> {
        let given: Vec<u128> = (0..self.levels)
            .map(|level| {
                let (one, other) = self.given(level);
                u128::from(one) + u128::from(other)
            })
            .collect();
        // Twice the distance, squared, so that halves are whole.
        let apart = |low: usize, high: usize| -> u128 {
            let twice = match distance {
                Distance::Nominal => 2,
                Distance::Interval => 2 * (high - low) as u128,
                Distance::Ordinal => 2 * given[low..=high].iter().sum::<u128>() - given[low] - given[high],
            };
            twice * twice
        };
        let (mut seen, mut chance) = (0_u128, 0_u128);
        for high in 0..self.levels {
            for low in 0..high {
                let both = u128::from(self.count(low, high)) + u128::from(self.count(high, low));
                seen += both * apart(low, high);
                chance += given[low] * given[high] * apart(low, high);
            }
        }
        let labels: u128 = given.iter().sum();
        (chance > 0).then(|| 1.0 - (seen * (labels - 1)) as f64 / chance as f64)
    }
}
