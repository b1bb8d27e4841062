//! The residual of rank-biased precision: how much unjudged documents could add to the score.
//!
//! The residual is the amount by which rank-biased precision would rise if every unjudged document were
//! relevant, including every document after the n documents of the list. U(r) is 1 if the document at rank r
//! is unjudged, else 0:
//!
//! RBPresidual = p^n + (1 - p) Σ_{r ≤ n} U(r) p^(r-1)
//!
//! A document whose judgment is withheld ([`Pooled`](crate::Verdict::Pooled)) counts as unjudged. If all
//! documents of a list are judged, we return 0 like trec_eval, although the formula gives p^n. The residual
//! is defined even if R = 0, because it does not depend on relevant documents.
//!
//! Moffat and Zobel, TOIS 2008; trec_eval, `rbp_resid`.
//!
//! ```
//! // The document at rank 2 is unjudged.
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
    let is_judged = |entry: &&Judged| matches!(entry.verdict, Verdict::Level(_)) && entry.rank <= retrieved;
    let judged_ranks = seen.list.documents().iter().filter(is_judged).map(|entry| entry.rank);
    let (mut last_judged, mut has_unjudged, mut sum) = (0, false, 0.0);
    'sum: for judged_rank in judged_ranks.chain([retrieved + 1]) {
        for unjudged_rank in last_judged + 1..judged_rank {
            let before = sum;
            sum += weights.at(unjudged_rank);
            has_unjudged = true;
            // Weights fall, so if one weight is too small to change the sum, all later weights are too small.
            if sum == before {
                break 'sum;
            }
        }
        last_judged = judged_rank;
    }
    if has_unjudged { libm::pow(p, f64::from(retrieved)) + (1.0 - p) * sum } else { 0.0 }
}
