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

pub(crate) const I_REC: Entry = Entry {
    name: "I-rec",
    title: "intent recall",
    formula: "intents covered by the top k / intents of the topic",
    cutoff: Cutoff::Optional,
    source: "Sakai, survey of NTCIR, section 2.2.1",
    kernel: ByIntent(|_, _| of_intents(any_relevant)),
    ..Entry::BINARY
};

pub(crate) const ST_RECALL: Entry = Entry {
    name: "StRecall",
    title: "subtopic recall",
    formula: "intents covered by the top k / intents with a relevant document",
    cutoff: Cutoff::Optional,
    source: "Zhai, Cohen and Lafferty, SIGIR 2003; ndeval, strec",
    kernel: ByIntent(|_, _| {
        of_intents(|topic| {
            let intents = topic.relevant.iter().filter(|&&count| count > 0).count();
            (intents > 0).then_some(intents as f64)
        })
    }),
    ..Entry::BINARY
};

fn of_intents(intents: fn(&TopicGains) -> Option<f64>) -> Result<IntentKernel, ScorerError> {
    by_intent(move |topic| {
        let intents = intents(topic)?;
        prepared(move |topic, ranking, scratch| covered(topic, ranking, scratch) / intents)
    })
}

/// Returns the number of intents, if any of them has a relevant document.
pub(crate) fn any_relevant(topic: &TopicGains) -> Option<f64> {
    topic.relevant.iter().any(|&count| count > 0).then(|| topic.intents.len() as f64)
}

/// Returns the number of intents with a relevant document in the ranking.
pub(crate) fn covered(topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
    let found = &mut scratch[..topic.intents.len()];
    found.fill(0.0);
    for placed in ranking {
        for (found, &gain) in found.iter_mut().zip(topic.row(placed.row)) {
            if gain > 0.0 {
                *found = 1.0;
            }
        }
    }
    found.iter().sum()
}
