//! The blended ratio, which combines precision and cumulative gain: the utility in Q-measure and similar
//! measures.

use crate::adhoc::measure::*;

/// A retrieved relevant document and the blended ratio at its rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blended {
    /// The rank.
    pub rank: u32,
    /// The level.
    pub level: u8,
    /// C(r): the number of relevant documents from the top down to this document, including it.
    pub relevant_seen: u32,
    /// BR(r).
    pub ratio: f64,
}

/// Returns the blended ratio at each retrieved relevant document, from the top. C(r) counts the relevant
/// documents in the top r, and cg(r) and cg_I(r) sum the gains in the top r of the list and of the ideal
/// list:
///
/// BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))
///
/// Documents with a gain above 0 are relevant. β = 0 gives precision, β = ∞ gives the ratio of the cumulative
/// gains (nCG). Unjudged documents count as nonrelevant.
///
/// Sakai and Robertson, EVIA 2008, Eq. 8; Sakai, survey of NTCIR, Eq. 2.
///
/// ```
/// use rejudge_metrics::{Gains, JudgedRanking, blended_ratios};
/// // Level 1 at rank 1, level 3 at rank 3. The ideal list's cumulative gain is 3, 4, 4, ..
/// let list: JudgedRanking = "1.3".parse()?;
/// let ratios: Vec<f64> = blended_ratios(&list.raw(), &Gains::linear(3), 1.0).map(|hit| hit.ratio).collect();
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

/// The parameter β, which all measures with a blended ratio have.
pub(crate) const BETA: Parameter =
    Parameter::new("beta", "weight of the cumulative gain against the count", Domain::Weight, Some("1"));

/// β as two weights, because β itself may be infinite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blend {
    /// The weight of precision: 1, or 0 if β is infinite.
    count_weight: f64,
    /// The weight of cumulative gain: β, or 1 if β is infinite.
    gain_weight: f64,
}

impl Blend {
    pub fn new(beta: f64) -> Self {
        let (count_weight, gain_weight) = if beta.is_infinite() { (0.0, 1.0) } else { (1.0, beta) };
        Self { count_weight, gain_weight }
    }

    /// Returns the retrieved relevant documents with their blended ratios.
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
            Blended { rank, level, relevant_seen: walk.relevant_seen, ratio }
        })
    }

    /// Returns the blended ratio at each of `hits`, which are the rank and the gain of each retrieved
    /// document with a gain. `ideal` has the gains of the ideal list.
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

/// The sums so far in a list, and in the ideal list down to the same rank.
struct Walk<I> {
    blend: Blend,
    relevant_seen: u32,
    gain: f64,
    ideal: I,
    ideal_rank: u32,
    ideal_gain: f64,
}

impl<I: Iterator<Item = f64>> Walk<I> {
    fn new(blend: Blend, ideal: I) -> Self {
        Self { blend, relevant_seen: 0, gain: 0.0, ideal, ideal_rank: 0, ideal_gain: 0.0 }
    }

    /// Returns the blended ratio at the next relevant document.
    #[inline]
    fn step(&mut self, rank: u32, gain: f64) -> f64 {
        // Walk the ideal list down to `rank`.
        while self.ideal_rank < rank
            && let Some(next) = self.ideal.next()
        {
            self.ideal_gain += next;
            self.ideal_rank += 1;
        }
        self.relevant_seen += 1;
        self.gain += gain;
        let Blend { count_weight, gain_weight } = self.blend;
        let blend = count_weight * f64::from(self.relevant_seen) + gain_weight * self.gain;
        blend / (count_weight * f64::from(rank) + gain_weight * self.ideal_gain)
    }
}
