//! Novelty measures: the more documents for an intent are above a document, the less the document is worth
//! for this intent.
//!
//! All these measures use one sum, with one of three discounts d. M_i(r) is 1 if the document at rank r is
//! relevant to intent i, else 0, and c_i(r) counts the documents above rank r that are relevant to i:
//!
//! S = Σ_r d(r) Σ_i Pr(i|q) M_i(r) (1 - α)^c_i(r)
//!
//! Given probabilities are not rescaled. Without probabilities, or with `weights='ndeval'`, the
//! intents with a relevant document are equally probable. Documents of level `rel` or above are relevant.
//! `None` if no document is relevant to an intent with a probability above 0. The ideal list is the greedy
//! one: each next document is the one that adds most to S, and the greatest id breaks ties. A score that is
//! divided by S of the greedy list may exceed 1, because this list is not always the best.
//!
//! # alpha_DCG
//!
//! α-DCG@k = S / Σ_{r ≤ k} d(r) (1 - α)^(r-1), with d(r) = 1/log2(1 + r).
//!
//! The divisor is S for a list in which every document is relevant to every intent. ndeval has the same
//! divisor, except at cutoff 1; the paper does not divide.
//!
//! Clarke et al., SIGIR 2008; ndeval.
//!
//! # alpha_nDCG
//!
//! α-nDCG@k is S divided by S of the greedy ideal list, with d(r) = 1/log2(1 + r).
//!
//! Clarke et al., SIGIR 2008; ndeval.
//!
//! ```
//! // Both documents are relevant to the first intent, and the second one also to the other intent.
//! let list: rejudge_metrics::IntentRanking = "0.5 0.5: 10 11".parse()?;
//! let log2_3 = 3.0_f64.log2();
//! let (sum, best) = (1.0 + (0.5 + 1.0) / log2_3, 2.0 + 0.5 / log2_3);
//! assert!((list.score("alpha_nDCG@10")?.unwrap() - sum / best).abs() < 1e-15);
//! assert!((list.score("alpha_DCG@2")?.unwrap() - sum / 2.0 / (1.0 + 0.5 / log2_3)).abs() < 1e-15);
//! assert_eq!(list.score("nERR_IA@10")?, Some((1.0 + 1.5 / 2.0) / (2.0 + 0.5 / 2.0)));
//! assert_eq!(list.score("ERR_IA@2")?, Some((1.0 + 1.5 / 2.0) / (2.0 * (1.0 + 0.5 / 2.0))));
//! assert_eq!(list.score("NRBP")?, Some((1.0 - 0.25) * (1.0 + 1.5 * 0.5) / 2.0));
//! assert_eq!(list.score("nNRBP")?, Some((1.0 + 1.5 * 0.5) / (2.0 + 0.5 * 0.5)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # ERR_IA
//!
//! ERR-IA@k = S / Σ_{r ≤ k} d(r) (1 - α)^(r-1), with d(r) = 1/r.
//!
//! This is ndeval's binary form, in which a user stops at a relevant document with probability α, whatever
//! the level. [`gERR_IA`](super::intent_aware::err) is graded, as in Chapelle et al. The divisor is S for a
//! list in which every document is relevant to every intent, as for alpha_DCG. ndeval has the same divisor,
//! except at cutoff 1.
//!
//! ndeval, after Chapelle et al., CIKM 2009.
//!
//! # nERR_IA
//!
//! nERR-IA@k is S divided by S of the greedy ideal list, with d(r) = 1/r. It is binary, like ERR_IA.
//!
//! ndeval, after Chapelle et al., CIKM 2009.
//!
//! # NRBP
//!
//! NRBP = (1 - (1 - α) β) S, with d(r) = β^(r-1).
//!
//! Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.
//!
//! # nNRBP
//!
//! nNRBP is NRBP divided by the NRBP of the greedy ideal list.
//!
//! Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.

use crate::diversity::measure::*;

/// The discount of a rank.
#[derive(Clone, Copy, Debug)]
enum Decay {
    /// 1/log2(1 + r).
    Log2,
    /// 1/r.
    Reciprocal,
    /// β^(r-1).
    Power,
}

/// The divisor of S.
#[derive(Clone, Copy, Debug)]
enum Divisor {
    /// S for a list in which every document is relevant to every intent.
    PerfectList,
    /// S of the greedy ideal list.
    IdealList,
    /// 1 / (1 - (1 - α) β).
    StoppingRate,
}

const ALPHA: Parameter = Parameter::new(
    "alpha",
    "share of an intent's worth that each document for the intent takes away",
    Domain::Share,
    Some("0.5"),
);

const BETA: Parameter = Parameter::new(
    "beta",
    "patience: probability of going on to the next document",
    Domain::Proportion,
    Some("0.5"),
);

/// The parameters of S for one measure. β is 0 if the measure has no parameter β.
#[derive(Clone, Debug)]
struct Novelty {
    alpha: f64,
    beta: f64,
    /// The discounts; `None` for 1/r.
    weights: Option<RankWeights>,
    /// The cutoff in the name. `max-rank` is not applied here, because it must not shorten the ideal list.
    cutoff: u32,
}

/// Returns the kernel of S with the discount `decay`, divided by `divisor`.
fn novelty(
    metric: &Metric,
    setting: &Setting<'_>,
    decay: Decay,
    divisor: Divisor,
) -> Result<IntentKernel, ScorerError> {
    let beta = metric.value("beta").map_or(0.0, |_| metric.number("beta"));
    let weights = match decay {
        Decay::Log2 => Some(RankWeights::new(Law::Log2, setting.last_rank(metric))),
        Decay::Reciprocal => None,
        Decay::Power => Some(RankWeights::new(Law::Power { p: beta }, setting.last_rank(metric))),
    };
    let novelty = Novelty { alpha: metric.number("alpha"), beta, weights, cutoff: cutoff(metric) };
    by_intent(move |topic| {
        let weight_divisor = topic.weight_divisor?;
        let divisor = match divisor {
            Divisor::PerfectList => weight_divisor * novelty.perfect_list(),
            Divisor::IdealList => {
                let order = topic.greedy(novelty.alpha);
                let best = (1..).zip(order.iter().copied()).take(novelty.cutoff as usize);
                novelty.sum(topic, best, &mut vec![0.0; topic.intents.len()])
            }
            Divisor::StoppingRate => weight_divisor / (1.0 - (1.0 - novelty.alpha) * novelty.beta),
        };
        let novelty = novelty.clone();
        prepared(move |topic, ranking, scratch| {
            novelty.sum(topic, ranking.iter().map(|placed| (placed.rank, placed.row)), scratch) / divisor
        })
    })
}

impl Novelty {
    fn weight(&self, rank: u32) -> f64 {
        self.weights.as_ref().map_or_else(|| 1.0 / f64::from(rank), |weights| weights.at(rank))
    }

    /// Returns S for `documents`, pairs of rank and row, with the topic's weights instead of probabilities.
    fn sum(
        &self,
        topic: &TopicGains,
        documents: impl Iterator<Item = (u32, u32)>,
        scratch: &mut [f64],
    ) -> f64 {
        let worth = &mut scratch[..topic.intents.len()];
        worth.copy_from_slice(&topic.weights);
        let mut sum = 0.0;
        for (rank, row) in documents {
            let mut novelty = 0.0;
            for (worth, &gain) in worth.iter_mut().zip(topic.row(row)) {
                if gain > 0.0 {
                    novelty += *worth;
                    *worth *= 1.0 - self.alpha;
                }
            }
            sum += novelty * self.weight(rank);
        }
        sum
    }

    /// Returns S for a list in which every document is relevant to the only intent, which has the weight 1.
    fn perfect_list(&self) -> f64 {
        let (mut worth, mut sum) = (1.0, 0.0);
        for rank in 1..=self.cutoff {
            if worth == 0.0 {
                break;
            }
            sum += worth * self.weight(rank);
            worth *= 1.0 - self.alpha;
        }
        sum
    }
}

/// Defines the entries, each with its discount and divisor.
macro_rules! forms {
    ($($entry:ident: $name:literal, $title:literal, $quotient:literal, $d:literal, $parameters:expr,
       $cutoff:ident, $source:literal, Decay::$kind:ident, Divisor::$divisor:ident;)+) => { $(
        pub(crate) const $entry: Entry = Entry {
            name: $name,
            title: $title,
            formula: concat!($quotient, ", S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = ", $d, "; Pr as in AP_IA"),
            parameters: $parameters,
            cutoff: Cutoff::$cutoff,
            source: $source,
            kernel: ByIntent(|metric, setting| novelty(metric, setting, Decay::$kind, Divisor::$divisor)),
            ..Entry::BINARY
        };
    )+ };
}

forms! {
    ALPHA_DCG: "alpha_DCG", "novelty-biased discounted cumulative gain",
        "S / Σ d(r) (1-α)^(r-1)", "1/log2(1+r)", &[ALPHA, WEIGHTS], Required,
        "Clarke et al., SIGIR 2008; ndeval, alpha-DCG", Decay::Log2, Divisor::PerfectList;
    ALPHA_NDCG: "alpha_nDCG", "novelty-biased nDCG",
        "S / S_I", "1/log2(1+r), S_I of the greedy ideal list", &[ALPHA, WEIGHTS], Required,
        "Clarke et al., SIGIR 2008; ndeval, alpha-nDCG", Decay::Log2, Divisor::IdealList;
    ERR_IA: "ERR_IA", "binary intent-aware expected reciprocal rank",
        "S / Σ d(r) (1-α)^(r-1)", "1/r; every relevant document satisfies with probability α", &[ALPHA, WEIGHTS], Required,
        "ndeval, ERR-IA, after Chapelle et al., CIKM 2009", Decay::Reciprocal, Divisor::PerfectList;
    NERR_IA: "nERR_IA", "binary intent-aware expected reciprocal rank, divided by the ideal list's",
        "S / S_I", "1/r, S_I of the greedy ideal list; every relevant document satisfies with probability α",
        &[ALPHA, WEIGHTS], Required, "ndeval, nERR-IA, after Chapelle et al., CIKM 2009", Decay::Reciprocal, Divisor::IdealList;
    NRBP: "NRBP", "novelty- and rank-biased precision",
        "(1 - (1-α) β) S", "β^(r-1)", &[ALPHA, BETA, WEIGHTS], Never,
        "Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval, NRBP", Decay::Power, Divisor::StoppingRate;
    NNRBP: "nNRBP", "novelty- and rank-biased precision, divided by the ideal list's",
        "S / S_I", "β^(r-1), S_I of the greedy ideal list", &[ALPHA, BETA, WEIGHTS], Never,
        "Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval, nNRBP", Decay::Power, Divisor::IdealList;
}
