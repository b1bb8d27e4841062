//! The join of a ranking with judgments; document ids end here.
//!
//! A run is joined once with the full judgments: what stays is the rank and number of each judged
//! document. Every judgment set is then a filter over that short list.

use rejudge_metrics::{Judged, JudgedList, Verdict};

use crate::{DocIx, RunIx, TestCollection, TopicIx, View};

/// The judged documents of one run, topic by topic.
#[derive(Clone, Debug)]
pub struct JoinedRun {
    /// (rank, document) of the judged documents, topic after topic.
    seen: Vec<(u32, DocIx)>,
    /// End of each topic in `seen`, and the number of documents retrieved for it.
    topics: Vec<(usize, u32)>,
}

impl JoinedRun {
    /// Joins `run` with the full judgments; documents after `max_rank` do not exist.
    pub fn new(collection: &TestCollection, run: RunIx, max_rank: usize) -> Self {
        let mut joined = Self { seen: Vec::new(), topics: Vec::with_capacity(collection.topics().len()) };
        for (at, topic) in collection.topics().iter().enumerate() {
            let ranking = collection.ranking(run, at);
            let ranking = &ranking[..max_rank.min(ranking.len())];
            let judged = topic.verdicts.len() as DocIx;
            let ranked = (1..).zip(ranking.iter().copied());
            joined.seen.extend(ranked.filter(|&(_, doc)| doc < judged));
            joined.topics.push((joined.seen.len(), ranking.len() as u32));
        }
        joined
    }

    fn of(&self, topic: TopicIx) -> (&[(u32, DocIx)], u32) {
        let start = topic.checked_sub(1).map_or(0, |before| self.topics[before].0);
        let (end, retrieved) = self.topics[topic];
        (&self.seen[start..end], retrieved)
    }

    /// Documents retrieved for `topic`; 0 where the run lacks it.
    pub fn retrieved(&self, topic: TopicIx) -> u32 {
        self.topics[topic].1
    }
}

/// Room for the two forms of one list, reused from list to list.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    raw: Vec<Judged>,
    condensed: Vec<Judged>,
}

/// The two forms of one ranking under one judgment set.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'a> {
    /// Ranks as in the run.
    pub raw: JudgedList<'a>,
    /// Unjudged documents removed, ranks closed up.
    pub condensed: JudgedList<'a>,
}

impl Buffers {
    /// The lists of `run` for `topic`, as far as `view` keeps their judgments.
    pub fn lists<'a>(
        &'a mut self,
        collection: &TestCollection,
        view: &'a View,
        run: &JoinedRun,
        topic: TopicIx,
    ) -> Lists<'a> {
        self.raw.clear();
        self.condensed.clear();
        let verdicts = &collection.topics()[topic].verdicts;
        let mask = view.mask(topic);
        let (seen, retrieved) = run.of(topic);
        for &(rank, doc) in seen.iter().filter(|&&(_, doc)| mask.contains(doc)) {
            let verdict = verdicts[doc as usize];
            self.raw.push(Judged { rank, verdict });
            if let Verdict::Level(_) = verdict {
                self.condensed.push(Judged { rank: self.condensed.len() as u32 + 1, verdict });
            }
        }
        let ideal = view.ideal(topic);
        let judged_nonrelevant = view.judged_nonrelevant(topic);
        let list = |ranking: &'a [Judged], retrieved| JudgedList { ranking, retrieved, ideal, judged_nonrelevant };
        Lists { raw: list(&self.raw, retrieved), condensed: list(&self.condensed, self.condensed.len() as u32) }
    }
}
