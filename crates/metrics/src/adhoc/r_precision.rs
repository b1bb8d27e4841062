//! R-precision.
//!
//! R-precision is the precision at rank R, where R counts the judged relevant documents:
//!
//! Rprec = C(R) / R
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R = 0.
//!
//! trec_eval, `Rprec`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|1".parse()?;
//! assert_eq!(list.score("Rprec")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("Rprec(rel=2)")?, Some(0.0));
//! assert_eq!(list.score("Rprec(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const RPREC: Entry = Entry {
    name: "Rprec",
    title: "R-precision",
    formula: "C(R) / R",
    source: "trec_eval, Rprec",
    kernel: Plain(|seen| {
        seen.relevant().map(|relevant| f64::from(seen.count(relevant)) / f64::from(relevant))
    }),
    ..Entry::BINARY
};
