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

#[derive(Clone, Debug)]
pub(crate) struct Accuracy {
    rel: u8,
    last_rank: u32,
}

impl Accuracy {
    #[inline]
    fn accuracy(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit>) -> Option<f64> {
        if list.relevant(self.rel) == 0 {
            return None;
        }
        let (mut found, mut wrong) = (0.0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            if hit.level >= self.rel {
                found += 1.0;
                wrong += f64::from(hit.rank) - found;
            }
        }
        let pairs = found * (f64::from(list.retrieved_to(self.last_rank)) - found);
        Some(if pairs > 0.0 {
            1.0 - wrong / pairs
        } else if found > 0.0 {
            1.0
        } else {
            0.0
        })
    }
}

impl Measure for Accuracy {
    const ENTRY: Entry = Entry {
        name: "Accuracy",
        title: "share of pairs in the right order",
        formula: "1 - Σ I(r) (r - C(r)) / (C(k) (k - C(k))); k = min(cutoff, retrieved)",
        cutoff: Cutoff::Optional,
        source: "ir_measures, Accuracy",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        // Pairs are of documents: if the entries are units, of the documents that complete one.
        match list.documents {
            None => self.accuracy(list, hits),
            Some(documents) => self.accuracy(list, hits::hits(documents)),
        }
    }
}
