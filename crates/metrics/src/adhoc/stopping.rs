//! The probabilities with which users stop at the relevant documents, for normalised cumulative utility.

use crate::adhoc::measure::*;

use super::blended::{Blended, blended_ratios};

/// The distribution of stopping users over a topic's relevant documents.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopping {
    /// The same share of users stops at each relevant document: p_u(r) = 1/R.
    Uniform,
    /// More users stop early if γ < 1: p_rb(r) = γ^(C(r)-1) / Σ_{i ≤ R} γ^(i-1) (Eq. 10 of Sakai and
    /// Robertson). With γ = 1 this is [`Stopping::Uniform`]; with γ = 0 all users stop at the first relevant
    /// document.
    RankBiased {
        /// γ, from 0 to 1.
        gamma: f64,
    },
    /// More users stop at levels with higher weights: p_gu(r) = S(r) / Σ S, where S(r) is the stopping weight
    /// of the level at rank r, and Σ S sums the weights of all judged relevant documents (Sakai and
    /// Robertson, Eq. 11). With equal weights this is [`Stopping::Uniform`].
    GradedUniform {
        /// The weight of each level, at least 0.
        weights: LevelTable,
    },
}

/// Returns (rank, probability) for each retrieved relevant document: its rank, and the probability that a
/// user stops there.
///
/// Documents with a gain above 0 are relevant, and users stop only at these. The probabilities sum to 1 over
/// the topic's relevant documents, retrieved or not. The result is empty if no judged document is relevant,
/// or all relevant documents have the stopping weight 0.
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
    // The ratio is not used here, so any β will do.
    let relevant = blended_ratios(list, gains, 0.0);
    relevant.filter(move |_| total > 0.0).map(move |hit| (hit.rank, shares.share(&hit) / total))
}

/// [`Stopping`] with a table of powers. Shares become probabilities if you divide them by their total.
#[derive(Clone, Debug)]
pub(crate) enum Shares {
    Uniform,
    RankBiased(RankWeights),
    GradedUniform(LevelTable),
}

/// The size of the table; topics with more relevant documents are rare.
const TABLE_LENGTH: u32 = 1000;

impl Shares {
    pub fn new(stopping: Stopping) -> Self {
        match stopping {
            Stopping::Uniform => Self::Uniform,
            Stopping::RankBiased { gamma } => {
                Self::RankBiased(RankWeights::new(Law::Power { p: gamma }, TABLE_LENGTH))
            }
            Stopping::GradedUniform { weights } => Self::GradedUniform(weights),
        }
    }

    /// Returns the share of a retrieved relevant document.
    #[inline]
    pub fn share(&self, hit: &Blended) -> f64 {
        match self {
            Self::Uniform => 1.0,
            Self::RankBiased(powers) => powers.at(hit.relevant_seen),
            Self::GradedUniform(weights) => weights.at(hit.level),
        }
    }

    /// Returns the sum of the shares of all judged relevant documents.
    pub fn total(&self, list: &JudgedList<'_>, gains: &Gains) -> f64 {
        let relevant = list.relevant(gains.relevant_from());
        match self {
            Self::Uniform => f64::from(relevant),
            Self::RankBiased(powers) => (1..=relevant).map(|number| powers.at(number)).sum(),
            Self::GradedUniform(weights) => {
                list.ideal[..relevant as usize].iter().map(|&level| weights.at(level)).sum()
            }
        }
    }
}
