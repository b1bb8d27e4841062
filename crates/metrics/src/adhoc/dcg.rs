//! Discounted cumulative gain, and the discounts that nDCG shares.
//!
//! Discounted cumulative gain, g(r) being the gain at rank r and d(r) the discount of [`ndcg`](super::ndcg):
//!
//! DCG@k = Σ_{r ≤ k} g(r) d(r)
//!
//! Not normalised: the scores of topics with many or few relevant documents do not compare. Without a cutoff
//! the sum runs over the whole list. Unjudged documents gain 0. `None` if no judged document has a gain:
//! the value would be 0 for every run.
//!
//! Järvelin and Kekäläinen, TOIS 2002; Burges et al., ICML 2005.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.2".parse()?;
//! assert_eq!(list.score("DCG")?, Some(1.0 + 2.0 / 2.0));
//! assert_eq!(list.score("DCG@2")?, Some(1.0));
//! // Base 4 discounts nothing before rank 5.
//! assert_eq!(list.score("DCG(dcg='jk', log=4)")?, Some(3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// The share of its gain that a document keeps at rank r.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Discount {
    /// 1/log2(1 + r) at every rank (Burges et al., ICML 2005; Sakai, survey of NTCIR, section 4.3).
    Log2,
    /// No discount up to rank `base`, then 1/log_base(r) (Järvelin and Kekäläinen, TOIS 2002, Eq. 2).
    Jk {
        /// The base of the logarithm, above 1.
        base: f64,
    },
}

impl Discount {
    /// The parameter that names a discount.
    pub(crate) const DCG: Parameter = Parameter::new(
        "dcg",
        "discount: of Microsoft and trec_eval, or the original of Järvelin and Kekäläinen",
        Domain::Words(&["log2", "jk"]),
        Some("log2"),
    );

    /// The parameter of the original discount.
    pub(crate) const LOG: Parameter = Parameter {
        name: "log",
        meaning: "base of the logarithm, and last rank without a discount",
        domain: Domain::LogBase,
        default: None,
        only_with: Some(("dcg", "jk")),
    };

    /// Both.
    pub(crate) const PARAMETERS: [Parameter; 2] = [Self::DCG, Self::LOG];

    /// The discount of a metric with these parameters.
    pub(crate) fn new(metric: &Metric) -> Self {
        match metric.value("log") {
            Some(Value::Decimal(base)) => Self::Jk { base: base.value() },
            _ => Self::Log2,
        }
    }

    pub(crate) fn law(self) -> Law {
        match self {
            Self::Log2 => Law::Log2,
            Self::Jk { base } => Law::Log { base },
        }
    }
}

/// Σ g(r) d(r) over (rank, gain), with the discount as weights.
#[inline]
pub(crate) fn discounted(gains: impl Iterator<Item = (u32, f64)>, weights: &RankWeights) -> f64 {
    let mut sum = 0.0;
    for (rank, gain) in gains {
        sum += gain * weights.at(rank);
    }
    sum
}

#[derive(Clone, Debug)]
pub(crate) struct DiscountedCumulativeGain {
    gains: Gains,
    weights: RankWeights,
    last_rank: u32,
}

impl Measure for DiscountedCumulativeGain {
    const ENTRY: Entry = Entry {
        name: "DCG",
        title: "discounted cumulative gain",
        formula: "Σ g(r) d(r); log2: d(r) = 1/log2(1+r); jk: d(r) = 1 for r ≤ log, else 1/log_log(r)",
        parameters: &Discount::PARAMETERS,
        cutoff: Cutoff::Optional,
        source: "jk: Järvelin and Kekäläinen, TOIS 2002, Eq. 2; log2: Burges et al., ICML 2005 (Sakai, survey of NTCIR, section 4.3)",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        let weights = RankWeights::new(Discount::new(metric).law(), last_rank);
        Ok(Self { gains: setting.gains(metric)?, weights, last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        if list.relevant(self.gains.relevant_from()) == 0 {
            return None;
        }
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        Some(discounted(seen.map(|hit| (hit.rank, self.gains.gain(hit.level))), &self.weights))
    }
}
