//! Binary preference as computed by trec_eval before version 8.
//!
//! Bpref divided by the retrieved nonrelevant documents; n(r) counts the judged nonrelevant documents above
//! rank r, and n those of the whole list:
//!
//! old_bpref = (1/R) Σ I(r) (1 - min(R, n(r)) / min(R, n))
//!
//! A run that retrieves few judged nonrelevant documents scores too low, which is why version 8 of trec_eval
//! divides by those of the judgments ([`bpref`](super::bpref)). Documents of level `rel` or above are
//! relevant; unjudged ones are ignored. A relevant document with no nonrelevant one above adds 1. `None` if R
//! = 0.
//!
//! trec_eval 8.0, `old_bpref` (its file bpref_bug); the bpref of TREC 2003 to 2005.
//!
//! ```
//! // The example of trec_eval's bpref_bug: 0 where bpref is 4 (3/4) / 6.
//! let list: rejudge_metrics::JudgedRanking = "01111|11000".parse()?;
//! assert_eq!(list.score("OldBpref")?, Some(0.0));
//! assert_eq!(list.score("Bpref")?, Some(0.5));
//! assert_eq!(list.score("OldBpref(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct OldBpref {
    rel: u8,
    last_rank: u32,
}

impl Measure for OldBpref {
    const ENTRY: Entry = Entry {
        name: "OldBpref",
        title: "binary preference before trec_eval 8",
        formula: "(1/R) Σ I(r) (1 - min(R, n(r)) / min(R, n)), n judged nonrelevant documents retrieved",
        source: "trec_eval 8.0, old_bpref",
        ..Entry::BINARY
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        let seen = list.ranking.iter().take_while(|entry| entry.rank <= self.last_rank);
        let nonrelevant =
            seen.filter(|entry| matches!(entry.verdict, Verdict::Level(level) if level < self.rel));
        let most = relevant.min(nonrelevant.count() as u32);
        let (mut found, mut sum) = (0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank).filter(|hit| hit.level >= self.rel) {
            let above = hit.judged_above - found;
            sum += if above == 0 { 1.0 } else { 1.0 - f64::from(above.min(relevant)) / f64::from(most) };
            found += 1;
        }
        (relevant > 0).then(|| sum / f64::from(relevant))
    }
}
