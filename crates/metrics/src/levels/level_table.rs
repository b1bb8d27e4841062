//! A table with a number for each relevance level, such as stopping weights, betas or thresholds.

use std::sync::Arc;

use crate::levels::by_level::ByLevel;
use crate::levels::gains::Gains;

/// A table from level to number. In contrast to [`Gains`], a higher level may have a lower number. Level 0
/// has the number 0; levels above the last one have the last number.
///
/// ```
/// use rejudge_metrics::LevelTable;
/// let table = LevelTable::new([2.0, 1.0]);
/// assert_eq!([0, 1, 2, 3].map(|level| table.at(level)), [0.0, 2.0, 1.0, 1.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LevelTable(Arc<[f64; 256]>);

impl LevelTable {
    /// Creates a table from the numbers of levels 1, 2, .. Numbers beyond level 255 are ignored.
    pub fn new(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers = numbers.into_iter().fuse();
        let mut last = 0.0;
        let table = std::array::from_fn(|level| {
            if level > 0 {
                last = numbers.next().unwrap_or(last);
            }
            last
        });
        Self(Arc::new(table))
    }

    /// Returns the number of `level`.
    #[inline]
    pub fn at(&self, level: u8) -> f64 {
        self.0[usize::from(level)]
    }

    /// Returns the table of running sums: each level up to `last_level` has the sum of the numbers of levels
    /// 1 to that level.
    pub fn cumulative(&self, last_level: u8) -> Self {
        Self::new((1..=last_level).scan(0.0, |sum, level| {
            *sum += self.at(level);
            Some(*sum)
        }))
    }
}

impl From<&Gains> for LevelTable {
    fn from(gains: &Gains) -> Self {
        Self::new((1..=gains.top_level()).map(|level| gains.gain(level)))
    }
}

impl From<&ByLevel> for LevelTable {
    fn from(map: &ByLevel) -> Self {
        Self::new(map.numbers().map(|(_, number)| number))
    }
}
