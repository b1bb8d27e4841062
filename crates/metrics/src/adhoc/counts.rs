//! Counts of documents. A run's score is the sum over topics. Counts are defined even if no document is relevant.
//!
//! NumRet counts the retrieved documents, or with `rel` in the name only the relevant ones (as in
//! ir_measures). NumRel counts the judged relevant documents (R). NumRelRet counts the retrieved relevant
//! documents. NumNonrelRet counts the retrieved documents that are judged below level `rel`.
//!
//! trec_eval, `num_ret`, `num_rel`, `num_rel_ret` and `num_nonrel_judged_ret`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "20.1|00".parse()?;
//! assert_eq!(list.score("NumRelRet")?, Some(2.0));
//! assert_eq!(list.score("NumRelRet(rel=2)")?, Some(1.0));
//! assert_eq!(list.score("NumNonrelRet")?, Some(1.0));
//! assert_eq!(list.score("NumNonrelRet(rel=2)")?, Some(2.0));
//! assert_eq!(list.score("NumRet")?, Some(4.0));
//! assert_eq!(list.score("NumRel")?, Some(2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

const COUNT: Entry = Entry { summary: Summary::Sum, higher_is_better: false, ..Entry::BINARY };

pub(crate) const NUM_RET: Entry = Entry {
    name: "NumRet",
    title: "number of documents retrieved",
    formula: "n retrieved; with rel, n of that level or above",
    source: "trec_eval, num_ret",
    kernel: Resolved(|metric, _| {
        let counts_all = metric.rel().is_none();
        kernel(move |seen| {
            let retrieved = seen.retrieved();
            Some(f64::from(if counts_all { retrieved } else { seen.count(retrieved) }))
        })
    }),
    ..COUNT
};

pub(crate) const NUM_REL: Entry = Entry {
    name: "NumRel",
    title: "number of relevant documents",
    formula: "R",
    source: "trec_eval, num_rel",
    kernel: Plain(|seen| Some(f64::from(seen.list.relevant(seen.rel)))),
    ..COUNT
};

pub(crate) const NUM_REL_RET: Entry = Entry {
    name: "NumRelRet",
    title: "number of relevant documents retrieved",
    formula: "C(n)",
    source: "trec_eval, num_rel_ret",
    kernel: Plain(|seen| Some(f64::from(seen.count(seen.retrieved())))),
    ..COUNT
};

pub(crate) const NUM_NONREL_RET: Entry = Entry {
    name: "NumNonrelRet",
    title: "number of judged nonrelevant documents retrieved",
    formula: "judged documents retrieved that are not relevant",
    source: "trec_eval, num_nonrel_judged_ret",
    walks_ranking: true,
    kernel: Plain(|seen| {
        let documents = seen.list.documents().iter().take_while(|entry| entry.rank <= seen.last_rank);
        let is_nonrelevant = |verdict| matches!(verdict, Verdict::Level(level) if level < seen.rel);
        Some(documents.filter(|entry| is_nonrelevant(entry.verdict)).count() as f64)
    }),
    ..COUNT
};
