//! Recall at a cutoff.
//!
//! C(k) counts the relevant documents in the top k, and R counts all judged relevant documents:
//!
//! R@k = C(k) / R
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R = 0.
//!
//! trec_eval, `recall_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|11".parse()?;
//! assert_eq!(list.score("R@3")?, Some(0.25));
//! assert_eq!(list.score("R@10")?, Some(0.5));
//! assert_eq!(list.score("R(rel=2)@4")?, Some(1.0));
//! assert_eq!(list.score("R(rel=3)@4")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const RECALL: Entry = Entry {
    name: "R",
    title: "recall",
    formula: "C(k) / R",
    cutoff: Cutoff::Required,
    source: "trec_eval, recall_k",
    kernel: Plain(|seen| {
        seen.relevant().map(|relevant| f64::from(seen.count(seen.cutoff)) / f64::from(relevant))
    }),
    ..Entry::BINARY
};
