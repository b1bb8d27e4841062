//! R-precision.
//!
//! R-precision: Rprec = C(R) / R, the precision at the rank where all relevant documents could be found.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R =
//! 0.
//!
//! trec_eval, `Rprec`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|1".parse()?;
//! assert_eq!(list.score("Rprec")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("Rprec(rel=2)")?, Some(0.0));
//! assert_eq!(list.score("Rprec(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct RPrecision {
    rel: u8,
}

impl Measure for RPrecision {
    const ENTRY: Entry = Entry {
        name: "Rprec",
        title: "R-precision",
        formula: "C(R) / R",
        source: "trec_eval, Rprec",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        let found = hits::count(hits, self.rel, relevant);
        (relevant > 0).then(|| f64::from(found) / f64::from(relevant))
    }
}
