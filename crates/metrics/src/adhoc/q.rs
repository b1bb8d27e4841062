//! Q-measure: average precision with a blend of precision and cumulative gain instead of precision.
//!
//! cg(r) and cg_I(r) sum the gains in the top r of the list and of the ideal list:
//!
//! Q = (1/R) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r))
//!
//! Documents with a gain above 0 are relevant. β = 0 gives AP; β = ∞ leaves the ratio of cumulative gains.
//! Unjudged documents count as nonrelevant. A cutoff ends the sum; the divisor is then min(cutoff, R), as in
//! the definition of Q@l (unlike AP@k), or R with `norm='R'`. `None` if no judged document has a gain.
//!
//! Sakai, IPSJ 2009, Eq. 2 (with β = 1); Q@l: Sakai, survey of NTCIR, Eq. 3.
//!
//! ```
//! // The ideal list's cumulative gain is 3, 4, 4, ..
//! let list: rejudge_metrics::JudgedRanking = "1.3".parse()?;
//! assert_eq!(list.score("Q")?, Some(((1.0 + 1.0) / (1.0 + 3.0) + (2.0 + 4.0) / (3.0 + 4.0)) / 2.0));
//! assert_eq!(list.score("Q(beta=0)")?, Some((1.0 / 1.0 + 2.0 / 3.0) / 2.0));
//! assert_eq!(list.score("Q(beta=inf)")?, Some((1.0 / 3.0 + 4.0 / 4.0) / 2.0));
//! assert_eq!(list.score("Q@1")?, Some(0.5));
//! assert_eq!(list.score("Q(norm='R')@1")?, Some(0.25));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("Q")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::ap::{divisor_limit, norm};
use super::blended::{BETA, Blend};
use crate::adhoc::measure::*;

pub(crate) const Q: Entry = Entry {
    name: "Q",
    title: "Q-measure",
    formula: "(1/R) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r)); with a cutoff 1/min(k, R)",
    parameters: &[BETA, norm("min")],
    cutoff: Cutoff::Optional,
    source: "Sakai, IPSJ 2009, Eq. 2; Sakai, survey of NTCIR, Eq. 3",
    kernel: Resolved(|metric, _| {
        let (blend, divisor_limit) = (Blend::new(metric.number("beta")), divisor_limit(metric));
        kernel(move |seen| {
            let relevant = seen.relevant()?;
            let sum = blend.walk(seen).fold(0.0, |sum, hit| sum + hit.ratio);
            Some(sum / f64::from(relevant.min(divisor_limit)))
        })
    }),
    ..Entry::GRADED
};
