//! Discounted cumulative gain, and the discounts that nDCG shares.
//!
//! g(r) is the gain at rank r, and d(r) is the discount as in [`ndcg`](super::ndcg):
//!
//! DCG@k = Σ_{r ≤ k} g(r) d(r)
//!
//! DCG is not normalised, so scores may exceed 1, and you cannot compare topics that have many relevant
//! documents with topics that have few. Without a cutoff the sum runs over the whole list. Unjudged documents
//! gain 0. `None` if no judged document has a gain, because the value would be 0 for every run.
//!
//! Järvelin and Kekäläinen, TOIS 2002; Burges et al., ICML 2005.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.2".parse()?;
//! assert_eq!(list.score("DCG")?, Some(1.0 + 2.0 / 2.0));
//! assert_eq!(list.score("DCG@2")?, Some(1.0));
//! // Base 4 discounts nothing before rank 5.
//! assert_eq!(list.score("DCG(dcg='jk', log=4)")?, Some(3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// The parameters of the discount; [`weights`] turns them into a table.
pub(crate) const PARAMETERS: [Parameter; 2] = [
    Parameter::new(
        "dcg",
        "the discount: Microsoft's, which trec_eval uses, or the original one of Järvelin and Kekäläinen",
        Domain::Words(&["log2", "jk"]),
        Some("log2"),
    ),
    Parameter {
        name: "log",
        meaning: "base of the logarithm, and last rank without a discount",
        domain: Domain::LogBase,
        default: None,
        only_with: Some(("dcg", "jk")),
    },
];

pub(crate) fn weights(metric: &Metric, setting: &Setting<'_>) -> RankWeights {
    let law = match metric.value("log") {
        Some(Value::Decimal(base)) => Law::Log { base: base.value() },
        _ => Law::Log2,
    };
    RankWeights::new(law, setting.last_rank(metric))
}

#[inline]
pub(crate) fn discounted(gains: impl Iterator<Item = (u32, f64)>, weights: &RankWeights) -> f64 {
    gains.fold(0.0, |sum, (rank, gain)| sum + gain * weights.at(rank))
}

/// Returns the sum of the gains times the weights of their ranks: DCG, or the sum in graded RBP.
pub(crate) fn weighted_gains(seen: &Seen<'_>, weights: &RankWeights) -> f64 {
    discounted(seen.hits.iter().map(|hit| (hit.rank, seen.gain(hit.level))), weights)
}

pub(crate) const DCG: Entry = Entry {
    name: "DCG",
    title: "discounted cumulative gain",
    formula: "Σ g(r) d(r); log2: d(r) = 1/log2(1+r); jk: d(r) = 1 for r ≤ b, else 1/log_b(r), where b is the parameter log",
    parameters: &PARAMETERS,
    cutoff: Cutoff::Optional,
    source: "jk: Järvelin and Kekäläinen, TOIS 2002, Eq. 2; log2: Burges et al., ICML 2005 (Sakai, survey of NTCIR, section 4.3)",
    kernel: Resolved(|metric, setting| {
        let weights = weights(metric, setting);
        kernel(move |seen| seen.relevant().map(|_| weighted_gains(seen, &weights)))
    }),
    ..Entry::GRADED
};
