//! Interpolated precision at recall levels: the points of a recall-precision curve, and their average.
//!
//! # IPrec
//!
//! IPrec@x is interpolated precision at recall level x. n is the number of relevant documents nearest to recall x:
//!
//! IPrec@x = max { C(r)/r : C(r) ≥ n };  n = x R rounded, halves up
//!
//! At recall 0 this is the highest precision at any rank. The score is 0 if the list has fewer than n
//! relevant documents. The values at recall 0, 0.1, .. 1 are the points of a recall-precision curve.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R = 0.
//!
//! trec_eval 10, `iprec_at_recall` (earlier versions took n = ⌊x R + 0.9⌋, as `rounding='trec9'` does).
//!
//! ```
//! // Precision is 1/2 at rank 2 and 2/3 at rank 3. The 2/3 also counts at lower recall levels.
//! let list: rejudge_metrics::JudgedRanking = "011|11".parse()?;
//! assert_eq!(list.score("IPrec@0.25")?, Some(2.0 / 3.0));
//! assert_eq!(list.score("IPrec@0.5")?, Some(2.0 / 3.0));
//! assert_eq!(list.score("IPrec@0.75")?, Some(0.0));
//! assert_eq!(list.score("IPrec(rel=2)@0")?, None);
//! assert_eq!(list.score("IAP(points='0.25,0.75')")?, Some((2.0 / 3.0 + 0.0) / 2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # IAP
//!
//! IAP is the average of interpolated precision over the recall levels in `points`. The default, 0, 0.1, .. 1, gives
//! the 11-point average. The levels 0.2, 0.5 and 0.8 give the 3-point average.
//!
//! IAP = (1/m) Σ IPrec@x over the m points x
//!
//! Relevant and unjudged documents count as for IPrec. `None` if R = 0.
//!
//! trec_eval 10, `11pt_avg`.

use crate::adhoc::measure::*;

/// Returns the highest precision at the relevant document numbered `first` or a later one.
fn highest_precision(seen: &Seen<'_>, first: u32) -> f64 {
    let mut highest: f64 = 0.0;
    for (number, hit) in (1..).zip(seen.relevant_hits()) {
        if number >= first {
            highest = highest.max(f64::from(number) / f64::from(hit.rank));
        }
    }
    highest
}

const ROUNDING: Parameter = Parameter::new(
    "rounding",
    "xR becomes the nearest number of documents, or ⌊xR + 0.9⌋ as in trec_eval up to version 9",
    Domain::Words(&["nearest", "trec9"]),
    Some("nearest"),
);

/// Returns the kernel that computes the mean of the interpolated precisions at `points`.
fn at_points(metric: &Metric, points: Vec<f64>) -> Result<Kernel, ScorerError> {
    let rounds_as_trec9 = metric.word("rounding") == "trec9";
    kernel(move |seen| {
        let relevant = f64::from(seen.relevant()?);
        let mut sum = 0.0;
        for recall in &points {
            let documents = recall * relevant;
            let first = if rounds_as_trec9 { documents + 0.9 } else { documents.round() };
            sum += highest_precision(seen, first as u32);
        }
        Some(sum / points.len() as f64)
    })
}

pub(crate) const IPREC: Entry = Entry {
    name: "IPrec",
    title: "interpolated precision at a recall level",
    formula: "max C(r)/r over all r with C(r) ≥ n, where n is xR, rounded",
    parameters: &[
        Parameter::new("recall", "recall level, written after the @", Domain::Share, None),
        ROUNDING,
    ],
    cutoff: Cutoff::Recall,
    source: "trec_eval 10, iprec_at_recall",
    kernel: Resolved(|metric, _| at_points(metric, vec![metric.number("recall")])),
    ..Entry::BINARY
};

pub(crate) const IAP: Entry = Entry {
    name: "IAP",
    title: "interpolated average precision",
    formula: "(1/m) Σ IPrec@x over m recall levels x",
    parameters: &[
        Parameter::new(
            "points",
            "the recall levels",
            Domain::Shares,
            Some("0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"),
        ),
        ROUNDING,
    ],
    source: "trec_eval 10, 11pt_avg",
    kernel: Resolved(|metric, _| at_points(metric, metric.numbers("points"))),
    ..Entry::BINARY
};
