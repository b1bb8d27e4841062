//! Measures for users who want one document: O-measure, P-measure and P-plus, which stop at a rank at which Q would
//! go on.
//!
//! # O-measure
//!
//! O-measure, `r1` being the rank of the first relevant document: the graded reciprocal rank.
//!
//! O = BR(r1) = (1 + β g(r1)) / (r1 + β cg_I(r1)), 0 if no relevant document is retrieved
//!
//! Documents with a gain above 0 are relevant. β = 0 gives RR. Unjudged documents count as nonrelevant. With
//! a cutoff, the score is 0 if the first relevant document is below it. `None` if no judged document has a
//! gain.
//!
//! Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
//! `O-measure`.
//!
//! ```
//! // The ideal list gains 3, 4, 5, 5, ..
//! let list: rejudge_metrics::JudgedRanking = ".1.3|1".parse()?;
//! let (first, second) = ((1.0 + 1.0) / (2.0 + 4.0), (2.0 + 4.0) / (4.0 + 5.0));
//! assert_eq!(list.score("O-measure")?, Some(first));
//! assert_eq!(list.score("P-measure")?, Some(second));
//! assert_eq!(list.score("P+")?, Some((first + second) / 2.0));
//! // Within the top 3 the document of level 1 is the most relevant.
//! assert_eq!(list.score("P-measure@3")?, Some(first));
//! assert_eq!(list.score("P+@1")?, Some(0.0));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("O-measure")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # P-measure
//!
//! P-measure, `rp` being the preferred rank, that of the first document with the highest gain of the
//! retrieved list (down to the cutoff), not of the topic:
//!
//! P = BR(rp), 0 if no relevant document is retrieved
//!
//! The rest is as for O-measure. With a larger cutoff, a better document that becomes visible may lower the score.
//!
//! Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
//! `P-measure`.
//!
//! # P+
//!
//! P-plus: P-measure, averaged with the relevant documents above the preferred rank `rp`:
//!
//! P+ = 1/C(rp) Σ_{r ≤ rp} I(r) BR(r), 0 if no relevant document is retrieved
//!
//! The rest is as for P-measure.
//!
//! Sakai, survey of NTCIR, Eq. 4.

use super::blended::{BETA, Blend};
use crate::adhoc::measure::*;

const SHARED: Entry = Entry { parameters: &[BETA], cutoff: Cutoff::Optional, ..Entry::GRADED };

/// Returns the kernel of a measure of the blended ratios, defined if a document is relevant.
fn of_ratios(metric: &Metric, score: fn(&Seen<'_>, Blend) -> f64) -> Result<Kernel, ScorerError> {
    let blend = Blend::new(metric.number("beta"));
    kernel(move |seen| seen.relevant().map(|_| score(seen, blend)))
}

/// Returns the rank of the first of the most relevant documents, 0 if there is none.
fn preferred_rank(seen: &Seen<'_>) -> u32 {
    let (mut rank, mut highest) = (0, 0.0);
    for hit in seen.hits {
        let gain = seen.gain(hit.level);
        if gain > highest {
            (rank, highest) = (hit.rank, gain);
        }
    }
    rank
}

pub(crate) const O_MEASURE: Entry = Entry {
    name: "O-measure",
    title: "O-measure",
    formula: "BR(r1) at the first relevant document; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
    source: "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, O-measure",
    kernel: Resolved(|metric, _| {
        of_ratios(metric, |seen, blend| blend.walk(seen).next().map_or(0.0, |at| at.ratio))
    }),
    ..SHARED
};

pub(crate) const P_MEASURE: Entry = Entry {
    name: "P-measure",
    title: "P-measure",
    formula: "BR(rp) at the first of the most relevant documents retrieved; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
    source: "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, P-measure",
    kernel: Resolved(|metric, _| {
        of_ratios(metric, |seen, blend| {
            let preferred = preferred_rank(seen);
            blend.walk(seen).find(|at| at.rank == preferred).map_or(0.0, |at| at.ratio)
        })
    }),
    ..SHARED
};

pub(crate) const P_PLUS: Entry = Entry {
    name: "P+",
    title: "P-plus",
    formula: "1/C(rp) Σ_{r ≤ rp} I(r) BR(r), rp as in P-measure; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
    source: "Sakai, survey of NTCIR, Eq. 4",
    kernel: Resolved(|metric, _| {
        of_ratios(metric, |seen, blend| {
            let preferred = preferred_rank(seen);
            let (mut found, mut sum) = (0.0, 0.0);
            for at in blend.walk(seen).take_while(|at| at.rank <= preferred) {
                found += 1.0;
                sum += at.ratio;
            }
            if preferred == 0 { 0.0 } else { sum / found }
        })
    }),
    ..SHARED
};
