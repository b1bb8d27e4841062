//! Intent-aware measures: the sum over the intents of an ad hoc measure of each, weighted by the
//! probabilities.
//!
//! An intent without relevant documents adds 0, and given probabilities are not rescaled (Agrawal et al.,
//! WSDM 2009; NTCIREVAL). If no probabilities are given, or `weights` is `'ndeval'`, the sum is the mean over
//! the intents with a relevant document.

use crate::diversity::measure::*;

pub mod average_precision;
pub mod err;
pub mod ndcg;
pub mod precision;

/// Σ Pr(i|q) of_intent(i, sum_i), `whole` being that of the topic.
fn weighted(topic: &TopicGains, whole: f64, sums: &[f64], of_intent: impl Fn(usize, f64) -> f64) -> f64 {
    let mut all = 0.0;
    for (at, (&weight, &sum)) in topic.weights.iter().zip(sums).enumerate().filter(|(_, (w, _))| **w > 0.0) {
        all += weight * of_intent(at, sum);
    }
    all / whole
}
