//! Intent-aware nDCG.
//!
//! Intent-aware nDCG, each intent with its own ideal list:
//!
//! nDCG-IA@k = Σ_i Pr(i|q) nDCG_i@k
//!
//! Documents with a gain are relevant. An intent without relevant documents adds 0; if no probabilities are
//! given, the other intents are equally probable, as in ndeval. `None` if there are none.
//!
//! Agrawal et al., WSDM 2009.
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.75 0.25: 20 . 01".parse()?;
//! assert!((list.score("nDCG_IA")?.unwrap() - (0.75 * 1.0 + 0.25 * 0.5)).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::dcg::Discount;
use crate::diversity::d_measure::DNdcg;
use crate::diversity::measure::*;

use super::weighted;

#[derive(Clone, Debug)]
pub(crate) struct NdcgIa(DNdcg);

impl IntentMeasure for NdcgIa {
    const ENTRY: Entry = Entry {
        name: "nDCG_IA",
        title: "intent-aware nDCG",
        formula: "Σ Pr(i|q) nDCG_i; Pr equal among the intents with a relevant document where none is given",
        parameters: &[Discount::DCG, Discount::LOG, WEIGHTS],
        cutoff: Cutoff::Optional,
        source: "Agrawal et al., WSDM 2009",
        ..Entry::GRADED
    };
    /// The divisor of the weights, and the discounted cumulative gain of each intent's ideal list.
    type Ideal = (f64, Vec<f64>);

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        DNdcg::resolve(metric, setting).map(Self)
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<(f64, Vec<f64>)> {
        // An intent without relevant documents has weight 0, and is never divided by.
        let of_intent = |at| self.0.best(&topic.ideal_of(at)).unwrap_or(1.0);
        Some((topic.whole?, (0..topic.intents.len()).map(of_intent).collect()))
    }

    fn score(
        &self,
        (whole, ideal): &Self::Ideal,
        topic: &TopicGains,
        ranking: &[Placed],
        scratch: &mut [f64],
    ) -> f64 {
        let sums = &mut scratch[..topic.intents.len()];
        sums.fill(0.0);
        for placed in seen(ranking, self.0.last_rank) {
            let discount = self.0.weights.at(placed.rank);
            for (sum, gain) in sums.iter_mut().zip(topic.row(placed.row)) {
                *sum += gain * discount;
            }
        }
        weighted(topic, *whole, sums, |at, sum| sum / ideal[at])
    }
}
