//! One ranking of one topic, or two, as a rule of bounds sees them: their relevant documents and their holes.

use crate::bounds::interval::Bounds;

/// A retrieved document of level 1 or above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its rank in the run.
    pub rank: u32,
    /// Its level.
    pub level: u8,
}

/// Holes at consecutive ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The first of them.
    pub first: u32,
    /// The last of them.
    pub last: u32,
    /// The number of holes above them.
    pub above: u32,
}

impl Gap {
    /// Returns the number of holes in the gap.
    pub fn holes(&self) -> u32 {
        self.last + 1 - self.first
    }

    /// Returns the part of the gap in the top `last_rank`, which contains its first rank.
    fn to(self, last_rank: u32) -> Self {
        Self { last: self.last.min(last_rank), ..self }
    }
}

/// A ranking with holes, which a filling gives any level of the scale; so does it to `elsewhere` more
/// documents that other runs retrieved and this one did not. A rank that is neither relevant nor a hole is
/// judged nonrelevant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenList<'a> {
    /// The judged documents of level 1 or above by rank.
    pub judged: &'a [Known],
    /// The holes by rank; two gaps do not touch.
    pub gaps: &'a [Gap],
    /// The number of documents in the run.
    pub retrieved: u32,
    /// Holes that only other runs hold.
    pub elsewhere: u32,
    /// Levels >= 1 of all judged documents of the topic, highest first.
    pub ideal: &'a [u8],
    /// Judged documents of level 0 in the whole judgment set of the topic.
    pub judged_nonrelevant: u32,
    /// The highest level of the scale.
    pub top_level: u8,
}

impl<'a> OpenList<'a> {
    /// Returns the judged documents of level `rel` or above in the top `last_rank`.
    pub fn judged_to(
        &self,
        last_rank: u32,
        rel: u8,
    ) -> impl DoubleEndedIterator<Item = Known> + Clone + use<'a> {
        let count = match self.judged.last() {
            Some(last) if last.rank > last_rank => {
                self.judged.partition_point(|known| known.rank <= last_rank)
            }
            _ => self.judged.len(),
        };
        self.judged[..count].iter().copied().filter(move |known| known.level >= rel)
    }

    /// Returns the gaps of the top `last_rank`.
    pub(crate) fn gaps_to(&self, last_rank: u32) -> impl DoubleEndedIterator<Item = Gap> + Clone + use<'a> {
        let count = match self.gaps.last() {
            Some(last) if last.first > last_rank => self.gaps.partition_point(|gap| gap.first <= last_rank),
            _ => self.gaps.len(),
        };
        self.gaps[..count].iter().map(move |gap| gap.to(last_rank))
    }

    /// Returns the holes of the top `last_rank`.
    pub(crate) fn holes_to(&self, last_rank: u32) -> u32 {
        self.gaps_to(last_rank).next_back().map_or(0, |gap| gap.above + gap.holes())
    }

    /// Returns all holes of the topic.
    pub fn holes(&self) -> u32 {
        self.elsewhere + self.holes_to(u32::MAX)
    }

    /// Returns the number of holes that are not in the top `last_rank`.
    pub(crate) fn holes_beyond(&self, last_rank: u32) -> u32 {
        self.holes() - self.holes_to(last_rank)
    }

    /// R: the judged documents of the topic of level `rel` or above.
    pub fn relevant(&self, rel: u8) -> u32 {
        self.ideal.partition_point(|&level| level >= rel) as u32
    }
}

/// The lists of two runs for one topic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenPair<'a> {
    pub first: OpenList<'a>,
    pub second: OpenList<'a>,
    /// The rank of each hole of either list in the first and in the second; 0 if a list lacks it.
    pub holes: &'a [[u32; 2]],
}

impl OpenPair<'_> {
    /// Returns the most that holes can subtract from, and add to, Σ w(r) of the first list minus that of the
    /// second, each hole counted or not: a hole adds the difference of its weights, and the best filling
    /// takes the differences above 0. `weight` is 0 for a rank that is not seen.
    pub fn sums(&self, weight: impl Fn(u32) -> f64) -> Bounds {
        let of = |rank: u32| if rank == 0 { 0.0 } else { weight(rank) };
        let mut sums = Bounds::default();
        for &[first, second] in self.holes {
            let difference = of(first) - of(second);
            sums.lower += difference.min(0.0);
            sums.upper += difference.max(0.0);
        }
        sums
    }
}

/// Returns the bounds of a difference whose numerator is within `sums` and whose divisor, the same for both
/// lists, is from `least` to `most`. Returns `None` if the divisor may be 0.
pub(crate) fn divided(sums: Bounds, least: f64, most: f64) -> Option<Bounds> {
    let lower = sums.lower / if sums.lower < 0.0 { least } else { most };
    let upper = sums.upper / if sums.upper > 0.0 { least } else { most };
    (least > 0.0).then_some(Bounds { lower, upper })
}
