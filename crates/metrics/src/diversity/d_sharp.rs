//! D♯-measures: a D-measure, which is of relevance, blended with intent recall, which is of diversity.

use crate::adhoc::blended::BETA;
use crate::adhoc::dcg::Discount;
use crate::diversity::d_measure::{DNdcg, DQ};
use crate::diversity::din::DinNdcg;
use crate::diversity::intent_recall::IntentRecall;
use crate::diversity::kernel::IntentMeasure;
use crate::diversity::topic::Placed;
use crate::diversity::topic_gains::TopicGains;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Parameter, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// D♯-measure = γ I-rec + (1 - γ) D-measure, both at the same cutoff.
///
/// Within a D♯-measure, a document is relevant to an intent when it has a gain for it. Undefined where the
/// D-measure is.
///
/// Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6 (usually with γ = 0.5).
///
/// ```
/// use rejudge_metrics::diversity::d_sharp;
/// assert_eq!(d_sharp(0.5, 0.75, 0.25), 0.5);
/// assert_eq!((d_sharp(1.0, 0.75, 0.25), d_sharp(0.0, 0.75, 0.25)), (0.75, 0.25));
/// ```
pub fn d_sharp(gamma: f64, intent_recall: f64, d_measure: f64) -> f64 {
    gamma * intent_recall + (1.0 - gamma) * d_measure
}

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

const GAMMA: Parameter = Parameter {
    name: "gamma",
    meaning: "weight of intent recall against the D-measure",
    domain: Domain::Share,
    default: Some("0.5"),
    only_with: None,
};

impl Blendable for DNdcg {
    const BLEND: Entry = Entry {
        name: "D#-nDCG",
        title: "intent recall and nDCG on global gains",
        formula: "γ I-rec + (1 - γ) D-nDCG",
        parameters: &[GAMMA, Discount::DCG, Discount::LOG],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6",
    };
}

impl Blendable for DQ {
    const BLEND: Entry = Entry {
        name: "D#-Q",
        title: "intent recall and Q-measure on global gains",
        formula: "γ I-rec + (1 - γ) D-Q",
        parameters: &[GAMMA, BETA],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 6",
    };
}

impl Blendable for DinNdcg {
    const BLEND: Entry = Entry {
        name: "DIN#-nDCG",
        title: "intent recall and nDCG with one reward for a navigational intent",
        formula: "γ I-rec + (1 - γ) DIN-nDCG",
        parameters: &[GAMMA, Discount::DCG, Discount::LOG],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai, WWW 2012; Sakai, survey of NTCIR, Eqs. 6 and 8",
    };
}

impl<M: Blendable> IntentMeasure for Sharp<M> {
    const ENTRY: Entry = M::BLEND;
    /// That of intent recall, and that of the measure.
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
        d_sharp(self.gamma, recall, self.measure.score(ideal, topic, ranking, scratch))
    }
}
