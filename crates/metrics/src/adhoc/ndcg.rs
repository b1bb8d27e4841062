//! Normalised discounted cumulative gain: Microsoft's, which is trec_eval's, and the original.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::rank_weights::RankWeights;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

use super::dcg::{Discount, discounted};

/// Normalised discounted cumulative gain, g(r) being the gain at rank r, g_I(r) that of the ideal list
/// and d(r) the [`Discount`]:
///
/// nDCG@k = Σ_{r ≤ k} g(r) d(r) / Σ_{r ≤ k} g_I(r) d(r)
///
/// Without a cutoff the sums run over the whole lists, the ideal one being all judged documents
/// (trec_eval's `ndcg`). Unjudged documents gain 0. `None` when no judged document has a gain.
///
/// Sakai, IPSJ 2009, Eq. 3 (with `Discount::Jk { base: 2.0 }` and cutoff 1000); Microsoft's,
/// [`Discount::Log2`]: Sakai, survey of NTCIR, section 4.3.
///
/// ```
/// use rejudge_metrics::{Discount, Judged, JudgedList, ndcg};
/// use rejudge_levels::{Gains, Verdict::Level};
/// // Level 1 at rank 3, level 2 at rank 4.
/// let ranking = [(3, 1), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let score = |discount, cutoff| ndcg(&list, &Gains::linear(2), discount, cutoff);
/// let (log2_3, log2_5) = (3.0_f64.log2(), 5.0_f64.log2());
/// let close = |a: Option<f64>, b: f64| (a.unwrap() - b).abs() < 1e-15;
/// assert!(close(score(Discount::Log2, None), (1.0 / 2.0 + 2.0 / log2_5) / (2.0 + 1.0 / log2_3)));
/// assert!(close(score(Discount::Log2, Some(3)), (1.0 / 2.0) / (2.0 + 1.0 / log2_3)));
/// let original = Discount::Jk { base: 2.0 };
/// assert!(close(score(original, None), (1.0 / log2_3 + 2.0 / 2.0) / (2.0 + 1.0)));
/// // Base 10 discounts nothing before rank 11.
/// assert_eq!(score(Discount::Jk { base: 10.0 }, None), Some(1.0));
/// assert_eq!(
///     ndcg(&JudgedList { ranking: &[], ideal: &[], ..list }, &Gains::linear(2), original, None),
///     None
/// );
/// ```
pub fn ndcg(list: &JudgedList<'_>, gains: &Gains, discount: Discount, cutoff: Option<u32>) -> Option<f64> {
    // A table would cost more than the one list that it is for.
    let weights = RankWeights::new(discount.law(), 0);
    let last_rank = cutoff.unwrap_or(LAST_RANK);
    Ndcg { gains: gains.clone(), weights, last_rank, ideal_last_rank: last_rank }
        .score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Ndcg {
    gains: Gains,
    weights: RankWeights,
    last_rank: u32,
    /// The cutoff alone: cutting runs at a rank does not shorten the ideal list.
    ideal_last_rank: u32,
}

impl Measure for Ndcg {
    const ENTRY: Entry = Entry {
        name: "nDCG",
        title: "normalised discounted cumulative gain",
        formula: "Σ g(r) d(r) / Σ g_I(r) d(r); log2: d(r) = 1/log2(1+r); jk: d(r) = 1 for r ≤ log, else 1/log_log(r)",
        parameters: &Discount::PARAMETERS,
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "jk: Järvelin and Kekäläinen, TOIS 2002 (Sakai, IPSJ 2009, Eq. 3); log2: Burges et al., ICML 2005 (Sakai, survey of NTCIR, section 4.3)",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        Ok(Self {
            gains: setting.gains(metric)?,
            weights: RankWeights::new(Discount::of(metric).law(), last_rank),
            last_rank,
            ideal_last_rank: metric.cutoff().unwrap_or(LAST_RANK),
        })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let best = list.ideal.iter().take(self.ideal_last_rank as usize);
        let ideal = discounted((1..).zip(best.map(|&level| self.gains.gain(level))), &self.weights);
        if ideal <= 0.0 {
            return None;
        }
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        Some(discounted(seen.map(|hit| (hit.rank, self.gains.gain(hit.level))), &self.weights) / ideal)
    }
}
