//! DIN-nDCG: D-nDCG in which only the first document for a navigational intent has a gain for this intent.
//!
//! This is [`D-nDCG`](super::d_measure) with other global gains, where i runs over informational and j over
//! navigational intents, and isnew_j(r) is 1 if no document above rank r is relevant to j, else 0:
//!
//! GG(r) = Σ_i Pr(i|q) g_i(r) + Σ_j isnew_j(r) Pr(j|q) g_j(r)
//!
//! The ideal list is the same as for D-nDCG, so even the best ranking may score below 1. Without
//! navigational intents DIN-nDCG is D-nDCG. Unjudged documents gain 0. `None` if no judged document has a
//! global gain.
//!
//! Sakai, WWW 2012; Sakai, survey of NTCIR, Eq. 8.
//!
//! ```
//! // Both documents are relevant to both intents, and the second intent is navigational.
//! let list: rejudge_metrics::IntentRanking = "0.5 0.5n: 11 . 11".parse()?;
//! assert!((list.score("DIN-nDCG")?.unwrap() - (1.0 + 0.5 / 2.0) / (1.0 + 1.0 / 3.0_f64.log2())).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::dcg::{PARAMETERS, discounted, weights};
use crate::diversity::d_measure::ideal_dcg;
use crate::diversity::measure::*;

pub(crate) const DIN_NDCG: Entry = Entry {
    name: "DIN-nDCG",
    title: "nDCG with one reward for a navigational intent",
    formula: "Σ GG(r) d(r) / Σ GG_I(r) d(r), GG = Σ_i Pr(i|q) g_i + Σ_j isnew_j Pr(j|q) g_j, GG_I of D-nDCG",
    parameters: &PARAMETERS,
    cutoff: Cutoff::Optional,
    source: "Sakai, WWW 2012; Sakai, survey of NTCIR, Eq. 8",
    kernel: ByIntent(din_ndcg),
    ..Entry::GRADED
};

pub(crate) fn din_ndcg(metric: &Metric, setting: &Setting<'_>) -> Result<IntentKernel, ScorerError> {
    let (weights, cutoff) = (weights(metric, setting), cutoff(metric));
    by_intent(move |topic| {
        let (weights, ideal) = (weights.clone(), ideal_dcg(&topic.ideal, cutoff, &weights)?);
        prepared(move |topic, ranking, scratch| {
            // The weight of each intent for the next document. It is 0 if the intent is navigational and an earlier
            // document is relevant to it.
            let worth = &mut scratch[..topic.intents.len()];
            for (worth, intent) in worth.iter_mut().zip(&*topic.intents) {
                *worth = intent.probability;
            }
            let gains = ranking.iter().map(|placed| {
                let mut sum = 0.0;
                for ((worth, intent), &gain) in
                    worth.iter_mut().zip(&*topic.intents).zip(topic.row(placed.row))
                {
                    sum += *worth * gain;
                    if intent.navigational && gain > 0.0 {
                        *worth = 0.0;
                    }
                }
                (placed.rank, sum)
            });
            discounted(gains, &weights) / ideal
        })
    })
}
