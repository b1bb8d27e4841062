//! The share of judged or unjudged documents at the top of a list, which shows how far you can trust a score
//! at that depth.
//!
//! # Judged
//!
//! Judged is the share of judged documents in the top k. n documents are retrieved:
//!
//! Judged@k = J(k) / min(k, n)
//!
//! J(k) counts judged documents of any level, but not [`Pooled`](crate::Verdict::Pooled) documents. The score
//! is defined even if R = 0, and is 0 for an empty list. Without a cutoff the whole list counts.
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
//! Unjudged is the share of unjudged documents in the top k. n and J(k) are as for Judged:
//!
//! Unjudged@k = (min(k, n) - J(k)) / k
//!
//! If a list is shorter than k, the missing ranks count as judged, so this is not 1 - Judged@k. The score is
//! defined even if R = 0.
//!
//! trec_eval 10, `unj_k`.

use crate::adhoc::measure::*;

fn judged(seen: &Seen<'_>) -> f64 {
    let documents = seen.list.documents().iter().take_while(|entry| entry.rank <= seen.last_rank);
    documents.filter(|entry| entry.verdict != Verdict::Pooled).count() as f64
}

const SHARE: Entry =
    Entry { relevance: Relevance::Any, higher_is_better: false, walks_ranking: true, ..Entry::BINARY };

pub(crate) const JUDGED: Entry = Entry {
    name: "Judged",
    title: "share of judged documents",
    formula: "J(k) / min(k, n); J(k) judged in the top k, n retrieved",
    cutoff: Cutoff::Optional,
    source: "ir_measures, Judged@k",
    kernel: Plain(|seen| {
        let retrieved = seen.retrieved();
        Some(if retrieved == 0 { 0.0 } else { judged(seen) / f64::from(retrieved) })
    }),
    ..SHARE
};

pub(crate) const UNJUDGED: Entry = Entry {
    name: "Unjudged",
    title: "share of unjudged documents",
    formula: "(min(k, n) - J(k)) / k; J(k) judged in the top k, n retrieved",
    cutoff: Cutoff::Required,
    source: "trec_eval 10, unj_k",
    kernel: Plain(|seen| Some((f64::from(seen.retrieved()) - judged(seen)) / f64::from(seen.cutoff))),
    ..SHARE
};
