//! The weights of a topic's intents: probabilities, or equal weights as in ndeval, which has no probabilities.

use crate::diversity::topic::{Intent, IntentTopic};
use crate::metric::{Metric, Value};
use crate::registry::{Domain, Parameter};

const NDEVAL: &str = "ndeval";

/// The parameter `weights` of the novelty measures and the intent-aware measures.
pub(crate) const WEIGHTS: Parameter = Parameter::new(
    "weights",
    "the given probabilities of intents, or ndeval's weights, which are equal for intents with a relevant document",
    Domain::Words(&["given", NDEVAL]),
    Some("given"),
);

/// Returns true if the metric weighs intents as ndeval does, even if probabilities are given.
pub(crate) fn has_ndeval_weights(metric: &Metric) -> bool {
    metric.value(WEIGHTS.name) == Some(&Value::Word(NDEVAL))
}

/// Returns the topic's intents with equal probabilities.
pub(crate) fn equally_probable(topic: &IntentTopic<'_>) -> Vec<Intent> {
    let probability = 1.0 / topic.intents.len() as f64;
    topic.intents.iter().map(|intent| Intent { probability, ..*intent }).collect()
}
