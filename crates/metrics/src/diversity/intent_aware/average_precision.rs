//! Intent-aware average precision.
//!
//! Only documents that are relevant to intent i count in AP_i:
//!
//! AP-IA = Σ_i Pr(i|q) AP_i
//!
//! Documents of level `rel` or above are relevant. A cutoff ends the sums, but the divisors stay R_i. An
//! intent without relevant documents adds 0. Without probabilities, the intents with relevant documents are
//! equally probable, as in ndeval. `None` if no document is relevant to an intent with a probability above 0.
//!
//! Agrawal et al., WSDM 2009; without probabilities ndeval's MAP-IA.
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.5 0.5: 10 . . 12".parse()?;
//! let (one, other) = ((1.0 + 2.0 / 4.0) / 2.0, 1.0 / 4.0);
//! assert_eq!(list.score("AP_IA")?, Some((one + other) / 2.0));
//! // With rel=2 no document is relevant to the first intent. Its given probability still counts, but not with ndeval's weights.
//! assert_eq!(list.score("AP_IA(rel=2)")?, Some(0.5 * 0.25));
//! assert_eq!(list.score("AP_IA(weights='ndeval', rel=2)")?, Some(0.25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::weighted;
use crate::diversity::measure::*;

pub(crate) const AP_IA: Entry = Entry {
    name: "AP_IA",
    title: "intent-aware average precision",
    formula: "Σ Pr(i|q) AP_i; if no Pr is given, it is equal for all intents with a relevant document",
    parameters: &[WEIGHTS],
    cutoff: Cutoff::Optional,
    source: "Agrawal et al., WSDM 2009; without probabilities: ndeval, MAP-IA",
    kernel: ByIntent(|_, _| {
        by_intent(move |topic| {
            let weight_divisor = topic.weight_divisor?;
            prepared(move |topic, ranking, scratch| {
                scratch.fill(0.0);
                let (counts, sums) = scratch.split_at_mut(topic.intents.len());
                for placed in ranking {
                    for ((count, sum), &gain) in counts.iter_mut().zip(&mut *sums).zip(topic.row(placed.row))
                    {
                        if gain > 0.0 {
                            *count += 1.0;
                            *sum += *count / f64::from(placed.rank);
                        }
                    }
                }
                weighted(topic, weight_divisor, sums, |intent, sum| sum / f64::from(topic.relevant[intent]))
            })
        })
    }),
    ..Entry::BINARY
};
