//! Intent-aware expected reciprocal rank for graded judgments.
//!
//! A user who wants intent i is satisfied by the document at rank r with probability s_i(r), where gain(H) is the
//! highest gain in the table of gains:
//!
//! s_i(r) = g_i(r) / (gain(H) + 1)
//!
//! gERR-IA = Σ_i Pr(i|q) ERR_i, ERR_i = Σ (1/r) s_i(r) Π_{j < r} (1 - s_i(j))
//!
//! With one intent this is [`ERR`](crate::adhoc::err) with `stop='gain'`. With the gains 2^level - 1 the
//! probabilities are as in Chapelle et al., if the table ends at the highest level of the scale. In the
//! binary form, [`ERR_IA`](crate::diversity::novelty), every relevant document satisfies the user with the
//! same probability. A cutoff ends the sums. An intent without relevant documents adds 0. Without
//! probabilities, the intents with relevant documents are equally probable, as in ndeval. `None` if no
//! document is relevant to an intent with a probability above 0.
//!
//! Chapelle et al., CIKM 2009. NTCIREVAL derives the probabilities from gains too, but its IA-ERR takes each
//! intent's own highest gain for gain(H).
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.75 0.25: 10 . . 21".parse()?;
//! let (one, other) = (1.0 / 4.0 + 3.0 / 4.0 * (2.0 / 4.0) / 4.0, (1.0 / 4.0) / 4.0);
//! assert!((list.score("gERR_IA(gains={1: 1, 2: 2, 3: 3})")?.unwrap() - (0.75 * one + 0.25 * other)).abs() < 1e-15);
//! assert_eq!(list.score("gERR_IA(gains={1: 1, 2: 2, 3: 3})@1")?, Some(0.75 * 1.0 / 4.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::weighted;
use crate::diversity::measure::*;

pub(crate) const GERR_IA: Entry = Entry {
    name: "gERR_IA",
    title: "graded intent-aware expected reciprocal rank",
    formula: "Σ Pr(i|q) ERR_i, ERR_i = Σ (1/r) s_i(r) Π_{j < r} (1 - s_i(j)), s_i = g_i / (gain(H) + 1); Pr as in AP_IA",
    parameters: &[WEIGHTS],
    cutoff: Cutoff::Optional,
    source: "Chapelle et al., CIKM 2009; s by gain: NTCIREVAL",
    kernel: ByIntent(|metric, setting| {
        // A document with this gain would satisfy every user.
        let unit = setting.gains(metric)?.highest() + 1.0;
        by_intent(move |topic| {
            let weight_divisor = topic.weight_divisor?;
            prepared(move |topic, ranking, scratch| {
                let (looking, sums) = scratch.split_at_mut(topic.intents.len());
                looking.fill(1.0);
                sums.fill(0.0);
                for placed in ranking {
                    for ((looking, sum), gain) in
                        looking.iter_mut().zip(&mut *sums).zip(topic.row(placed.row))
                    {
                        let satisfied = gain / unit;
                        *sum += *looking * satisfied / f64::from(placed.rank);
                        *looking *= 1.0 - satisfied;
                    }
                }
                weighted(topic, weight_divisor, sums, |_, sum| sum)
            })
        })
    }),
    ..Entry::GRADED
};
