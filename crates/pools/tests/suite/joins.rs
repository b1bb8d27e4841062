//! Compares the join with its definition.

use proptest::prelude::*;
use rejudge_metrics::{Family, Gains, Judged, Metric, Scorer, Verdict};
use rejudge_pools::{Buffers, JoinedRun, TestCollection, View};

use crate::model::collection_and_view;

/// Returns the raw list by its definition: each document of the pool at its rank, with its judgment if that is
/// kept.
fn raw(c: &TestCollection, view: &View, run: usize, topic: usize, max_rank: usize) -> Vec<Judged> {
    let mut list = Vec::new();
    for (at, &doc) in c.ranking(run, topic).iter().enumerate().take(max_rank) {
        let rank = at as u32 + 1;
        if view.keeps(topic, doc) {
            list.push(Judged { rank, verdict: c.topic(topic).verdicts[doc as usize] });
        } else if view.pool(topic).contains(doc) {
            list.push(Judged { rank, verdict: Verdict::Pooled });
        }
    }
    list
}

/// Returns two measures of each family that needs no judgments by intent: one on the raw list, and one on the
/// condensed list.
fn measures() -> Vec<Metric> {
    let families = Family::ALL.iter().filter(|family| !family.is_by_intent());
    let forms = families.flat_map(|family| ["", "'"].map(|prime| format!("{}{prime}", family.entry().name)));
    let metric = |form: String| {
        let mut names =
            ["", "@10", "@0.5", "(form='N')", "(mult=0.5)"].map(|rest| format!("{form}{rest}")).into_iter();
        names
            .find_map(|name| name.parse().ok())
            .expect("every family has a measure with one of these endings")
    };
    forms.map(metric).collect()
}

/// Returns the scores as bits, because two NaNs must compare equal.
fn bits(scores: &[Option<f64>]) -> Vec<Option<u64>> {
    scores.iter().map(|score| score.map(f64::to_bits)).collect()
}

proptest! {
    #[test]
    fn a_joined_run_scores_the_same_as_its_lists((c, view) in collection_and_view(), max_rank in 1_usize..40) {
        let (metrics, gains) = (measures(), Gains::linear(3));
        let mut scorers: Vec<Scorer> = metrics
            .iter()
            // Each metric has its own scorer, so that it cannot use inputs that another metric requests.
            .map(|metric| Scorer::new(std::slice::from_ref(metric), &gains, 1, Some(20)).expect("good settings"))
            .collect();
        scorers.push(Scorer::new(&metrics, &gains, 2, Some(1000)).expect("good settings"));
        let mut buffers = Buffers::default();
        let (mut of_run, mut of_lists) = (vec![None; metrics.len()], vec![None; metrics.len()]);
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, max_rank);
            for topic in 0..c.topics().len() {
                for scorer in &scorers {
                    buffers.score(scorer, view.judgments(topic), &joined, topic, &mut of_run);
                    let lists = buffers.lists(view.judgments(topic), &joined, topic);
                    scorer.score(&lists.raw, &lists.condensed, &mut of_lists);
                    prop_assert_eq!(bits(&of_run), bits(&of_lists));
                }
            }
        }
    }

    /// Relevant documents are not enough for topics with withheld judgments, so these topics are skipped.
    #[test]
    fn relevant_documents_are_enough_for_measures_that_do_not_walk_the_ranking((c, _) in collection_and_view()) {
        let metrics: Vec<Metric> = measures().into_iter().filter(|metric| !metric.walks_ranking()).collect();
        let (view, gains) = (View::full(&c), Gains::linear(3));
        let scorer = Scorer::new(&metrics, &gains, 1, Some(20)).expect("good settings");
        let (mut buffers, mut of_all, mut of_relevant) =
            (Buffers::default(), vec![None; metrics.len()], vec![None; metrics.len()]);
        for run in 0..c.runs().len() {
            let (all, mut relevant_only) = (JoinedRun::new(&c, run, 30), JoinedRun::default());
            for (at, topic) in c.topics().enumerate() {
                let (ranks, documents) = all.seen(at);
                let verdicts = documents.iter().map(|&document| topic.verdicts[document as usize]);
                let seen = (0..).zip(ranks).zip(verdicts).map(|((place, &rank), verdict)| (place, rank, verdict));
                if all.has(at) {
                    relevant_only.add_relevant(at, seen, (ranks.len(), all.retrieved(at)));
                }
                if topic.verdicts.contains(&Verdict::Pooled) {
                    continue;
                }
                prop_assert_eq!(relevant_only.has(at), all.has(at));
                prop_assert_eq!(relevant_only.judged(at), ranks.len() as u32);
                buffers.score(&scorer, view.judgments(at), &all, at, &mut of_all);
                buffers.score(&scorer, view.judgments(at), &relevant_only, at, &mut of_relevant);
                prop_assert_eq!(bits(&of_all), bits(&of_relevant));
            }
        }
    }

    #[test]
    fn lists_agree_with_their_definition(
        (c, view) in collection_and_view(),
        max_rank in prop_oneof![0_usize..40, Just(1000), Just(usize::MAX)],
    ) {
        // All lists share one set of buffers, so that remains of an earlier list would be detected.
        let mut buffers = Buffers::default();
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, max_rank);
            for at in (0..c.topics().len()).rev() {
                let lists = buffers.lists(view.judgments(at), &joined, at);
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
}
