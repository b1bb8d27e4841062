//! Binary preference: judged nonrelevant documents above a relevant one reduce what it adds to the score.
//!
//! n(r) counts the judged nonrelevant documents above rank r:
//!
//! bpref   = (1/R) Σ I(r) (1 - min(R, n(r)) / min(R, N))<br>
//! bpref-R = (1/R) Σ I(r) (1 - min(R, n(r)) / R)<br>
//! bpref-N = (1/R) Σ I(r) (1 - n(r) / N)<br>
//! bpref-10 = (1/R) Σ I(r) (1 - min(R + 10, n(r)) / (R + 10))<br>
//! bpref_relative = (1/R) Σ I(r) (1 - n(r) / (r' - 1)), where r' is the rank on the condensed list
//!
//! Documents of level `rel` or above are relevant; N counts all documents that are judged below `rel`. The
//! first form is trec_eval's bpref since version 8. It equals bpref-R if R ≤ N and bpref-N if R ≥ N. Unjudged
//! documents are ignored, so the raw and the condensed list score the same. A relevant document without
//! a judged nonrelevant one above it adds 1 to the sum, even if N = 0. The exception is bpref_relative, where
//! a relevant document at r' = 1 adds nothing, so the ideal list scores below 1 (as in NTCIREVAL).
//! `None` if R = 0.
//!
//! Buckley and Voorhees, SIGIR 2004; Sakai, IPSJ 2009, Eqs. 5 and 6, with n(r) = r' - C(r'); bpref_relative:
//! Sakai, SIGIR 2007; NTCIREVAL, `bpref_relative`.
//!
//! ```
//! // A fourth relevant document and a third nonrelevant one are not retrieved.
//! let list: rejudge_metrics::JudgedRanking = "10101|10".parse()?;
//! assert!((list.score("Bpref")?.unwrap() - (1.0 + 2.0 / 3.0 + 1.0 / 3.0) / 4.0).abs() < 1e-15);
//! assert!((list.score("Bpref(form='R')")?.unwrap() - (1.0 + 3.0 / 4.0 + 2.0 / 4.0) / 4.0).abs() < 1e-15);
//! assert!((list.score("Bpref(form='N')")?.unwrap() - (1.0 + 2.0 / 3.0 + 1.0 / 3.0) / 4.0).abs() < 1e-15);
//! assert!((list.score("Bpref(form='10')")?.unwrap() - (1.0 + 13.0 / 14.0 + 12.0 / 14.0) / 4.0).abs() < 1e-15);
//! assert!((list.score("Bpref(form='relative')")?.unwrap() - (0.0 + 1.0 / 2.0 + 2.0 / 4.0) / 4.0).abs() < 1e-15);
//! assert_eq!(list.score("Bpref(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BprefForm {
    Min,
    R,
    N,
    Ten,
    Relative,
}

pub(crate) const BPREF: Entry = Entry {
    name: "Bpref",
    title: "binary preference",
    formula: "(1/R) Σ I(r) (1 - x); min: x = min(R, n(r)) / min(R, N); R: min(R, n(r)) / R; N: n(r) / N; 10: min(R + 10, n(r)) / (R + 10); relative: n(r) / (r' - 1)",
    parameters: &[Parameter::new(
        "form",
        "the divisor: min(R, N) as in trec_eval, R, N, R + 10, or the number of judged documents above",
        Domain::Words(&["min", "R", "N", "10", "relative"]),
        Some("min"),
    )],
    source: "Sakai, IPSJ 2009, Eqs. 5 and 6; Buckley and Voorhees, SIGIR 2004; trec_eval, bpref; NTCIREVAL, bpref_relative",
    kernel: Resolved(|metric, _| {
        let form = match metric.word("form") {
            "R" => BprefForm::R,
            "N" => BprefForm::N,
            "10" => BprefForm::Ten,
            "relative" => BprefForm::Relative,
            _ => BprefForm::Min,
        };
        kernel(move |seen| bpref(seen, form))
    }),
    ..Entry::BINARY
};

pub(crate) fn bpref(seen: &Seen<'_>, form: BprefForm) -> Option<f64> {
    let (relevant, nonrelevant) = (seen.relevant()?, seen.list.nonrelevant(seen.rel));
    let is_relative = form == BprefForm::Relative;
    let (limit, fixed_divisor) = match form {
        BprefForm::Min => (relevant, relevant.min(nonrelevant)),
        BprefForm::R => (relevant, relevant),
        BprefForm::N | BprefForm::Relative => (nonrelevant, nonrelevant),
        BprefForm::Ten => (relevant + 10, relevant + 10),
    };
    let mut sum = 0.0;
    for (relevant_above, hit) in (0..).zip(seen.relevant_hits()) {
        let nonrelevant_above = hit.judged_above - relevant_above;
        let divisor = if is_relative { hit.judged_above } else { fixed_divisor };
        sum += match nonrelevant_above {
            0 if is_relative && hit.judged_above == 0 => 0.0,
            0 => 1.0,
            _ => 1.0 - f64::from(nonrelevant_above.min(limit)) / f64::from(divisor),
        };
    }
    Some(sum / f64::from(relevant))
}
