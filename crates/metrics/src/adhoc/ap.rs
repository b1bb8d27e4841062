//! Average precision.
//!
//! C(r) is the number of relevant documents in the top r, and I(r) is 1 if the document at rank r is relevant, else 0:
//!
//! AP = (1/R) Σ I(r) C(r)/r
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. A cutoff ends the sum;
//! the divisor is then R (trec_eval's `map_cut`) or, with `norm='min'`, min(cutoff, R) (NTCIREVAL's AP@l). `None` if
//! R = 0.
//!
//! On the condensed list this is AP', also known as induced AP (Sakai, IPSJ 2009, Eq. 7).
//!
//! Sakai, IPSJ 2009, Eq. 1; Sakai and Robertson, EVIA 2008, Eq. 2 (NCP_u).
//!
//! ```
//! // Relevant documents are at ranks 1 and 4. The document at rank 2 is unjudged. A third relevant document
//! // is not retrieved.
//! let list: rejudge_metrics::JudgedRanking = "2.01|1".parse()?;
//! assert_eq!(list.score("AP")?, Some((1.0 / 1.0 + 2.0 / 4.0) / 3.0));
//! assert_eq!(list.score("AP'")?, Some((1.0 / 1.0 + 2.0 / 3.0) / 3.0));
//! assert_eq!(list.score("AP(rel=2)")?, Some(1.0));
//! assert_eq!(list.score("AP@3")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("AP(norm='min')@2")?, Some(1.0 / 2.0));
//! assert_eq!(list.score("AP(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// Returns the parameter that chooses the divisor at a cutoff: R or min(cutoff, R). With R, as in trec_eval,
/// no list scores 1 if the topic has more relevant documents than the cutoff. With min(cutoff, R), as in
/// NTCIREVAL, the ideal list scores 1.
pub(crate) const fn norm(default: &'static str) -> Parameter {
    Parameter::new(
        "norm",
        "the divisor at a cutoff: R, or min(cutoff, R); without a cutoff both are R",
        Domain::Words(&["R", "min"]),
        Some(default),
    )
}

/// Returns the upper limit that the parameter [`norm`] sets for the divisor.
pub(crate) fn divisor_limit(metric: &Metric) -> u32 {
    if metric.word("norm") == "min" { metric.cutoff().unwrap_or(LAST_RANK) } else { LAST_RANK }
}

pub(crate) const AP: Entry = Entry {
    name: "AP",
    title: "average precision",
    formula: "(1/R) Σ I(r) C(r)/r; min: 1/min(k, R)",
    parameters: &[norm("R")],
    cutoff: Cutoff::Optional,
    source: "Sakai, IPSJ 2009, Eq. 1; Sakai and Robertson, EVIA 2008, Eq. 2",
    kernel: Resolved(|metric, _| {
        let divisor_limit = divisor_limit(metric);
        kernel(move |seen| average_precision(seen, divisor_limit))
    }),
    ..Entry::BINARY
};

pub(crate) fn average_precision(seen: &Seen<'_>, divisor_limit: u32) -> Option<f64> {
    let relevant = seen.relevant()?;
    let (mut count, mut sum) = (0.0, 0.0);
    for hit in seen.relevant_hits() {
        count += 1.0;
        sum += count / f64::from(hit.rank);
    }
    Some(sum / f64::from(relevant.min(divisor_limit)))
}
