//! Recall at a cutoff.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Recall: R@k = C(k) / R.
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// `None` when R = 0.
///
/// trec_eval, `recall_k`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, recall};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (2, 0), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(recall(&list, 1, 3), Some(0.25));
/// assert_eq!(recall(&list, 1, 10), Some(0.5));
/// assert_eq!(recall(&list, 2, 4), Some(1.0));
/// assert_eq!(recall(&list, 3, 4), None);
/// ```
pub fn recall(list: &JudgedList<'_>, rel: u8, cutoff: u32) -> Option<f64> {
    Recall { rel, cutoff }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Recall {
    rel: u8,
    cutoff: u32,
}

impl Measure for Recall {
    const ENTRY: Entry = Entry {
        name: "R",
        title: "recall",
        formula: "C(k) / R",
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, recall_k",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let found = hits::count(hits, self.rel, self.cutoff);
        let relevant = list.relevant(self.rel);
        (relevant > 0).then(|| f64::from(found) / f64::from(relevant))
    }
}
