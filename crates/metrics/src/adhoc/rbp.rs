//! Rank-biased precision: the binary form of Moffat and Zobel, and Sakai's graded form.
//!
//! # RBP
//!
//! The user goes on to the next document with probability `p`, 0 < p < 1:
//!
//! RBP = (1 - p) Σ I(r) p^(r-1)
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. A cutoff ends the
//! sum. Without a cutoff the ideal list scores 1 - p^R, not 1. `None` if R = 0, because the value would be 0
//! for every run.
//!
//! Moffat and Zobel, TOIS 2008. If all gains are equal, it is also Eq. 4 of Sakai, IPSJ 2009.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "2.1".parse()?;
//! assert_eq!(list.score("RBP(p=0.5)")?, Some(0.5 * (1.0 + 0.25)));
//! assert_eq!(list.score("RBP(p=0.5, rel=2)")?, Some(0.5));
//! assert_eq!(list.score("RBP(p=0.5)@2")?, Some(0.5));
//! assert_eq!(list.score("RBP(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # gRBP
//!
//! gRBP is graded rank-biased precision. gain(H) is the highest gain in the table of gains, even if no document of the
//! topic has it:
//!
//! gRBP = (1 - p) / gain(H) Σ g(r) p^(r-1)
//!
//! Unjudged documents gain 0. A cutoff ends the sum. With equal gains this is RBP. `None` if no judged document has a
//! gain.
//!
//! Sakai, IPSJ 2009, Eq. 4 (there called RBP, with p = 0.95).
//!
//! ```
//! // The table of gains has a level 4, which no document of this topic has.
//! let list: rejudge_metrics::JudgedRanking = "2.1".parse()?;
//! assert_eq!(list.score("gRBP(p=0.5, gains={1: 1, 2: 2, 3: 3, 4: 4})")?, Some(0.5 / 4.0 * (2.0 + 0.25)));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("gRBP")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::dcg::weighted_gains;
use crate::adhoc::measure::*;

/// Returns the parameter p, with this default.
pub(crate) const fn persistence(default: &'static str) -> Parameter {
    Parameter::new(
        "p",
        "persistence: probability of going on to the next document",
        Domain::Proportion,
        Some(default),
    )
}

/// Returns p and the weights p^(r-1).
pub(crate) fn powers(metric: &Metric, setting: &Setting<'_>) -> (f64, RankWeights) {
    let p = metric.number("p");
    (p, RankWeights::new(Law::Power { p }, setting.last_rank(metric)))
}

pub(crate) const RBP: Entry = Entry {
    name: "RBP",
    title: "rank-biased precision",
    formula: "(1 - p) Σ I(r) p^(r-1)",
    parameters: &[persistence("0.8")],
    cutoff: Cutoff::Optional,
    source: "Moffat and Zobel, TOIS 2008; with equal gains Sakai, IPSJ 2009, Eq. 4",
    kernel: Resolved(|metric, setting| {
        let (p, weights) = powers(metric, setting);
        kernel(move |seen| {
            seen.relevant()?;
            Some((1.0 - p) * seen.relevant_hits().fold(0.0, |sum, hit| sum + weights.at(hit.rank)))
        })
    }),
    ..Entry::BINARY
};

/// Returns the kernel of graded RBP, which divides gains by the gain that `highest` returns.
pub(crate) fn graded(
    metric: &Metric,
    setting: &Setting<'_>,
    highest: fn(&Seen<'_>) -> f64,
) -> Result<Kernel, ScorerError> {
    let (p, weights) = powers(metric, setting);
    kernel(move |seen| {
        seen.relevant()?;
        Some((1.0 - p) / highest(seen) * weighted_gains(seen, &weights))
    })
}

pub(crate) const GRBP: Entry = Entry {
    name: "gRBP",
    title: "graded rank-biased precision",
    formula: "(1 - p) / gain(H) Σ g(r) p^(r-1)",
    parameters: &[persistence("0.95")],
    cutoff: Cutoff::Optional,
    source: "Sakai, IPSJ 2009, Eq. 4",
    kernel: Resolved(|metric, setting| graded(metric, setting, |seen| seen.gains.highest())),
    ..Entry::GRADED
};
