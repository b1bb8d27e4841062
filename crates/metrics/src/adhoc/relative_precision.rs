//! Relative precision at a cutoff.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Relative precision: the precision in proportion to the best that the topic allows, which is precision
/// down to rank R and recall below.
///
/// RelP@k = C(k) / min(k, R)
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// `None` when R = 0.
///
/// trec_eval, `relative_P_k`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, relative_precision};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (2, 0), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(relative_precision(&list, 1, 2), Some(0.5));
/// assert_eq!(relative_precision(&list, 1, 10), Some(2.0 / 3.0));
/// assert_eq!(relative_precision(&list, 3, 10), None);
/// ```
pub fn relative_precision(list: &JudgedList<'_>, rel: u8, cutoff: u32) -> Option<f64> {
    RelativePrecision { rel, cutoff }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct RelativePrecision {
    rel: u8,
    cutoff: u32,
}

impl Measure for RelativePrecision {
    const ENTRY: Entry = Entry {
        name: "RelP",
        title: "relative precision",
        formula: "C(k) / min(k, R)",
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, relative_P_k",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        let found = hits::count(hits, self.rel, self.cutoff);
        (relevant > 0).then(|| f64::from(found) / f64::from(self.cutoff.min(relevant)))
    }
}
