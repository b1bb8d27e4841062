//! Intent-aware measures: the sum over the intents of an ad hoc measure of each, weighted by the
//! probabilities.
//!
//! An intent without relevant documents adds 0, and given probabilities are not rescaled (Agrawal et al.,
//! WSDM 2009; NTCIREVAL). Where nobody gave any, or `weights` is ndeval's, the sum is the mean over the
//! intents with a relevant document.

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

/// Σ Pr(i|q) of_intent(i, sum_i), `whole` being that of the topic.
fn weighted(topic: &TopicGains, whole: f64, sums: &[f64], of_intent: impl Fn(usize, f64) -> f64) -> f64 {
    let mut all = 0.0;
    for (at, (&weight, &sum)) in topic.weights.iter().zip(sums).enumerate().filter(|(_, (w, _))| **w > 0.0) {
        all += weight * of_intent(at, sum);
    }
    all / whole
}
