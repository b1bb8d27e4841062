//! Q-measure: average precision with the precision replaced by a blend with cumulative gain.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

use super::ap::Norm;
use super::blended::{BETA, Blend};

/// Q-measure, cg(r) being the gains of the top `r` and cg_I(r) those of the ideal list's top `r`:
///
/// Q = (1/R) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r))
///
/// Documents with a gain above 0 are relevant. β = 0 gives AP; β = ∞ leaves the ratio of cumulative
/// gains. Unjudged documents count as nonrelevant. With a cutoff the sum ends there and the divisor is
/// min(cutoff, R) by [`Norm::Min`], the default in a name since Q@l is so defined (unlike AP@k), or R.
/// `None` when no judged document has a gain.
///
/// Sakai, IPSJ 2009, Eq. 2 (with β = 1); Q@l: Sakai, survey of NTCIR, Eq. 3.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, Norm, q_measure};
/// use rejudge_levels::{Gains, Verdict::Level};
/// // Level 1 at rank 1, level 3 at rank 3; the ideal list gains 3, 4, 4, ..
/// let ranking = [(1, 1), (3, 3)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[3, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let q = |beta| q_measure(&list, &Gains::linear(3), beta, None, Norm::R);
/// assert_eq!(q(1.0), Some(((1.0 + 1.0) / (1.0 + 3.0) + (2.0 + 4.0) / (3.0 + 4.0)) / 2.0));
/// assert_eq!(q(0.0), Some((1.0 / 1.0 + 2.0 / 3.0) / 2.0));
/// assert_eq!(q(f64::INFINITY), Some((1.0 / 3.0 + 4.0 / 4.0) / 2.0));
/// let q_at_1 = |norm| q_measure(&list, &Gains::linear(3), 1.0, Some(1), norm);
/// assert_eq!((q_at_1(Norm::Min), q_at_1(Norm::R)), (Some(0.5), Some(0.25)));
/// let empty = JudgedList { ranking: &[], ideal: &[], ..list };
/// assert_eq!(q_measure(&empty, &Gains::linear(3), 1.0, None, Norm::R), None);
/// ```
pub fn q_measure(
    list: &JudgedList<'_>,
    gains: &Gains,
    beta: f64,
    cutoff: Option<u32>,
    norm: Norm,
) -> Option<f64> {
    QMeasure {
        gains: gains.clone(),
        blend: Blend::new(beta),
        last_rank: cutoff.unwrap_or(LAST_RANK),
        divisor_limit: norm.limit(cutoff),
    }
    .score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct QMeasure {
    gains: Gains,
    blend: Blend,
    last_rank: u32,
    divisor_limit: u32,
}

impl Measure for QMeasure {
    const ENTRY: Entry = Entry {
        name: "Q",
        title: "Q-measure",
        formula: "(1/R) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r)); with a cutoff 1/min(k, R)",
        parameters: &[BETA, Norm::parameter("min")],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai, IPSJ 2009, Eq. 2; Sakai, survey of NTCIR, Eq. 3",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self {
            gains: setting.gains(metric)?,
            blend: Blend::new(metric.number("beta")),
            last_rank: setting.last_rank(metric),
            divisor_limit: Norm::limit_of(metric),
        })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.gains.relevant_from());
        if relevant == 0 {
            return None;
        }
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        let mut sum = 0.0;
        for at in self.blend.walk(&self.gains, list.ideal, seen) {
            sum += at.ratio;
        }
        Some(sum / f64::from(relevant.min(self.divisor_limit)))
    }
}
