//! Measures of novelty: a document for an intent is worth less, the more documents for that intent are above it.
//!
//! They are one sum with three discounts. M_i(r) is 1 if the document at rank `r` is relevant to intent `i`,
//! else 0, and c_i(r) is the number of documents above it that are:
//!
//! S = Σ_r d(r) Σ_i Pr(i|q) M_i(r) (1 - α)^c_i(r)
//!
//! Given probabilities are not rescaled. If no probabilities are given, or `weights` is `'ndeval'`, they are
//! equal among the intents with a relevant document. Levels of `rel` or above are relevant. `None` if no
//! document is relevant to an intent that has a probability. The measures that divide by the ideal list take
//! the greedy one: each document is the one that adds most to those before it, and among equal ones the one
//! with the greatest id. The greedy list is not always the best list, so that a score may exceed 1.
//!
//! # alpha_DCG
//!
//! α-DCG@k = S / Σ_{r ≤ k} d(r) (1 - α)^(r-1), with d(r) = 1/log2(1 + r).
//!
//! The divisor is the sum of a list on which every document is relevant to every intent (ndeval's; the paper
//! has none). At cutoff 1 ndeval forgets it.
//!
//! Clarke et al., SIGIR 2008; ndeval.
//!
//! # alpha_nDCG
//!
//! α-nDCG@k: S over that of the greedy ideal list, with d(r) = 1/log2(1 + r).
//!
//! Clarke et al., SIGIR 2008; ndeval.
//!
//! ```
//! // Both documents are relevant to the first intent, the second one to the other, too.
//! let list: rejudge_metrics::IntentRanking = "0.5 0.5: 10 11".parse()?;
//! let log2_3 = 3.0_f64.log2();
//! let (found, best) = (1.0 + (0.5 + 1.0) / log2_3, 2.0 + 0.5 / log2_3);
//! assert!((list.score("alpha_nDCG@10")?.unwrap() - found / best).abs() < 1e-15);
//! assert!((list.score("alpha_DCG@2")?.unwrap() - found / 2.0 / (1.0 + 0.5 / log2_3)).abs() < 1e-15);
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
//! The binary form, ndeval's, in which a user stops at a relevant document with probability α whatever its
//! level; [`gERR_IA`](super::intent_aware::err) goes by level, as its authors do. It divides as alpha_DCG
//! does. At cutoff 1 ndeval forgets to.
//!
//! ndeval, after Chapelle et al., CIKM 2009.
//!
//! # nERR_IA
//!
//! nERR-IA@k: S over that of the greedy ideal list, with d(r) = 1/r; binary as ERR_IA is.
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
//! nNRBP: NRBP over that of the greedy ideal list.
//!
//! Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.

use crate::diversity::measure::*;
use std::marker::PhantomData;

use crate::diversity::novelty_forms::{Decay, Form, Over};

/// The measure of the form `F`.
#[derive(Clone, Debug)]
pub(crate) struct Novelty<F> {
    alpha: f64,
    beta: f64,
    /// The discounts; `None` for 1/r.
    weights: Option<RankWeights>,
    last_rank: u32,
    /// The cutoff alone: cutting runs at a rank does not shorten the ideal list.
    ideal_last_rank: u32,
    form: PhantomData<F>,
}

impl<F: Form> IntentMeasure for Novelty<F> {
    const ENTRY: Entry = F::ENTRY;
    /// The divisor, multiplied by the factor that turns the intents' weights into probabilities.
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let beta = if metric.value("beta").is_some() { metric.number("beta") } else { 0.0 };
        let last_rank = setting.last_rank(metric);
        let ideal_last_rank = metric.cutoff().unwrap_or(LAST_RANK);
        let new = Self::new(metric.number("alpha"), beta, last_rank);
        Ok(Self { last_rank, ideal_last_rank, ..new })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        let whole = topic.whole?;
        Some(match F::OVER {
            Over::Perfection => whole * self.perfection(),
            Over::Ideal => {
                let order = topic.greedy(self.alpha);
                let best = (1..).zip(order.iter().copied()).take(self.ideal_last_rank as usize);
                self.sum(topic, best, &mut vec![0.0; topic.intents.len()])
            }
            Over::Rate => whole / (1.0 - (1.0 - self.alpha) * self.beta),
        })
    }

    fn score(&self, divisor: &f64, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        let documents = seen(ranking, self.last_rank).map(|placed| (placed.rank, placed.row));
        self.sum(topic, documents, scratch) / divisor
    }
}

impl<F: Form> Novelty<F> {
    /// With a table of weights down to rank `tabled`.
    fn new(alpha: f64, beta: f64, tabled: u32) -> Self {
        let weights = match F::DECAY {
            Decay::Log2 => Some(RankWeights::new(Law::Log2, tabled)),
            Decay::Reciprocal => None,
            Decay::Patience => Some(RankWeights::new(Law::Power { p: beta }, tabled)),
        };
        Self { alpha, beta, weights, last_rank: tabled, ideal_last_rank: tabled, form: PhantomData }
    }

    fn weight(&self, rank: u32) -> f64 {
        self.weights.as_ref().map_or_else(|| 1.0 / f64::from(rank), |weights| weights.at(rank))
    }

    /// S of (rank, row), with the weights of the intents in place of their probabilities.
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

    /// Σ d(r) (1 - α)^(r-1) down to the cutoff.
    fn perfection(&self) -> f64 {
        let (mut worth, mut sum) = (1.0, 0.0);
        for rank in 1..=self.ideal_last_rank {
            if worth == 0.0 {
                break;
            }
            sum += worth * self.weight(rank);
            worth *= 1.0 - self.alpha;
        }
        sum
    }
}
