//! Precision at a cutoff.
//!
//! Precision: P@k = C(k) / k.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. A list shorter
//! than `cutoff` (at least 1) is still divided by `cutoff`. `None` if R = 0: the value would be 0
//! for every run.
//!
//! trec_eval, `P_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|1".parse()?;
//! assert_eq!(list.score("P@3")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("P@10")?, Some(0.2));
//! assert_eq!(list.score("P(rel=2)@4")?, Some(0.25));
//! assert_eq!(list.score("P(rel=3)@4")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct Precision {
    rel: u8,
    cutoff: u32,
}

impl Measure for Precision {
    const ENTRY: Entry = Entry {
        name: "P",
        title: "precision",
        formula: "C(k) / k",
        cutoff: Cutoff::Required,
        source: "trec_eval, P_k",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let found = hits::count(hits, self.rel, self.cutoff);
        (list.relevant(self.rel) > 0).then(|| f64::from(found) / f64::from(self.cutoff))
    }
}
