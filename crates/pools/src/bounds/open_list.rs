//! A ranking, or a pair of rankings, reduced to relevant documents and holes. Bounds are computed from these.

use crate::bounds::interval::Bounds;

/// A retrieved document of level 1 or above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RankedLevel {
    /// The rank in the run.
    pub rank: u32,
    /// The level, 1 or above.
    pub level: u8,
}

/// Holes at consecutive ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The rank of the first hole.
    pub first: u32,
    /// The rank of the last hole.
    pub last: u32,
    /// The number of holes above the gap.
    pub above: u32,
}

impl Gap {
    /// Returns how many holes the gap has.
    pub fn holes(&self) -> u32 {
        self.last + 1 - self.first
    }

    /// Cuts the gap at `last_rank`, which must not be above the first hole.
    fn to(self, last_rank: u32) -> Self {
        Self { last: self.last.min(last_rank), ..self }
    }
}

/// A ranking with holes. A filling gives a level to each hole of the list, and to each of the `elsewhere`
/// holes that only other runs retrieved. The documents at ranks that are neither in `judged` nor in `gaps`
/// are judged nonrelevant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenList<'a> {
    /// The judged documents of level 1 or above by rank.
    pub judged: &'a [RankedLevel],
    /// The holes by rank; two gaps do not touch.
    pub gaps: &'a [Gap],
    /// The number of documents that the run retrieved.
    pub retrieved: u32,
    /// The number of holes that only other runs retrieved.
    pub elsewhere: u32,
    /// The levels >= 1 of all documents judged for the topic, highest first.
    pub ideal: &'a [u8],
    /// The number of documents with level 0 for the topic, retrieved or not.
    pub judged_nonrelevant: u32,
    /// The highest level of the scale.
    pub top_level: u8,
}

impl<'a> OpenList<'a> {
    /// Returns the judged documents of level `rel` or above down to `last_rank`.
    pub fn judged_to(
        &self,
        last_rank: u32,
        rel: u8,
    ) -> impl DoubleEndedIterator<Item = RankedLevel> + Clone + use<'a> {
        let count = match self.judged.last() {
            Some(last) if last.rank > last_rank => self.judged.partition_point(|hit| hit.rank <= last_rank),
            _ => self.judged.len(),
        };
        self.judged[..count].iter().copied().filter(move |hit| hit.level >= rel)
    }

    /// Returns the gaps down to `last_rank`.
    pub(crate) fn gaps_to(&self, last_rank: u32) -> impl DoubleEndedIterator<Item = Gap> + Clone + use<'a> {
        let count = match self.gaps.last() {
            Some(last) if last.first > last_rank => self.gaps.partition_point(|gap| gap.first <= last_rank),
            _ => self.gaps.len(),
        };
        self.gaps[..count].iter().map(move |gap| gap.to(last_rank))
    }

    /// Returns the number of holes down to `last_rank`.
    pub(crate) fn holes_to(&self, last_rank: u32) -> u32 {
        self.gaps_to(last_rank).next_back().map_or(0, |gap| gap.above + gap.holes())
    }

    /// Returns how many holes the topic has.
    pub fn holes(&self) -> u32 {
        self.elsewhere + self.holes_to(u32::MAX)
    }

    /// Returns the number of holes below `last_rank` or outside the list.
    pub(crate) fn holes_beyond(&self, last_rank: u32) -> u32 {
        self.holes() - self.holes_to(last_rank)
    }

    /// Returns R, the number of the topic's documents that are judged `rel` or above.
    pub fn relevant(&self, rel: u8) -> u32 {
        self.ideal.partition_point(|&level| level >= rel) as u32
    }
}

/// The lists of two runs for one topic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenPair<'a> {
    pub first: OpenList<'a>,
    pub second: OpenList<'a>,
    /// For each hole, its ranks in the first and in the second list; 0 if a list lacks the hole.
    pub holes: &'a [[u32; 2]],
}

impl OpenPair<'_> {
    /// Returns the bounds of the first list's Σ w(r) over relevant holes minus the second list's. A relevant
    /// hole adds its weight in the first list minus its weight in the second. The lower end is the sum of the
    /// negative differences, and the upper end the sum of the positive ones. `weight` must be 0 for ranks
    /// that the measure does not see.
    pub(crate) fn difference_bounds(&self, weight: impl Fn(u32) -> f64) -> Bounds {
        let weight_at = |rank: u32| if rank == 0 { 0.0 } else { weight(rank) };
        let mut sums = Bounds::default();
        for &[first, second] in self.holes {
            let difference = weight_at(first) - weight_at(second);
            sums.lower += difference.min(0.0);
            sums.upper += difference.max(0.0);
        }
        sums
    }
}

/// Returns the bounds of a quotient with a numerator within `sums` and a divisor between `min_divisor` and
/// `max_divisor`, or `None` if the divisor may be 0.
pub(crate) fn quotient_bounds(sums: Bounds, min_divisor: f64, max_divisor: f64) -> Option<Bounds> {
    let lower = sums.lower / if sums.lower < 0.0 { min_divisor } else { max_divisor };
    let upper = sums.upper / if sums.upper > 0.0 { min_divisor } else { max_divisor };
    (min_divisor > 0.0).then_some(Bounds { lower, upper })
}
