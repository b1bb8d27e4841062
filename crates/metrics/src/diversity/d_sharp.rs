//! D♯-measures: a D-measure, which rewards relevance, blended with intent recall, which rewards diversity.
//!
//! D♯-measure = γ I-rec + (1 - γ) D-measure, both at the same cutoff.
//!
//! Within a D♯-measure, a document is relevant to an intent if it has a gain for it. Undefined if the
//! D-measure is.
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
use crate::adhoc::dcg::Discount;
use crate::diversity::d_measure::{DNdcg, DQ};
use crate::diversity::din::DinNdcg;
use crate::diversity::intent_recall::IntentRecall;
use crate::diversity::measure::*;

/// A D-measure `M` with intent recall.
#[derive(Clone, Debug)]
pub(crate) struct Sharp<M> {
    gamma: f64,
    recall: IntentRecall,
    measure: M,
}

/// A measure that can be blended with intent recall.
pub(crate) trait Blendable: IntentMeasure {
    /// The description of the blend.
    const BLEND: Entry;
}

const GAMMA: Parameter =
    Parameter::new("gamma", "weight of intent recall against the D-measure", Domain::Share, Some("0.5"));

impl Blendable for DNdcg {
    const BLEND: Entry = Entry {
        name: "D#-nDCG",
        title: "intent recall and nDCG on global gains",
        formula: "γ I-rec + (1 - γ) D-nDCG",
        parameters: &[GAMMA, Discount::DCG, Discount::LOG],
        cutoff: Cutoff::Optional,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6",
        ..Entry::GRADED
    };
}

impl Blendable for DQ {
    const BLEND: Entry = Entry {
        name: "D#-Q",
        title: "intent recall and Q-measure on global gains",
        formula: "γ I-rec + (1 - γ) D-Q",
        parameters: &[GAMMA, BETA],
        cutoff: Cutoff::Optional,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6",
        ..Entry::GRADED
    };
}

impl Blendable for DinNdcg {
    const BLEND: Entry = Entry {
        name: "DIN#-nDCG",
        title: "intent recall and nDCG with one reward for a navigational intent",
        formula: "γ I-rec + (1 - γ) DIN-nDCG",
        parameters: &[GAMMA, Discount::DCG, Discount::LOG],
        cutoff: Cutoff::Optional,
        source: "Sakai, WWW 2012; Sakai, survey of NTCIR, Eqs. 6 and 8",
        ..Entry::GRADED
    };
}

impl<M: Blendable> IntentMeasure for Sharp<M> {
    const ENTRY: Entry = M::BLEND;
    /// The ideal of intent recall, and that of the measure.
    type Ideal = (f64, M::Ideal);

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let recall = IntentRecall::to(setting.last_rank(metric));
        Ok(Self { gamma: metric.number("gamma"), recall, measure: M::resolve(metric, setting)? })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<Self::Ideal> {
        Some((self.recall.ideal(topic)?, self.measure.ideal(topic)?))
    }

    fn score(
        &self,
        (intents, ideal): &Self::Ideal,
        topic: &TopicGains,
        ranking: &[Placed],
        scratch: &mut [f64],
    ) -> f64 {
        let recall = self.recall.score(intents, topic, ranking, scratch);
        self.gamma * recall + (1.0 - self.gamma) * self.measure.score(ideal, topic, ranking, scratch)
    }
}
