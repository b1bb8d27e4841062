//! The residual of rank-biased precision: how much the unjudged documents leave open.

use crate::hits::Hit;
use crate::list::{Judged, JudgedList};
use crate::metric::Metric;
use crate::rank_weights::{Law, RankWeights};
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Verdict;

use super::rbp::persistence;

/// The most that rank-biased precision could gain if every unjudged document were relevant, those behind
/// the n documents of the list among them, U(r) being whether the document at rank r is unjudged:
///
/// RBPresidual = p^n + (1 - p) Σ_{r ≤ n} U(r) p^(r-1)
///
/// A document that is pooled but unjudged counts as unjudged. trec_eval has 0 for a list without any unjudged
/// document, where the formula has p^n; so has this function. Defined when R = 0 too: it depends on no
/// relevant document.
///
/// Moffat and Zobel, TOIS 2008; trec_eval, `rbp_resid`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, rank_biased_residual};
/// use rejudge_levels::Verdict::Level;
/// // Nothing is judged at rank 2.
/// let ranking = [(1, 1), (3, 0)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(rank_biased_residual(&list, 0.5), 0.125 + 0.5 * 0.5);
/// let judged = JudgedList { ranking: &ranking[..1], retrieved: 1, ..list };
/// assert_eq!(rank_biased_residual(&judged, 0.5), 0.0);
/// ```
pub fn rank_biased_residual(list: &JudgedList<'_>, p: f64) -> f64 {
    RankBiasedResidual { p, weights: RankWeights::new(Law::Power { p }, 0), last_rank: LAST_RANK }.of(list)
}

#[derive(Clone, Debug)]
pub(crate) struct RankBiasedResidual {
    p: f64,
    weights: RankWeights,
    last_rank: u32,
}

impl RankBiasedResidual {
    fn of(&self, list: &JudgedList<'_>) -> f64 {
        let retrieved = list.retrieved_to(self.last_rank);
        let judged = |entry: &&Judged| matches!(entry.verdict, Verdict::Level(_)) && entry.rank <= retrieved;
        let judged = list.documents().iter().filter(judged).map(|entry| entry.rank);
        let (mut above, mut unjudged, mut sum) = (0, false, 0.0);
        'sum: for rank in judged.chain([retrieved + 1]) {
            for rank in above + 1..rank {
                let (weight, before) = (self.weights.at(rank), sum);
                sum += weight;
                unjudged = true;
                // Weights fall: once one is lost in the sum, so are all others.
                if sum == before {
                    break 'sum;
                }
            }
            above = rank;
        }
        let behind = libm::pow(self.p, f64::from(retrieved));
        if unjudged { behind + (1.0 - self.p) * sum } else { 0.0 }
    }
}

impl Measure for RankBiasedResidual {
    const ENTRY: Entry = Entry {
        name: "RBPresidual",
        title: "residual of rank-biased precision",
        formula: "p^n + (1 - p) Σ U(r) p^(r-1) over the n documents retrieved; 0 when none is unjudged",
        parameters: &[persistence("0.9")],
        cutoff: Cutoff::Never,
        relevance: Relevance::Any,
        summary: Summary::Mean,
        source: "Moffat and Zobel, TOIS 2008; trec_eval, rbp_resid",
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (p, last_rank) = (metric.number("p"), setting.last_rank(metric));
        Ok(Self { p, weights: RankWeights::new(Law::Power { p }, last_rank), last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(self.of(list))
    }
}
