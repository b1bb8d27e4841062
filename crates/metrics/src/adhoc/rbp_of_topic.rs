//! Graded rank-biased precision in units of the highest gain of the topic.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

use super::rbp::{GradedRankBiasedPrecision, persistence};

/// Graded rank-biased precision whose unit is the highest gain among the judged documents of the topic,
/// g_I(1), where gRBP takes that of the whole table:
///
/// TopicRBP = (1 - p) / g_I(1) Σ g(r) p^(r-1)
///
/// With one level this is RBP. Unjudged documents gain 0. `None` when no judged document has a gain.
///
/// trec_eval, `rbp`, for gains that are levels.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, topic_rank_biased_precision};
/// use rejudge_levels::{Gains, Verdict::Level};
/// let ranking = [(1, 1), (3, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[2, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// // The table has a level 4 that this topic lacks.
/// let score = topic_rank_biased_precision(&list, &Gains::linear(4), 0.5);
/// assert_eq!(score, Some(0.5 / 2.0 * (1.0 + 2.0 * 0.25)));
/// ```
pub fn topic_rank_biased_precision(list: &JudgedList<'_>, gains: &Gains, p: f64) -> Option<f64> {
    TopicRankBiasedPrecision(GradedRankBiasedPrecision::of_one_list(gains, p, LAST_RANK))
        .score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct TopicRankBiasedPrecision(GradedRankBiasedPrecision);

impl Measure for TopicRankBiasedPrecision {
    const ENTRY: Entry = Entry {
        name: "TopicRBP",
        title: "graded rank-biased precision in units of the topic's highest gain",
        formula: "(1 - p) / g_I(1) Σ g(r) p^(r-1)",
        parameters: &[persistence("0.9")],
        cutoff: Cutoff::Never,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "trec_eval, rbp",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        GradedRankBiasedPrecision::of(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let highest = list.ideal.first().map_or(0.0, |&level| self.0.gains().gain(level));
        if highest <= 0.0 {
            return None;
        }
        Some(self.0.in_units_of(highest, hits))
    }
}
