//! How many of the intents a ranking covers.

use crate::diversity::kernel::{IntentMeasure, binary, seen};
use crate::diversity::topic::{IntentTopic, Placed};
use crate::diversity::topic_gains::TopicGains;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// Intent recall: I-rec@k = the share of the topic's intents to which a document of the top `k` is relevant.
///
/// All intents count, also one without any relevant document. Documents of level `rel` or above are relevant
/// (0 means 1), unless their factor is 0. `None` when no document is relevant to any intent.
///
/// Sakai, survey of NTCIR, section 2.2.1 (there "the number of intents"; NTCIREVAL and the D♯-measures take
/// the share). NTCIREVAL asks for a relevant document of every intent; where one has none, its I-rec is
/// [`subtopic_recall`].
///
/// ```
/// use rejudge_metrics::diversity::{intent_recall, subtopic_recall};
/// use rejudge_metrics::{Intent, IntentTopic, Placed};
/// let intents = [Intent { probability: 0.25, navigational: false }; 4];
/// // Two documents; nothing is relevant to the last intent.
/// let topic = IntentTopic {
///     intents: &intents,
///     assumed: false,
///     levels: &[1, 2, 0, 0, 0, 1, 1, 0],
///     factors: &[],
///     id_order: &[0, 1],
/// };
/// let ranking = [Placed { rank: 1, row: 0 }, Placed { rank: 3, row: 1 }];
/// assert_eq!(intent_recall(&topic, &ranking, 1, Some(2)), Some(0.5));
/// assert_eq!(intent_recall(&topic, &ranking, 1, None), Some(0.75));
/// assert_eq!(intent_recall(&topic, &ranking, 2, None), Some(0.25));
/// assert_eq!(intent_recall(&topic, &ranking, 3, None), None);
/// // Only the intents that can be found count here.
/// assert_eq!(subtopic_recall(&topic, &ranking, 1, None), Some(1.0));
/// assert_eq!(subtopic_recall(&topic, &ranking, 2, None), Some(1.0));
/// ```
pub fn intent_recall(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    rel: u8,
    cutoff: Option<u32>,
) -> Option<f64> {
    IntentRecall::to(cutoff.unwrap_or(LAST_RANK)).alone(topic, &binary(rel), ranking)
}

/// Subtopic recall: the share of the intents with a relevant document to which one of the top `k` is
/// relevant.
///
/// As [`intent_recall`], but an intent without relevant documents is none: ndeval's `strec`.
///
/// Zhai, Cohen and Lafferty, SIGIR 2003.
pub fn subtopic_recall(
    topic: &IntentTopic<'_>,
    ranking: &[Placed],
    rel: u8,
    cutoff: Option<u32>,
) -> Option<f64> {
    SubtopicRecall { last_rank: cutoff.unwrap_or(LAST_RANK) }.alone(topic, &binary(rel), ranking)
}

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
        parameters: &[],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Sakai, survey of NTCIR, section 2.2.1",
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
        parameters: &[],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Zhai, Cohen and Lafferty, SIGIR 2003; ndeval, strec",
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

/// How many intents have a relevant document down to `last_rank`.
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
