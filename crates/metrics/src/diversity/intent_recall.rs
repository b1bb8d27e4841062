//! The share of the intents that a ranking covers.
//!
//! # I-rec
//!
//! Intent recall: I-rec@k = the share of the topic's intents to which a document of the top `k` is relevant.
//!
//! All intents count, even one without any relevant document. Documents of level `rel` or above are relevant.
//!
//! Sakai, survey of NTCIR, section 2.2.1 (there "the number of intents"; NTCIREVAL and the D♯-measures take
//! the share). NTCIREVAL requires a relevant document for every intent; if an intent has none, its I-rec is
//! StRecall.
//!
//! ```
//! // Nothing is relevant to the last intent.
//! let list: rejudge_metrics::IntentRanking = "0.25 0.25 0.25 0.25: 1200 . 0110".parse()?;
//! assert_eq!(list.score("I-rec@2")?, Some(0.5));
//! assert_eq!(list.score("I-rec")?, Some(0.75));
//! assert_eq!(list.score("I-rec(rel=2)")?, Some(0.25));
//! assert_eq!(list.score("I-rec(rel=3)")?, None);
//! // Only the intents that can be found count here.
//! assert_eq!(list.score("StRecall")?, Some(1.0));
//! assert_eq!(list.score("StRecall(rel=2)")?, Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # StRecall
//!
//! Subtopic recall: the share of the intents with a relevant document to which one of the top `k` is
//! relevant.
//!
//! As I-rec, but intents without relevant documents do not count: ndeval's `strec`.
//!
//! Zhai, Cohen and Lafferty, SIGIR 2003.

use crate::diversity::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct IntentRecall {
    last_rank: u32,
}

impl IntentRecall {
    /// Down to `last_rank`.
    pub fn to(last_rank: u32) -> Self {
        Self { last_rank }
    }
}

impl IntentMeasure for IntentRecall {
    const ENTRY: Entry = Entry {
        name: "I-rec",
        title: "intent recall",
        formula: "intents covered by the top k / intents of the topic",
        cutoff: Cutoff::Optional,
        source: "Sakai, survey of NTCIR, section 2.2.1",
        ..Entry::BINARY
    };
    /// Number of intents.
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { last_rank: setting.last_rank(metric) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        topic.relevant.iter().any(|&count| count > 0).then(|| topic.intents.len() as f64)
    }

    fn score(&self, intents: &f64, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        covered(topic, ranking, self.last_rank, scratch) / intents
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SubtopicRecall {
    last_rank: u32,
}

impl IntentMeasure for SubtopicRecall {
    const ENTRY: Entry = Entry {
        name: "StRecall",
        title: "subtopic recall",
        formula: "intents covered by the top k / intents with a relevant document",
        cutoff: Cutoff::Optional,
        source: "Zhai, Cohen and Lafferty, SIGIR 2003; ndeval, strec",
        ..Entry::BINARY
    };
    /// Number of intents with a relevant document.
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { last_rank: setting.last_rank(metric) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        let intents = topic.relevant.iter().filter(|&&count| count > 0).count();
        (intents > 0).then_some(intents as f64)
    }

    fn score(&self, intents: &f64, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
        covered(topic, ranking, self.last_rank, scratch) / intents
    }
}

/// Returns the number of intents with a relevant document down to `last_rank`.
fn covered(topic: &TopicGains, ranking: &[Placed], last_rank: u32, scratch: &mut [f64]) -> f64 {
    let found = &mut scratch[..topic.intents.len()];
    found.fill(0.0);
    for placed in seen(ranking, last_rank) {
        for (found, &gain) in found.iter_mut().zip(topic.row(placed.row)) {
            if gain > 0.0 {
                *found = 1.0;
            }
        }
    }
    found.iter().sum()
}
