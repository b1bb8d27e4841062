//! Generalised average precision.
//!
//! Generalised average precision (genAveP), cg(r) being the gains of the top `r` and cg_I(r) those of the
//! ideal list's top `r`; I(r) is 1 if the document at rank `r` is relevant, else 0:
//!
//! genAP = Σ I(r) cg(r)/r / Σ_{r ≤ R} cg_I(r)/r
//!
//! Documents with a gain above 0 are relevant. Unjudged documents count as nonrelevant. AP when all gains are
//! equal. `None` if no judged document has a gain.
//!
//! Kishida, NII Technical Report NII-2005-014E; Sakai, Controlling the penalty on late arrival of relevant
//! documents, Eq. 5.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1..3".parse()?;
//! assert_eq!(list.score("genAP")?, Some((1.0 / 1.0 + 4.0 / 4.0) / (3.0 / 1.0 + 4.0 / 2.0)));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("genAP")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct GeneralisedAveragePrecision {
    gains: Gains,
    last_rank: u32,
}

impl GeneralisedAveragePrecision {
    /// Σ cg(r)/r over documents of these ranks and levels.
    #[inline]
    fn sum(&self, documents: impl Iterator<Item = (u32, u8)>) -> f64 {
        let (mut gain, mut sum) = (0.0, 0.0);
        for (rank, level) in documents {
            if level >= self.gains.relevant_from() {
                gain += self.gains.gain(level);
                sum += gain / f64::from(rank);
            }
        }
        sum
    }
}

impl Measure for GeneralisedAveragePrecision {
    const ENTRY: Entry = Entry {
        name: "genAP",
        title: "generalised average precision",
        formula: "Σ I(r) cg(r)/r / Σ_{r ≤ R} cg_I(r)/r",
        source: "Kishida, NII-2005-014E; Sakai, Controlling the penalty on late arrival of relevant documents, Eq. 5",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { gains: setting.gains(metric)?, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let ideal = self.sum((1..).zip(list.ideal.iter().copied()));
        if ideal <= 0.0 {
            return None;
        }
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        Some(self.sum(seen.map(|hit| (hit.rank, hit.level))) / ideal)
    }
}
