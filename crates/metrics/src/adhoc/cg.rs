//! Cumulative gain at a cutoff, plain and normalised: what is found counts, not where.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};
use rejudge_levels::Gains;

/// Cumulative gain, g(r) being the gain at rank r:
///
/// CG@k = Σ_{r ≤ k} g(r)
///
/// Unjudged documents gain 0. `None` when no judged document has a gain: the value would be 0 for every run.
///
/// Järvelin and Kekäläinen, TOIS 2002, Eq. 1.
///
/// ```
/// use rejudge_levels::*;
/// use rejudge_metrics::*;
/// let ranking = [(1, 1), (3, 2)].map(|(rank, level)| Judged { rank, verdict: Verdict::Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[2, 2, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let gains = Gains::linear(2);
/// assert_eq!(
///     (cumulative_gain(&list, &gains, 2), cumulative_gain(&list, &gains, 3)),
///     (Some(1.0), Some(3.0))
/// );
/// assert_eq!(normalised_cumulative_gain(&list, &gains, 3), Some(3.0 / 5.0));
/// assert_eq!(cumulative_gain(&JudgedList { ranking: &[], ideal: &[], ..list }, &gains, 3), None);
/// ```
pub fn cumulative_gain(list: &JudgedList<'_>, gains: &Gains, cutoff: u32) -> Option<f64> {
    CumulativeGain(Top { gains: gains.clone(), last_rank: cutoff, cutoff })
        .score(list, hits::hits(list.ranking))
}

/// Normalised cumulative gain, which is the normalised sliding ratio of Pollock (1968), g_I(r) being the
/// gains of the ideal list:
///
/// nCG@k = Σ_{r ≤ k} g(r) / Σ_{r ≤ k} g_I(r)
///
/// nCG@1 is also known as nG@1. Unjudged documents gain 0. `None` when no judged document has a gain. The
/// example stands at [`cumulative_gain`].
///
/// Sakai, survey of NTCIR, section 2.1.1.
pub fn normalised_cumulative_gain(list: &JudgedList<'_>, gains: &Gains, cutoff: u32) -> Option<f64> {
    NormalisedCumulativeGain(Top { gains: gains.clone(), last_rank: cutoff, cutoff })
        .score(list, hits::hits(list.ranking))
}

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

    /// The gain of the ideal list; 0 when no judged document has one.
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
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Järvelin and Kekäläinen, TOIS 2002, Eq. 1",
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
        parameters: &[],
        cutoff: Cutoff::Required,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai, survey of NTCIR, section 2.1.1",
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
