//! Measures of novelty: the more documents for an intent stand above, the less another one is worth.
//!
//! They are one sum with three discounts, M_i(r) being whether the document at rank `r` is relevant to
//! intent `i`, and c_i(r) how many above it are:
//!
//! S = Σ_r d(r) Σ_i Pr(i|q) M_i(r) (1 - α)^c_i(r)
//!
//! Given probabilities are not rescaled. Where nobody gave any, or `weights` is ndeval's, they are equal
//! among the intents with a relevant document. Levels of `rel` or above are relevant (0 means 1). `None` when
//! no document is relevant to an intent that has a probability. The measures that divide by the ideal list
//! take the greedy one, each document the one that adds most to those before it, the greatest id of equal
//! ones: it is not always the best list, so that a score may exceed 1.

use std::marker::PhantomData;

use crate::diversity::kernel::{IntentMeasure, binary, seen};
use crate::diversity::novelty_forms::{AlphaDcg, AlphaNdcg, Decay, ErrIa, Form, NerrIa, Nnrbp, Nrbp, Over};
use crate::diversity::topic::{IntentTopic, Placed};
use crate::diversity::topic_gains::TopicGains;
use crate::metric::Metric;
use crate::rank_weights::{Law, RankWeights};
use crate::registry::Entry;
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// α-DCG@k = S / Σ_{r ≤ k} d(r) (1 - α)^(r-1), with d(r) = 1/log2(1 + r).
///
/// The divisor is the sum of a list on which every document is relevant to every intent (ndeval's; the
/// paper has none). At cutoff 1 ndeval forgets it.
///
/// Clarke et al., SIGIR 2008; ndeval.
pub fn alpha_dcg(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    rel: u8,
    alpha: f64,
    cutoff: u32,
) -> Option<f64> {
    Novelty::<AlphaDcg>::at(alpha, 0.0, cutoff).alone(topic, &binary(rel), ranking)
}

/// α-nDCG@k: S over that of the greedy ideal list, with d(r) = 1/log2(1 + r).
///
/// Clarke et al., SIGIR 2008; ndeval.
///
/// ```
/// use rejudge_metrics::diversity::{alpha_dcg, alpha_ndcg};
/// use rejudge_metrics::{Intent, IntentTopic, Placed};
/// let intents = [Intent { probability: 0.5, navigational: false }; 2];
/// // Both documents are relevant to the first intent, the second one to the other, too.
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[1, 0, 1, 1],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 2, row: 1 }];
/// let log2_3 = 3.0_f64.log2();
/// let (found, best) = (1.0 + (0.5 + 1.0) / log2_3, 2.0 + 0.5 / log2_3);
/// let close = |a: Option<f64>, b: f64| (a.unwrap() - b).abs() < 1e-15;
/// assert!(close(alpha_ndcg(&topic, &ranking, 1, 0.5, 10), found / best));
/// assert!(close(alpha_dcg(&topic, &ranking, 1, 0.5, 2), found / 2.0 / (1.0 + 0.5 / log2_3)));
/// ```
pub fn alpha_ndcg(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    rel: u8,
    alpha: f64,
    cutoff: u32,
) -> Option<f64> {
    Novelty::<AlphaNdcg>::at(alpha, 0.0, cutoff).alone(topic, &binary(rel), ranking)
}

/// ERR-IA@k = S / Σ_{r ≤ k} d(r) (1 - α)^(r-1), with d(r) = 1/r.
///
/// The binary form, ndeval's, in which a user stops at a relevant document with probability α whatever its
/// level;
/// [`graded_err_ia`](crate::diversity::graded_err_ia) goes by level, as its authors do. It divides as
/// [`alpha_dcg`] does. At cutoff 1 ndeval forgets to.
///
/// ndeval, after Chapelle et al., CIKM 2009.
pub fn err_ia(topic: &IntentTopic<'_>, ranking: &[Placed], rel: u8, alpha: f64, cutoff: u32) -> Option<f64> {
    Novelty::<ErrIa>::at(alpha, 0.0, cutoff).alone(topic, &binary(rel), ranking)
}

/// nERR-IA@k: S over that of the greedy ideal list, with d(r) = 1/r; binary as [`err_ia`] is.
///
/// ndeval, after Chapelle et al., CIKM 2009.
///
/// ```
/// use rejudge_metrics::diversity::{err_ia, nerr_ia};
/// use rejudge_metrics::{Intent, IntentTopic, Placed};
/// let intents = [Intent { probability: 0.5, navigational: false }; 2];
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[1, 0, 1, 1],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 2, row: 1 }];
/// assert_eq!(nerr_ia(&topic, &ranking, 1, 0.5, 10), Some((1.0 + 1.5 / 2.0) / (2.0 + 0.5 / 2.0)));
/// assert_eq!(
///     err_ia(&topic, &ranking, 1, 0.5, 2),
///     Some((1.0 + 1.5 / 2.0) / (2.0 * (1.0 + 0.5 / 2.0)))
/// );
/// ```
pub fn nerr_ia(topic: &IntentTopic<'_>, ranking: &[Placed], rel: u8, alpha: f64, cutoff: u32) -> Option<f64> {
    Novelty::<NerrIa>::at(alpha, 0.0, cutoff).alone(topic, &binary(rel), ranking)
}

/// NRBP = (1 - (1 - α) β) S, with d(r) = β^(r-1).
///
/// Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.
///
/// ```
/// use rejudge_metrics::diversity::{nnrbp, nrbp};
/// use rejudge_metrics::{Intent, IntentTopic, Placed};
/// let intents = [Intent { probability: 0.5, navigational: false }; 2];
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[1, 0, 1, 1],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 2, row: 1 }];
/// assert_eq!(nrbp(&topic, &ranking, 1, 0.5, 0.5), Some((1.0 - 0.25) * (1.0 + 1.5 * 0.5) / 2.0));
/// assert_eq!(nnrbp(&topic, &ranking, 1, 0.5, 0.5), Some((1.0 + 1.5 * 0.5) / (2.0 + 0.5 * 0.5)));
/// ```
pub fn nrbp(topic: &IntentTopic<'_>, ranking: &[Placed], rel: u8, alpha: f64, beta: f64) -> Option<f64> {
    Novelty::<Nrbp>::at(alpha, beta, LAST_RANK).alone(topic, &binary(rel), ranking)
}

/// nNRBP: NRBP over that of the greedy ideal list.
///
/// Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.
pub fn nnrbp(topic: &IntentTopic<'_>, ranking: &[Placed], rel: u8, alpha: f64, beta: f64) -> Option<f64> {
    Novelty::<Nnrbp>::at(alpha, beta, LAST_RANK).alone(topic, &binary(rel), ranking)
}

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
    /// The divisor, multiplied by what makes probabilities of the intents' weights.
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
    /// For one list, for which a table of weights would cost too much.
    fn at(alpha: f64, beta: f64, cutoff: u32) -> Self {
        Self { last_rank: cutoff, ideal_last_rank: cutoff, ..Self::new(alpha, beta, 0) }
    }

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
