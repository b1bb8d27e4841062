//! Reciprocal rank.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// Reciprocal rank: RR = 1 / r of the first relevant document, 0 when none is retrieved.
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// With a cutoff, 0 when the first stands below it. `None` when R = 0: the value would be 0 for every run.
///
/// Sakai and Robertson, EVIA 2008, Eq. 3 (NCP_1); trec_eval, `recip_rank`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, reciprocal_rank};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 0), (2, 1), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(reciprocal_rank(&list, 1, None), Some(0.5));
/// assert_eq!(reciprocal_rank(&list, 2, None), Some(0.25));
/// assert_eq!(reciprocal_rank(&list, 1, Some(1)), Some(0.0));
/// assert_eq!(reciprocal_rank(&list, 3, None), None);
/// ```
pub fn reciprocal_rank(list: &JudgedList<'_>, rel: u8, cutoff: Option<u32>) -> Option<f64> {
    ReciprocalRank { rel, last_rank: cutoff.unwrap_or(LAST_RANK) }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct ReciprocalRank {
    rel: u8,
    last_rank: u32,
}

impl Measure for ReciprocalRank {
    const ENTRY: Entry = Entry {
        name: "RR",
        title: "reciprocal rank",
        formula: "1 / r of the first relevant document, else 0",
        parameters: &[],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Sakai and Robertson, EVIA 2008, Eq. 3; trec_eval, recip_rank",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let first = hits::first(hits, self.rel, self.last_rank);
        (list.relevant(self.rel) > 0).then(|| first.map_or(0.0, |rank| 1.0 / f64::from(rank)))
    }
}
