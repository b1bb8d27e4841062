//! The residual of rank-biased precision: the score that the unjudged documents could still add.
//!
//! The most that rank-biased precision could gain if every unjudged document were relevant, including those
//! after the n documents of the list. U(r) is 1 if the document at rank r is unjudged, else 0:
//!
//! RBPresidual = p^n + (1 - p) Σ_{r ≤ n} U(r) p^(r-1)
//!
//! A document that is pooled but unjudged counts as unjudged. For a list without any unjudged document
//! trec_eval returns 0, although the formula gives p^n; this measure does the same. Defined if R = 0 too,
//! because it depends on no relevant document.
//!
//! Moffat and Zobel, TOIS 2008; trec_eval, `rbp_resid`.
//!
//! ```
//! // Nothing is judged at rank 2.
//! let list: rejudge_metrics::JudgedRanking = "1.0".parse()?;
//! assert_eq!(list.score("RBPresidual(p=0.5)")?, Some(0.125 + 0.5 * 0.5));
//! assert_eq!("1".parse::<rejudge_metrics::JudgedRanking>()?.score("RBPresidual(p=0.5)")?, Some(0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::rbp::{persistence, powers};
use crate::adhoc::measure::*;

pub(crate) const RBP_RESIDUAL: Entry = Entry {
    name: "RBPresidual",
    title: "residual of rank-biased precision",
    formula: "p^n + (1 - p) Σ U(r) p^(r-1) over the n documents retrieved; 0 when none is unjudged",
    parameters: &[persistence("0.9")],
    relevance: Relevance::Any,
    source: "Moffat and Zobel, TOIS 2008; trec_eval, rbp_resid",
    higher_is_better: false,
    walks_ranking: true,
    kernel: Resolved(|metric, setting| {
        let (p, weights) = powers(metric, setting);
        kernel(move |seen| Some(residual(seen, p, &weights)))
    }),
    ..Entry::BINARY
};

fn residual(seen: &Seen<'_>, p: f64, weights: &RankWeights) -> f64 {
    let retrieved = seen.retrieved();
    let judged = |entry: &&Judged| matches!(entry.verdict, Verdict::Level(_)) && entry.rank <= retrieved;
    let judged = seen.list.documents().iter().filter(judged).map(|entry| entry.rank);
    let (mut above, mut unjudged, mut sum) = (0, false, 0.0);
    'sum: for rank in judged.chain([retrieved + 1]) {
        for rank in above + 1..rank {
            let before = sum;
            sum += weights.at(rank);
            unjudged = true;
            // Weights fall: once one is lost in the sum, so are all others.
            if sum == before {
                break 'sum;
            }
        }
        above = rank;
    }
    if unjudged { libm::pow(p, f64::from(retrieved)) + (1.0 - p) * sum } else { 0.0 }
}
