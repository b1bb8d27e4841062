//! Compares two judgment sets by their decisions about which run of a pair is significantly better.

use std::cmp::Ordering;

use crate::Ranking;
use crate::confusion::ConfusionMatrix;
use crate::pairs::{pair_count, pairs};

/// The decisions of one judgment set on all pairs of runs.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'a> {
    /// The ranking of the runs by mean score.
    pub ranking: &'a Ranking,
    /// For each pair, true if the runs differ significantly, in the order of [`pairs`](crate::pairs()).
    pub significant: &'a [bool],
}

/// The number of run pairs for each combination of two judgment sets' decisions: the sets agree, they
/// contradict each other, only one of them finds the pair significant, or neither does.
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
    /// The number of pairs that are significant under both sets and not reversed.
    pub agreed: usize,
    /// The number of pairs that are significant under both sets, but with different winners.
    pub reversed: usize,
    /// The number of pairs that are significant only under the reference.
    pub lost: usize,
    /// The number of pairs that are significant only under the other set.
    pub new: usize,
    /// The number of pairs that are significant under neither set.
    pub undecided: usize,
}

impl Decisions {
    /// Compares the decisions of a reference, for example all judgments or people's judgments, with another set's
    /// decisions on the same runs. The better run of a pair is the one that is higher in the ranking. A pair that is
    /// tied in a ranking is never reversed, although a test that uses ranks may find it significant.
    ///
    /// # Panics
    /// If the sets have different numbers of runs, or `significant` does not have an entry for each pair.
    pub fn new(reference: Decided<'_>, other: Decided<'_>) -> Self {
        let runs = reference.ranking.ranks().len();
        for Decided { ranking, significant } in [reference, other] {
            assert_eq!(ranking.ranks().len(), runs, "the rankings have different numbers of runs");
            assert_eq!(significant.len(), pair_count(runs), "`significant` must have an entry for each pair");
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

    /// Returns the counts as a confusion matrix, which computes the rates of lost and new significant pairs. It does
    /// not distinguish agreed and reversed pairs.
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
