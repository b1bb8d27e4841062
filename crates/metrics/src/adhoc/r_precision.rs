//! R-precision.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// R-precision: Rprec = C(R) / R, the precision at the rank where all relevant documents could be found.
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// `None` when R = 0.
///
/// trec_eval, `Rprec`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, r_precision};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (2, 0), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(r_precision(&list, 1), Some(1.0 / 3.0));
/// assert_eq!(r_precision(&list, 2), Some(0.0));
/// assert_eq!(r_precision(&list, 3), None);
/// ```
pub fn r_precision(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    RPrecision { rel }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct RPrecision {
    rel: u8,
}

impl Measure for RPrecision {
    const ENTRY: Entry = Entry {
        name: "Rprec",
        title: "R-precision",
        formula: "C(R) / R",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, Rprec",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        let found = hits::count(hits, self.rel, relevant);
        (relevant > 0).then(|| f64::from(found) / f64::from(relevant))
    }
}
