//! Normalised expected reciprocal rank.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

use super::err::{Cascade, StopBy};

/// Expected reciprocal rank divided by that of the ideal list, at the same cutoff:
///
/// nERR = ERR / ERR of the ideal list
///
/// `None` when no judged document can satisfy. As with
/// [`expected_reciprocal_rank`](crate::expected_reciprocal_rank), a name without parameters means
/// `stop='exp'`; NTCIREVAL's nERR is `nERR(stop='gain')`.
///
/// Sakai and Song, SIGIR 2011; NTCIREVAL, `nERR`.
///
/// ```
/// use rejudge_levels::*;
/// use rejudge_metrics::*;
/// let ranking = [(1, 1), (3, 2)].map(|(rank, level)| Judged { rank, verdict: Verdict::Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[2, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let score = normalised_expected_reciprocal_rank(&list, &StopBy::Gain(Gains::linear(3)), None);
/// let (found, ideal) =
///     (1.0 / 4.0 + 3.0 / 4.0 * (2.0 / 4.0) / 3.0, 2.0 / 4.0 + 2.0 / 4.0 * (1.0 / 4.0) / 2.0);
/// assert_eq!(score, Some(found / ideal));
/// ```
pub fn normalised_expected_reciprocal_rank(
    list: &JudgedList<'_>,
    stop: &StopBy,
    cutoff: Option<u32>,
) -> Option<f64> {
    NormalisedExpectedReciprocalRank(Cascade::new(stop, cutoff, None)).score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct NormalisedExpectedReciprocalRank(Cascade);

impl Measure for NormalisedExpectedReciprocalRank {
    const ENTRY: Entry = Entry {
        name: "nERR",
        title: "normalised expected reciprocal rank",
        formula: "ERR / ERR of the ideal list",
        parameters: &Cascade::PARAMETERS,
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai and Song, SIGIR 2011; NTCIREVAL, nERR",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Cascade::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let ideal = self.0.of_ideal(list);
        (ideal > 0.0).then(|| self.0.of_run(hits) / ideal)
    }
}
