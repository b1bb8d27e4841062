//! Accuracy of pairs: relevant documents ranked above nonrelevant ones.
//!
//! n documents are retrieved, and the measure sees the first k of them. Pair each relevant document among
//! these k with each nonrelevant one. Accuracy is the share of pairs in the right order. I(r) is 1 if the
//! document at rank r is relevant, else 0, and C(r) counts the relevant documents in the top r:
//!
//! Accuracy = 1 - Σ I(r) (r - C(r)) / (C(k) (k - C(k)));  k = min(cutoff, n)
//!
//! Documents of level `rel` or above are relevant; all others, judged or not, are nonrelevant. Relevant
//! documents that are not retrieved do not count. The score is 1 if the measure sees only relevant documents,
//! 0 if it sees no relevant document, and `None` if R = 0.
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
        // Count documents even if the entries of the list are units, because users see the documents one by
        // one.
        Some(documents) => accuracy(seen, hits::hits(documents)),
    }),
    ..Entry::BINARY
};

fn accuracy(seen: &Seen<'_>, hits: impl Iterator<Item = Hit>) -> Option<f64> {
    seen.relevant()?;
    let (mut relevant, mut wrong_pairs) = (0.0, 0.0);
    for hit in hits.take_while(|hit| hit.rank <= seen.last_rank).filter(|hit| hit.level >= seen.rel) {
        relevant += 1.0;
        wrong_pairs += f64::from(hit.rank) - relevant;
    }
    let pairs = relevant * (f64::from(seen.retrieved()) - relevant);
    Some(if pairs > 0.0 { 1.0 - wrong_pairs / pairs } else { f64::from(u8::from(relevant > 0.0)) })
}
