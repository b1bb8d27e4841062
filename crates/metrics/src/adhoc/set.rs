//! Measures of the retrieved set, which ignore the order of the documents.
//!
//! n documents are retrieved, and C(n) of them are relevant. Documents of level `rel` or above are relevant; unjudged
//! documents count as nonrelevant. All these measures are `None` if R = 0, and 0 for an empty set.
//!
//! | | |
//! |--|--|
//! | SetP = C(n) / n | precision: trec_eval, `set_P` |
//! | SetRelP = C(n) / min(n, R) | precision divided by the highest precision of a set of this size: trec_eval, `set_relative_P` |
//! | SetR = C(n) / R | recall: trec_eval, `set_recall` |
//! | SetAP = C(n)² / (n R) | each relevant document counts with the set's precision: trec_eval, `set_map` |
//! | SetF = (β + 1) P R / (R + β P) | F measure of the set's precision P and recall R: trec_eval, `set_F` |
//!
//! As in trec_eval and ir_measures, the weight of recall in SetF is β, not β².
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10..|1".parse()?;
//! assert_eq!(list.score("SetP")?, Some(0.25));
//! assert_eq!(list.score("SetRelP")?, Some(0.5));
//! assert_eq!(list.score("SetR")?, Some(0.5));
//! assert_eq!(list.score("SetAP")?, Some(0.125));
//! assert_eq!(list.score("SetF")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("SetP(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// Returns C(n), n and R, or `None` if R = 0.
fn counts(seen: &Seen<'_>) -> Option<[f64; 3]> {
    let retrieved = seen.retrieved();
    Some([seen.count(retrieved), retrieved, seen.relevant()?].map(f64::from))
}

/// Returns `part / whole`, or 0 if `part` is 0, even if `whole` is 0 too.
fn share(part: f64, whole: f64) -> f64 {
    if part == 0.0 { 0.0 } else { part / whole }
}

pub(crate) const SET_P: Entry = Entry {
    name: "SetP",
    title: "precision of the set",
    formula: "C(n) / n; n retrieved",
    source: "trec_eval, set_P",
    kernel: Plain(|seen| counts(seen).map(|[hits, retrieved, _]| share(hits, retrieved))),
    ..Entry::BINARY
};

pub(crate) const SET_REL_P: Entry = Entry {
    name: "SetRelP",
    title: "relative precision of the set",
    formula: "C(n) / min(n, R); n retrieved",
    source: "trec_eval, set_relative_P",
    kernel: Plain(|seen| {
        counts(seen).map(|[hits, retrieved, relevant]| share(hits, retrieved.min(relevant)))
    }),
    ..Entry::BINARY
};

pub(crate) const SET_R: Entry = Entry {
    name: "SetR",
    title: "recall of the set",
    formula: "C(n) / R; n retrieved",
    source: "trec_eval, set_recall",
    kernel: Plain(|seen| counts(seen).map(|[hits, _, relevant]| hits / relevant)),
    ..Entry::BINARY
};

pub(crate) const SET_AP: Entry = Entry {
    name: "SetAP",
    title: "average precision of the set",
    formula: "C(n)² / (n R); n retrieved",
    source: "trec_eval, set_map",
    kernel: Plain(|seen| {
        counts(seen).map(|[hits, retrieved, relevant]| share(hits * hits, retrieved * relevant))
    }),
    ..Entry::BINARY
};

pub(crate) const SET_F: Entry = Entry {
    parameters: &[Parameter::new(
        "beta",
        "weight of recall against precision, not squared",
        Domain::Positive,
        Some("1"),
    )],
    name: "SetF",
    title: "F measure of the set",
    formula: "(β + 1) P R / (R + β P) of the set",
    source: "trec_eval, set_F",
    kernel: Resolved(|metric, _| {
        let beta = metric.number("beta");
        kernel(move |seen| {
            let [hits, retrieved, relevant] = counts(seen)?;
            let (precision, recall) = (share(hits, retrieved), hits / relevant);
            Some(share((beta + 1.0) * precision * recall, recall + beta * precision))
        })
    }),
    ..Entry::BINARY
};
