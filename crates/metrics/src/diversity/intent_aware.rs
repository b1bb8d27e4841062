//! Intent-aware measures: the mean over the intents of an ad hoc measure of each.
//!
//! An intent without relevant documents is left out and the probabilities of the others are scaled to sum to 1,
//! as ndeval does with its equal ones.

use crate::adhoc::dcg::Discount;
use crate::diversity::d_measure::DNdcg;
use crate::diversity::kernel::{IntentMeasure, binary, seen};
use crate::diversity::topic::{IntentTopic, Placed};
use crate::diversity::topic_gains::TopicGains;
use crate::gains::Gains;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Intent-aware average precision, AP_i counting the documents relevant to intent `i` alone:
///
/// AP-IA = Σ_i Pr(i|q) AP_i
///
/// Documents of level `rel` or above are relevant (0 means 1). With a cutoff the sums end there and each divisor
/// stays R_i. Intents without relevant documents are left out. `None` when none is left.
///
/// Agrawal et al., WSDM 2009; ndeval's MAP-IA.
///
/// ```
/// use rejudge_metrics::{Intent, IntentTopic, Placed};
/// use rejudge_metrics::diversity::{average_precision_ia, precision_ia};
/// let intents = [Intent { probability: 0.5, navigational: false }; 2];
/// let topic = IntentTopic { intents: &intents, levels: &[1, 0, 1, 2], factors: &[], id_order: &[0, 1] };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 4, row: 1 }];
/// let (one, other) = ((1.0 + 2.0 / 4.0) / 2.0, 1.0 / 4.0);
/// assert_eq!(average_precision_ia(&topic, &ranking, 1, None), Some((one + other) / 2.0));
/// assert_eq!(average_precision_ia(&topic, &ranking, 2, None), Some(0.25));
/// assert_eq!(precision_ia(&topic, &ranking, 1, 5), Some((2.0 / 5.0 + 1.0 / 5.0) / 2.0));
/// assert_eq!(precision_ia(&topic, &ranking, 1, 3), Some((1.0 / 3.0 + 0.0) / 2.0));
/// ```
pub fn average_precision_ia(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    rel: u8,
    cutoff: Option<u32>,
) -> Option<f64> {
    AveragePrecisionIa { last_rank: cutoff.unwrap_or(u32::MAX) }.alone(topic, &binary(rel), ranking)
}

/// Intent-aware precision: P-IA@k = Σ_i Pr(i|q) C_i(k) / k, with the policy of [`average_precision_ia`].
///
/// Agrawal et al., WSDM 2009; ndeval.
pub fn precision_ia(topic: &IntentTopic<'_>, ranking: &[Placed], rel: u8, cutoff: u32) -> Option<f64> {
    PrecisionIa { last_rank: cutoff, cutoff }.alone(topic, &binary(rel), ranking)
}

/// Intent-aware nDCG, each intent with its own ideal list:
///
/// nDCG-IA@k = Σ_i Pr(i|q) nDCG_i@k
///
/// Documents with a gain are relevant. Intents without relevant documents are left out. `None` when none is left.
///
/// Agrawal et al., WSDM 2009.
///
/// ```
/// use rejudge_metrics::{Discount, Gains, Intent, IntentTopic, Placed, diversity::ndcg_ia};
/// let intents = [0.75, 0.25].map(|probability| Intent { probability, navigational: false });
/// let topic = IntentTopic { intents: &intents, levels: &[2, 0, 0, 1], factors: &[], id_order: &[0, 1] };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 3, row: 1 }];
/// let score = ndcg_ia(&topic, &ranking, &Gains::linear(2), Discount::Log2, None).unwrap();
/// assert!((score - (0.75 * 1.0 + 0.25 * 0.5)).abs() < 1e-15);
/// ```
pub fn ndcg_ia(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    gains: &Gains,
    discount: Discount,
    cutoff: Option<u32>,
) -> Option<f64> {
    NdcgIa(DNdcg::alone_with(discount, cutoff)).alone(topic, gains, ranking)
}

#[derive(Clone, Debug)]
pub(crate) struct AveragePrecisionIa {
    last_rank: u32,
}

impl IntentMeasure for AveragePrecisionIa {
    const ENTRY: Entry = Entry {
        name: "AP_IA",
        title: "intent-aware average precision",
        formula: "Σ Pr(i|q) AP_i",
        parameters: &[],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Agrawal et al., WSDM 2009; ndeval, MAP-IA",
    };
    type Ideal = ();

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { last_rank: setting.last_rank(metric) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<()> {
        (topic.total_weight > 0.0).then_some(())
    }

    fn score(&self, _: &(), topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        scratch.fill(0.0);
        let (found, sums) = scratch.split_at_mut(topic.intents.len());
        for placed in seen(ranking, self.last_rank) {
            for ((found, sum), &gain) in found.iter_mut().zip(&mut *sums).zip(topic.row(placed.row)) {
                if gain > 0.0 {
                    *found += 1.0;
                    *sum += *found / f64::from(placed.rank);
                }
            }
        }
        let of_intent = |at: usize, sum: f64| sum / f64::from(topic.relevant[at]);
        weighted_mean(topic, sums, of_intent)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct PrecisionIa {
    last_rank: u32,
    cutoff: u32,
}

impl IntentMeasure for PrecisionIa {
    const ENTRY: Entry = Entry {
        name: "P_IA",
        title: "intent-aware precision",
        formula: "Σ Pr(i|q) C_i(k) / k",
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Agrawal et al., WSDM 2009; ndeval, P-IA",
    };
    type Ideal = ();

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { last_rank: setting.last_rank(metric), cutoff: metric.required_cutoff() })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<()> {
        (topic.total_weight > 0.0).then_some(())
    }

    fn score(&self, _: &(), topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        let found = &mut scratch[..topic.intents.len()];
        found.fill(0.0);
        for placed in seen(ranking, self.last_rank) {
            for (found, &gain) in found.iter_mut().zip(topic.row(placed.row)) {
                *found += f64::from(u8::from(gain > 0.0));
            }
        }
        weighted_mean(topic, found, |_, found| found / f64::from(self.cutoff))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NdcgIa(DNdcg);

impl IntentMeasure for NdcgIa {
    const ENTRY: Entry = Entry {
        name: "nDCG_IA",
        title: "intent-aware nDCG",
        formula: "Σ Pr(i|q) nDCG_i",
        parameters: &Discount::PARAMETERS,
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Agrawal et al., WSDM 2009",
    };
    /// The discounted cumulative gain of each intent's ideal list.
    type Ideal = Vec<f64>;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        DNdcg::resolve(metric, setting).map(Self)
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<Vec<f64>> {
        // An intent without relevant documents has weight 0, and is never divided by.
        let of_intent = |at| self.0.best(&topic.ideal_of(at)).unwrap_or(1.0);
        (topic.total_weight > 0.0).then(|| (0..topic.intents.len()).map(of_intent).collect())
    }

    fn score(&self, ideal: &Vec<f64>, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        let sums = &mut scratch[..topic.intents.len()];
        sums.fill(0.0);
        for placed in seen(ranking, self.0.last_rank) {
            let discount = self.0.weights.at(placed.rank);
            for (sum, gain) in sums.iter_mut().zip(topic.row(placed.row)) {
                *sum += gain * discount;
            }
        }
        weighted_mean(topic, sums, |at, sum| sum / ideal[at])
    }
}

/// Σ w_i of_intent(i, sum_i) / Σ w_i over the intents with relevant documents.
fn weighted_mean(topic: &TopicGains, sums: &[f64], of_intent: impl Fn(usize, f64) -> f64) -> f64 {
    let mut mean = 0.0;
    for (at, (&weight, &sum)) in topic.weights.iter().zip(sums).enumerate().filter(|(_, (w, _))| **w > 0.0) {
        mean += weight * of_intent(at, sum);
    }
    mean / topic.total_weight
}
