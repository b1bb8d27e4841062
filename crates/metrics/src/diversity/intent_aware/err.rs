//! Intent-aware expected reciprocal rank of graded judgments.

use crate::diversity::kernel::{IntentMeasure, seen};
use crate::diversity::topic::{IntentTopic, Placed};
use crate::diversity::topic_gains::TopicGains;
use crate::diversity::weights::WEIGHTS;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

use super::weighted;

/// Intent-aware expected reciprocal rank, ERR_i being that of intent `i` alone,
/// s_i(r) = g_i(r) / (gain(H) + 1) the probability that the document at rank `r` satisfies a user who wants
/// `i`, and gain(H) the highest of the table:
///
/// gERR-IA = Σ_i Pr(i|q) ERR_i, ERR_i = Σ (1/r) s_i(r) Π_{j < r} (1 - s_i(j))
///
/// With one intent this is [`expected_reciprocal_rank`](crate::expected_reciprocal_rank) by gain; with the
/// gains 2^level - 1 the probability is that of its authors, whose highest level is that of the table. The
/// binary form, in which every relevant document satisfies with the same probability, is
/// [`err_ia`](crate::diversity::err_ia). With a cutoff the sums end there. An intent without relevant
/// documents adds 0; where nobody gave probabilities, they are equal among the others, as in ndeval. `None`
/// when there are none.
///
/// Chapelle et al., CIKM 2009; the probabilities by gain as in NTCIREVAL, whose IA-ERR takes for gain(H)
/// the highest gain of the documents of each intent.
///
/// ```
/// use rejudge_metrics::{Intent, IntentTopic, Placed, diversity::graded_err_ia};
/// use rejudge_levels::Gains;
/// let intents = [0.75, 0.25].map(|probability| Intent { probability, navigational: false });
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[1, 0, 2, 1],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 4, row: 1 }];
/// let (one, other) = (1.0 / 4.0 + 3.0 / 4.0 * (2.0 / 4.0) / 4.0, (1.0 / 4.0) / 4.0);
/// let score = graded_err_ia(&topic, &ranking, &Gains::linear(3), None).unwrap();
/// assert!((score - (0.75 * one + 0.25 * other)).abs() < 1e-15);
/// assert_eq!(graded_err_ia(&topic, &ranking, &Gains::linear(3), Some(1)), Some(0.75 * 1.0 / 4.0));
/// ```
pub fn graded_err_ia(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    gains: &Gains,
    cutoff: Option<u32>,
) -> Option<f64> {
    let last_rank = cutoff.unwrap_or(LAST_RANK);
    GradedErrIa { unit: gains.highest() + 1.0, last_rank }.alone(topic, gains, ranking)
}

#[derive(Clone, Debug)]
pub(crate) struct GradedErrIa {
    /// The gain that would satisfy everybody.
    unit: f64,
    last_rank: u32,
}

impl IntentMeasure for GradedErrIa {
    const ENTRY: Entry = Entry {
        name: "gERR_IA",
        title: "graded intent-aware expected reciprocal rank",
        formula: "Σ Pr(i|q) ERR_i, ERR_i = Σ (1/r) s_i(r) Π_{j < r} (1 - s_i(j)), s_i = g_i / (gain(H) + 1); Pr as in AP_IA",
        parameters: &[WEIGHTS],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Chapelle et al., CIKM 2009; s by gain: NTCIREVAL",
    };
    /// What the weights are divided by.
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let unit = setting.gains(metric)?.highest() + 1.0;
        Ok(Self { unit, last_rank: setting.last_rank(metric) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        topic.whole
    }

    fn score(&self, whole: &f64, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        let (looking, sums) = scratch.split_at_mut(topic.intents.len());
        looking.fill(1.0);
        sums.fill(0.0);
        for placed in seen(ranking, self.last_rank) {
            for ((looking, sum), gain) in looking.iter_mut().zip(&mut *sums).zip(topic.row(placed.row)) {
                let satisfied = gain / self.unit;
                *sum += *looking * satisfied / f64::from(placed.rank);
                *looking *= 1.0 - satisfied;
            }
        }
        weighted(topic, *whole, sums, |_, sum| sum)
    }
}
