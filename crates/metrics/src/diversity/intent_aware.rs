//! Intent-aware measures: the mean over the intents of an ad hoc measure of each.
//!
//! An intent without relevant documents is left out and the probabilities of the others are scaled to sum to 1,
//! as ndeval does with its equal ones.

mod average_precision;
mod err;
mod ndcg;
mod precision;

use crate::diversity::topic_gains::TopicGains;

pub use average_precision::average_precision_ia;
pub use err::graded_err_ia;
pub use ndcg::ndcg_ia;
pub use precision::precision_ia;

pub(crate) use average_precision::AveragePrecisionIa;
pub(crate) use err::GradedErrIa;
pub(crate) use ndcg::NdcgIa;
pub(crate) use precision::PrecisionIa;

/// Σ w_i of_intent(i, sum_i) / Σ w_i over the intents with relevant documents.
fn weighted_mean(topic: &TopicGains, sums: &[f64], of_intent: impl Fn(usize, f64) -> f64) -> f64 {
    let mut mean = 0.0;
    for (at, (&weight, &sum)) in topic.weights.iter().zip(sums).enumerate().filter(|(_, (w, _))| **w > 0.0) {
        mean += weight * of_intent(at, sum);
    }
    mean / topic.total_weight
}
