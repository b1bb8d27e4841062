//! Binary preference as trec_eval had it before version 8.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Verdict;

/// Bpref divided by what was retrieved, n(r) being the judged nonrelevant documents above rank r, and n
/// those of the whole list:
///
/// old_bpref = (1/R) Σ I(r) (1 - min(R, n(r)) / min(R, n))
///
/// A run that retrieves few judged nonrelevant documents scores too low, which is why version 8 of
/// trec_eval divides by those of the judgments ([`bpref`](crate::bpref)). Documents of level `rel` or above
/// are relevant (0 means 1); unjudged ones are passed over. A relevant document with no nonrelevant one
/// above adds 1. `None` when R = 0.
///
/// trec_eval 8.0, `old_bpref` (its file bpref_bug); the bpref of TREC 2003 to 2005.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, old_bpref};
/// use rejudge_levels::Verdict::Level;
/// // A nonrelevant document and four relevant ones; two relevant and three nonrelevant ones are not
/// // retrieved.
/// let ranking = [0, 1, 1, 1, 1].map(Level);
/// let ranking: Vec<Judged> =
///     (1..).zip(ranking).map(|(rank, verdict)| Judged { rank, verdict }).collect();
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 5,
///     ideal: &[1; 6],
///     judged_nonrelevant: 4,
///     documents: None,
/// };
/// // The example of bpref_bug: 0 where bpref is 4 (3/4) / 6.
/// assert_eq!(old_bpref(&list, 1), Some(0.0));
/// assert_eq!(rejudge_metrics::bpref(&list, 1, rejudge_metrics::BprefForm::Min), Some(0.5));
/// assert_eq!(old_bpref(&list, 2), None);
/// ```
pub fn old_bpref(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    OldBpref { rel: rel.max(1), last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct OldBpref {
    rel: u8,
    last_rank: u32,
}

impl Measure for OldBpref {
    const ENTRY: Entry = Entry {
        name: "OldBpref",
        title: "binary preference before trec_eval 8",
        formula: "(1/R) Σ I(r) (1 - min(R, n(r)) / min(R, n)), n judged nonrelevant documents retrieved",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval 8.0, old_bpref",
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        let seen = list.ranking.iter().take_while(|entry| entry.rank <= self.last_rank);
        let nonrelevant =
            seen.filter(|entry| matches!(entry.verdict, Verdict::Level(level) if level < self.rel));
        let most = relevant.min(nonrelevant.count() as u32);
        let (mut found, mut sum) = (0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank).filter(|hit| hit.level >= self.rel) {
            let above = hit.judged_above - found;
            sum += if above == 0 { 1.0 } else { 1.0 - f64::from(above.min(relevant)) / f64::from(most) };
            found += 1;
        }
        (relevant > 0).then(|| sum / f64::from(relevant))
    }
}
