//! Normalised cumulative utility: average precision and Q-measure as expectations over users who stop.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;
use rejudge_levels::LevelTable;

use super::blended::{BETA, Blend};
use super::stopping::{Shares, Stopping};

/// Normalised cumulative utility, p(r) being the probability that a user stops at rank `r`
/// ([`stopping_probabilities`](crate::stopping_probabilities)) and BR(r) what is then gained
/// ([`blended_ratios`](crate::blended_ratios)):
///
/// NCU = Σ p(r) BR(r)
///
/// Documents with a gain above 0 are relevant. With [`Stopping::Uniform`] this is Q-measure, and average
/// precision when β = 0. Unjudged documents count as nonrelevant. `None` when no judged document has a
/// gain, or when the stopping weights of all judged relevant ones are 0.
///
/// Sakai and Robertson, EVIA 2008, Eqs. 7 to 11; Sakai, survey of NTCIR, Eq. 5.
///
/// ```
/// use rejudge_levels::*;
/// use rejudge_metrics::*;
/// let ranking = [(2, 3), (5, 1)].map(|(rank, level)| Judged { rank, verdict: Verdict::Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 5,
///     ideal: &[3, 1, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let gains = Gains::linear(3);
/// let ncu = |stopping| normalised_cumulative_utility(&list, &gains, stopping, 0.0);
/// assert_eq!(ncu(Stopping::Uniform), average_precision(&list, 1, None, Norm::R));
/// assert_eq!(ncu(Stopping::RankBiased { gamma: 0.5 }), Some((1.0 / 2.0 + 0.5 * 2.0 / 5.0) / 1.75));
/// let stopping = Stopping::GradedUniform { weights: LevelTable::from(&gains) };
/// assert_eq!(ncu(stopping), Some((3.0 * 1.0 / 2.0 + 1.0 * 2.0 / 5.0) / 5.0));
/// let nobody = Stopping::GradedUniform { weights: LevelTable::new([0.0]) };
/// assert_eq!(ncu(nobody), None);
/// ```
pub fn normalised_cumulative_utility(
    list: &JudgedList<'_>,
    gains: &Gains,
    stopping: Stopping,
    beta: f64,
) -> Option<f64> {
    let (shares, blend) = (Shares::new(stopping), Blend::new(beta));
    NormalisedCumulativeUtility { gains: gains.clone(), shares, blend, last_rank: LAST_RANK }
        .score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct NormalisedCumulativeUtility {
    gains: Gains,
    shares: Shares,
    blend: Blend,
    last_rank: u32,
}

impl Measure for NormalisedCumulativeUtility {
    const ENTRY: Entry = Entry {
        name: "NCU",
        title: "normalised cumulative utility",
        formula: "Σ p(r) (C(r) + β cg(r)) / (r + β cg_I(r)); u: p(r) = 1/R; rb: p(r) ~ γ^(C(r)-1); gu: p(r) ~ weight of the level",
        parameters: &[
            Parameter {
                name: "stop",
                meaning: "where users stop: uniform over the relevant documents, rank-biased, or graded-uniform",
                domain: Domain::Words(&["u", "rb", "gu"]),
                default: Some("u"),
                only_with: None,
            },
            Parameter {
                name: "gamma",
                meaning: "how many users go on after a relevant document",
                domain: Domain::Share,
                default: None,
                only_with: Some(("stop", "rb")),
            },
            Parameter {
                name: "weights",
                meaning: "stopping weight of each level",
                domain: Domain::ByLevelOr(&["gains"]),
                default: Some("gains"),
                only_with: Some(("stop", "gu")),
            },
            BETA,
        ],
        cutoff: Cutoff::Never,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai and Robertson, EVIA 2008, Eqs. 7 to 11; Sakai, survey of NTCIR, Eq. 5",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let gains = setting.gains(metric)?;
        let stopping = match metric.word("stop") {
            "rb" => Stopping::RankBiased { gamma: metric.number("gamma") },
            "gu" => Stopping::GradedUniform {
                weights: setting.table(metric, "weights", |_| LevelTable::from(&gains))?,
            },
            _ => Stopping::Uniform,
        };
        let (shares, blend) = (Shares::new(stopping), Blend::new(metric.number("beta")));
        Ok(Self { gains, shares, blend, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let total = self.shares.total(list, &self.gains);
        if total <= 0.0 {
            return None;
        }
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        let mut sum = 0.0;
        for at in self.blend.walk(&self.gains, list.ideal, seen) {
            sum += self.shares.share(&at) * at.ratio;
        }
        Some(sum / total)
    }
}
