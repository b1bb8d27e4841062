//! Intent-aware measures: an ad hoc measure for each intent, weighted by the intent's probability and summed.
//!
//! An intent without relevant documents adds 0, and the given probabilities of the intents are not rescaled (Agrawal et
//! al., WSDM 2009; NTCIREVAL). Without probabilities, or with `weights='ndeval'`, the sum is the mean over the intents
//! with a relevant document.

use crate::diversity::measure::*;

pub mod average_precision;
pub mod err;
pub mod ndcg;
pub mod precision;

/// Returns Σ Pr(i|q) score(i, sums\[i\]), where Pr(i|q) is the intent's weight divided by `weight_divisor`. Intents with
/// weight 0 are skipped.
fn weighted(topic: &TopicGains, weight_divisor: f64, sums: &[f64], score: impl Fn(usize, f64) -> f64) -> f64 {
    let mut total = 0.0;
    for (intent, (&weight, &sum)) in topic.weights.iter().zip(sums).enumerate() {
        if weight > 0.0 {
            total += weight * score(intent, sum);
        }
    }
    total / weight_divisor
}
