//! Compares the lists for measures by intent with their definition.

use proptest::prelude::*;
use rejudge_metrics::{Placed, Verdict};
use rejudge_pools::{Buffers, IntentBuffers, JoinedRun};

use crate::model::collection_and_view;

proptest! {
    /// The lists contain the same judged documents, at the same ranks, as the lists for measures by document.
    #[test]
    fn lists_by_intent_agree_with_lists_of_levels((c, view) in collection_and_view(), max_rank in 0_usize..60) {
        let (mut buffers, mut by_intent) = (Buffers::default(), IntentBuffers::default());
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, max_rank);
            for topic in 0..c.topics().len() {
                let levels = buffers.lists(view.judgments(topic), &joined, topic);
                let [raw, condensed] = by_intent.lists(&view, &joined, topic);
                let judged = levels.raw.ranking.iter().filter(|entry| entry.verdict != Verdict::Pooled);
                let ranks = |list: &[Placed]| list.iter().map(|placed| placed.rank).collect::<Vec<_>>();
                prop_assert_eq!(ranks(raw), judged.clone().map(|entry| entry.rank).collect::<Vec<_>>());
                prop_assert_eq!(ranks(condensed), (1..=raw.len() as u32).collect::<Vec<_>>());
                prop_assert_eq!(condensed.len(), levels.condensed.ranking.len());
                for (placed, entry) in raw.iter().zip(judged) {
                    prop_assert_eq!(c.topic(topic).verdicts[placed.row as usize], entry.verdict);
                    prop_assert_eq!(c.ranking(run, topic)[placed.rank as usize - 1], placed.row);
                }
                prop_assert!(raw.iter().zip(condensed).all(|(a, b)| a.row == b.row));
            }
        }
    }
}
