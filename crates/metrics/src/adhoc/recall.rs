//! Recall at a cutoff.
//!
//! Recall: R@k = C(k) / R.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R =
//! 0.
//!
//! trec_eval, `recall_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|11".parse()?;
//! assert_eq!(list.score("R@3")?, Some(0.25));
//! assert_eq!(list.score("R@10")?, Some(0.5));
//! assert_eq!(list.score("R(rel=2)@4")?, Some(1.0));
//! assert_eq!(list.score("R(rel=3)@4")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct Recall {
    rel: u8,
    cutoff: u32,
}

impl Measure for Recall {
    const ENTRY: Entry = Entry {
        name: "R",
        title: "recall",
        formula: "C(k) / R",
        cutoff: Cutoff::Required,
        source: "trec_eval, recall_k",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let found = hits::count(hits, self.rel, self.cutoff);
        let relevant = list.relevant(self.rel);
        (relevant > 0).then(|| f64::from(found) / f64::from(relevant))
    }
}
