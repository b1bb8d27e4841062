//! Intent-aware precision.
//!
//! C_i(k) counts the documents in the top k that are relevant to intent i:
//!
//! P-IA@k = Σ_i Pr(i|q) C_i(k) / k
//!
//! Documents of level `rel` or above are relevant. An intent without relevant documents adds 0. Without
//! probabilities, the intents with relevant documents are equally probable, as in ndeval. `None` if no
//! document is relevant to an intent with a probability above 0.
//!
//! Agrawal et al., WSDM 2009; without probabilities ndeval's P-IA.
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.5 0.5: 10 . . 12".parse()?;
//! assert_eq!(list.score("P_IA@5")?, Some((2.0 / 5.0 + 1.0 / 5.0) / 2.0));
//! assert_eq!(list.score("P_IA@3")?, Some((1.0 / 3.0 + 0.0) / 2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::weighted;
use crate::diversity::measure::*;

pub(crate) const P_IA: Entry = Entry {
    name: "P_IA",
    title: "intent-aware precision",
    formula: "Σ Pr(i|q) C_i(k) / k; if no Pr is given, it is equal for all intents with a relevant document",
    parameters: &[WEIGHTS],
    cutoff: Cutoff::Required,
    source: "Agrawal et al., WSDM 2009; without probabilities: ndeval, P-IA",
    kernel: ByIntent(|metric, _| {
        let cutoff = f64::from(cutoff(metric));
        by_intent(move |topic| {
            let weight_divisor = topic.weight_divisor?;
            prepared(move |topic, ranking, scratch| {
                let counts = &mut scratch[..topic.intents.len()];
                counts.fill(0.0);
                for placed in ranking {
                    for (count, &gain) in counts.iter_mut().zip(topic.row(placed.row)) {
                        *count += f64::from(u8::from(gain > 0.0));
                    }
                }
                weighted(topic, weight_divisor, counts, |_, count| count / cutoff)
            })
        })
    }),
    ..Entry::BINARY
};
