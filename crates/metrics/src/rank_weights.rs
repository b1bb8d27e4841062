//! Rank weights: a measure's discounts or persistence weights, in a table for the first ranks.

use std::sync::Arc;

/// The function that gives the weight of a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Law {
    /// 1 / log2(1 + r).
    Log2,
    /// 1 up to rank `base`, then 1 / log_base(r).
    Log { base: f64 },
    /// p^(r-1).
    Power { p: f64 },
}

impl Law {
    fn weight(self, rank: u32) -> f64 {
        let r = f64::from(rank);
        match self {
            Self::Log2 => 1.0 / libm::log2(1.0 + r),
            Self::Log { base } if r <= base => 1.0,
            // Binary logarithms of powers of 2 are exact; natural logarithms would be rounded.
            Self::Log { base } => libm::log2(base) / libm::log2(r),
            Self::Power { p } => libm::pow(p, r - 1.0),
        }
    }
}

/// The weight of each rank under a [`Law`]. Weights beyond the table are computed when they are needed.
#[derive(Clone, Debug)]
pub(crate) struct RankWeights {
    law: Law,
    /// The weights. Entry 0 is unused, so that the index is the rank.
    table: Arc<[f64]>,
}

/// The largest number of ranks in a table. Relevant documents below this rank are rare, and computing a
/// longer table would take more time than scoring a small collection.
const MAX_TABLE_LENGTH: u32 = 1 << 12;

impl RankWeights {
    /// Computes the table for ranks 1 to `ranks`, with at most 4096 ranks.
    pub fn new(law: Law, ranks: u32) -> Self {
        let weights = (1..=ranks.min(MAX_TABLE_LENGTH)).map(|rank| law.weight(rank));
        Self { law, table: std::iter::once(0.0).chain(weights).collect() }
    }

    /// Returns the weight of `rank`, counted from 1.
    #[inline]
    pub fn at(&self, rank: u32) -> f64 {
        match self.table.get(rank as usize) {
            Some(&weight) => weight,
            None => self.computed(rank),
        }
    }

    #[cold]
    fn computed(&self, rank: u32) -> f64 {
        self.law.weight(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_from_the_table_equal_computed_weights() {
        for law in [Law::Log2, Law::Log { base: 2.0 }, Law::Log { base: 10.0 }, Law::Power { p: 0.95 }] {
            let (short, long) = (RankWeights::new(law, 0), RankWeights::new(law, 1000));
            assert!((1..1200).all(|rank| short.at(rank) == long.at(rank)), "{law:?}");
        }
    }
}
