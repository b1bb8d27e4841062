//! How much of the top of a list is judged: what a score at that depth rests on.

use crate::hits::Hit;
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Verdict;

/// The share of judged documents in the top `cutoff`, n documents being retrieved:
///
/// Judged@k = J(k) / min(k, n)
///
/// J(k) counts judged documents of any level; one that is pooled but unjudged does not count. Defined when
/// R = 0 too, and 0 for an empty list. Without a cutoff the whole list counts.
///
/// ir_measures, `Judged@k`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, judged_share, unjudged_share};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (3, 0)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!((judged_share(&list, Some(2)), judged_share(&list, None)), (0.5, 0.5));
/// assert_eq!((unjudged_share(&list, 2), unjudged_share(&list, 10)), (0.5, 0.2));
/// ```
pub fn judged_share(list: &JudgedList<'_>, cutoff: Option<u32>) -> f64 {
    JudgedShare { last_rank: cutoff.unwrap_or(LAST_RANK) }.of(list)
}

/// The share of unjudged documents in the top `cutoff`, n documents being retrieved:
///
/// Unjudged@k = (min(k, n) - J(k)) / k
///
/// J(k) as in [`judged_share`]. The ranks after a list shorter than k count as judged, so that this is not
/// 1 - Judged@k. Defined when R = 0 too.
///
/// trec_eval 10, `unj_k`. See [`judged_share`] for an example.
pub fn unjudged_share(list: &JudgedList<'_>, cutoff: u32) -> f64 {
    UnjudgedShare { cutoff, last_rank: cutoff }.of(list)
}

/// The judged documents down to `last_rank`.
fn judged(list: &JudgedList<'_>, last_rank: u32) -> u32 {
    let seen = list.documents().iter().take_while(|entry| entry.rank <= last_rank);
    seen.map(|entry| u32::from(entry.verdict != Verdict::Pooled)).sum()
}

#[derive(Clone, Debug)]
pub(crate) struct JudgedShare {
    last_rank: u32,
}

impl JudgedShare {
    fn of(&self, list: &JudgedList<'_>) -> f64 {
        let seen = list.retrieved_to(self.last_rank);
        if seen == 0 { 0.0 } else { f64::from(judged(list, self.last_rank)) / f64::from(seen) }
    }
}

impl Measure for JudgedShare {
    const ENTRY: Entry = Entry {
        name: "Judged",
        title: "share of judged documents",
        formula: "J(k) / min(k, n); J(k) judged in the top k, n retrieved",
        parameters: &[],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Any,
        summary: Summary::Mean,
        source: "ir_measures, Judged@k",
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(self.of(list))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct UnjudgedShare {
    cutoff: u32,
    last_rank: u32,
}

impl UnjudgedShare {
    fn of(&self, list: &JudgedList<'_>) -> f64 {
        let (seen, judged) = (list.retrieved_to(self.last_rank), judged(list, self.last_rank));
        (f64::from(seen) - f64::from(judged)) / f64::from(self.cutoff)
    }
}

impl Measure for UnjudgedShare {
    const ENTRY: Entry = Entry {
        name: "Unjudged",
        title: "share of unjudged documents",
        formula: "(min(k, n) - J(k)) / k; J(k) judged in the top k, n retrieved",
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Any,
        summary: Summary::Mean,
        source: "trec_eval 10, unj_k",
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { cutoff: metric.required_cutoff(), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(self.of(list))
    }
}
