//! Average precision.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Average precision, `C(r)` being the relevant documents in the top `r` and I(r) whether the one at
/// rank `r` is relevant:
///
/// AP = (1/R) Σ I(r) C(r)/r
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// With a cutoff the sum ends there and the divisor stays R (trec_eval's `map_cut`). `None` when R = 0.
///
/// On the condensed list this is AP', also known as induced AP (Eq. 7 of the same paper).
///
/// Sakai, IPSJ 2009, Eq. 1.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, Verdict::Level, average_precision};
/// // Relevant documents at ranks 1 and 4, nothing judged at 2; a third one is not retrieved.
/// let ranking = [(1, 2), (3, 0), (4, 1)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList { ranking: &ranking, retrieved: 4, ideal: &[2, 1, 1], judged_nonrelevant: 1 };
/// assert_eq!(average_precision(&list, 1, None), Some((1.0 / 1.0 + 2.0 / 4.0) / 3.0));
/// assert_eq!(average_precision(&list, 2, None), Some(1.0));
/// assert_eq!(average_precision(&list, 1, Some(3)), Some(1.0 / 3.0));
/// assert_eq!(average_precision(&list, 3, None), None);
/// ```
pub fn average_precision(list: &JudgedList<'_>, rel: u8, cutoff: Option<u32>) -> Option<f64> {
    AveragePrecision { rel, last_rank: cutoff.unwrap_or(u32::MAX) }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct AveragePrecision {
    rel: u8,
    last_rank: u32,
}

impl Measure for AveragePrecision {
    const ENTRY: Entry = Entry {
        name: "AP",
        title: "average precision",
        formula: "(1/R) Σ I(r) C(r)/r",
        parameters: &[],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Sakai, IPSJ 2009, Eq. 1",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        if relevant == 0 {
            return None;
        }
        let (mut found, mut sum) = (0.0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            if hit.level >= self.rel {
                found += 1.0;
                sum += found / f64::from(hit.rank);
            }
        }
        Some(sum / f64::from(relevant))
    }
}
