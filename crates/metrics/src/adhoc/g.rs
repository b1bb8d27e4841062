//! G: gain discounted by what was missed above, where nDCG discounts by the rank alone.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::rank_weights::{Law, RankWeights};
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

/// G, g(r) being the gain at rank r, g_I(r) that of the ideal list, and cg(r) the sum of the gains down to r:
///
/// G = Σ g(r) / log2(2 + cost(r) - cg(r)) / Σ g_I(r);  cost(r) = Σ_{i ≤ r} max(1, g_I(i))
///
/// A document below a perfect top is not discounted, however deep it stands. Unjudged documents gain 0.
/// `None` when no judged document has a gain.
///
/// trec_eval, `G` (Buckley, 2008).
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, g_measure};
/// use rejudge_levels::{Gains, Verdict::Level};
/// // Level 1 at rank 1, level 3 at rank 3; the ideal list gains 3, 1, and costs 3, 4, 5.
/// let ranking = [(1, 1), (3, 3)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[3, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let expected = (1.0 / 4.0_f64.log2() + 3.0 / 3.0_f64.log2()) / 4.0;
/// assert!((g_measure(&list, &Gains::linear(3)).unwrap() - expected).abs() < 1e-15);
/// // With gains 0.1 and 0.3 each rank costs 1 all the same.
/// let small = Gains::new([(1, 0.1), (2, 0.2), (3, 0.3)])?;
/// let expected = (0.1 / 2.9_f64.log2() + 0.3 / 4.6_f64.log2()) / 0.4;
/// assert!((g_measure(&list, &small).unwrap() - expected).abs() < 1e-15);
/// assert_eq!(g_measure(&JudgedList { ranking: &[], ideal: &[], ..list }, &Gains::linear(3)), None);
/// # Ok::<(), rejudge_levels::GainsError>(())
/// ```
pub fn g_measure(list: &JudgedList<'_>, gains: &Gains) -> Option<f64> {
    G { gains: gains.clone(), last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

/// G with gains 0 and 1, n(r) being the documents above rank r that are not relevant:
///
/// binG = (1/R) Σ I(r) / log2(2 + n(r))
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// `None` when R = 0.
///
/// trec_eval, `binG` (Buckley, 2008).
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, binary_g};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(binary_g(&list, 1), Some((1.0 / 1.0 + 1.0 / 2.0) / 3.0));
/// assert_eq!(binary_g(&list, 3), None);
/// ```
pub fn binary_g(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    BinaryG { rel, weights: RankWeights::new(Law::Log2, 0), last_rank: LAST_RANK }
        .score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct G {
    gains: Gains,
    last_rank: u32,
}

impl Measure for G {
    const ENTRY: Entry = Entry {
        name: "G",
        title: "gain discounted by the gain missed above",
        formula: "Σ g(r) / log2(2 + cost(r) - cg(r)) / Σ g_I(r); cost(r) = Σ_{i ≤ r} max(1, g_I(i))",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "trec_eval, G",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { gains: setting.gains(metric)?, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let ideal: f64 = list.ideal.iter().map(|&level| self.gains.gain(level)).sum();
        if ideal <= 0.0 {
            return None;
        }
        let (mut gained, mut cost, mut costed, mut sum) = (0.0, 0.0, 0_u32, 0.0);
        let mut ideal_levels = list.ideal.iter();
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            // The cost follows the rank of the hit; behind the ideal list each rank costs 1.
            while costed < hit.rank
                && let Some(&level) = ideal_levels.next()
            {
                cost += self.gains.gain(level).max(1.0);
                costed += 1;
            }
            cost += f64::from(hit.rank - costed);
            costed = hit.rank;
            let gain = self.gains.gain(hit.level);
            gained += gain;
            sum += gain / libm::log2(2.0 + cost - gained);
        }
        Some(sum / ideal)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct BinaryG {
    rel: u8,
    /// 1 / log2(1 + r), which is looked up at r less the relevant documents above.
    weights: RankWeights,
    last_rank: u32,
}

impl Measure for BinaryG {
    const ENTRY: Entry = Entry {
        name: "binG",
        title: "binary G",
        formula: "(1/R) Σ I(r) / log2(2 + r - C(r))",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, binG",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        Ok(Self { rel: setting.rel(metric), weights: RankWeights::new(Law::Log2, last_rank), last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        if relevant == 0 {
            return None;
        }
        let (mut found, mut sum) = (0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            if hit.level >= self.rel {
                sum += self.weights.at(hit.rank - found);
                found += 1;
            }
        }
        Some(sum / f64::from(relevant))
    }
}
