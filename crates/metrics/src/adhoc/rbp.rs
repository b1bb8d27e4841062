//! Rank-biased precision: binary as its authors define it, and Sakai's graded form.
//!
//! # RBP
//!
//! Rank-biased precision: the user goes on to the next document with probability `p`, 0 < p < 1.
//!
//! RBP = (1 - p) Σ I(r) p^(r-1)
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. With a cutoff the
//! sum ends there. The ideal list scores 1 - p^R, not 1. `None` if R = 0: the value would be 0 for every
//! run.
//!
//! Moffat and Zobel, TOIS 2008; with equal gains Sakai, IPSJ 2009, Eq. 4.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "2.1".parse()?;
//! assert_eq!(list.score("RBP(p=0.5)")?, Some(0.5 * (1.0 + 0.25)));
//! assert_eq!(list.score("RBP(p=0.5, rel=2)")?, Some(0.5));
//! assert_eq!(list.score("RBP(p=0.5)@2")?, Some(0.5));
//! assert_eq!(list.score("RBP(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # gRBP
//!
//! Graded rank-biased precision, gain(H) being the highest gain of the table, whether the topic has such a
//! document or not:
//!
//! gRBP = (1 - p) / gain(H) Σ g(r) p^(r-1)
//!
//! Unjudged documents gain 0. With a cutoff the sum ends there. Equal to RBP when all gains are equal. `None`
//! when no judged document has a gain.
//!
//! Sakai, IPSJ 2009, Eq. 4 (there called RBP, with p = 0.95).
//!
//! ```
//! // The table has a level 4 that this topic lacks.
//! let list: rejudge_metrics::JudgedRanking = "2.1".parse()?;
//! assert_eq!(list.score("gRBP(p=0.5, gains={1: 1, 2: 2, 3: 3, 4: 4})")?, Some(0.5 / 4.0 * (2.0 + 0.25)));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("gRBP")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// Returns the parameter of every measure whose user goes on with probability p.
pub(crate) const fn persistence(default: &'static str) -> Parameter {
    Parameter::new(
        "p",
        "persistence: probability of going on to the next document",
        Domain::Proportion,
        Some(default),
    )
}

#[derive(Clone, Debug)]
pub(crate) struct RankBiasedPrecision {
    rel: u8,
    p: f64,
    weights: RankWeights,
    last_rank: u32,
}

impl Measure for RankBiasedPrecision {
    const ENTRY: Entry = Entry {
        name: "RBP",
        title: "rank-biased precision",
        formula: "(1 - p) Σ I(r) p^(r-1)",
        parameters: &[persistence("0.8")],
        cutoff: Cutoff::Optional,
        source: "Moffat and Zobel, TOIS 2008; with equal gains Sakai, IPSJ 2009, Eq. 4",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (p, last_rank) = (metric.number("p"), setting.last_rank(metric));
        Ok(Self {
            rel: setting.rel(metric),
            p,
            weights: RankWeights::new(Law::Power { p }, last_rank),
            last_rank,
        })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        if list.relevant(self.rel) == 0 {
            return None;
        }
        let mut sum = 0.0;
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            if hit.level >= self.rel {
                sum += self.weights.at(hit.rank);
            }
        }
        Some((1.0 - self.p) * sum)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GradedRankBiasedPrecision {
    gains: Gains,
    p: f64,
    weights: RankWeights,
    last_rank: u32,
}

impl GradedRankBiasedPrecision {
    /// Returns the sum of discounted gains in units of `highest`; TopicRBP passes the highest gain of the
    /// topic.
    #[inline]
    pub(crate) fn in_units_of(&self, highest: f64, hits: impl Iterator<Item = Hit>) -> f64 {
        let mut sum = 0.0;
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            sum += self.gains.gain(hit.level) * self.weights.at(hit.rank);
        }
        (1.0 - self.p) / highest * sum
    }

    /// Returns the gains of the levels.
    pub fn gains(&self) -> &Gains {
        &self.gains
    }

    /// With the gains and the persistence of a name, or of a family that has them too.
    pub fn new(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (p, last_rank) = (metric.number("p"), setting.last_rank(metric));
        let weights = RankWeights::new(Law::Power { p }, last_rank);
        Ok(Self { gains: setting.gains(metric)?, p, weights, last_rank })
    }
}

impl Measure for GradedRankBiasedPrecision {
    const ENTRY: Entry = Entry {
        name: "gRBP",
        title: "graded rank-biased precision",
        formula: "(1 - p) / gain(H) Σ g(r) p^(r-1)",
        parameters: &[persistence("0.95")],
        cutoff: Cutoff::Optional,
        source: "Sakai, IPSJ 2009, Eq. 4",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Self::new(metric, setting)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        if list.relevant(self.gains.relevant_from()) == 0 {
            return None;
        }
        Some(self.in_units_of(self.gains.highest(), hits))
    }
}
