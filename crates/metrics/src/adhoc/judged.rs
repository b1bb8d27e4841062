//! The share of judged or unjudged documents at the top of a list, which tells how far to trust a score at that
//! depth.
//!
//! # Judged
//!
//! The share of judged documents in the top `cutoff`, n documents being retrieved:
//!
//! Judged@k = J(k) / min(k, n)
//!
//! J(k) counts judged documents of any level; one that is pooled but unjudged does not count. Defined when R
//! = 0 too, and 0 for an empty list. Without a cutoff the whole list counts.
//!
//! ir_measures, `Judged@k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.0.".parse()?;
//! assert_eq!(list.score("Judged@2")?, Some(0.5));
//! assert_eq!(list.score("Judged")?, Some(0.5));
//! assert_eq!(list.score("Unjudged@2")?, Some(0.5));
//! assert_eq!(list.score("Unjudged@10")?, Some(0.2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Unjudged
//!
//! The share of unjudged documents in the top `cutoff`, n documents being retrieved:
//!
//! Unjudged@k = (min(k, n) - J(k)) / k
//!
//! J(k) as for Judged. The ranks after a list shorter than k count as judged, so that this is not 1 -
//! Judged@k. Defined when R = 0 too.
//!
//! trec_eval 10, `unj_k`.

use crate::adhoc::measure::*;

/// Returns the judged documents down to `last_rank`.
fn judged(list: &JudgedList<'_>, last_rank: u32) -> u32 {
    let seen = list.documents().iter().take_while(|entry| entry.rank <= last_rank);
    seen.map(|entry| u32::from(entry.verdict != Verdict::Pooled)).sum()
}

#[derive(Clone, Debug)]
pub(crate) struct JudgedShare {
    last_rank: u32,
}

impl Measure for JudgedShare {
    const ENTRY: Entry = Entry {
        name: "Judged",
        title: "share of judged documents",
        formula: "J(k) / min(k, n); J(k) judged in the top k, n retrieved",
        cutoff: Cutoff::Optional,
        relevance: Relevance::Any,
        source: "ir_measures, Judged@k",
        higher_is_better: false,
        ..Entry::BINARY
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let seen = list.retrieved_to(self.last_rank);
        Some(if seen == 0 { 0.0 } else { f64::from(judged(list, self.last_rank)) / f64::from(seen) })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct UnjudgedShare {
    cutoff: u32,
    last_rank: u32,
}

impl Measure for UnjudgedShare {
    const ENTRY: Entry = Entry {
        name: "Unjudged",
        title: "share of unjudged documents",
        formula: "(min(k, n) - J(k)) / k; J(k) judged in the top k, n retrieved",
        cutoff: Cutoff::Required,
        relevance: Relevance::Any,
        source: "trec_eval 10, unj_k",
        higher_is_better: false,
        ..Entry::BINARY
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { cutoff: metric.required_cutoff(), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let (seen, judged) = (list.retrieved_to(self.last_rank), judged(list, self.last_rank));
        Some((f64::from(seen) - f64::from(judged)) / f64::from(self.cutoff))
    }
}
