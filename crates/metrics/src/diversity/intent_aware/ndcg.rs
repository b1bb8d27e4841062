//! Intent-aware nDCG.
//!
//! Each intent has its own ideal list:
//!
//! nDCG-IA@k = Σ_i Pr(i|q) nDCG_i@k
//!
//! Documents with a gain are relevant. An intent without relevant documents adds 0. Without probabilities,
//! the intents with relevant documents are equally probable, as in ndeval. `None` if no document is relevant
//! to an intent with a probability above 0.
//!
//! Agrawal et al., WSDM 2009.
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.75 0.25: 20 . 01".parse()?;
//! assert!((list.score("nDCG_IA")?.unwrap() - (0.75 * 1.0 + 0.25 * 0.5)).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::weighted;
use crate::adhoc::dcg::{PARAMETERS, weights};
use crate::diversity::d_measure::ideal_dcg;
use crate::diversity::measure::*;

pub(crate) const NDCG_IA: Entry = Entry {
    name: "nDCG_IA",
    title: "intent-aware nDCG",
    formula: "Σ Pr(i|q) nDCG_i; if no Pr is given, it is equal for all intents with a relevant document",
    parameters: &[PARAMETERS[0], PARAMETERS[1], WEIGHTS],
    cutoff: Cutoff::Optional,
    source: "Agrawal et al., WSDM 2009",
    kernel: ByIntent(|metric, setting| {
        let (weights, cutoff) = (weights(metric, setting), cutoff(metric));
        by_intent(move |topic| {
            let weight_divisor = topic.weight_divisor?;
            let ideal: Vec<f64> = (0..topic.intents.len())
                // An intent without relevant documents has the weight 0, so its divisor of 1 has no effect.
                .map(|intent| ideal_dcg(&topic.ideal_of(intent), cutoff, &weights).unwrap_or(1.0))
                .collect();
            let weights = weights.clone();
            prepared(move |topic, ranking, scratch| {
                let sums = &mut scratch[..topic.intents.len()];
                sums.fill(0.0);
                for placed in ranking {
                    let discount = weights.at(placed.rank);
                    for (sum, gain) in sums.iter_mut().zip(topic.row(placed.row)) {
                        *sum += gain * discount;
                    }
                }
                weighted(topic, weight_divisor, sums, |intent, sum| sum / ideal[intent])
            })
        })
    }),
    ..Entry::GRADED
};
