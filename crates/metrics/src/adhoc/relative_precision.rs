//! Relative precision at a cutoff.
//!
//! Relative precision divides precision by the highest precision that the topic allows. It equals P@k if
//! k ≤ R, and R@k if k ≥ R.
//!
//! RelP@k = C(k) / min(k, R)
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R = 0.
//!
//! trec_eval, `relative_P_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|1".parse()?;
//! assert_eq!(list.score("RelP@2")?, Some(0.5));
//! assert_eq!(list.score("RelP@10")?, Some(2.0 / 3.0));
//! assert_eq!(list.score("RelP(rel=3)@10")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const REL_P: Entry = Entry {
    name: "RelP",
    title: "relative precision",
    formula: "C(k) / min(k, R)",
    cutoff: Cutoff::Required,
    source: "trec_eval, relative_P_k",
    kernel: Plain(|seen| {
        let relevant = seen.relevant()?;
        Some(f64::from(seen.count(seen.cutoff)) / f64::from(seen.cutoff.min(relevant)))
    }),
    ..Entry::BINARY
};
