//! Decisions which run of a pair is significantly better: two judgment sets compared.

use std::cmp::Ordering;

use crate::Ranking;
use crate::confusion::ConfusionMatrix;
use crate::pairs::{pair_count, pairs};

/// The decisions of one judgment set.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'a> {
    /// The ranking of the runs by mean score.
    pub ranking: &'a Ranking,
    /// For each pair, true if the runs differ significantly, in the order of [`pairs`](crate::pairs()).
    pub significant: &'a [bool],
}

/// The numbers of pairs of runs that two judgment sets decide in the same way, in opposite ways, and so on.
///
/// ```
/// use rejudge_stats::{Decided, Decisions, Ranking};
/// let [people, judge] = [[0.9, 0.5, 0.2], [0.5, 0.6, 0.1]].map(|means| Ranking::new(&means));
/// let decisions = Decisions::new(
///     Decided { ranking: &people, significant: &[true, true, false] },
///     Decided { ranking: &judge, significant: &[true, false, true] },
/// );
/// assert_eq!(decisions, Decisions { reversed: 1, lost: 1, new: 1, ..Decisions::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Significant under both, and not reversed.
    pub agreed: usize,
    /// Significant under both, but another run is better.
    pub reversed: usize,
    /// Significant under the reference only.
    pub lost: usize,
    /// Significant under the other set only.
    pub new: usize,
    /// Significant under neither.
    pub undecided: usize,
}

impl Decisions {
    /// Compares the decisions of a reference, such as all judgments or people's, with another set's decisions on the
    /// same runs. The better run is the one that is higher in the ranking. Runs that are tied there, which a test of
    /// ranks may still find different, are never reversed.
    ///
    /// # Panics
    /// If the sets have different numbers of runs.
    pub fn new(reference: Decided<'_>, other: Decided<'_>) -> Self {
        let runs = reference.ranking.ranks().len();
        for Decided { ranking, significant } in [reference, other] {
            assert_eq!(ranking.ranks().len(), runs, "rankings of different runs");
            assert_eq!(significant.len(), pair_count(runs), "significance of different pairs");
        }
        let better = |set: Decided<'_>, (x, y): (usize, usize)| {
            let ranks = set.ranking.ranks();
            ranks[x].cmp(&ranks[y])
        };
        let mut decisions = Self::default();
        for (pair, runs) in pairs(runs).enumerate() {
            let count = match (reference.significant[pair], other.significant[pair]) {
                (true, true) => match (better(reference, runs), better(other, runs)) {
                    (Ordering::Less, Ordering::Greater) | (Ordering::Greater, Ordering::Less) => {
                        &mut decisions.reversed
                    }
                    _ => &mut decisions.agreed,
                },
                (true, false) => &mut decisions.lost,
                (false, true) => &mut decisions.new,
                (false, false) => &mut decisions.undecided,
            };
            *count += 1;
        }
        decisions
    }

    /// Returns the counts as a confusion matrix, which has the rates of lost and new significant pairs. It ignores
    /// directions.
    ///
    /// ```
    /// use rejudge_stats::Decisions;
    /// let decisions = Decisions { agreed: 1343, reversed: 0, lost: 29, new: 60, undecided: 279 };
    /// let matrix = decisions.confusion();
    /// assert_eq!(matrix.lost_significance(), Some(29.0 / 1372.0));
    /// assert_eq!(matrix.gained_significance(), Some(60.0 / 339.0));
    /// ```
    pub fn confusion(&self) -> ConfusionMatrix {
        ConfusionMatrix {
            c11: self.undecided,
            c12: self.new,
            c21: self.lost,
            c22: self.agreed + self.reversed,
        }
    }
}
