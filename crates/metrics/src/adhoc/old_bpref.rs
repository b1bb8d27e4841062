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

pub(crate) const OLD_BPREF: Entry = Entry {
    name: "OldBpref",
    title: "binary preference before trec_eval 8",
    formula: "(1/R) Σ I(r) (1 - min(R, n(r)) / min(R, n)), n judged nonrelevant documents retrieved",
    source: "trec_eval 8.0, old_bpref",
    walks_ranking: true,
    kernel: Plain(|seen| {
        let relevant = seen.relevant()?;
        let ranking = seen.list.ranking.iter().take_while(|entry| entry.rank <= seen.last_rank);
        let nonrelevant =
            ranking.filter(|entry| matches!(entry.verdict, Verdict::Level(level) if level < seen.rel));
        let most = relevant.min(nonrelevant.count() as u32);
        let mut sum = 0.0;
        for (found, hit) in (0..).zip(seen.found()) {
            let above = hit.judged_above - found;
            sum += if above == 0 { 1.0 } else { 1.0 - f64::from(above.min(relevant)) / f64::from(most) };
        }
        Some(sum / f64::from(relevant))
    }),
    ..Entry::BINARY
};
