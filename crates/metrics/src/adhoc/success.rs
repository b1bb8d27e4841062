//! Success at a cutoff.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Success (also called Hit): Success@k = 1 if C(k) > 0, else 0.
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// `None` when R = 0: the value would be 0 for every run.
///
/// trec_eval, `success_k`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, success};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 0), (3, 1)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[2, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(success(&list, 1, 2), Some(0.0));
/// assert_eq!(success(&list, 1, 3), Some(1.0));
/// assert_eq!(success(&list, 2, 3), Some(0.0));
/// assert_eq!(success(&list, 3, 3), None);
/// ```
pub fn success(list: &JudgedList<'_>, rel: u8, cutoff: u32) -> Option<f64> {
    Success { rel, cutoff }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Success {
    rel: u8,
    cutoff: u32,
}

impl Measure for Success {
    const ENTRY: Entry = Entry {
        name: "Success",
        title: "success",
        formula: "1 if C(k) > 0, else 0",
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, success_k",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let first = hits::first(hits, self.rel, self.cutoff);
        (list.relevant(self.rel) > 0).then(|| if first.is_some() { 1.0 } else { 0.0 })
    }
}
