//! Precision at a cutoff.
//!
//! C(k) counts the relevant documents in the top k:
//!
//! P@k = C(k) / k
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. The divisor is k even if
//! the list is shorter. `None` if R = 0, because the value would be 0 for every run.
//!
//! trec_eval, `P_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|1".parse()?;
//! assert_eq!(list.score("P@3")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("P@10")?, Some(0.2));
//! assert_eq!(list.score("P(rel=2)@4")?, Some(0.25));
//! assert_eq!(list.score("P(rel=3)@4")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const PRECISION: Entry = Entry {
    name: "P",
    title: "precision",
    formula: "C(k) / k",
    cutoff: Cutoff::Required,
    source: "trec_eval, P_k",
    kernel: Plain(|seen| {
        seen.relevant().map(|_| f64::from(seen.count(seen.cutoff)) / f64::from(seen.cutoff))
    }),
    ..Entry::BINARY
};
