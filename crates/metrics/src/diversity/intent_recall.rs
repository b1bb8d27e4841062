//! The share of the intents that a ranking covers.
//!
//! # I-rec
//!
//! Intent recall, I-rec@k, is the share of the topic's intents to which a document in the top k is relevant.
//!
//! All intents count, even intents without a relevant document. Documents of level `rel` or above are relevant. `None`
//! if no intent has a relevant document.
//!
//! Sakai, survey of NTCIR, section 2.2.1 (it defines I-rec as "the number of intents", but NTCIREVAL and the
//! D♯-measures take the share). NTCIREVAL expects a relevant document for every intent; if an intent has
//! none, NTCIREVAL's I-rec equals our StRecall.
//!
//! ```
//! // Nothing is relevant to the last intent.
//! let list: rejudge_metrics::IntentRanking = "0.25 0.25 0.25 0.25: 1200 . 0110".parse()?;
//! assert_eq!(list.score("I-rec@2")?, Some(0.5));
//! assert_eq!(list.score("I-rec")?, Some(0.75));
//! assert_eq!(list.score("I-rec(rel=2)")?, Some(0.25));
//! assert_eq!(list.score("I-rec(rel=3)")?, None);
//! // StRecall ignores the last intent.
//! assert_eq!(list.score("StRecall")?, Some(1.0));
//! assert_eq!(list.score("StRecall(rel=2)")?, Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # StRecall
//!
//! Subtopic recall is I-rec without the intents that have no relevant document.
//!
//! Zhai, Cohen and Lafferty, SIGIR 2003; ndeval's `strec`.

use crate::diversity::measure::*;

pub(crate) const I_REC: Entry = Entry {
    name: "I-rec",
    title: "intent recall",
    formula: "intents covered by the top k / intents of the topic",
    cutoff: Cutoff::Optional,
    source: "Sakai, survey of NTCIR, section 2.2.1",
    kernel: ByIntent(|_, _| covered_share(intents_if_any_relevant)),
    ..Entry::BINARY
};

pub(crate) const ST_RECALL: Entry = Entry {
    name: "StRecall",
    title: "subtopic recall",
    formula: "intents covered by the top k / intents with a relevant document",
    cutoff: Cutoff::Optional,
    source: "Zhai, Cohen and Lafferty, SIGIR 2003; ndeval, strec",
    kernel: ByIntent(|_, _| {
        covered_share(|topic| {
            let intents = topic.relevant.iter().filter(|&&count| count > 0).count();
            (intents > 0).then_some(intents as f64)
        })
    }),
    ..Entry::BINARY
};

/// Returns the kernel that divides the number of covered intents by the number that `intents` returns.
fn covered_share(intents: fn(&TopicGains) -> Option<f64>) -> Result<IntentKernel, ScorerError> {
    by_intent(move |topic| {
        let intents = intents(topic)?;
        prepared(move |topic, ranking, scratch| covered(topic, ranking, scratch) / intents)
    })
}

/// Returns the number of intents, or `None` if no intent has a relevant document.
pub(crate) fn intents_if_any_relevant(topic: &TopicGains) -> Option<f64> {
    topic.relevant.iter().any(|&count| count > 0).then(|| topic.intents.len() as f64)
}

/// Returns the number of intents with a relevant document in the ranking.
pub(crate) fn covered(topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
    let is_covered = &mut scratch[..topic.intents.len()];
    is_covered.fill(0.0);
    for placed in ranking {
        for (is_covered, &gain) in is_covered.iter_mut().zip(topic.row(placed.row)) {
            if gain > 0.0 {
                *is_covered = 1.0;
            }
        }
    }
    is_covered.iter().sum()
}
