//! Units against their definition, and laws of every measure on them.

use std::sync::Arc;

use proptest::prelude::*;
use rejudge_metrics::{JudgedList, Metric, Scorer, Verdict};
use rejudge_pools::{
    Buffers, DocIx, Group, JoinedRun, Lists, TestCollection, TopicUnits, Units, View, sample,
};

use crate::model::{collection_and_view, rule};
use crate::unit_cases::{Case, LINEAR, STEEP, case, gains, scored};
use crate::unit_oracle::Naive;

/// Measures that raising a document above one at which nothing counts never lowers.
const MEASURES: &[&str] = &[
    "AP",
    "AP(rel=2)",
    "AP@4",
    "Q",
    "Q(beta=0.1)",
    "Q(beta=inf)",
    "nDCG",
    "nDCG@3",
    "nDCG(dcg='jk', log=2)",
    "RBP",
    "gRBP",
    "P@3",
    "R@3",
    "RR",
    "Rprec",
    "Success@2",
    "CRS",
    "CRS(stop='first')",
    "Bpref",
    "Bpref(form='R')",
    "Bpref(form='N')",
    "Bpref(rel=2)",
];

/// Name, score on the raw list, score on the condensed list.
pub fn scores_of(
    names: &[&'static str],
    case: &Case,
    by_level: [f64; 4],
) -> Vec<(&'static str, [Option<f64>; 2])> {
    let metrics: Vec<Metric> = names.iter().map(|name| name.parse().expect("a measure")).collect();
    let scorer = Scorer::new(&metrics, &gains(by_level), 1, Some(1000)).expect("good settings");
    let of = |list: &JudgedList<'_>| {
        let mut row = vec![None; metrics.len()];
        scorer.score(list, list, &mut row);
        row
    };
    let [raw, condensed] = case.score(|lists| [of(&lists.raw), of(&lists.condensed)]);
    names.iter().zip(raw.into_iter().zip(condensed)).map(|(&name, (a, b))| (name, [a, b])).collect()
}

fn scores(case: &Case, by_level: [f64; 4]) -> Vec<(&'static str, [Option<f64>; 2])> {
    scores_of(MEASURES, case, by_level)
}

fn same(lists: &Lists<'_>, others: &Lists<'_>) -> Result<(), TestCaseError> {
    for (a, b) in [(lists.raw, others.raw), (lists.condensed, others.condensed)] {
        prop_assert_eq!((a.ranking, a.retrieved, a.ideal), (b.ranking, b.retrieved, b.ideal));
        prop_assert_eq!((a.judged_nonrelevant, a.documents()), (b.judged_nonrelevant, b.documents()));
    }
    Ok(())
}

/// The lists of two views of one collection are the same.
fn same_views(c: &TestCollection, view: &View, other: &View) -> Result<(), TestCaseError> {
    let (mut buffers, mut others) = (Buffers::default(), Buffers::default());
    for run in 0..c.runs().len() {
        let joined = JoinedRun::new(c, run, 1000);
        for at in 0..c.topics().len() {
            same(
                &buffers.lists(view.judgments(c, at), &joined, at),
                &others.lists(other.judgments(c, at), &joined, at),
            )?;
        }
    }
    Ok(())
}

/// A view of `case` that keeps some judgments, made before units are added or after.
fn views(case: &Case, seed: u64) -> [View; 2] {
    let c = &case.collection;
    let rule = rule("0.7", 0, 0);
    let units = Arc::new(Units::new(c, std::slice::from_ref(&case.units)).expect("sound"));
    let plain = sample(c, &View::full(c), rule, seed, &[]);
    [plain.with_units(c, units), sample(c, &case.view(), rule, seed, &[])]
}

proptest! {
    #[test]
    fn ranks_ideal_and_scores_are_those_of_the_definition(case in case(), seed in any::<u64>(), sampled: bool) {
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
        let lists = buffers.lists(view.judgments(&case.collection, 0), &joined, 0);
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
            // A document that completes nothing stays in the list, as nonrelevant.
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
    fn bpref_sees_the_order_alone(case in case()) {
        for (name, [raw, condensed]) in scores(&case, LINEAR) {
            if name.starts_with("Bpref") {
                prop_assert_eq!(raw, condensed, "{}", name);
            }
        }
    }

    #[test]
    fn scores_are_from_0_to_1(case in case()) {
        for by_level in [LINEAR, STEEP] {
            for (name, scores) in scores(&case, by_level) {
                for score in scores.into_iter().flatten() {
                    prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{} = {}", name, score);
                }
            }
        }
    }

    #[test]
    fn raising_a_document_above_one_at_which_nothing_counts_never_lowers_a_score(case in case()) {
        let ranking = case.ranking().to_vec();
        let (counts, linear, steep) = (case.counts(), scores(&case, LINEAR), scores(&case, STEEP));
        for upper in (1..ranking.len()).filter(|&rank| counts[rank] == counts[rank - 1]) {
            let mut raised = ranking.clone();
            raised.swap(upper - 1, upper);
            let raised = case.with_ranking(&raised);
            for (by_level, before) in [(LINEAR, &linear), (STEEP, &steep)] {
                for (&(name, before), (_, after)) in before.iter().zip(scores(&raised, by_level)) {
                    for (before, after) in before.into_iter().zip(after) {
                        let enough = before.map(|score| score - 1e-12);
                        prop_assert!(after >= enough, "{}: {:?} -> {:?}", name, before, after);
                    }
                }
            }
        }
    }

    #[test]
    fn ap_never_falls_when_no_unit_is_complete_later(case in case(), other in any::<prop::sample::Index>()) {
        // Any document in the place of any other, not only of its neighbour.
        let ranking = case.ranking().to_vec();
        let ap = |case: &Case| case.score(|lists| scored(&lists.raw, "AP", LINEAR));
        let counts = case.counts();
        for at in 0..ranking.len() {
            let mut changed = ranking.clone();
            changed.swap(at, other.index(ranking.len()));
            let changed = case.with_ranking(&changed);
            if counts.iter().zip(changed.counts()).all(|(&before, after)| after >= before) {
                prop_assert!(ap(&changed) >= ap(&case).map(|score| score - 1e-12));
            }
        }
    }

    #[test]
    fn a_group_of_one_is_a_judgment(case in case()) {
        let judged = |doc: &DocIx| matches!(case.verdicts()[*doc as usize], Verdict::Level(_));
        let (alone, together): (Vec<Group>, Vec<Group>) =
            case.units.groups.iter().cloned().partition(|group| group.members.len() == 1 && judged(&group.members[0]));
        let mut verdicts = case.verdicts().to_vec();
        for group in alone {
            let verdict = &mut verdicts[group.members[0] as usize];
            if let Verdict::Level(level) = verdict {
                *level = (*level).max(group.level);
            }
        }
        let units = TopicUnits { classes: case.units.classes.clone(), groups: together };
        let judged = Case::new(&verdicts, case.ranking(), units);
        case.score(|lists| judged.score(|others| same(lists, others)))?;
    }

    #[test]
    fn manipulations_and_units_commute(case in case(), seed in any::<u64>()) {
        let [after, before] = views(&case, seed);
        prop_assert_eq!(&after, &before);
        same_views(&case.collection, &after, &before)?;
    }
}

proptest! {
    #[test]
    fn without_duplicates_and_groups_units_are_documents((c, view) in collection_and_view(), stated: bool) {
        let classes = |topic: &rejudge_pools::Topic| {
            let alone = (0..topic.verdicts.len() as DocIx).map(|doc| vec![doc]);
            TopicUnits { classes: if stated { alone.collect() } else { vec![] }, groups: vec![] }
        };
        let stated: Vec<TopicUnits> = c.topics().iter().map(classes).collect();
        let units = Arc::new(Units::new(&c, &stated).expect("sound"));
        same_views(&c, &view, &view.with_units(&c, units))?;
    }

    #[test]
    fn groups_of_one_make_nonrelevant_documents_relevant((c, view) in collection_and_view()) {
        // Every level of the collection stated as a group instead.
        let topics: Vec<_> = c.topics().iter().cloned().map(|mut topic| {
            topic.verdicts.iter_mut().for_each(|verdict| if let Verdict::Level(level) = verdict { *level = 0 });
            topic
        }).collect();
        let rankings = (0..c.runs().len())
            .map(|run| (0..topics.len()).map(|at| c.ranking(run, at).to_vec()).collect())
            .collect();
        let nonrelevant =
            TestCollection::new(topics, c.runs().to_vec(), c.teams().to_vec(), rankings).expect("the parts fit");
        let groups = |topic: &rejudge_pools::Topic| {
            let level = |(doc, verdict): (DocIx, &Verdict)| match *verdict {
                Verdict::Level(level @ 1..) => Some(Group { members: vec![doc], level }),
                _ => None,
            };
            TopicUnits { classes: vec![], groups: (0..).zip(&topic.verdicts).filter_map(level).collect() }
        };
        let stated: Vec<TopicUnits> = c.topics().iter().map(groups).collect();
        let units = Arc::new(Units::new(&nonrelevant, &stated).expect("sound"));
        // A view is masks and the numbers that follow from the levels: with units, these are computed anew.
        let view_of_groups = view.with_units(&nonrelevant, units);
        let (mut buffers, mut others) = (Buffers::default(), Buffers::default());
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, 1000);
            for at in 0..c.topics().len() {
                let lists = buffers.lists(view_of_groups.judgments(&nonrelevant, at), &joined, at);
                same(&lists, &others.lists(view.judgments(&c, at), &joined, at))?;
            }
        }
    }

    #[test]
    fn fewer_judgments_never_leave_more_to_be_found(case in case(), seed in any::<u64>()) {
        let ([fewer, _], all) = (views(&case, seed), case.view());
        for level in 1..4 {
            prop_assert!(fewer.relevant(0, level) <= all.relevant(0, level));
        }
    }
}
