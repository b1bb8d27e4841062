//! Measures for users who want one document: O-measure, P-measure and P-plus. Unlike Q, they ignore all
//! documents below the document that the user wants.
//!
//! # O-measure
//!
//! O-measure is a graded reciprocal rank, where r1 is the rank of the first relevant document:
//!
//! O = BR(r1) = (1 + β g(r1)) / (r1 + β cg_I(r1)), 0 if no relevant document is retrieved
//!
//! Documents with a gain above 0 are relevant. β = 0 gives RR. Unjudged documents count as nonrelevant. The score is 0
//! if the first relevant document is below the cutoff, and `None` if no judged document has a gain.
//!
//! Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
//! `O-measure`.
//!
//! ```
//! // The ideal list's cumulative gain is 3, 4, 5, 5, ..
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
//! P-measure is the blended ratio at the preferred rank rp. This is the rank of the first document with the
//! highest gain in the list down to the cutoff (not in the topic's judgments):
//!
//! P = BR(rp), 0 if no relevant document is retrieved
//!
//! As for O-measure, documents with a gain above 0 are relevant, unjudged documents count as nonrelevant, and
//! the score is `None` if no judged document has a gain. A larger cutoff may lower the score, because a
//! better document comes into view.
//!
//! Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
//! `P-measure`.
//!
//! # P+
//!
//! P-plus averages BR over the relevant documents down to the preferred rank rp of P-measure:
//!
//! P+ = 1/C(rp) Σ_{r ≤ rp} I(r) BR(r), 0 if no relevant document is retrieved
//!
//! As for O-measure, documents with a gain above 0 are relevant, unjudged documents count as nonrelevant, and
//! the score is `None` if no judged document has a gain.
//!
//! Sakai, survey of NTCIR, Eq. 4.

use super::blended::{BETA, Blend};
use crate::adhoc::measure::*;

const SHARED: Entry = Entry { parameters: &[BETA], cutoff: Cutoff::Optional, ..Entry::GRADED };

/// Returns the kernel that computes `score` with the β of `metric`. The kernel returns `None` if no judged
/// document is relevant.
fn blend_kernel(metric: &Metric, score: fn(&Seen<'_>, Blend) -> f64) -> Result<Kernel, ScorerError> {
    let blend = Blend::new(metric.number("beta"));
    kernel(move |seen| seen.relevant().map(|_| score(seen, blend)))
}

/// Returns the first rank with the highest gain in the list, or 0 if no document has a gain.
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
        blend_kernel(metric, |seen, blend| blend.walk(seen).next().map_or(0.0, |hit| hit.ratio))
    }),
    ..SHARED
};

pub(crate) const P_MEASURE: Entry = Entry {
    name: "P-measure",
    title: "P-measure",
    formula: "BR(rp) at the first of the most relevant documents retrieved; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
    source: "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, P-measure",
    kernel: Resolved(|metric, _| {
        blend_kernel(metric, |seen, blend| {
            let preferred = preferred_rank(seen);
            blend.walk(seen).find(|hit| hit.rank == preferred).map_or(0.0, |hit| hit.ratio)
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
        blend_kernel(metric, |seen, blend| {
            let preferred = preferred_rank(seen);
            let (mut count, mut sum) = (0.0, 0.0);
            for hit in blend.walk(seen).take_while(|hit| hit.rank <= preferred) {
                count += 1.0;
                sum += hit.ratio;
            }
            if preferred == 0 { 0.0 } else { sum / count }
        })
    }),
    ..SHARED
};
