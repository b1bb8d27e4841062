//! Reciprocal rank.
//!
//! RR = 1 / r, where r is the rank of the first relevant document. RR = 0 if no relevant document is
//! retrieved.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. The score is 0 if the first
//! relevant document is below the cutoff. `None` if R = 0, because the value would be 0 for every run.
//!
//! Sakai and Robertson, EVIA 2008, Eq. 3 (NCP_1); trec_eval, `recip_rank`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "01.2".parse()?;
//! assert_eq!(list.score("RR")?, Some(0.5));
//! assert_eq!(list.score("RR(rel=2)")?, Some(0.25));
//! assert_eq!(list.score("RR@1")?, Some(0.0));
//! assert_eq!(list.score("RR(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const RR: Entry = Entry {
    name: "RR",
    title: "reciprocal rank",
    formula: "1 / r of the first relevant document, else 0",
    cutoff: Cutoff::Optional,
    source: "Sakai and Robertson, EVIA 2008, Eq. 3; trec_eval, recip_rank",
    kernel: Plain(|seen| {
        seen.relevant().map(|_| seen.relevant_hits().next().map_or(0.0, |hit| 1.0 / f64::from(hit.rank)))
    }),
    ..Entry::BINARY
};
