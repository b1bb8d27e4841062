//! The join against its definition.

use proptest::prelude::*;
use rejudge_metrics::{Judged, Verdict};
use rejudge_pools::{Buffers, JoinedRun, TestCollection, View};

use crate::model::{collection, collection_and_view};

/// The raw list by its definition: each document of the pool at its rank, its judgment if kept.
fn raw(c: &TestCollection, view: &View, run: usize, topic: usize, max_rank: usize) -> Vec<Judged> {
    let mut list = Vec::new();
    for (at, &doc) in c.ranking(run, topic).iter().enumerate().take(max_rank) {
        let rank = at as u32 + 1;
        if view.keeps(topic, doc) {
            list.push(Judged { rank, verdict: c.topics()[topic].verdicts[doc as usize] });
        } else if view.pool(topic).contains(doc) {
            list.push(Judged { rank, verdict: Verdict::Pooled });
        }
    }
    list
}

proptest! {
    #[test]
    fn lists_are_what_they_are_defined_to_be(
        (c, view) in collection_and_view(),
        max_rank in prop_oneof![0_usize..40, Just(1000), Just(usize::MAX)],
    ) {
        // One set of buffers for all, so that what an earlier list left would show.
        let mut buffers = Buffers::default();
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, max_rank);
            for at in (0..c.topics().len()).rev() {
                let lists = buffers.lists(&c, &view, &joined, at);
                let raw = raw(&c, &view, run, at, max_rank);
                let retrieved = c.ranking(run, at).len().min(max_rank) as u32;
                prop_assert_eq!(lists.raw.ranking, &raw[..]);
                prop_assert_eq!((lists.raw.retrieved, joined.retrieved(at)), (retrieved, retrieved));

                let judged = raw.iter().filter(|entry| entry.verdict != Verdict::Pooled);
                let condensed: Vec<Judged> =
                    (1..).zip(judged).map(|(rank, entry)| Judged { rank, ..*entry }).collect();
                prop_assert_eq!(lists.condensed.ranking, &condensed[..]);
                prop_assert_eq!(lists.condensed.retrieved as usize, condensed.len());

                for list in [lists.raw, lists.condensed] {
                    prop_assert_eq!(list.ideal, view.ideal(at));
                    prop_assert_eq!(list.judged_nonrelevant, view.judged_nonrelevant(at));
                }
            }
        }
    }

    #[test]
    fn a_list_without_gaps_is_condensed(c in collection(), max_rank in 0_usize..60) {
        let full = View::full(&c);
        let mut buffers = Buffers::default();
        for run in 0..c.runs().len() {
            for at in 0..c.topics().len() {
                let ranking = c.ranking(run, at);
                let gap = ranking.iter().position(|&doc| !full.keeps(at, doc)).unwrap_or(ranking.len());
                let joined = JoinedRun::new(&c, run, gap.min(max_rank));
                let lists = buffers.lists(&c, &full, &joined, at);
                prop_assert_eq!(lists.raw.ranking, lists.condensed.ranking);
                prop_assert_eq!(lists.raw.retrieved, lists.condensed.retrieved);
            }
        }
    }
}
