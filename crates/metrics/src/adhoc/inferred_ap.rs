//! Inferred average precision: average precision estimated from a sample of the pool.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// Keeps the share of relevant documents defined where nothing above is judged; trec_eval's value.
const EPSILON: f64 = 0.00001;

/// Inferred average precision. Above rank r of a relevant document stand d(r) documents of the pool, of
/// which rel(r) were judged relevant and non(r) nonrelevant; ε = 0.00001:
///
/// infAP = (1/R) Σ I(r) (1/r + d(r)/r · (rel(r) + ε) / (rel(r) + non(r) + 2ε))
///
/// The document at r is relevant; of the r-1 above, those outside the pool count as nonrelevant, and those
/// of the pool ([`Pooled`](rejudge_levels::Verdict::Pooled) ones too) as relevant in the proportion of the judged
/// ones. At rank 1 the term is 1. When all of the pool is judged this is average precision, but for ε.
///
/// Documents of level `rel` or above are relevant (0 means 1). `None` when R = 0.
///
/// Yilmaz and Aslam, CIKM 2006, Eq. 4; trec_eval, `infAP`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, inferred_average_precision};
/// use rejudge_levels::Verdict;
/// // Relevant, pooled, outside the pool, relevant.
/// let verdicts = [(1, Verdict::Level(1)), (2, Verdict::Pooled), (4, Verdict::Level(1))];
/// let ranking = verdicts.map(|(rank, verdict)| Judged { rank, verdict });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[1, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let share = (1.0 + 0.00001) / (1.0 + 0.00002);
/// let expected = (1.0 + 1.0 / 4.0 + 2.0 / 4.0 * share) / 2.0;
/// assert!((inferred_average_precision(&list, 1).unwrap() - expected).abs() < 1e-15);
/// assert_eq!(inferred_average_precision(&list, 2), None);
/// ```
pub fn inferred_average_precision(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    InferredAp { rel, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct InferredAp {
    rel: u8,
    last_rank: u32,
}

impl Measure for InferredAp {
    const ENTRY: Entry = Entry {
        name: "infAP",
        title: "inferred average precision",
        formula: "(1/R) Σ I(r) (1/r + d(r)/r (rel(r) + ε) / (rel(r) + non(r) + 2ε)); d(r): pooled above r; ε = 0.00001",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Yilmaz and Aslam, CIKM 2006, Eq. 4; trec_eval, infAP",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    /// Walks the whole ranking: hits leave out the documents that are pooled and unjudged.
    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        if relevant == 0 {
            return None;
        }
        let (mut found, mut sum) = (0.0, 0.0);
        let relevant_hits =
            hits.take_while(|hit| hit.rank <= self.last_rank).filter(|hit| hit.level >= self.rel);
        for hit in relevant_hits {
            let (judged, pooled) = (f64::from(hit.judged_above), f64::from(hit.pooled_above));
            let share = (found + EPSILON) / (judged + 2.0 * EPSILON);
            // Where units are relevant, several may stand at the ranks above: no more than all.
            sum += ((1.0 + pooled * share) / f64::from(hit.rank)).min(1.0);
            found += 1.0;
        }
        Some(sum / f64::from(relevant))
    }
}
