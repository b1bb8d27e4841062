//! Cumulative gain at a cutoff, plain and normalised. The order of the documents above the cutoff does not matter.
//!
//! # CG
//!
//! Cumulative gain, g(r) being the gain at rank r:
//!
//! CG@k = Σ_{r ≤ k} g(r)
//!
//! Unjudged documents gain 0. `None` if no judged document has a gain: the value would be 0 for every run.
//!
//! Järvelin and Kekäläinen, TOIS 2002, Eq. 1.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.2|2".parse()?;
//! assert_eq!(list.score("CG@2")?, Some(1.0));
//! assert_eq!(list.score("CG@3")?, Some(3.0));
//! assert_eq!(list.score("nCG@3")?, Some(3.0 / 5.0));
//! assert_eq!(list.score("CG(gains={1: 0, 2: 0, 3: 1})@3")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # nCG
//!
//! Normalised cumulative gain, which is the normalised sliding ratio of Pollock (1968), g_I(r) being the
//! gains of the ideal list:
//!
//! nCG@k = Σ_{r ≤ k} g(r) / Σ_{r ≤ k} g_I(r)
//!
//! nCG@1 is also known as nG@1. Unjudged documents gain 0. `None` if no judged document has a gain.
//!
//! Sakai, survey of NTCIR, section 2.1.1.

use crate::adhoc::measure::*;

/// The top of a list.
#[derive(Clone, Debug)]
struct Top {
    gains: Gains,
    last_rank: u32,
    /// The cutoff alone: cutting runs at a rank does not shorten the ideal list.
    cutoff: u32,
}

impl Top {
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        Ok(Self { gains: setting.gains(metric)?, last_rank, cutoff: metric.required_cutoff() })
    }

    fn found(&self, hits: impl Iterator<Item = Hit>) -> f64 {
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        seen.fold(0.0, |sum, hit| sum + self.gains.gain(hit.level))
    }

    /// Returns the gain of the ideal list; 0 if no judged document has one.
    fn ideal(&self, list: &JudgedList<'_>) -> f64 {
        list.ideal.iter().take(self.cutoff as usize).fold(0.0, |sum, &level| sum + self.gains.gain(level))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CumulativeGain(Top);

impl Measure for CumulativeGain {
    const ENTRY: Entry = Entry {
        name: "CG",
        title: "cumulative gain",
        formula: "Σ g(r)",
        cutoff: Cutoff::Required,
        source: "Järvelin and Kekäläinen, TOIS 2002, Eq. 1",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Top::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        (self.0.ideal(list) > 0.0).then(|| self.0.found(hits))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NormalisedCumulativeGain(Top);

impl Measure for NormalisedCumulativeGain {
    const ENTRY: Entry = Entry {
        name: "nCG",
        title: "normalised cumulative gain",
        formula: "Σ g(r) / Σ g_I(r)",
        cutoff: Cutoff::Required,
        source: "Sakai, survey of NTCIR, section 2.1.1",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Top::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let ideal = self.0.ideal(list);
        (ideal > 0.0).then(|| self.0.found(hits) / ideal)
    }
}
