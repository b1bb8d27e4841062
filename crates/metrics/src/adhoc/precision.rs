//! Precision at a cutoff.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Precision: P@k = C(k) / k.
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// A list shorter than `cutoff` (at least 1) is divided by `cutoff` all the same. `None` when R = 0: the
/// value would be 0 for every run.
///
/// trec_eval, `P_k`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, precision};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (2, 0), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(precision(&list, 1, 3), Some(1.0 / 3.0));
/// assert_eq!(precision(&list, 1, 10), Some(0.2));
/// assert_eq!(precision(&list, 2, 4), Some(0.25));
/// assert_eq!(precision(&list, 3, 4), None);
/// ```
pub fn precision(list: &JudgedList<'_>, rel: u8, cutoff: u32) -> Option<f64> {
    Precision { rel, cutoff }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Precision {
    rel: u8,
    cutoff: u32,
}

impl Measure for Precision {
    const ENTRY: Entry = Entry {
        name: "P",
        title: "precision",
        formula: "C(k) / k",
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, P_k",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let found = hits::count(hits, self.rel, self.cutoff);
        (list.relevant(self.rel) > 0).then(|| f64::from(found) / f64::from(self.cutoff))
    }
}
