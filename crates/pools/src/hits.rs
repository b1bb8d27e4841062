//! Scoring a joined run under a judgment set, from its relevant documents alone.
//!
//! The documents that can be hits are known since the join; a judgment set only determines which of them
//! stay, and how many judged documents are above each. No list of all judged documents is made, unless a
//! measure walks it.

use rejudge_metrics::{Hit, JudgedList, Scorer};

use crate::join::{JoinedTopic, Relevant};
use crate::lists::Buffers;
use crate::view::Kept;
use crate::{DocIx, JoinedRun, Mask, TopicIx, TopicJudgments};

/// Room for the hits of one list.
#[derive(Clone, Debug, Default)]
pub(crate) struct HitBuffers {
    raw: Vec<Hit>,
    condensed: Vec<Hit>,
    /// The relevant documents of a run that does not know them.
    relevant: Vec<Relevant>,
    /// For each place among the seen documents, the number of judged ones above it; one more place for the total.
    judged_above: Vec<u32>,
    /// The same for documents in the pool; unused if all of those are judged.
    pooled_above: Vec<u32>,
}

impl Buffers {
    /// Scores `run` for `topic`, which has these judgments, as `scorer` scores [the lists](Buffers::lists), one place
    /// of `scores` for each of its metrics.
    ///
    /// # Panics
    /// If `topic` is out of range, or `scores` has fewer places than there are metrics.
    pub fn score(
        &mut self,
        scorer: &Scorer,
        judgments: TopicJudgments<'_>,
        run: &JoinedRun,
        topic: TopicIx,
        scores: &mut [Option<f64>],
    ) {
        // The ranks at which units are complete are only known from a walk.
        if judgments.units.is_some() {
            let lists = self.lists(judgments, run, topic);
            return scorer.score(&lists.raw, &lists.condensed, scores);
        }
        let mut buffers = std::mem::take(&mut self.hits);
        let (hits, judged) = buffers.find(&judgments, run, topic);
        let (raw, condensed) = if scorer.needs_ranking() {
            let lists = self.lists(judgments, run, topic);
            (lists.raw, lists.condensed)
        } else {
            let (ideal, judged_nonrelevant) = (judgments.ideal, judgments.nonrelevant);
            let list =
                |retrieved| JudgedList { retrieved, ideal, judged_nonrelevant, ..JudgedList::default() };
            (list(run.retrieved(topic)), list(judged))
        };
        let raw = JudgedList { hits: Some(&buffers.raw[..hits]), ..raw };
        let condensed = JudgedList { hits: Some(&buffers.condensed[..hits]), ..condensed };
        scorer.score(&raw, &condensed, scores);
        self.hits = buffers;
    }
}

impl HitBuffers {
    /// Fills both lists, and returns their number of hits and the number of judged documents that the run retrieved.
    fn find(&mut self, judgments: &TopicJudgments<'_>, run: &JoinedRun, topic: TopicIx) -> (usize, u32) {
        let JoinedTopic { seen, ranks, relevant, .. } = run.topic(topic);
        if seen.is_empty() {
            return (0, 0);
        }
        let set = || run.set(topic, judgments.verdicts.len()).expect("the run has documents of the topic");
        // Runs are joined with the levels of the collection.
        if let Some(relevant) = relevant.filter(|_| !judgments.is_by_judge) {
            return self.find_relevant(judgments, set, seen, relevant);
        }
        let mut found = std::mem::take(&mut self.relevant);
        found.clear();
        let documents = (0..).zip(seen.iter().zip(ranks));
        found.extend(
            documents
                .filter_map(|(at, (&doc, &rank))| Relevant::new(at, rank, judgments.verdicts[doc as usize])),
        );
        let hits = self.find_relevant(judgments, set, seen, &found);
        self.relevant = found;
        hits
    }

    /// Like `find`, with the relevant documents of the run given; `set` returns the seen ones as a set.
    fn find_relevant<'a>(
        &mut self,
        judgments: &TopicJudgments<'_>,
        set: impl Fn() -> &'a Mask,
        seen: &[DocIx],
        relevant: &[Relevant],
    ) -> (usize, u32) {
        for list in [&mut self.raw, &mut self.condensed] {
            if list.len() < relevant.len() {
                list.resize(relevant.len(), Hit { rank: 0, judged_above: 0, pooled_above: 0, level: 0 });
            }
        }
        // If all seen documents are in a set, the places are the counts.
        let place = |at: usize| at as u32;
        let incomplete = judgments.kept.filter(|kept| !set().is_subset(&kept.judged));
        let Some(Kept { judged, pool, .. }) = incomplete else {
            return (self.fill(relevant, place, place), seen.len() as u32);
        };
        let mut judged_above = std::mem::take(&mut self.judged_above);
        let mut pooled_above = std::mem::take(&mut self.pooled_above);
        let all = count_above(&mut judged_above, seen, |doc| judged.contains(doc));
        let judged_at = |at: usize| judged_above[at];
        let hits = if judged == pool {
            self.fill(relevant, judged_at, judged_at)
        } else if set().is_subset(pool) {
            self.fill(relevant, judged_at, place)
        } else {
            count_above(&mut pooled_above, seen, |doc| pool.contains(doc));
            self.fill(relevant, judged_at, |at| pooled_above[at])
        };
        (self.judged_above, self.pooled_above) = (judged_above, pooled_above);
        (hits, all)
    }

    /// Fills both lists, given the functions that count the judged documents and the documents in the pool above a
    /// place.
    fn fill(
        &mut self,
        relevant: &[Relevant],
        judged_above: impl Fn(usize) -> u32,
        pooled_above: impl Fn(usize) -> u32,
    ) -> usize {
        let (raw, condensed) = (&mut self.raw[..relevant.len()], &mut self.condensed[..relevant.len()]);
        let mut count = 0;
        // Each is written and only one that is judged is kept: which ones a sample judges cannot be
        // predicted.
        for &Relevant { at, rank, level } in relevant {
            let at = at as usize;
            let above = judged_above(at);
            raw[count] = Hit { rank, judged_above: above, pooled_above: pooled_above(at), level };
            condensed[count] = Hit { rank: above + 1, judged_above: above, pooled_above: above, level };
            count += (judged_above(at + 1) - above) as usize;
        }
        count
    }
}

/// Counts, for each place of `seen`, the documents above it that are in a set, and those of all.
fn count_above(above: &mut Vec<u32>, seen: &[DocIx], is_in: impl Fn(DocIx) -> bool) -> u32 {
    if above.len() <= seen.len() {
        above.resize(seen.len() + 1, 0);
    }
    let mut count = 0;
    for (above, &doc) in above.iter_mut().zip(seen) {
        *above = count;
        count += u32::from(is_in(doc));
    }
    above[seen.len()] = count;
    count
}
