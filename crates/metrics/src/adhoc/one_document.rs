//! Measures for users who want one document: O-measure, P-measure and P-plus, which stop at a rank at which Q would
//! go on.
//!
//! # O-measure
//!
//! O-measure, `r1` being the rank of the first relevant document: the graded reciprocal rank.
//!
//! O = BR(r1) = (1 + β g(r1)) / (r1 + β cg_I(r1)), 0 if no relevant document is retrieved
//!
//! Documents with a gain above 0 are relevant. β = 0 gives RR. Unjudged documents count as nonrelevant. With
//! a cutoff, the score is 0 if the first relevant document is below it. `None` if no judged document has a
//! gain.
//!
//! Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
//! `O-measure`.
//!
//! ```
//! // The ideal list gains 3, 4, 5, 5, ..
//! let list: rejudge_metrics::JudgedRanking = ".1.3|1".parse()?;
//! let (first, second) = ((1.0 + 1.0) / (2.0 + 4.0), (2.0 + 4.0) / (4.0 + 5.0));
//! assert_eq!(list.score("O-measure")?, Some(first));
//! assert_eq!(list.score("P-measure")?, Some(second));
//! assert_eq!(list.score("P+")?, Some((first + second) / 2.0));
//! // Within the top 3 the document of level 1 is the most relevant.
//! assert_eq!(list.score("P-measure@3")?, Some(first));
//! assert_eq!(list.score("P+@1")?, Some(0.0));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("O-measure")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # P-measure
//!
//! P-measure, `rp` being the preferred rank, that of the first document with the highest gain of the
//! retrieved list (down to the cutoff), not of the topic:
//!
//! P = BR(rp), 0 if no relevant document is retrieved
//!
//! The rest is as for O-measure. With a larger cutoff, a better document that becomes visible may lower the score.
//!
//! Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL,
//! `P-measure`.
//!
//! # P+
//!
//! P-plus: P-measure, averaged with the relevant documents above the preferred rank `rp`:
//!
//! P+ = 1/C(rp) Σ_{r ≤ rp} I(r) BR(r), 0 if no relevant document is retrieved
//!
//! The rest is as for P-measure.
//!
//! Sakai, survey of NTCIR, Eq. 4.

use super::blended::{BETA, Blend, Blended};
use crate::adhoc::measure::*;

const SHARED: Entry = Entry { parameters: &[BETA], cutoff: Cutoff::Optional, ..Entry::GRADED };

/// The part that the three measures share.
#[derive(Clone, Debug)]
struct Ending {
    gains: Gains,
    blend: Blend,
    last_rank: u32,
}

impl Ending {
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (blend, last_rank) = (Blend::new(metric.number("beta")), setting.last_rank(metric));
        Ok(Self { gains: setting.gains(metric)?, blend, last_rank })
    }

    /// Returns true if a score is defined.
    fn has_relevant(&self, list: &JudgedList<'_>) -> bool {
        list.relevant(self.gains.relevant_from()) > 0
    }

    /// Returns the relevant documents that are seen, with their blended ratios.
    fn walk<'a>(
        &'a self,
        list: &JudgedList<'a>,
        hits: impl Iterator<Item = Hit>,
    ) -> impl Iterator<Item = Blended> {
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        self.blend.walk(&self.gains, list.ideal, seen)
    }

    /// Returns the preferred rank; 0 if no relevant document is seen.
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
    const ENTRY: Entry = Entry {
        name: "O-measure",
        title: "O-measure",
        formula: "BR(r1) at the first relevant document; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
        source: "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, O-measure",
        ..SHARED
    };

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
    const ENTRY: Entry = Entry {
        name: "P-measure",
        title: "P-measure",
        formula: "BR(rp) at the first of the most relevant documents retrieved; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
        source: "Sakai, IPSJ Digital Courier 3 (2007), 643-660; BR: Sakai and Robertson, EVIA 2008, Eq. 8; NTCIREVAL, P-measure",
        ..SHARED
    };

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
    const ENTRY: Entry = Entry {
        name: "P+",
        title: "P-plus",
        formula: "1/C(rp) Σ_{r ≤ rp} I(r) BR(r), rp as in P-measure; BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r))",
        source: "Sakai, survey of NTCIR, Eq. 4",
        ..SHARED
    };

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
