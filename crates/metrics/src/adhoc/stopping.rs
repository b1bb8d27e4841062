//! Stopping probabilities of the users of normalised cumulative utility, one for each relevant document.

use crate::adhoc::measure::*;

use super::blended::{Blended, blended_ratios};

/// The distribution of stopping users over the relevant documents of a topic.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopping {
    /// Evenly: p_u(r) = 1/R.
    Uniform,
    /// More of them early: p_rb(r) = γ^(C(r)-1) / Σ_{i ≤ R} γ^(i-1) (Eq. 10). γ = 1 is
    /// [`Stopping::Uniform`]; with γ = 0 all stop at the first one.
    RankBiased {
        /// γ, from 0 to 1.
        gamma: f64,
    },
    /// More of them at higher levels, S being the stopping weight of the level: p_gu(r) = S(r) / Σ S over all
    /// judged relevant documents (Eq. 11). Equal weights are [`Stopping::Uniform`].
    GradedUniform {
        /// The weight of each level, at least 0.
        weights: LevelTable,
    },
}

/// Returns the probability that a user stops there, for each retrieved relevant document (rank, probability).
///
/// Documents with a gain above 0 are relevant, and no user stops elsewhere. Over the relevant documents of
/// the topic, retrieved or not, the probabilities sum to 1. Empty when that is not possible: without a judged
/// relevant document, or when the stopping weights of all of them are 0.
///
/// Sakai and Robertson, EVIA 2008, section 3.2: Eqs. 9 (uniform), 10 (rank-biased) and 11 (graded-uniform).
///
/// ```
/// use rejudge_metrics::*;
/// let list: JudgedRanking = ".3..1|1".parse()?;
/// let p = |stopping| stopping_probabilities(&list.raw(), &Gains::linear(3), stopping).collect::<Vec<_>>();
/// assert_eq!(p(Stopping::Uniform), [(2, 1.0 / 3.0), (5, 1.0 / 3.0)]);
/// assert_eq!(p(Stopping::RankBiased { gamma: 0.5 }), [(2, 1.0 / 1.75), (5, 0.5 / 1.75)]);
/// let weights = LevelTable::new([1.0, 2.0, 6.0]);
/// assert_eq!(p(Stopping::GradedUniform { weights }), [(2, 6.0 / 8.0), (5, 1.0 / 8.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stopping_probabilities<'a>(
    list: &JudgedList<'a>,
    gains: &'a Gains,
    stopping: Stopping,
) -> impl Iterator<Item = (u32, f64)> {
    let shares = Shares::new(stopping);
    let total = shares.total(list, gains);
    // The ratio is not looked at, so that any β will do.
    let relevant = blended_ratios(list, gains, 0.0);
    relevant.filter(move |_| total > 0.0).map(move |at| (at.rank, shares.share(&at) / total))
}

/// [`Stopping`] with its powers tabled: shares that become probabilities when divided by their total.
#[derive(Clone, Debug)]
pub(crate) enum Shares {
    Uniform,
    RankBiased(RankWeights),
    GradedUniform(LevelTable),
}

/// Topics with more relevant documents than that are rare.
const TABLED: u32 = 1000;

impl Shares {
    pub fn new(stopping: Stopping) -> Self {
        match stopping {
            Stopping::Uniform => Self::Uniform,
            Stopping::RankBiased { gamma } => {
                Self::RankBiased(RankWeights::new(Law::Power { p: gamma }, TABLED))
            }
            Stopping::GradedUniform { weights } => Self::GradedUniform(weights),
        }
    }

    /// Returns the share of a retrieved relevant document.
    #[inline]
    pub fn share(&self, at: &Blended) -> f64 {
        match self {
            Self::Uniform => 1.0,
            Self::RankBiased(powers) => powers.at(at.found),
            Self::GradedUniform(weights) => weights.at(at.level),
        }
    }

    /// Returns the sum of the shares of all judged relevant documents.
    pub fn total(&self, list: &JudgedList<'_>, gains: &Gains) -> f64 {
        let relevant = list.relevant(gains.relevant_from());
        match self {
            Self::Uniform => f64::from(relevant),
            Self::RankBiased(powers) => (1..=relevant).map(|found| powers.at(found)).sum(),
            Self::GradedUniform(weights) => {
                list.ideal[..relevant as usize].iter().map(|&level| weights.at(level)).sum()
            }
        }
    }
}
