//! Scoring a joined run under a judgment set, from its relevant documents alone.
//!
//! Which documents can be hits is known since the join; a judgment set only says which of them stay, and how
//! many judged documents stand above each. So no list of all judged documents is made, unless a measure walks it.

use rejudge_metrics::{Hit, HitList, JudgedList, Scorer};

use crate::join::JoinedTopic;
use crate::lists::Buffers;
use crate::{DocIx, JoinedRun, Mask, TestCollection, TopicIx, View};

/// Room for the hits of one list.
#[derive(Clone, Debug, Default)]
pub(crate) struct HitBuffers {
    raw: Vec<Hit>,
    condensed: Vec<Hit>,
    /// For each place among the seen documents, how many judged ones stand above it; one place more for all.
    judged_above: Vec<u32>,
    /// The same of documents in the pool; of no use where all of those are judged.
    pooled_above: Vec<u32>,
}

impl Buffers {
    /// Scores `run` for `topic` by the judgments that `view` keeps: what `scorer` makes of
    /// [the lists](Buffers::lists), one place of `scores` for each of its metrics.
    ///
    /// # Panics
    /// When `topic` is out of range, or `scores` has fewer places than there are metrics.
    pub fn score(
        &mut self,
        scorer: &Scorer,
        collection: &TestCollection,
        view: &View,
        run: &JoinedRun,
        topic: TopicIx,
        scores: &mut [Option<f64>],
    ) {
        // Units are complete at ranks that only a walk tells.
        if view.units(topic).is_some() {
            let lists = self.lists(collection, view, run, topic);
            return scorer.score(&lists.raw, &lists.condensed, scores);
        }
        let mut buffers = std::mem::take(&mut self.hits);
        let joined = run.of(topic);
        let (hits, judged) = buffers.find(&joined, view, topic);
        let (raw, condensed) = if scorer.needs_ranking() {
            let lists = self.lists(collection, view, run, topic);
            (lists.raw, lists.condensed)
        } else {
            let (ideal, judged_nonrelevant) = (view.ideal(topic), view.judged_nonrelevant(topic));
            let list = |retrieved| JudgedList {
                ranking: &[],
                retrieved,
                ideal,
                judged_nonrelevant,
                documents: None,
            };
            (list(joined.retrieved), list(judged))
        };
        let raw = HitList { hits: &buffers.raw[..hits], list: raw };
        scorer.score_hits(&raw, &HitList { hits: &buffers.condensed[..hits], list: condensed }, scores);
        self.hits = buffers;
    }
}

impl HitBuffers {
    /// Fills both lists, and says how many hits they hold and how many judged documents the run retrieved.
    fn find(&mut self, joined: &JoinedTopic<'_>, view: &View, topic: TopicIx) -> (usize, u32) {
        let JoinedTopic { seen, relevant, .. } = *joined;
        for list in [&mut self.raw, &mut self.condensed] {
            if list.len() < relevant.len() {
                list.resize(relevant.len(), Hit { rank: 0, judged_above: 0, pooled_above: 0, level: 0 });
            }
        }
        let (raw, condensed) = (&mut self.raw[..relevant.len()], &mut self.condensed[..relevant.len()]);
        if view.is_whole(topic) {
            for (count, hit) in relevant.iter().enumerate() {
                raw[count] =
                    Hit { rank: hit.rank, judged_above: hit.at, pooled_above: hit.at, level: hit.level };
                condensed[count] = Hit { rank: hit.at + 1, ..raw[count] };
            }
            return (relevant.len(), seen.len() as u32);
        }
        let (judged, pool) = (view.mask(topic), view.pool(topic));
        let all = count_above(&mut self.judged_above, seen, judged);
        let judged_above = &self.judged_above;
        let pooled_above = if judged == pool {
            judged_above
        } else {
            count_above(&mut self.pooled_above, seen, pool);
            &self.pooled_above
        };
        let mut count = 0;
        // Each is written and only one that is judged is kept: which ones a sample judges cannot be predicted.
        for hit in relevant {
            let at = hit.at as usize;
            let above = judged_above[at];
            raw[count] =
                Hit { rank: hit.rank, judged_above: above, pooled_above: pooled_above[at], level: hit.level };
            condensed[count] =
                Hit { rank: above + 1, judged_above: above, pooled_above: above, level: hit.level };
            count += (judged_above[at + 1] - above) as usize;
        }
        (count, all)
    }
}

/// Counts, for each place of `seen`, the documents of `mask` above it, and those of all.
fn count_above(above: &mut Vec<u32>, seen: &[DocIx], mask: &Mask) -> u32 {
    if above.len() <= seen.len() {
        above.resize(seen.len() + 1, 0);
    }
    let mut count = 0;
    for (above, &doc) in above.iter_mut().zip(seen) {
        *above = count;
        count += u32::from(mask.contains(doc));
    }
    above[seen.len()] = count;
    count
}
