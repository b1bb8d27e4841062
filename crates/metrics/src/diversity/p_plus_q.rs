//! P+Q: Q for informational intents, P-plus for navigational ones.
//!
//! i runs over informational and j over navigational intents. Each intent has its own relevant documents and ideal
//! list, and BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r)):
//!
//! P+Q@l = Σ_i Pr(i|q) Q_i@l + Σ_j Pr(j|q) P⁺_j<br>
//! Q_i@l = (1/min(l, R_i)) Σ_{r ≤ l} I(r) BR(r)<br>
//! P⁺_j = (1/C(r_p)) Σ_{r ≤ r_p} I(r) BR(r), or 0 if no document in the top l has a gain
//!
//! Here r_p is the first rank with the highest gain in the top l.
//!
//! Without a cutoff, l is the length of the list and the divisor of Q_i is R_i. An intent without relevant documents
//! contributes nothing. `None` if no document is relevant to an intent with a probability above 0.
//!
//! Sakai, WWW 2012; Sakai, survey of NTCIR, Eqs. 3, 4 and 9.
//!
//! ```
//! // Levels of one intent: 1 at rank 1, 2 at rank 2, 2 at rank 4.
//! let (first, second, third) = (2.0 / 3.0, 5.0 / 6.0, 8.0 / 9.0);
//! let list: rejudge_metrics::IntentRanking = "1n: 1 2 . 2".parse()?;
//! assert!((list.score("P+Q@10")?.unwrap() - (first + second) / 2.0).abs() < 1e-15);
//! let list: rejudge_metrics::IntentRanking = "1: 1 2 . 2".parse()?;
//! assert!((list.score("P+Q@10")?.unwrap() - (first + second + third) / 3.0).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::blended::{BETA, Blend};
use crate::diversity::measure::*;

pub(crate) const P_PLUS_Q: Entry = Entry {
    name: "P+Q",
    title: "P-plus for navigational and Q for informational intents",
    formula: "Σ_i Pr(i|q) Q_i@l + Σ_j Pr(j|q) P⁺_j",
    parameters: &[BETA],
    cutoff: Cutoff::Optional,
    source: "Sakai, WWW 2012; Sakai, survey of NTCIR, Eqs. 3, 4 and 9",
    kernel: ByIntent(|metric, _| {
        let (blend, cutoff) = (Blend::new(metric.number("beta")), cutoff(metric));
        by_intent(move |topic| {
            topic.weight_divisor?;
            let ideal: Vec<_> = (0..topic.intents.len()).map(|intent| topic.ideal_of(intent)).collect();
            prepared(move |topic, ranking, _| {
                let mut sum = 0.0;
                for (intent, ideal) in ideal.iter().enumerate().filter(|(_, ideal)| !ideal.is_empty()) {
                    let score = intent_score(blend, cutoff, topic, ranking, intent, ideal);
                    sum += topic.intents[intent].probability * score;
                }
                sum
            })
        })
    }),
    ..Entry::GRADED
};

/// Returns Q_i or P⁺_j.
fn intent_score(
    blend: Blend,
    cutoff: u32,
    topic: &TopicGains,
    ranking: &[Placed],
    intent: usize,
    ideal: &[f64],
) -> f64 {
    let gains = ranking.iter().map(|placed| (placed.rank, topic.row(placed.row)[intent]));
    let relevant = gains.filter(|&(_, gain)| gain > 0.0);
    let ratios = |last_rank| {
        let seen = relevant.clone().take_while(|&(rank, _)| rank <= last_rank);
        blend.ratios(seen, ideal.iter().copied()).fold(0.0, |sum, ratio| sum + ratio)
    };
    if !topic.intents[intent].navigational {
        return ratios(LAST_RANK) / f64::from((ideal.len() as u32).min(cutoff));
    }
    let (mut preferred, mut highest, mut preferred_number) = (0, 0.0, 0);
    for (number, (rank, gain)) in (1_u32..).zip(relevant.clone()) {
        if gain > highest {
            (preferred, highest, preferred_number) = (rank, gain, number);
        }
    }
    if preferred == 0 { 0.0 } else { ratios(preferred) / f64::from(preferred_number) }
}
