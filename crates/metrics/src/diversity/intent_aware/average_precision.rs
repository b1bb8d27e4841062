//! Intent-aware average precision.
//!
//! Intent-aware average precision, AP_i counting the documents relevant to intent `i` alone:
//!
//! AP-IA = Σ_i Pr(i|q) AP_i
//!
//! Documents of level `rel` or above are relevant. With a cutoff the sums end there and each divisor stays
//! R_i. An intent without relevant documents adds 0; if no probabilities are given, the other intents are
//! equally probable, as in ndeval. `None` if there are none.
//!
//! Agrawal et al., WSDM 2009; without probabilities ndeval's MAP-IA.
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.5 0.5: 10 . . 12".parse()?;
//! let (one, other) = ((1.0 + 2.0 / 4.0) / 2.0, 1.0 / 4.0);
//! assert_eq!(list.score("AP_IA")?, Some((one + other) / 2.0));
//! // At level 2 the first intent has nothing relevant: given probabilities stay what they are, assumed
//! // ones do not.
//! assert_eq!(list.score("AP_IA(rel=2)")?, Some(0.5 * 0.25));
//! assert_eq!(list.score("AP_IA(weights='ndeval', rel=2)")?, Some(0.25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::weighted;
use crate::diversity::measure::*;

pub(crate) const AP_IA: Entry = Entry {
    name: "AP_IA",
    title: "intent-aware average precision",
    formula: "Σ Pr(i|q) AP_i; Pr equal among the intents with a relevant document where none is given",
    parameters: &[WEIGHTS],
    cutoff: Cutoff::Optional,
    source: "Agrawal et al., WSDM 2009; without probabilities: ndeval, MAP-IA",
    kernel: ByIntent(|_, _| {
        by_intent(move |topic| {
            let whole = topic.whole?;
            prepared(move |topic, ranking, scratch| {
                scratch.fill(0.0);
                let (found, sums) = scratch.split_at_mut(topic.intents.len());
                for placed in ranking {
                    for ((found, sum), &gain) in found.iter_mut().zip(&mut *sums).zip(topic.row(placed.row)) {
                        if gain > 0.0 {
                            *found += 1.0;
                            *sum += *found / f64::from(placed.rank);
                        }
                    }
                }
                weighted(topic, whole, sums, |at, sum| sum / f64::from(topic.relevant[at]))
            })
        })
    }),
    ..Entry::BINARY
};
