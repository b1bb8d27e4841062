//! Q-measure: average precision with the precision replaced by a blend with cumulative gain.

use crate::gains::Gains;
use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Q-measure, cg(r) being the gains of the top `r` and cg_I(r) those of the ideal list's top `r`:
///
/// Q = (1/R) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r))
///
/// Documents with a gain above 0 are relevant. β = 0 gives AP; β = ∞ leaves the ratio of cumulative
/// gains. Unjudged documents count as nonrelevant. `None` when no judged document has a gain.
///
/// Sakai, IPSJ 2009, Eq. 2 (with β = 1).
///
/// ```
/// use rejudge_metrics::{Gains, Judged, JudgedList, Verdict::Level, q_measure};
/// // Level 1 at rank 1, level 3 at rank 3; the ideal list gains 3, 4, 4, ..
/// let ranking = [(1, 1), (3, 3)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList { ranking: &ranking, retrieved: 3, ideal: &[3, 1], judged_nonrelevant: 0 };
/// let q = |beta| q_measure(&list, &Gains::linear(3), beta);
/// assert_eq!(q(1.0), Some(((1.0 + 1.0) / (1.0 + 3.0) + (2.0 + 4.0) / (3.0 + 4.0)) / 2.0));
/// assert_eq!(q(0.0), Some((1.0 / 1.0 + 2.0 / 3.0) / 2.0));
/// assert_eq!(q(f64::INFINITY), Some((1.0 / 3.0 + 4.0 / 4.0) / 2.0));
/// assert_eq!(q_measure(&JudgedList { ranking: &[], ideal: &[], ..list }, &Gains::linear(3), 1.0), None);
/// ```
pub fn q_measure(list: &JudgedList<'_>, gains: &Gains, beta: f64) -> Option<f64> {
    QMeasure { gains: gains.clone(), blend: Blend::new(beta), last_rank: u32::MAX }
        .score(list, hits::hits(list.ranking))
}

/// How counts and cumulative gains are blended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blend {
    /// Weight of the precision, 1 unless β is infinite.
    of_count: f64,
    /// Weight of the cumulative gain, β unless it is infinite.
    of_gain: f64,
}

impl Blend {
    pub fn new(beta: f64) -> Self {
        let (of_count, of_gain) = if beta.is_infinite() { (0.0, 1.0) } else { (1.0, beta) };
        Self { of_count, of_gain }
    }

    /// Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r)) over (rank, gain) of the retrieved documents with a gain, and
    /// the gains of the ideal list.
    #[inline]
    pub fn ratios(self, hits: impl Iterator<Item = (u32, f64)>, mut ideal: impl Iterator<Item = f64>) -> f64 {
        let (mut found, mut gain, mut sum) = (0.0, 0.0, 0.0);
        let (mut ideal_rank, mut ideal_gain) = (0, 0.0);
        for (rank, of_hit) in hits {
            // The ideal list's cumulative gain follows the rank of the hit.
            while ideal_rank < rank
                && let Some(next) = ideal.next()
            {
                ideal_gain += next;
                ideal_rank += 1;
            }
            found += 1.0;
            gain += of_hit;
            let blend = self.of_count * found + self.of_gain * gain;
            sum += blend / (self.of_count * f64::from(rank) + self.of_gain * ideal_gain);
        }
        sum
    }
}

/// Parameter `beta`.
pub(crate) const BETA: Parameter = Parameter {
    name: "beta",
    meaning: "weight of the cumulative gain against the count",
    domain: Domain::Weight,
    default: Some("1"),
    only_with: None,
};

#[derive(Clone, Debug)]
pub(crate) struct QMeasure {
    gains: Gains,
    blend: Blend,
    last_rank: u32,
}

impl Measure for QMeasure {
    const ENTRY: Entry = Entry {
        name: "Q",
        title: "Q-measure",
        formula: "(1/R) Σ I(r) (C(r) + β cg(r)) / (r + β cg_I(r))",
        parameters: &[BETA],
        cutoff: Cutoff::Never,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Sakai, IPSJ 2009, Eq. 2",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let blend = Blend::new(metric.number("beta"));
        Ok(Self { gains: setting.gains(metric)?, blend, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant_from = self.gains.relevant_from();
        let relevant = list.relevant(relevant_from);
        if relevant == 0 {
            return None;
        }
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank).filter(|hit| hit.level >= relevant_from);
        let gains = seen.map(|hit| (hit.rank, self.gains.gain(hit.level)));
        let ideal = list.ideal.iter().map(|&level| self.gains.gain(level));
        Some(self.blend.ratios(gains, ideal) / f64::from(relevant))
    }
}
