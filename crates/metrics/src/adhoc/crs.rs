//! Combinational relevance score: a relevant unit counts at the rank at which a user has seen all its parts.
//!
//! A unit is a document, or a group of documents that are relevant only together. i'(u) is the rank of the last
//! document of the relevant unit `u`:
//!
//! CRS = (1/R) Σ 1/i'(u), or with `stop='first'` 1/i' of the first relevant unit
//!
//! According to Sakai's survey of NTCIR, the measure for passage retrieval in the NTCIR-5 Patent task is
//! binary, and the user must reach i' to view both passages of a relevant pair. We follow that. The survey
//! gives no formula, so the rest is our choice: reaching i' has the utility 1/i', as in reciprocal rank, and
//! we average over the relevant units; units that are never complete add 0. By default users read on to each
//! relevant unit, as in AP. With `stop='first'` they stop at the first relevant unit, and the score equals
//! reciprocal rank. The number of documents in a group matters only because a larger group may be
//! complete at a later rank. Scores may differ from the scores in the NTCIR-5 overview.
//!
//! In a list of units, the rank of a unit counts as i'. In a list of documents, each document is a unit.
//! Units of level `rel` or above are relevant. Unjudged documents count as nonrelevant. With a cutoff, units
//! that become complete below it add 0. The ideal list scores (1/R) Σ 1/r, r = 1..R, which is below 1 if
//! R > 1; with `stop='first'` it scores 1. `None` if R = 0.
//!
//! Fujii et al., NTCIR-5, 2005, as described in Sakai, survey of NTCIR, section 3.2.
//!
//! ```
//! // A relevant passage at rank 2, a pair of passages that is complete at rank 4, and a second pair that is
//! // not complete.
//! let list: rejudge_metrics::JudgedRanking = "01.10|100".parse()?;
//! assert_eq!(list.score("CRS")?, Some((1.0 / 2.0 + 1.0 / 4.0) / 3.0));
//! assert_eq!(list.score("CRS@3")?, Some(1.0 / 2.0 / 3.0));
//! assert_eq!(list.score("CRS(stop='first')")?, Some(1.0 / 2.0));
//! assert_eq!(list.score("CRS(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const CRS: Entry = Entry {
    name: "CRS",
    title: "combinational relevance score",
    formula: "(1/R) Σ 1/i', i' the rank at which a relevant unit is complete; or 1/i' of the first",
    parameters: &[Parameter::new(
        "stop",
        "the relevant units at which users stop: each unit in turn, or only the first",
        Domain::Words(&["each", "first"]),
        Some("each"),
    )],
    cutoff: Cutoff::Optional,
    source: "after Fujii et al., NTCIR-5, 2005 (Sakai, survey of NTCIR, section 3.2); the formula is ours",
    kernel: Resolved(|metric, _| {
        let stops_at_first = metric.word("stop") == "first";
        kernel(move |seen| {
            let relevant = seen.relevant()?;
            let mut reciprocals = seen.relevant_hits().map(|hit| 1.0 / f64::from(hit.rank));
            if stops_at_first {
                return Some(reciprocals.next().unwrap_or(0.0));
            }
            Some(reciprocals.fold(0.0, |sum, part| sum + part) / f64::from(relevant))
        })
    }),
    ..Entry::BINARY
};
