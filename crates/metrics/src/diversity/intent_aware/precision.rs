//! Intent-aware precision.
//!
//! Intent-aware precision, C_i(k) counting the documents relevant to intent `i` in the top `k`:
//!
//! P-IA@k = Σ_i Pr(i|q) C_i(k) / k
//!
//! Documents of level `rel` or above are relevant. An intent without relevant documents adds 0; if no
//! probabilities are given, the other intents are equally probable, as in ndeval. `None` if there are none.
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
    formula: "Σ Pr(i|q) C_i(k) / k; Pr equal among the intents with a relevant document where none is given",
    parameters: &[WEIGHTS],
    cutoff: Cutoff::Required,
    source: "Agrawal et al., WSDM 2009; without probabilities: ndeval, P-IA",
    kernel: ByIntent(|metric, _| {
        let cutoff = f64::from(cutoff(metric));
        by_intent(move |topic| {
            let whole = topic.whole?;
            prepared(move |topic, ranking, scratch| {
                let found = &mut scratch[..topic.intents.len()];
                found.fill(0.0);
                for placed in ranking {
                    for (found, &gain) in found.iter_mut().zip(topic.row(placed.row)) {
                        *found += f64::from(u8::from(gain > 0.0));
                    }
                }
                weighted(topic, whole, found, |_, found| found / cutoff)
            })
        })
    }),
    ..Entry::BINARY
};
