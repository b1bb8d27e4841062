//! Units worked out on paper.

use rejudge_metrics::{JudgedList, Verdict};
use rejudge_pools::{DocIx, Group, TestCollection, Topic, TopicUnits, Units};

use crate::unit_cases::{Case, LINEAR, group, scored};
use Verdict::{Level, Pooled};

fn close(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a - b).abs() < 1e-12)
}

#[test]
fn one_answer_in_two_spellings_earns_once() {
    // The Beatles: 0 `Ringo Starr` (highly relevant), 1 `Richard Starkey` (partially), 2 `Yoko Ono` (not),
    // 3 `Paul McCartney` (highly); 0 and 1 are one answer. The list: Starkey, Starr, Ono, McCartney.
    let verdicts = [Level(2), Level(1), Level(0), Level(2)];
    let units = TopicUnits { classes: vec![vec![0, 1]], groups: vec![] };
    let case = Case::new(&verdicts, &[1, 0, 2, 3], units);
    assert_eq!(case.entries(), [(1, Level(1)), (2, Level(0)), (3, Level(0)), (4, Level(2))]);
    // R = 2, ideal 2 2: the class once, with its highest level. Ono and both spellings, as their levels
    // differ, make N = 3.
    let view = case.view();
    assert_eq!((view.ideal(0), view.judged_nonrelevant(0)), (&[2, 2][..], 3));
    // AP = (1/1 + 2/4) / 2. Q = ((1+1)/(1+2) + (2+3)/(4+4)) / 2 = (2/3 + 5/8) / 2.
    assert_eq!(case.score(|lists| scored(&lists.raw, "AP", LINEAR)), Some(0.75));
    let q = case.score(|lists| scored(&lists.raw, "Q", LINEAR));
    assert!(close(q, (2.0 / 3.0 + 5.0 / 8.0) / 2.0));
    // Starr first: Q = ((1+2)/(1+2) + (2+4)/(4+4)) / 2 = (1 + 3/4) / 2.
    let better = case.with_ranking(&[0, 1, 2, 3]);
    let q = better.score(|lists| scored(&lists.raw, "Q", LINEAR));
    assert!(close(q, 0.875));
    // Without the class, AP = (1/1 + 2/2 + 3/4) / 3.
    let plain = Case::new(&verdicts, &[1, 0, 2, 3], TopicUnits::default());
    assert!(close(plain.score(|lists| scored(&lists.raw, "AP", LINEAR)), (2.0 + 0.75) / 3.0));
}

#[test]
fn a_pair_of_patents_counts_where_the_second_is_seen() {
    // 0 invalidates the claim on its own (A, level 2); 1 and 2 only together (B, level 1); 3 does not, and
    // 4 is not judged. Ranking: 1 4 0 2 3.
    let verdicts = [Level(2), Level(0), Level(0), Level(0)];
    let units = TopicUnits { classes: vec![], groups: vec![group(&[1, 2], 1)] };
    let case = Case::new(&verdicts, &[1, 4, 0, 2, 3], units);
    assert_eq!(case.entries(), [(1, Level(0)), (3, Level(2)), (4, Level(1)), (5, Level(0))]);
    let view = case.view();
    assert_eq!((view.ideal(0), view.judged_nonrelevant(0)), (&[2, 1][..], 3));
    // AP = (1/3 + 2/4) / 2; condensed, without document 4: (1/2 + 2/3) / 2.
    let ap = |list: &JudgedList<'_>| scored(list, "AP", LINEAR);
    assert!(close(case.score(|lists| ap(&lists.raw)), (1.0 / 3.0 + 2.0 / 4.0) / 2.0));
    assert!(close(case.score(|lists| ap(&lists.condensed)), (1.0 / 2.0 + 2.0 / 3.0) / 2.0));
    // Q = ((1+2)/(3+3) + (2+3)/(4+3)) / 2.
    let q = case.score(|lists| scored(&lists.raw, "Q", LINEAR));
    assert!(close(q, (3.0 / 6.0 + 5.0 / 7.0) / 2.0));
    // CRS = (1/3 + 1/4) / 2: one user must reach rank 3, the other 4.
    let crs = case.score(|lists| scored(&lists.raw, "CRS", LINEAR));
    assert!(close(crs, (1.0 / 3.0 + 1.0 / 4.0) / 2.0));
    // Half of the pair is worth nothing: AP = (1/3) / 2. The relaxed evaluation of NTCIR-4 rewards it.
    let half = case.with_ranking(&[1, 4, 0, 3]);
    assert!(close(half.score(|lists| ap(&lists.raw)), 1.0 / 6.0));
}

#[test]
fn units_that_complete_together_count_in_turn() {
    // 2 is relevant by itself and completes two groups, all at rank 3.
    let verdicts = [Level(0), Level(0), Level(2)];
    let units = TopicUnits { classes: vec![], groups: vec![group(&[0, 2], 3), group(&[1, 2], 1)] };
    let case = Case::new(&verdicts, &[0, 1, 2], units.clone());
    let all_at_3 = [(1, Level(0)), (2, Level(0)), (3, Level(1)), (3, Level(2)), (3, Level(3))];
    assert_eq!(case.entries(), all_at_3);
    // AP = (1/3 + 2/3 + 3/3) / 3; Q = ((1+1)/(3+6) + (2+3)/(3+6) + (3+6)/(3+6)) / 3, the ideal 3 2 1.
    assert!(close(case.score(|lists| scored(&lists.raw, "AP", LINEAR)), 2.0 / 3.0));
    let q = case.score(|lists| scored(&lists.raw, "Q", LINEAR));
    assert!(close(q, (2.0 / 9.0 + 5.0 / 9.0 + 9.0 / 9.0) / 3.0));
    // With 2 in second place, two units are complete at rank 2 and the last at rank 3.
    let earlier = case.with_ranking(&[0, 2, 1]);
    assert_eq!(earlier.entries(), [(1, Level(0)), (2, Level(2)), (2, Level(3)), (3, Level(1))]);
}

#[test]
fn users_gain_every_unit_of_a_rank_and_go_on_below_it() {
    // 2 is relevant by itself and completes a group, both at rank 3; 3 is relevant by itself.
    let verdicts = [Level(0), Level(0), Level(2), Level(3)];
    let units = TopicUnits { classes: vec![], groups: vec![group(&[0, 2], 1)] };
    let case = Case::new(&verdicts, &[0, 1, 2, 3], units);
    assert_eq!(case.entries(), [(1, Level(0)), (2, Level(0)), (3, Level(1)), (3, Level(2)), (4, Level(3))]);
    let utility = |measure| case.score(|lists| scored(&lists.raw, measure, LINEAR));
    // Gains are 1/3 + 2/3 at rank 3 and 1 at rank 4. A player who wants 2 reads four documents.
    assert_eq!(utility("BPM(T=2)@10"), Some(2.0 / 4.0));
    assert_eq!(utility("BPM@10"), Some(1.0 / 3.0));
    // Weights 1/log2(r + 1).
    let [second, third, fourth] = [3.0_f64, 4.0, 5.0].map(|rank| 1.0 / rank.log2());
    assert!(close(utility("SDCG@4"), (third + fourth) / (1.0 + second + third + fourth)));
    // Rank 3 leaves (1 - 1/3) (1 - 2/3) = 2/9 of the users: (1 + 2/9) / (3 + 2/9).
    assert!(close(utility("NERR8@4"), 11.0 / 29.0));
    // The ideal ranking is 3, 2, and then the group. Common to both tops: 0, 0, 2, 3 of 1, 2, 3, 3.
    let compat = utility("Compat(p=0.5)");
    let (overlap, best) = (0.25 * 2.0 / 3.0 + 0.125 * 3.0 / 4.0, 1.0 + 0.5 + 0.25 + 0.125 * 3.0 / 4.0);
    assert!(close(compat, overlap / best));
}

#[test]
fn no_more_units_than_ranks_count() {
    // 0 and 1 are relevant by themselves and together, 0 with 2 too, and 3 is nonrelevant.
    let verdicts = [Level(2), Level(1), Level(0), Level(0)];
    let units = TopicUnits { classes: vec![], groups: vec![group(&[0, 1], 3), group(&[0, 2], 1)] };
    let case = Case::new(&verdicts, &[0, 1, 3, 2], units);
    // At rank 2 the third unit is complete, and waits for rank 3, the rank of document 3.
    let waits = [(1, Level(2)), (2, Level(1)), (3, Level(3)), (3, Level(0)), (4, Level(1))];
    assert_eq!(case.entries(), waits);
    let cut = case.with_ranking(&[0, 1]);
    assert_eq!(cut.entries(), waits[..3]);
    assert_eq!(cut.score(|lists| (lists.raw.retrieved, lists.condensed.retrieved)), (2, 2));
    // All there is at the top: AP = (1/1 + 2/2 + 3/3 + 4/4) / 4.
    assert_eq!(case.score(|lists| scored(&lists.raw, "AP", LINEAR)), Some(1.0));
}

#[test]
fn documents_are_counted_once_whatever_they_complete() {
    // Three documents, and three groups that all need the third.
    let groups = vec![group(&[0, 2], 1), group(&[1, 2], 1), group(&[0, 1, 2], 2)];
    let case = Case::new(&[Level(0); 3], &[0, 1, 2], TopicUnits { classes: vec![], groups });
    let all_at_3 = [(1, Level(0)), (2, Level(0)), (3, Level(1)), (3, Level(1)), (3, Level(2))];
    assert_eq!(case.entries(), all_at_3);
    case.score(|lists| {
        for list in [lists.raw, lists.condensed] {
            for (measure, expected) in [
                ("Judged@3", 1.0),
                ("Unjudged@3", 0.0),
                ("NumRelRet", 3.0),
                ("NumNonrelRet", 2.0),
                ("RBPresidual", 0.0),
                // One document completes something, and two better places were there for it.
                ("SetP", 1.0),
                ("Accuracy", 0.0),
            ] {
                assert_eq!(scored(&list, measure, LINEAR), Some(expected), "{measure}");
            }
        }
    });
}

#[test]
fn what_is_read_after_a_unit_that_waits_stays_below_it() {
    // Each of 0, 1 and 2, each pair of them, and all three: 7 units in 3 documents. 3 is nonrelevant.
    let verdicts = [Level(1), Level(1), Level(1), Level(0), Pooled];
    let groups = vec![group(&[0, 1], 2), group(&[0, 2], 2), group(&[1, 2], 2), group(&[0, 1, 2], 3)];
    let case = Case::new(&verdicts, &[0, 1, 2, 3, 4], TopicUnits { classes: vec![], groups });
    let units = [1, 1, 2, 1, 2, 2, 3].map(Level);
    let expected: Vec<_> = (1..).zip(units).chain([(7, Level(0)), (7, Pooled)]).collect();
    assert_eq!(case.entries(), expected);
    assert_eq!(case.score(|lists| lists.condensed.ranking.len()), 8);
}

#[test]
fn a_duplicate_stands_for_its_original_in_a_group() {
    // 0 and 1 are duplicates, 2 and 3 are; both pairs of groups ask for the same, the higher level holds.
    let verdicts = [Level(0), Level(0), Level(0), Level(0)];
    let units = TopicUnits {
        classes: vec![vec![0, 1], vec![3, 2]],
        groups: vec![group(&[0, 2], 1), group(&[3, 1], 2), group(&[1, 2], 1)],
    };
    let case = Case::new(&verdicts, &[0, 1, 3, 2], units);
    assert_eq!(case.entries(), [(1, Level(0)), (2, Level(0)), (3, Level(2)), (4, Level(0))]);
    assert_eq!(case.view().ideal(0), [2]);
}

#[test]
fn what_is_not_judged_is_not_known() {
    // 1 is withheld, so that the first group is not known; of the class, 2 alone is judged.
    let verdicts = [Level(0), Pooled, Level(1), Level(0)];
    let units = TopicUnits { classes: vec![vec![1, 2]], groups: vec![group(&[0, 3], 2)] };
    let case = Case::new(&verdicts, &[1, 0, 2, 3], units.clone());
    assert_eq!(case.entries(), [(1, Pooled), (2, Level(0)), (3, Level(1)), (4, Level(2))]);
    let with_withheld = TopicUnits { classes: vec![], groups: vec![group(&[0, 1], 3)] };
    let case = Case::new(&verdicts, &[1, 0, 2, 3], with_withheld);
    assert_eq!(case.entries(), [(1, Pooled), (2, Level(0)), (3, Level(1)), (4, Level(0))]);
    assert_eq!(case.view().ideal(0), [1]);
}

#[test]
fn units_that_contradict_themselves_are_refused() {
    let verdicts = [Level(1), Level(0), Pooled];
    let topic = Topic { name: "7".into(), verdicts: verdicts.to_vec(), documents: 5 };
    let c = TestCollection::new(vec![topic], vec![], vec![], vec![]).expect("fits");
    let refused = |classes: &[&[DocIx]], groups: &[Group]| {
        let classes = classes.iter().map(|class| class.to_vec()).collect();
        let units = TopicUnits { classes, groups: groups.to_vec() };
        Units::new(&c, &[units]).map(|_| ()).map_err(|error| error.to_string())
    };
    let message = |text: &str| Err(text.to_owned());
    assert_eq!(refused(&[&[0, 2], &[1]], &[group(&[1, 2], 1)]), Ok(()));
    let unjudged = "topic `7`: document number 3 of a class or group, but only 3 have a verdict";
    assert_eq!(refused(&[&[0, 3]], &[]), message(unjudged));
    assert_eq!(refused(&[], &[group(&[0, 3], 1)]), message(unjudged));
    let twice = "topic `7`: document number 1 occurs twice in classes of duplicates";
    assert_eq!(refused(&[&[0, 1], &[1]], &[]), message(twice));
    assert_eq!(refused(&[&[1, 1]], &[]), message(twice));
    let in_group = "topic `7`: a group contains document number 1 twice, or together with a duplicate of it";
    assert_eq!(refused(&[], &[group(&[1, 0, 1], 1)]), message(in_group));
    assert_eq!(refused(&[&[0, 1]], &[group(&[0, 1], 1)]), message(in_group));
    assert_eq!(refused(&[], &[group(&[], 1)]), message("topic `7`: a group without documents"));
    let level = "topic `7`: a group of level 0, expected a level of at least 1";
    assert_eq!(refused(&[], &[group(&[0, 1], 0)]), message(level));
    let error = Units::new(&c, &[]).map_err(|error| error.to_string()).err();
    assert_eq!(error.as_deref(), Some("classes and groups of 0 topics, but there are 1 topics"));
}
