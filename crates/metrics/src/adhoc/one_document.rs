//! Measures for users who want one document: O-measure, P-measure and P-plus, which stop where Q goes on.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

use super::blended::{BETA, Blend, Blended};

/// O-measure, `r1` being the rank of the first relevant document: the graded reciprocal rank.
///
/// O = BR(r1) = (1 + β g(r1)) / (r1 + β cg_I(r1)), 0 when no relevant document is retrieved
///
/// Documents with a gain above 0 are relevant. β = 0 gives RR. Unjudged documents count as nonrelevant.
/// With a cutoff, 0 when the first stands below it. `None` when no judged document has a gain.
///
/// Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
/// `O-measure`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, o_measure, p_measure, p_plus};
/// use rejudge_levels::{Gains, Verdict::Level};
/// // Levels 1 and 3 at ranks 2 and 4; the ideal list gains 3, 4, 5, 5, ..
/// let ranking = [(2, 1), (4, 3)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[3, 1, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let (gains, first, second) =
///     (Gains::linear(3), (1.0 + 1.0) / (2.0 + 4.0), (2.0 + 4.0) / (4.0 + 5.0));
/// assert_eq!(o_measure(&list, &gains, 1.0, None), Some(first));
/// assert_eq!(p_measure(&list, &gains, 1.0, None), Some(second));
/// assert_eq!(p_plus(&list, &gains, 1.0, None), Some((first + second) / 2.0));
/// // Within the top 3 the document of level 1 is the most relevant.
/// assert_eq!(p_measure(&list, &gains, 1.0, Some(3)), Some(first));
/// assert_eq!(p_plus(&list, &gains, 1.0, Some(1)), Some(0.0));
/// assert_eq!(o_measure(&JudgedList { ranking: &[], ideal: &[], ..list }, &gains, 1.0, None), None);
/// ```
pub fn o_measure(list: &JudgedList<'_>, gains: &Gains, beta: f64, cutoff: Option<u32>) -> Option<f64> {
    OMeasure(Ending::new(gains.clone(), beta, cutoff)).score(list, hits::hits(list.ranking))
}

/// P-measure, `rp` being the preferred rank, that of the first document with the highest gain of the
/// retrieved list (down to the cutoff), not of the topic:
///
/// P = BR(rp), 0 when no relevant document is retrieved
///
/// All else as in [`o_measure`], with an example. With a cutoff a better document that comes into sight may
/// lower the score.
///
/// Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
/// `P-measure`.
pub fn p_measure(list: &JudgedList<'_>, gains: &Gains, beta: f64, cutoff: Option<u32>) -> Option<f64> {
    PMeasure(Ending::new(gains.clone(), beta, cutoff)).score(list, hits::hits(list.ranking))
}

/// P-plus, P-measure with the relevant documents above the preferred rank `rp` taken in:
///
/// P+ = 1/C(rp) Σ_{r ≤ rp} I(r) BR(r), 0 when no relevant document is retrieved
///
/// All else as in [`p_measure`]; [`o_measure`] has an example.
///
/// Sakai, survey of NTCIR, Eq. 4.
pub fn p_plus(list: &JudgedList<'_>, gains: &Gains, beta: f64, cutoff: Option<u32>) -> Option<f64> {
    PPlus(Ending::new(gains.clone(), beta, cutoff)).score(list, hits::hits(list.ranking))
}

/// What the three have in common.
#[derive(Clone, Debug)]
struct Ending {
    gains: Gains,
    blend: Blend,
    last_rank: u32,
}

impl Ending {
    fn new(gains: Gains, beta: f64, cutoff: Option<u32>) -> Self {
        Self { gains, blend: Blend::new(beta), last_rank: cutoff.unwrap_or(LAST_RANK) }
    }

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = Some(setting.last_rank(metric));
        Ok(Self::new(setting.gains(metric)?, metric.number("beta"), last_rank))
    }

    const fn entry(
        name: &'static str,
        title: &'static str,
        formula: &'static str,
        source: &'static str,
    ) -> Entry {
        Entry {
            name,
            title,
            formula,
            parameters: &[BETA],
            cutoff: Cutoff::Optional,
            relevance: Relevance::Graded,
            summary: Summary::Mean,
            source,
        }
    }

    /// Whether a score is defined.
    fn has_relevant(&self, list: &JudgedList<'_>) -> bool {
        list.relevant(self.gains.relevant_from()) > 0
    }

    /// The relevant documents that are seen, with their blended ratios.
    fn walk<'a>(
        &'a self,
        list: &JudgedList<'a>,
        hits: impl Iterator<Item = Hit>,
    ) -> impl Iterator<Item = Blended> {
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        self.blend.walk(&self.gains, list.ideal, seen)
    }

    /// The preferred rank; 0 when no relevant document is seen.
    fn preferred_rank(&self, hits: impl Iterator<Item = Hit>) -> u32 {
        let (mut rank, mut highest) = (0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            let gain = self.gains.gain(hit.level);
            if gain > highest {
                (rank, highest) = (hit.rank, gain);
            }
        }
        rank
    }
}

#[derive(Clone, Debug)]
pub(crate) struct OMeasure(Ending);

impl Measure for OMeasure {
    const ENTRY: Entry = Ending::entry(
        "O-measure",
        "O-measure",
        "BR(r1) at the first relevant document; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
        "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, O-measure",
    );

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ending::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let first = self.0.walk(list, hits).next();
        self.0.has_relevant(list).then(|| first.map_or(0.0, |at| at.ratio))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct PMeasure(Ending);

impl Measure for PMeasure {
    const ENTRY: Entry = Ending::entry(
        "P-measure",
        "P-measure",
        "BR(rp) at the first of the most relevant documents retrieved; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
        "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, P-measure",
    );

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ending::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let preferred = self.0.preferred_rank(hits.clone());
        let at_preferred = self.0.walk(list, hits).find(|at| at.rank == preferred);
        self.0.has_relevant(list).then(|| at_preferred.map_or(0.0, |at| at.ratio))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct PPlus(Ending);

impl Measure for PPlus {
    const ENTRY: Entry = Ending::entry(
        "P+",
        "P-plus",
        "1/C(rp) Σ_{r ≤ rp} I(r) BR(r), rp as in P-measure; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
        "Sakai, survey of NTCIR, Eq. 4",
    );

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ending::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let preferred = self.0.preferred_rank(hits.clone());
        let (mut found, mut sum) = (0.0, 0.0);
        for at in self.0.walk(list, hits).take_while(|at| at.rank <= preferred) {
            found += 1.0;
            sum += at.ratio;
        }
        self.0.has_relevant(list).then(|| if preferred == 0 { 0.0 } else { sum / found })
    }
}
