//! D-measures: ad hoc measures of global gains, which combine a document's gains for all intents.
//!
//! # D-nDCG
//!
//! D-nDCG is [`nDCG`](crate::adhoc::ndcg) with global gains GG = Σ Pr(i|q) g_i. The ideal list holds all judged
//! documents with a global gain, the highest first:
//!
//! D-nDCG@k = Σ_{r ≤ k} GG(r) d(r) / Σ_{r ≤ k} GG_I(r) d(r)
//!
//! With a single intent of probability 1 this is nDCG. Unjudged documents gain 0. `None` if no judged
//! document has a global gain.
//!
//! Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 7.
//!
//! ```
//! // Global gains: 0.25 * 1 + 0.25 * 1 = 0.5, and 0.5 * 2 + 0.25 * 1 = 1.25.
//! let list: rejudge_metrics::IntentRanking = "0.5 0.25 0.25: 011 . 210".parse()?;
//! assert!((list.score("D-nDCG@3")?.unwrap() - (0.5 + 1.25 / 2.0) / (1.25 + 0.5 / 3.0_f64.log2())).abs() < 1e-15);
//! let first = (1.0 + 0.5) / (1.0 + 1.25);
//! assert_eq!(list.score("D-Q")?, Some((first + (2.0 + 1.75) / (3.0 + 1.75)) / 2.0));
//! assert_eq!(list.score("D-Q@2")?, Some(first / 2.0));
//! assert_eq!(list.score("D-Q@1")?, Some(first));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # D-Q
//!
//! D-Q is [`Q`](crate::adhoc::q) with global gains. R is the number of documents with a global gain, and with a
//! cutoff l the divisor is min(l, R).
//!
//! With a single intent of probability 1 this is Q. Unjudged documents count as nonrelevant. `None` if no
//! judged document has a global gain.
//!
//! Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eqs. 1, 3 and 7.

use crate::adhoc::blended::{BETA, Blend};
use crate::adhoc::dcg::{PARAMETERS, discounted, weights};
use crate::diversity::measure::*;

pub(crate) const D_NDCG: Entry = Entry {
    name: "D-nDCG",
    title: "nDCG on global gains",
    formula: "Σ GG(r) d(r) / Σ GG_I(r) d(r), GG = Σ Pr(i|q) g_i; d as in nDCG",
    parameters: &PARAMETERS,
    cutoff: Cutoff::Optional,
    source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 7",
    kernel: ByIntent(d_ndcg),
    ..Entry::GRADED
};

pub(crate) fn d_ndcg(metric: &Metric, setting: &Setting<'_>) -> Result<IntentKernel, ScorerError> {
    let (weights, cutoff) = (weights(metric, setting), cutoff(metric));
    by_intent(move |topic| {
        let (weights, ideal) = (weights.clone(), ideal_dcg(&topic.ideal, cutoff, &weights)?);
        prepared(move |topic, ranking, _| discounted(global_gains(topic, ranking), &weights) / ideal)
    })
}

/// Returns the discounted cumulative gain of an ideal list down to `cutoff`, or `None` if no document has a
/// gain.
pub(crate) fn ideal_dcg(ideal: &[f64], cutoff: u32, weights: &RankWeights) -> Option<f64> {
    let ideal = ideal.iter().copied().take(cutoff as usize);
    Some(discounted((1..).zip(ideal), weights)).filter(|&sum| sum > 0.0)
}

/// Returns (rank, global gain) for each document.
fn global_gains(topic: &TopicGains, ranking: &[Placed]) -> impl Iterator<Item = (u32, f64)> {
    ranking.iter().map(|placed| (placed.rank, topic.global(placed.row)))
}

pub(crate) const D_Q: Entry = Entry {
    name: "D-Q",
    title: "Q-measure on global gains",
    formula: "(1/min(l, R)) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r)), cg of GG = Σ Pr(i|q) g_i",
    parameters: &[BETA],
    cutoff: Cutoff::Optional,
    source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eqs. 1, 3 and 7",
    kernel: ByIntent(d_q),
    ..Entry::GRADED
};

pub(crate) fn d_q(metric: &Metric, _: &Setting<'_>) -> Result<IntentKernel, ScorerError> {
    let (blend, cutoff) = (Blend::new(metric.number("beta")), cutoff(metric));
    by_intent(move |topic| {
        let divisor = (topic.ideal.len() as u32).min(cutoff);
        if divisor == 0 {
            return None;
        }
        prepared(move |topic, ranking, _| {
            let relevant = global_gains(topic, ranking).filter(|&(_, gain)| gain > 0.0);
            let ratios = blend.ratios(relevant, topic.ideal.iter().copied());
            ratios.fold(0.0, |sum, ratio| sum + ratio) / f64::from(divisor)
        })
    })
}
