//! Success at a cutoff.
//!
//! Success (also called Hit): Success@k = 1 if C(k) > 0, else 0.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R =
//! 0: the value would be 0 for every run.
//!
//! trec_eval, `success_k`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "0.1|2".parse()?;
//! assert_eq!(list.score("Success@2")?, Some(0.0));
//! assert_eq!(list.score("Success@3")?, Some(1.0));
//! assert_eq!(list.score("Success(rel=2)@3")?, Some(0.0));
//! assert_eq!(list.score("Success(rel=3)@3")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct Success {
    rel: u8,
    cutoff: u32,
}

impl Measure for Success {
    const ENTRY: Entry = Entry {
        name: "Success",
        title: "success",
        formula: "1 if C(k) > 0, else 0",
        cutoff: Cutoff::Required,
        source: "trec_eval, success_k",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), cutoff: metric.required_cutoff() })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let first = hits::first(hits, self.rel, self.cutoff);
        (list.relevant(self.rel) > 0).then(|| if first.is_some() { 1.0 } else { 0.0 })
    }
}
