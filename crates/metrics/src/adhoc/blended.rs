//! The blended ratio, the utility of Q-measure and its kin: precision and cumulative gain in one.

use crate::adhoc::measure::*;

/// A retrieved relevant document and the blended ratio at its rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blended {
    /// Its rank.
    pub rank: u32,
    /// Its level.
    pub level: u8,
    /// C(r): the relevant documents down to that rank, itself included.
    pub found: u32,
    /// BR(r).
    pub ratio: f64,
}

/// Returns the blended ratio at each retrieved relevant document, from the top, C(r) being the relevant
/// documents in the top `r`, cg(r) their gains and cg_I(r) those of the ideal list's top `r`:
///
/// BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))
///
/// Documents with a gain above 0 are relevant. β = 0 gives the precision, β = ∞ the ratio of the cumulative
/// gains (nCG). Unjudged documents count as nonrelevant.
///
/// Sakai and Robertson, EVIA 2008, Eq. 8; Sakai, survey of NTCIR, Eq. 2.
///
/// ```
/// use rejudge_metrics::{Gains, JudgedRanking, blended_ratios};
/// // Level 1 at rank 1, level 3 at rank 3; the ideal list gains 3, 4, 4, ..
/// let list: JudgedRanking = "1.3".parse()?;
/// let ratios: Vec<f64> = blended_ratios(&list.raw(), &Gains::linear(3), 1.0).map(|at| at.ratio).collect();
/// assert_eq!(ratios, [(1.0 + 1.0) / (1.0 + 3.0), (2.0 + 4.0) / (3.0 + 4.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blended_ratios<'a>(
    list: &JudgedList<'a>,
    gains: &'a Gains,
    beta: f64,
) -> impl Iterator<Item = Blended> {
    Blend::new(beta).over(gains, list.ideal, hits::hits(list.ranking))
}

/// The parameter β of every measure that is built on the blended ratio.
pub(crate) const BETA: Parameter =
    Parameter::new("beta", "weight of the cumulative gain against the count", Domain::Weight, Some("1"));

/// β, so written that it may be infinite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blend {
    /// Weight of the precision, 1 unless β is infinite.
    of_count: f64,
    /// Weight of the cumulative gain, β unless it is infinite.
    of_gain: f64,
}

impl Blend {
    pub fn new(beta: f64) -> Self {
        let (of_count, of_gain) = if beta.is_infinite() { (0.0, 1.0) } else { (1.0, beta) };
        Self { of_count, of_gain }
    }

    /// Returns the relevant documents of a list with their blended ratios.
    pub fn walk<'a>(self, seen: &'a Seen<'a>) -> impl Iterator<Item = Blended> + use<'a> {
        self.over(seen.gains, seen.list.ideal, seen.hits.iter().copied())
    }

    #[inline]
    fn over<'a, H: Iterator<Item = Hit>>(
        self,
        gains: &'a Gains,
        ideal: &'a [u8],
        hits: H,
    ) -> impl Iterator<Item = Blended> + use<'a, H> {
        let mut walk = Walk::new(self, ideal.iter().map(|&level| gains.gain(level)));
        hits.filter(|hit| hit.level >= gains.relevant_from()).map(move |Hit { rank, level, .. }| {
            let ratio = walk.step(rank, gains.gain(level));
            Blended { rank, level, found: walk.found, ratio }
        })
    }

    /// Returns the blended ratio at each (rank, gain) of retrieved documents with a gain, given the gains of
    /// the ideal list.
    #[inline]
    pub fn ratios(
        self,
        hits: impl Iterator<Item = (u32, f64)>,
        ideal: impl Iterator<Item = f64>,
    ) -> impl Iterator<Item = f64> {
        let mut walk = Walk::new(self, ideal);
        hits.map(move |(rank, gain)| walk.step(rank, gain))
    }
}

/// The position reached in the two lists.
struct Walk<I> {
    blend: Blend,
    found: u32,
    gain: f64,
    ideal: I,
    ideal_rank: u32,
    ideal_gain: f64,
}

impl<I: Iterator<Item = f64>> Walk<I> {
    fn new(blend: Blend, ideal: I) -> Self {
        Self { blend, found: 0, gain: 0.0, ideal, ideal_rank: 0, ideal_gain: 0.0 }
    }

    /// The blended ratio at the next relevant document.
    #[inline]
    fn step(&mut self, rank: u32, gain: f64) -> f64 {
        // The ideal list's cumulative gain follows the rank of the document.
        while self.ideal_rank < rank
            && let Some(next) = self.ideal.next()
        {
            self.ideal_gain += next;
            self.ideal_rank += 1;
        }
        self.found += 1;
        self.gain += gain;
        let Blend { of_count, of_gain } = self.blend;
        let blend = of_count * f64::from(self.found) + of_gain * self.gain;
        blend / (of_count * f64::from(rank) + of_gain * self.ideal_gain)
    }
}
