//! Scores a joined run under a judgment set. If possible, this uses only the run's relevant documents.
//!
//! The join finds the documents that can be hits. A judgment set only determines which of these documents are
//! judged, and how many judged and pooled documents are above each hit. A list of all judged documents is
//! made only if a measure walks it, or if there are units.

use rejudge_metrics::{Hit, JudgedList, Scorer};

use crate::join::{JoinedTopic, Relevant};
use crate::lists::Buffers;
use crate::view::TopicMasks;
use crate::{DocIx, JoinedRun, Mask, TopicIx, TopicJudgments};

/// Memory for the hits of one list, reused from list to list.
#[derive(Clone, Debug, Default)]
pub(crate) struct HitBuffers {
    raw: Vec<Hit>,
    condensed: Vec<Hit>,
    /// Relevant documents, if the run does not keep them or another judge gives the levels.
    relevant: Vec<Relevant>,
    /// For each place among the seen documents, how many judged documents are above it. The entry after the
    /// last place is the total. Further entries may be left from longer lists.
    judged_above: Vec<u32>,
    /// For each place among the seen documents, how many pooled documents are above it. Not used if all
    /// pooled documents are judged, or all seen documents are pooled.
    pooled_above: Vec<u32>,
}

impl Buffers {
    /// Scores `run` for `topic` with these judgments, and writes the score by each metric to `scores`. The
    /// result is the same as if `scorer` scored [the lists](Buffers::lists).
    ///
    /// # Panics
    /// If `scores` has fewer places than there are metrics, or if the run keeps only relevant documents and
    /// these are not enough (see [`JoinedRun::add_relevant`]).
    pub fn score(
        &mut self,
        scorer: &Scorer,
        judgments: TopicJudgments<'_>,
        run: &JoinedRun,
        topic: TopicIx,
        scores: &mut [Option<f64>],
    ) {
        // Only a walk down the list finds the ranks at which units are complete.
        if judgments.units.is_some() {
            let lists = self.lists(judgments, run, topic);
            return scorer.score(&lists.raw, &lists.condensed, scores);
        }
        let mut buffers = std::mem::take(&mut self.hits);
        let (hits, judged) = buffers.fill_for(&judgments, run, topic);
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
    /// Fills both lists, and returns how many hits they have and how many judged documents the run retrieved.
    fn fill_for(&mut self, judgments: &TopicJudgments<'_>, run: &JoinedRun, topic: TopicIx) -> (usize, u32) {
        let JoinedTopic { seen, ranks, relevant, judged, .. } = run.counted_topic(topic);
        if judged == 0 {
            return (0, 0);
        }
        let set = || run.set(topic, judgments.verdicts.len()).expect("the run has documents of the topic");
        // The run's list of relevant documents has the collection's own levels, so it is not used if another
        // judge gives the levels.
        if let Some(relevant) = relevant.filter(|_| !judgments.is_by_judge) {
            return self.fill_from(judgments, set, (seen, judged), relevant);
        }
        // Without such a list, look for the relevant documents among all seen documents. This panics if the
        // run keeps only the documents that are relevant by the collection's own judgments.
        let seen = run.topic(topic).seen;
        let mut relevant = std::mem::take(&mut self.relevant);
        relevant.clear();
        let documents = (0..).zip(seen.iter().zip(ranks));
        relevant.extend(documents.filter_map(|(place, (&doc, &rank))| {
            Relevant::new(place, rank, judgments.verdicts[doc as usize])
        }));
        let counts = self.fill_from(judgments, set, (seen, judged), &relevant);
        self.relevant = relevant;
        counts
    }

    /// Fills both lists from the run's relevant documents, and returns the same counts as `fill_for`. `set`
    /// returns the seen documents as a set, and `count` is their number.
    fn fill_from<'a>(
        &mut self,
        judgments: &TopicJudgments<'_>,
        set: impl Fn() -> &'a Mask,
        (seen, count): (&[DocIx], u32),
        relevant: &[Relevant],
    ) -> (usize, u32) {
        for list in [&mut self.raw, &mut self.condensed] {
            if list.len() < relevant.len() {
                list.resize(relevant.len(), Hit { rank: 0, judged_above: 0, pooled_above: 0, level: 0 });
            }
        }
        // If every seen document counts, a place is equal to the number of documents above it.
        let all_above = |place: usize| place as u32;
        let incomplete = judgments.masks.filter(|masks| !set().is_subset(&masks.judged));
        let Some(TopicMasks { judged, pool, .. }) = incomplete else {
            return (self.fill(relevant, all_above, all_above), count);
        };
        let mut judged_above = std::mem::take(&mut self.judged_above);
        let mut pooled_above = std::mem::take(&mut self.pooled_above);
        let judged_documents = count_above(&mut judged_above, seen, |doc| judged.contains(doc));
        let judged_at = |place: usize| judged_above[place];
        let hits = if judged == pool {
            self.fill(relevant, judged_at, judged_at)
        } else if set().is_subset(pool) {
            self.fill(relevant, judged_at, all_above)
        } else {
            count_above(&mut pooled_above, seen, |doc| pool.contains(doc));
            self.fill(relevant, judged_at, |place| pooled_above[place])
        };
        (self.judged_above, self.pooled_above) = (judged_above, pooled_above);
        (hits, judged_documents)
    }

    /// Fills both lists and returns how many hits they have. The two functions count the judged and the pooled
    /// documents above a place.
    fn fill(
        &mut self,
        relevant: &[Relevant],
        judged_above: impl Fn(usize) -> u32,
        pooled_above: impl Fn(usize) -> u32,
    ) -> usize {
        let (raw, condensed) = (&mut self.raw[..relevant.len()], &mut self.condensed[..relevant.len()]);
        let mut count = 0;
        // Every hit is written, and the count advances only if the hit is judged. A branch would be slower, because
        // the processor could not predict which documents a sample judges.
        for &Relevant { place, rank, level } in relevant {
            let place = place as usize;
            let above = judged_above(place);
            raw[count] = Hit { rank, judged_above: above, pooled_above: pooled_above(place), level };
            condensed[count] = Hit { rank: above + 1, judged_above: above, pooled_above: above, level };
            count += (judged_above(place + 1) - above) as usize;
        }
        count
    }
}

/// Writes to `above`, for each place of `seen`, how many documents above the place are in a set. Returns how many
/// documents of `seen` are in the set.
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
