//! What the intents of a topic weigh: as their probabilities, or as ndeval, which knows none, has them.

use crate::diversity::topic::{Intent, IntentTopic};
use crate::metric::{Metric, Value};
use crate::registry::{Domain, Parameter};

const NDEVAL: &str = "ndeval";

/// The parameter of the families that ndeval has, and of those like them.
pub(crate) const WEIGHTS: Parameter = Parameter::new(
    "weights",
    "of intents: the probabilities that are given, or ndeval's, equal where a document is relevant",
    Domain::Words(&["given", NDEVAL]),
    Some("given"),
);

/// Returns true if a metric weighs intents as ndeval does, whatever probabilities are given.
pub(crate) fn are_of_ndeval(metric: &Metric) -> bool {
    metric.value(WEIGHTS.name) == Some(&Value::Word(NDEVAL))
}

/// The intents of a topic of which nobody gave the probabilities.
pub(crate) fn without_probabilities(topic: &IntentTopic<'_>) -> Vec<Intent> {
    let probability = 1.0 / topic.intents.len() as f64;
    topic.intents.iter().map(|intent| Intent { probability, ..*intent }).collect()
}
