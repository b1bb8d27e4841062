//! Binary preference as computed by trec_eval 6 to 7.3.
//!
//! This is bpref, but its divisor counts only judged nonrelevant documents that are retrieved. n(r) counts
//! the judged nonrelevant documents above rank r, and n counts them in the whole list:
//!
//! old_bpref = (1/R) Σ I(r) (1 - min(R, n(r)) / min(R, n))
//!
//! A run that retrieves few judged nonrelevant documents scores too low, which is why later versions of
//! trec_eval have another divisor ([`bpref`](super::bpref)). Documents of level `rel` or above are relevant;
//! unjudged documents are ignored. A relevant document without a judged nonrelevant one above it adds 1.
//! `None` if R = 0.
//!
//! trec_eval 8.0, `old_bpref` (its file bpref_bug); the bpref of TREC 2003 to 2005.
//!
//! ```
//! // The example in trec_eval's bpref_bug: old_bpref is 0, but bpref is 4 (3/4) / 6.
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
        let divisor = relevant.min(nonrelevant.count() as u32);
        let mut sum = 0.0;
        for (relevant_above, hit) in (0..).zip(seen.relevant_hits()) {
            let nonrelevant_above = hit.judged_above - relevant_above;
            sum += match nonrelevant_above {
                0 => 1.0,
                above => 1.0 - f64::from(above.min(relevant)) / f64::from(divisor),
            };
        }
        Some(sum / f64::from(relevant))
    }),
    ..Entry::BINARY
};
