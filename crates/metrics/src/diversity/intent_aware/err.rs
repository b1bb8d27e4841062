//! Intent-aware expected reciprocal rank of graded judgments.
//!
//! Intent-aware expected reciprocal rank, ERR_i being that of intent `i` alone, and gain(H) the highest gain of
//! the table. The document at rank `r` satisfies a user who wants `i` with probability s_i(r):
//!
//! s_i(r) = g_i(r) / (gain(H) + 1)
//!
//! gERR-IA = Σ_i Pr(i|q) ERR_i, ERR_i = Σ (1/r) s_i(r) Π_{j < r} (1 - s_i(j))
//!
//! With one intent this is [`ERR`](crate::adhoc::err) by gain; with the gains 2^level - 1 the probability is
//! that of its authors, whose highest level is that of the table. The binary form, in which every relevant
//! document satisfies with the same probability, is [`ERR_IA`](crate::diversity::novelty). With a cutoff the
//! sums end there. An intent without relevant documents adds 0; if no probabilities are given, the other
//! intents are equally probable, as in ndeval. `None` if there are none.
//!
//! Chapelle et al., CIKM 2009; the probabilities by gain as in NTCIREVAL, whose IA-ERR takes for gain(H) the
//! highest gain of the documents of each intent.
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
        // The gain that would satisfy everybody.
        let unit = setting.gains(metric)?.highest() + 1.0;
        by_intent(move |topic| {
            let whole = topic.whole?;
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
                weighted(topic, whole, sums, |_, sum| sum)
            })
        })
    }),
    ..Entry::GRADED
};
