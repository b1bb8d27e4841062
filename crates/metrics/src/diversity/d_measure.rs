//! D-measures: an ad hoc measure on the global gains of documents.

use crate::adhoc::blended::{BETA, Blend};
use crate::adhoc::dcg::{Discount, discounted};
use crate::diversity::kernel::{IntentMeasure, seen};
use crate::diversity::topic::{IntentTopic, Placed};
use crate::diversity::topic_gains::TopicGains;
use crate::metric::Metric;
use crate::rank_weights::RankWeights;
use crate::registry::{Cutoff, Entry, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

/// D-nDCG: [`ndcg`](crate::ndcg) with the global gains GG = Σ Pr(i|q) g_i of the documents, and with
/// all judged documents by global gain as the ideal list:
///
/// D-nDCG@k = Σ_{r ≤ k} GG(r) d(r) / Σ_{r ≤ k} GG_I(r) d(r)
///
/// With a single intent of probability 1 this is nDCG. Unjudged documents gain 0. `None` when no judged
/// document has a global gain.
///
/// Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 7.
///
/// ```
/// use rejudge_metrics::{Discount, Intent, IntentTopic, Placed, diversity::d_ndcg};
/// use rejudge_levels::Gains;
/// let intents = [0.5, 0.25, 0.25].map(|probability| Intent { probability, navigational: false });
/// // Global gains: 0.5 * 2 + 0.25 * 1 = 1.25, and 0.25 * 1 + 0.25 * 1 = 0.5.
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[2, 1, 0, 0, 1, 1],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 1 }, Placed { rank: 3, row: 0 }];
/// let score = d_ndcg(&topic, &ranking, &Gains::linear(2), Discount::Log2, Some(3)).unwrap();
/// assert!((score - (0.5 + 1.25 / 2.0) / (1.25 + 0.5 / 3.0_f64.log2())).abs() < 1e-15);
/// ```
pub fn d_ndcg(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    gains: &Gains,
    discount: Discount,
    cutoff: Option<u32>,
) -> Option<f64> {
    DNdcg::alone_with(discount, cutoff).alone(topic, gains, ranking)
}

/// D-Q: [`q_measure`](crate::q_measure) with the global gains of the documents. With a cutoff `l` the
/// divisor R, the documents with a global gain, is min(l, R).
///
/// With a single intent of probability 1 this is Q. Unjudged documents count as nonrelevant. `None` when no
/// judged document has a global gain.
///
/// Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eqs. 1, 3 and 7.
///
/// ```
/// use rejudge_metrics::{Intent, IntentTopic, Placed, diversity::d_q};
/// use rejudge_levels::Gains;
/// let intents = [0.5, 0.25, 0.25].map(|probability| Intent { probability, navigational: false });
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[2, 1, 0, 0, 1, 1],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 1 }, Placed { rank: 3, row: 0 }];
/// let q = |cutoff| d_q(&topic, &ranking, &Gains::linear(2), 1.0, cutoff);
/// let first = (1.0 + 0.5) / (1.0 + 1.25);
/// assert_eq!(q(None), Some((first + (2.0 + 1.75) / (3.0 + 1.75)) / 2.0));
/// assert_eq!((q(Some(2)), q(Some(1))), (Some(first / 2.0), Some(first)));
/// ```
pub fn d_q(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    gains: &Gains,
    beta: f64,
    cutoff: Option<u32>,
) -> Option<f64> {
    let (blend, last_rank) = (Blend::new(beta), cutoff.unwrap_or(LAST_RANK));
    DQ { blend, last_rank, cutoff: last_rank }.alone(topic, gains, ranking)
}

#[derive(Clone, Debug)]
pub(crate) struct DNdcg {
    pub weights: RankWeights,
    pub last_rank: u32,
    /// The cutoff alone: cutting runs at a rank does not shorten the ideal list.
    pub ideal_last_rank: u32,
}

impl DNdcg {
    /// For one list, for which a table of weights would cost too much.
    pub fn alone_with(discount: Discount, cutoff: Option<u32>) -> Self {
        let last_rank = cutoff.unwrap_or(LAST_RANK);
        Self { weights: RankWeights::new(discount.law(), 0), last_rank, ideal_last_rank: last_rank }
    }

    /// The discounted cumulative gain of an ideal list; `None` when it is empty.
    pub fn best(&self, ideal: &[f64]) -> Option<f64> {
        let ideal = ideal.iter().copied().take(self.ideal_last_rank as usize);
        Some(discounted((1..).zip(ideal), &self.weights)).filter(|&sum| sum > 0.0)
    }
}

impl IntentMeasure for DNdcg {
    const ENTRY: Entry = Entry {
        name: "D-nDCG",
        title: "nDCG on global gains",
        formula: "Σ GG(r) d(r) / Σ GG_I(r) d(r), GG = Σ Pr(i|q) g_i; d as in nDCG",
        parameters: &Discount::PARAMETERS,
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 7",
    };
    /// The discounted cumulative gain of the global ideal list.
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        let weights = RankWeights::new(Discount::of(metric).law(), last_rank);
        Ok(Self { weights, last_rank, ideal_last_rank: metric.cutoff().unwrap_or(LAST_RANK) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        self.best(&topic.ideal)
    }

    fn score(&self, ideal: &f64, topic: &TopicGains, ranking: &[Placed], _: &mut [f64]) -> f64 {
        let gains = seen(ranking, self.last_rank).map(|placed| (placed.rank, topic.global(placed.row)));
        discounted(gains, &self.weights) / ideal
    }
}

#[derive(Clone, Debug)]
pub(crate) struct DQ {
    blend: Blend,
    last_rank: u32,
    /// The cutoff alone, which the divisor goes by.
    cutoff: u32,
}

impl IntentMeasure for DQ {
    const ENTRY: Entry = Entry {
        name: "D-Q",
        title: "Q-measure on global gains",
        formula: "(1/min(l, R)) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r)), cg of GG = Σ Pr(i|q) g_i",
        parameters: &[BETA],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eqs. 1, 3 and 7",
    };
    /// min(l, R).
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (blend, last_rank) = (Blend::new(metric.number("beta")), setting.last_rank(metric));
        Ok(Self { blend, last_rank, cutoff: metric.cutoff().unwrap_or(LAST_RANK) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        let relevant = (topic.ideal.len() as u32).min(self.cutoff);
        (relevant > 0).then(|| f64::from(relevant))
    }

    fn score(&self, divisor: &f64, topic: &TopicGains, ranking: &[Placed], _: &mut [f64]) -> f64 {
        let gains = seen(ranking, self.last_rank).map(|placed| (placed.rank, topic.global(placed.row)));
        let relevant = gains.filter(|&(_, gain)| gain > 0.0);
        let mut sum = 0.0;
        for ratio in self.blend.ratios(relevant, topic.ideal.iter().copied()) {
            sum += ratio;
        }
        sum / divisor
    }
}
