//! Success at a cutoff.
//!
//! Success, also called Hit, shows if the top k contain a relevant document. C(k) counts the relevant documents in
//! the top k:
//!
//! Success@k = 1 if C(k) > 0, else 0
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R = 0, because
//! the value would be 0 for every run.
//!
//! trec_eval, `success_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "0.1|2".parse()?;
//! assert_eq!(list.score("Success@2")?, Some(0.0));
//! assert_eq!(list.score("Success@3")?, Some(1.0));
//! assert_eq!(list.score("Success(rel=2)@3")?, Some(0.0));
//! assert_eq!(list.score("Success(rel=3)@3")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const SUCCESS: Entry = Entry {
    name: "Success",
    title: "success",
    formula: "1 if C(k) > 0, else 0",
    cutoff: Cutoff::Required,
    source: "trec_eval, success_k",
    kernel: Plain(|seen| seen.relevant().map(|_| f64::from(u8::from(seen.count(seen.cutoff) > 0)))),
    ..Entry::BINARY
};
