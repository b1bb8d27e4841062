//! D♯-measures blend a D-measure, which rewards relevance, with intent recall, which rewards diversity.
//!
//! D♯-measure = γ I-rec + (1 - γ) D-measure, both at the same cutoff.
//!
//! Here a document is relevant to an intent if it has a gain for the intent. `None` if the D-measure is undefined.
//!
//! Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6 (usually with γ = 0.5).
//!
//! ```
//! let list: rejudge_metrics::IntentRanking = "0.75 0.25: 20 . 01 | 11".parse()?;
//! let d_ndcg = list.score("D-nDCG@2")?.unwrap();
//! assert_eq!(list.score("I-rec@2")?, Some(0.5));
//! assert_eq!(list.score("D#-nDCG@2")?, Some(0.5 * 0.5 + 0.5 * d_ndcg));
//! assert_eq!(list.score("D#-nDCG(gamma=1)@2")?, Some(0.5));
//! assert_eq!(list.score("D#-nDCG(gamma=0)@2")?, Some(d_ndcg));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::blended::BETA;
use crate::adhoc::dcg::PARAMETERS;
use crate::diversity::d_measure::{d_ndcg, d_q};
use crate::diversity::din::din_ndcg;
use crate::diversity::intent_recall::{covered, intents_if_any_relevant};
use crate::diversity::measure::*;

const GAMMA: Parameter =
    Parameter::new("gamma", "weight of intent recall against the D-measure", Domain::Share, Some("0.5"));

/// Returns the kernel of a D-measure with intent recall.
fn with_recall(
    metric: &Metric,
    measure: Result<IntentKernel, ScorerError>,
) -> Result<IntentKernel, ScorerError> {
    let (gamma, measure) = (metric.number("gamma"), measure?);
    by_intent(move |topic| {
        let (intents, measure) = (intents_if_any_relevant(topic)?, (measure.0)(topic)?);
        prepared(move |topic, ranking, scratch| {
            let recall = covered(topic, ranking, scratch) / intents;
            gamma * recall + (1.0 - gamma) * (measure.0)(topic, ranking, scratch)
        })
    })
}

pub(crate) const D_SHARP_NDCG: Entry = Entry {
    name: "D#-nDCG",
    title: "intent recall and nDCG on global gains",
    formula: "γ I-rec + (1 - γ) D-nDCG",
    parameters: &[GAMMA, PARAMETERS[0], PARAMETERS[1]],
    cutoff: Cutoff::Optional,
    source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6",
    kernel: ByIntent(|metric, setting| with_recall(metric, d_ndcg(metric, setting))),
    ..Entry::GRADED
};

pub(crate) const D_SHARP_Q: Entry = Entry {
    name: "D#-Q",
    title: "intent recall and Q-measure on global gains",
    formula: "γ I-rec + (1 - γ) D-Q",
    parameters: &[GAMMA, BETA],
    cutoff: Cutoff::Optional,
    source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6",
    kernel: ByIntent(|metric, setting| with_recall(metric, d_q(metric, setting))),
    ..Entry::GRADED
};

pub(crate) const DIN_SHARP_NDCG: Entry = Entry {
    name: "DIN#-nDCG",
    title: "intent recall and nDCG with one reward for a navigational intent",
    formula: "γ I-rec + (1 - γ) DIN-nDCG",
    parameters: &[GAMMA, PARAMETERS[0], PARAMETERS[1]],
    cutoff: Cutoff::Optional,
    source: "Sakai, WWW 2012; Sakai, survey of NTCIR, Eqs. 6 and 8",
    kernel: ByIntent(|metric, setting| with_recall(metric, din_ndcg(metric, setting))),
    ..Entry::GRADED
};
