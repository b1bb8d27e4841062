//! How far rankings are complete: what the search for a pool goes by.

use crate::{DocIx, RunIx, TestCollection};

/// Topics of one run by the depth to which they are complete. A topic is complete to k when all of its top k
/// documents, or all documents where it has fewer, have a verdict: were in the pool, judged or not.
///
/// Everything after the deepest break is as at it, so that tables end there.
pub(crate) struct Tops {
    /// Topics that the run answers.
    answered: u32,
    /// By k: topics complete to k.
    complete: Vec<u32>,
    /// By k: topics of which no document of the top k has a verdict.
    blank: Vec<u32>,
    /// By k: topics that are complete to k and have a document at rank k + 1.
    at_risk: Vec<u32>,
}

impl Tops {
    pub fn new(collection: &TestCollection, run: RunIx) -> Self {
        // Of each topic: documents before the first without a verdict and before the first with one, and all.
        let mut topics: Vec<[usize; 3]> = Vec::new();
        for (at, topic) in collection.topics().iter().enumerate() {
            let ranking = collection.ranking(run, at);
            let has_verdict = |doc: &DocIx| (*doc as usize) < topic.verdicts.len();
            let length = ranking.len();
            if length > 0 {
                let before = |verdict| ranking.iter().position(|doc| has_verdict(doc) == verdict);
                topics.push([before(false).unwrap_or(length), before(true).unwrap_or(length), length]);
            }
        }
        let breaks = topics.iter().filter(|[whole, _, length]| whole < length).map(|[whole, ..]| *whole);
        let blanks = topics.iter().filter(|[_, blank, length]| blank < length).map(|[_, blank, _]| *blank);
        let end = breaks.chain(blanks).max().map_or(0, |last| last + 2);
        let count = |has: &dyn Fn(usize, &[usize; 3]) -> bool| -> Vec<u32> {
            (0..end).map(|k| topics.iter().filter(|topic| has(k, topic)).count() as u32).collect()
        };
        Self {
            answered: topics.len() as u32,
            complete: count(&|k, [whole, _, length]| *whole >= k.min(*length)),
            blank: count(&|k, [_, blank, length]| *blank >= k.min(*length)),
            at_risk: count(&|k, [whole, _, length]| *whole >= k && *length > k),
        }
    }

    fn at(table: &[u32], depth: usize) -> u32 {
        table.get(depth).or(table.last()).copied().unwrap_or(0)
    }

    /// Topics that the run answers.
    pub fn answered(&self) -> u32 {
        self.answered
    }

    /// Topics complete to `depth`.
    pub fn complete(&self, depth: usize) -> u32 {
        if self.complete.is_empty() { self.answered } else { Self::at(&self.complete, depth) }
    }

    /// Topics without a verdict in the top `depth`.
    pub fn blank(&self, depth: usize) -> u32 {
        Self::at(&self.blank, depth)
    }

    /// How many topics are complete to `depth` and go on, and how many of them are not complete to the next
    /// rank.
    pub fn breaks(&self, depth: usize) -> (u32, u32) {
        (Self::at(&self.at_risk, depth), self.complete(depth) - self.complete(depth + 1))
    }

    /// The depth from which on nothing changes.
    pub fn end(&self) -> usize {
        self.complete.len()
    }
}
