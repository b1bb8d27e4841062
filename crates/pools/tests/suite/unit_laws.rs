//! Compares units, and the scores of AP and Q over them, with their definition, and tests laws of units.

use std::sync::Arc;

use proptest::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::{Buffers, DocIx, JoinedRun, Lists, TestCollection, TopicUnits, Units, View, sample};

use crate::model::{collection_and_view, rule};
use crate::unit_cases::{Case, LINEAR, STEEP, case, scored};
use crate::unit_oracle::Naive;

fn check_same_lists(lists: &Lists<'_>, others: &Lists<'_>) -> Result<(), TestCaseError> {
    for (a, b) in [(lists.raw, others.raw), (lists.condensed, others.condensed)] {
        prop_assert_eq!((a.ranking, a.retrieved, a.ideal), (b.ranking, b.retrieved, b.ideal));
        prop_assert_eq!((a.judged_nonrelevant, a.documents()), (b.judged_nonrelevant, b.documents()));
    }
    Ok(())
}

/// Checks that two views of one collection give the same lists.
fn check_same_views(c: &TestCollection, view: &View, other: &View) -> Result<(), TestCaseError> {
    let (mut buffers, mut others) = (Buffers::default(), Buffers::default());
    for run in 0..c.runs().len() {
        let joined = JoinedRun::new(c, run, 1000);
        for at in 0..c.topics().len() {
            check_same_lists(
                &buffers.lists(view.judgments(at), &joined, at),
                &others.lists(other.judgments(at), &joined, at),
            )?;
        }
    }
    Ok(())
}

/// Returns two views of `case` that keep some of the judgments: sampled before units are added, and after.
fn views(case: &Case, seed: u64) -> [View; 2] {
    let c = &case.collection;
    let rule = rule("0.7", 0, 0);
    let units = Arc::new(Units::new(c, std::slice::from_ref(&case.units)));
    let plain = sample(c, &View::full(c), rule, seed, &[]);
    [plain.with_units(c, units), sample(c, &case.view(), rule, seed, &[])]
}

proptest! {
    #[test]
    fn ranks_ideal_list_and_scores_agree_with_the_definition(case in case(), seed in any::<u64>(), sampled: bool) {
        let view = if sampled { views(&case, seed)[0].clone() } else { case.view() };
        let level = |doc: DocIx| match case.verdicts().get(doc as usize) {
            Some(&Verdict::Level(level)) if view.keeps(0, doc) => Some(level),
            _ => None,
        };
        let naive = Naive { units: &case.units, level: &level, documents: case.verdicts().len() as DocIx };
        let ranking = case.ranking().to_vec();
        let condensed: Vec<DocIx> = ranking.iter().copied().filter(|&doc| level(doc).is_some()).collect();
        let joined = JoinedRun::new(&case.collection, 0, 1000);
        let mut buffers = Buffers::default();
        let lists = buffers.lists(view.judgments(0), &joined, 0);
        for (list, documents) in [(lists.raw, &ranking), (lists.condensed, &condensed)] {
            prop_assert_eq!(list.ideal, naive.ideal());
            let counted = |entry: &rejudge_metrics::Judged| match entry.verdict {
                Verdict::Level(level @ 1..) => Some((entry.rank, level)),
                _ => None,
            };
            let hits: Vec<_> = list.ranking.iter().filter_map(counted).collect();
            prop_assert_eq!(hits, naive.counted(documents));
            prop_assert!(list.ranking.is_sorted_by_key(|entry| entry.rank));
            let close = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-12,
                (a, b) => a == b,
            };
            prop_assert!(close(scored(&list, "AP", LINEAR), naive.q(documents, LINEAR, 0.0)));
            for (by_level, beta) in [(LINEAR, 1.0), (STEEP, 1.0), (STEEP, 10.0)] {
                let q = scored(&list, &format!("Q(beta={beta})"), by_level);
                prop_assert!(close(q, naive.q(documents, by_level, beta)), "{:?}", q);
            }
            // A document that completes no unit stays in the list, as nonrelevant.
            let missing = |doc: &&DocIx| {
                let above: Vec<DocIx> = documents.iter().copied().take_while(|d| d != *doc).collect();
                let with: Vec<DocIx> = above.iter().copied().chain([**doc]).collect();
                level(**doc).is_some() && naive.counted(&above).len() == naive.counted(&with).len()
            };
            let nonrelevant = list.ranking.iter().filter(|e| e.verdict == Verdict::Level(0)).count();
            prop_assert_eq!(nonrelevant, documents.iter().filter(missing).count());
            prop_assert!(nonrelevant as u32 <= list.judged_nonrelevant);
        }
    }

    #[test]
    fn manipulations_and_units_commute(case in case(), seed in any::<u64>()) {
        let [after, before] = views(&case, seed);
        prop_assert_eq!(&after, &before);
        check_same_views(&case.collection, &after, &before)?;
    }
}

proptest! {
    #[test]
    fn without_duplicates_and_groups_units_are_documents((c, view) in collection_and_view(), stated: bool) {
        let classes = |topic: rejudge_pools::TopicRef<'_>| {
            let alone = (0..topic.verdicts.len() as DocIx).map(|doc| vec![doc]);
            TopicUnits { classes: if stated { alone.collect() } else { vec![] }, groups: vec![] }
        };
        let stated: Vec<TopicUnits> = c.topics().map(classes).collect();
        let units = Arc::new(Units::new(&c, &stated));
        check_same_views(&c, &view, &view.with_units(&c, units))?;
    }
}
