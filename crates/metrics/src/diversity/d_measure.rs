//! D-measures: an ad hoc measure on the global gains of documents.
//!
//! # D-nDCG
//!
//! D-nDCG: [`nDCG`](crate::adhoc::ndcg) with the global gains GG = Σ Pr(i|q) g_i of the documents, and with
//! all judged documents by global gain as the ideal list:
//!
//! D-nDCG@k = Σ_{r ≤ k} GG(r) d(r) / Σ_{r ≤ k} GG_I(r) d(r)
//!
//! With a single intent of probability 1 this is nDCG. Unjudged documents gain 0. `None` if no judged
//! document has a global gain.
//!
//! Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 7.
//!
//! ```
//! // Global gains: 0.25 * 1 + 0.25 * 1 = 0.5, and 0.5 * 2 + 0.25 * 1 = 1.25.
//! let list: rejudge_metrics::IntentRanking = "0.5 0.25 0.25: 011 . 210".parse()?;
//! assert!((list.score("D-nDCG@3")?.unwrap() - (0.5 + 1.25 / 2.0) / (1.25 + 0.5 / 3.0_f64.log2())).abs() < 1e-15);
//! let first = (1.0 + 0.5) / (1.0 + 1.25);
//! assert_eq!(list.score("D-Q")?, Some((first + (2.0 + 1.75) / (3.0 + 1.75)) / 2.0));
//! assert_eq!(list.score("D-Q@2")?, Some(first / 2.0));
//! assert_eq!(list.score("D-Q@1")?, Some(first));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # D-Q
//!
//! D-Q: [`Q`](crate::adhoc::q) with the global gains of the documents. With a cutoff `l` the
//! divisor R, the documents with a global gain, is min(l, R).
//!
//! With a single intent of probability 1 this is Q. Unjudged documents count as nonrelevant. `None` if no
//! judged document has a global gain.
//!
//! Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eqs. 1, 3 and 7.

use crate::adhoc::blended::{BETA, Blend};
use crate::adhoc::dcg::{Discount, discounted};
use crate::diversity::measure::*;
use crate::rank_weights::RankWeights;

#[derive(Clone, Debug)]
pub(crate) struct DNdcg {
    pub weights: RankWeights,
    pub last_rank: u32,
    /// The cutoff alone: cutting runs at a rank does not shorten the ideal list.
    pub ideal_last_rank: u32,
}

impl DNdcg {
    /// Returns the discounted cumulative gain of an ideal list; `None` if it is empty.
    pub fn best(&self, ideal: &[f64]) -> Option<f64> {
        let ideal = ideal.iter().copied().take(self.ideal_last_rank as usize);
        Some(discounted((1..).zip(ideal), &self.weights)).filter(|&sum| sum > 0.0)
    }
}

impl IntentMeasure for DNdcg {
    const ENTRY: Entry = Entry {
        name: "D-nDCG",
        title: "nDCG on global gains",
        formula: "Σ GG(r) d(r) / Σ GG_I(r) d(r), GG = Σ Pr(i|q) g_i; d as in nDCG",
        parameters: &Discount::PARAMETERS,
        cutoff: Cutoff::Optional,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eq. 7",
        ..Entry::GRADED
    };
    /// The discounted cumulative gain of the global ideal list.
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        let weights = RankWeights::new(Discount::new(metric).law(), last_rank);
        Ok(Self { weights, last_rank, ideal_last_rank: metric.cutoff().unwrap_or(LAST_RANK) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        self.best(&topic.ideal)
    }

    fn score(&self, ideal: &f64, topic: &TopicGains, ranking: &[Placed], _: &mut [f64]) -> f64 {
        let gains = seen(ranking, self.last_rank).map(|placed| (placed.rank, topic.global(placed.row)));
        discounted(gains, &self.weights) / ideal
    }
}

#[derive(Clone, Debug)]
pub(crate) struct DQ {
    blend: Blend,
    last_rank: u32,
    /// The cutoff without the maximum rank of the evaluation, which determines the divisor.
    cutoff: u32,
}

impl IntentMeasure for DQ {
    const ENTRY: Entry = Entry {
        name: "D-Q",
        title: "Q-measure on global gains",
        formula: "(1/min(l, R)) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r)), cg of GG = Σ Pr(i|q) g_i",
        parameters: &[BETA],
        cutoff: Cutoff::Optional,
        source: "Sakai and Song, SIGIR 2011; Sakai, survey of NTCIR, Eqs. 1, 3 and 7",
        ..Entry::GRADED
    };
    /// min(l, R).
    type Ideal = f64;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (blend, last_rank) = (Blend::new(metric.number("beta")), setting.last_rank(metric));
        Ok(Self { blend, last_rank, cutoff: metric.cutoff().unwrap_or(LAST_RANK) })
    }

    fn ideal(&self, topic: &mut TopicGains) -> Option<f64> {
        let relevant = (topic.ideal.len() as u32).min(self.cutoff);
        (relevant > 0).then(|| f64::from(relevant))
    }

    fn score(&self, divisor: &f64, topic: &TopicGains, ranking: &[Placed], _: &mut [f64]) -> f64 {
        let gains = seen(ranking, self.last_rank).map(|placed| (placed.rank, topic.global(placed.row)));
        let relevant = gains.filter(|&(_, gain)| gain > 0.0);
        let mut sum = 0.0;
        for ratio in self.blend.ratios(relevant, topic.ideal.iter().copied()) {
            sum += ratio;
        }
        sum / divisor
    }
}
