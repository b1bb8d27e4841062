//! Accuracy of pairs: relevant documents ranked above nonrelevant ones.
//!
//! The share of the pairs of a relevant and a nonrelevant document, both retrieved, that are in the right
//! order; n documents are retrieved, k of them are seen:
//!
//! Accuracy = 1 - Σ I(r) (r - C(r)) / (C(k) (k - C(k)));  k = min(cutoff, n)
//!
//! Documents of level `rel` or above are relevant, all others are not, judged or unjudged. Relevant documents
//! that are not retrieved do not count. 1 if everything seen is relevant, 0 if nothing is, `None` if R
//! = 0.
//!
//! ir_measures, `Accuracy` (which has no value if C(k) = 0).
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.1.|1".parse()?;
//! assert_eq!(list.score("Accuracy")?, Some(1.0 - (0.0 + 2.0) / (2.0 * 3.0)));
//! assert_eq!(list.score("Accuracy@2")?, Some(1.0));
//! assert_eq!(list.score("Accuracy(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const ACCURACY: Entry = Entry {
    name: "Accuracy",
    title: "share of pairs in the right order",
    formula: "1 - Σ I(r) (r - C(r)) / (C(k) (k - C(k))); k = min(cutoff, retrieved)",
    cutoff: Cutoff::Optional,
    source: "ir_measures, Accuracy",
    kernel: Plain(|seen| match seen.list.documents {
        None => accuracy(seen, seen.hits.iter().copied()),
        // Units are scored by the documents as they were retrieved.
        Some(documents) => accuracy(seen, hits::hits(documents)),
    }),
    ..Entry::BINARY
};

fn accuracy(seen: &Seen<'_>, hits: impl Iterator<Item = Hit>) -> Option<f64> {
    seen.relevant()?;
    let (mut found, mut wrong) = (0.0, 0.0);
    for hit in hits.take_while(|hit| hit.rank <= seen.last_rank).filter(|hit| hit.level >= seen.rel) {
        found += 1.0;
        wrong += f64::from(hit.rank) - found;
    }
    let pairs = found * (f64::from(seen.retrieved()) - found);
    Some(if pairs > 0.0 { 1.0 - wrong / pairs } else { f64::from(u8::from(found > 0.0)) })
}
