//! Rankings of numbered documents that list one twice.

use crate::{DocIx, UNINTERNED};

/// Finds documents that a ranking lists twice.
#[derive(Default)]
pub(crate) struct RankedTwice {
    /// By document: the last ranking that listed it, from 1. Never cleared, so that a short ranking
    /// of a topic with many documents costs little.
    last: Vec<u64>,
    rankings: u64,
}

impl RankedTwice {
    /// The first document that `ranking` lists a second time.
    pub fn first(&mut self, ranking: &[DocIx]) -> Option<DocIx> {
        self.rankings += 1;
        let numbered = ranking.iter().copied().filter(|&doc| doc != UNINTERNED);
        let highest = numbered.clone().max().map_or(0, |doc| doc as usize);
        if highest >= self.last.len() {
            self.last.resize(highest + 1, 0);
        }
        let mut repeated = numbered
            .filter(|&doc| std::mem::replace(&mut self.last[doc as usize], self.rankings) == self.rankings);
        repeated.next()
    }
}
