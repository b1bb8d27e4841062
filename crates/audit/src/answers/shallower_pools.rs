//! Whether a pool of some runs is deep enough to rank them: by shallower pools of them, whose rankings are
//! held against that by all judgments, however these were made.

use rejudge_stats::{Dips, knee};

use super::AGREE;

/// Whether shallower pools rank the runs as all judgments do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// From half of the depth on, or from above it.
    Yes,
    /// From a depth in the lower half on, so that rankings may go on changing below.
    Barely,
    /// Not at all: not the whole pool, or nothing but the whole, which is all judgments itself.
    No,
}

impl Enough {
    /// By the correlations at depths to the `whole`; `is_all` where the whole pool holds all judgments, so
    /// that it agrees with itself.
    pub fn of(curve: &[(f64, f64)], whole: f64, is_all: bool) -> Self {
        match agrees_from(curve, whole) {
            Some(from) if from <= whole / 2.0 => Self::Yes,
            Some(from) if from < whole || !is_all => Self::Barely,
            _ => Self::No,
        }
    }

    /// In a word.
    pub fn verdict(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Barely => "barely",
            Self::No => "no",
        }
    }
}

/// From which depth on all pools rank the runs as all judgments do; `None` where not even the whole does.
pub fn agrees_from(curve: &[(f64, f64)], whole: f64) -> Option<f64> {
    (at(curve, whole)? > AGREE).then(|| knee(curve, whole, AGREE, Dips::Counted))
}

/// The correlation at a depth, or at the deepest one above it.
pub fn at(curve: &[(f64, f64)], depth: f64) -> Option<f64> {
    let above = curve.iter().filter(|(place, _)| *place <= depth);
    above.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, tau)| *tau)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_judgments_rank_otherwise_is_not_enough() {
        let enough = |taus: [f64; 4], is_all| {
            let curve: Vec<(f64, f64)> = (1..).map(f64::from).zip(taus).collect();
            Enough::of(&curve, 4.0, is_all)
        };
        assert_eq!(enough([0.8, 0.95, 0.97, 0.99], false), Enough::Yes);
        // A dip behind counts.
        assert_eq!(enough([0.95, 0.95, 0.9, 0.99], false), Enough::Barely);
        assert_eq!(enough([0.8, 0.8, 0.85, 0.95], false), Enough::Barely);
        // The whole pool is all judgments: that it agrees with itself says nothing.
        assert_eq!(enough([0.8, 0.8, 0.85, 1.0], true), Enough::No);
        // However well shallow pools agree with one another.
        assert_eq!(enough([0.95, 0.95, 0.95, 0.9], false), Enough::No);
        assert_eq!(enough([0.82, 0.82, 0.82, 0.82], false), Enough::No);
    }
}
