//! Compares the statistics with counts by hand, and tests single steps and whole fits, which must recover the constants
//! of a twin.

use proptest::prelude::*;
use rejudge_metrics::Verdict::{self, Level};
use rejudge_pools::{Run, Team, TestCollection, Topic, pool_depth};

use super::super::tests::small;
use super::*;

/// Returns a collection of two teams and three runs; the run `a2` is not pooled. Topic 2 has no relevant
/// document within depth 2.
fn by_hand() -> TestCollection {
    let topic = |name: &str, verdicts: &[Verdict]| Topic {
        name: name.into(),
        verdicts: verdicts.to_vec(),
        documents: verdicts.len() as u32 + 4,
    };
    let run = |name: &str, team, pooled| Run { name: name.into(), team, pooled, eligible: true };
    let team = |name: &str| Team { name: name.into(), analysed: true };
    TestCollection::new(
        vec![
            topic("1", &[Level(1), Level(0), Level(5), Level(2), Level(0), Verdict::Pooled]),
            topic("2", &[Level(0), Level(1)]),
            topic("3", &[Level(3), Level(0)]),
        ],
        vec![run("a1", 0, true), run("a2", 0, false), run("b1", 1, true)],
        vec![team("a"), team("b")],
        vec![
            // Document 7 of topic 1 is unjudged, and the judgment of document 5 is withheld.
            vec![vec![0, 7, 3], vec![0, 3, 1], vec![0, 1]],
            vec![vec![4, 3], vec![0], vec![]],
            vec![vec![2, 5, 1], vec![3, 0], vec![1, 0]],
        ],
    )
}

#[test]
fn statistics_equal_counts_by_hand() {
    let collection = by_hand();
    let depth = 2;
    let base = pool_depth(&collection, &View::full(&collection), depth);
    let found = Statistics::new(&collection, &base, depth as u32).expect("topics 1 and 3");
    // The pool of topic 1 is {0, 7} from a1 and {2, 5} from b1; document 7 has no verdict. The pool of topic 3 is
    // {0, 1}.
    assert_eq!(
        (found.empty_topics, &found.relevant[..], &found.nonrelevant[..]),
        (1, &[2.0, 1.0][..], &[0.0, 1.0][..])
    );
    assert_eq!((found.by_level, found.highest_level), ([0.5, 0.0, 1.0], 5));
    assert_eq!(found.ranking_length, 2);
    let teams: Vec<_> =
        found.teams.iter().map(|team| (team.runs, team.pooled, team.unique, team.unique_relevant)).collect();
    // On topic 1, only team a contributed document 0, and only team b contributed documents 2 and 5 (the judgment of
    // document 5 is withheld). On topic 3, both teams contributed documents 0 and 1.
    assert_eq!(teams, [(2, 1, 0.5, 0.5), (1, 1, 1.0, 0.5)]);
    // Document 3 of topic 1 is relevant, but not in the pool. a2 has no ranking for topic 3.
    assert_eq!(found.average_precision, [vec![0.5, 1.0], vec![0.0, 0.0], vec![0.5, 0.5]]);
    assert_eq!(found.precision_at_10, [[0.1, 0.1], [0.0, 0.0], [0.1, 0.1]]);
    assert_eq!(found.teams.iter().map(|team| team.average_precision).collect::<Vec<_>>(), [0.375, 0.5]);
    let empty_pool = pool_depth(&collection, &View::full(&collection), 0);
    assert!(Statistics::new(&collection, &empty_pool, 0).is_err());
}

fn drawn(parameters: &TwinParameters, draw: u32) -> Statistics {
    let twin = Twin { id: "small-twin", pool_depth: 30, parameters };
    let collection = generate(&twin, 3, draw);
    Statistics::new(&collection, &View::full(&collection), 30).expect("relevant documents")
}

#[test]
fn a_draw_that_is_on_target_moves_no_constant() {
    let targets = drawn(&small(), 1);
    let mut constants = Constants::new(&targets);
    let unique_relevant = || vec![targets.teams.iter().map(|team| team.unique_relevant).collect::<Vec<_>>()];
    // The first step sets the teams' effects on relevant documents.
    constants.step(&targets, &targets, &unique_relevant());
    let before = constants.clone();
    constants.step(&targets, &targets, &unique_relevant());
    assert_eq!(Constants::mean(&[constants.clone()]), Constants::mean(&[before]));
    assert_eq!(constants.at_limit(&targets), []);
}

#[test]
fn each_constant_moves_towards_its_target() {
    let targets = drawn(&small(), 1);
    let unique_relevant = vec![targets.teams.iter().map(|team| team.unique_relevant).collect::<Vec<_>>()];
    let moved = |change: fn(&mut Statistics)| {
        let mut changed = targets.clone();
        change(&mut changed);
        let (mut before, mut after) = (small(), small());
        Constants::new(&targets).write_to(&mut before);
        let mut constants = Constants::new(&targets);
        constants.step(&targets, &changed, &unique_relevant);
        constants.write_to(&mut after);
        (before, after)
    };
    let (before, after) = moved(|s| s.teams[1].unique *= 2.0);
    assert!(
        after.teams[1].oddness < before.teams[1].oddness && after.teams[0].oddness == before.teams[0].oddness
    );
    let (before, after) = moved(|s| s.nonrelevant.iter_mut().for_each(|n| *n *= 2.0));
    assert!(after.technology < before.technology && after.relevant_factor == before.relevant_factor);
    let (before, after) = moved(|s| s.relevant.iter_mut().for_each(|r| *r *= 0.5));
    assert!(after.relevant_factor > before.relevant_factor && after.technology == before.technology);
    let (before, after) = moved(|s| s.relevant[0] *= 9.0);
    assert!(after.relevant_spread < before.relevant_spread);
    let (before, after) = moved(|s| s.by_level[2] *= 2.0);
    assert!(after.grade_factors.s < before.grade_factors.s && after.grade_factors.a > before.grade_factors.a);
    let (before, after) = moved(|s| s.average_precision.iter_mut().flatten().for_each(|ap| *ap *= 0.5));
    assert!(after.separation > before.separation && after.quality > before.quality);
}

/// We fit a twin to a twin. The constants must be near the original's constants. On draws that were not used
/// for the fit, the statistics must also be near the original's statistics.
#[test]
fn a_twin_of_a_twin_resembles_it() {
    // Each technology has two teams. With one team the fit could not separate the team's effect from the technology's.
    let team = |(number, &(oddness, relevant)): (usize, &(f64, f64))| TwinTeam {
        name: format!("t{number}"),
        runs: 2,
        oddness,
        relevant_oddness: Some(relevant),
        ..TwinTeam::default()
    };
    let odd =
        [(0.4, 1.0), (0.5, 1.3), (0.6, 0.9), (0.7, 1.2), (0.8, 1.5), (1.0, 1.2), (1.3, 1.7), (1.7, 1.4)];
    let teams = odd.iter().enumerate().map(team).collect();
    let original = TwinParameters { topics: 50, separation: 4.2, quality: 0.6, teams, ..small() };
    let targets = drawn(&original, 1);
    let fitted = fit(&targets, 8, 12, |_| ()).expect("a collection").parameters;
    let draws: Vec<_> = (0..6).map(|draw| drawn(&fitted, 100 + draw)).collect();
    let check = |name: &str, statistic: &dyn Fn(&Statistics) -> f64, tolerance: f64| {
        let twin = statistics::mean(&draws.iter().map(statistic).collect::<Vec<_>>());
        let ratio = twin / statistic(&targets);
        assert!((ratio - 1.0).abs() < tolerance, "{name}: {twin} for {}", statistic(&targets));
    };
    check("R", &|s| statistics::mean(&s.relevant), 0.1);
    check("N", &|s| statistics::mean(&s.nonrelevant), 0.1);
    check("AP", &|s| statistics::mean(&s.run_means()), 0.12);
    for team in 0..8 {
        check("|U|", &move |s| s.teams[team].unique, 0.2);
    }
    for (found, original) in fitted.teams.iter().zip(&original.teams) {
        assert!((found.oddness / original.oddness - 1.0).abs() < 0.4, "{found:?} for {original:?}");
    }
    assert!((fitted.separation - original.separation).abs() < 0.8, "{}", fitted.separation);
    assert_eq!(fitted.check(), []);
}

#[test]
fn the_number_of_threads_changes_no_constant() {
    let targets = drawn(&small(), 1);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| fit(&targets, 8, 3, |_| ())).expect("a collection")
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn runs_that_did_not_pool_and_short_rankings_go_into_the_twin() {
    let mut targets = drawn(&small(), 1);
    targets.ranking_length = 40;
    (targets.teams[0].pooled, targets.teams[1].pooled) = (1, 0);
    let fitted = fit(&targets, 8, 2, |_| ()).expect("a collection").parameters;
    assert_eq!(fitted.ranking_length, Some(40));
    assert_eq!(
        fitted.teams.iter().map(|team| team.pooled).collect::<Vec<_>>(),
        [Some(1), Some(0), None, None]
    );
    let twin = drawn(&fitted, 7);
    assert_eq!(twin.teams.iter().map(|team| team.pooled).collect::<Vec<_>>(), [1, 0, 3, 3]);
    assert_eq!((twin.ranking_length, twin.teams[1].unique), (40, 0.0));
}

#[test]
fn collections_that_no_twin_can_follow_are_refused() {
    let targets = drawn(&small(), 1);
    let refused = |change: fn(&mut Statistics)| {
        let mut changed = targets.clone();
        change(&mut changed);
        fit(&changed, 1, 1, |_| ()).expect_err("refused").to_string()
    };
    assert!(refused(|s| s.teams.truncate(1)).starts_with("all runs belong to one team"));
    assert!(
        refused(|s| s.teams.iter_mut().for_each(|team| team.pooled = 0))
            .starts_with("no run is marked as pooled")
    );
    assert!(
        refused(|s| s.relevant.iter_mut().for_each(|r| *r = 2000.0)).contains("2000.0 relevant documents")
    );
    assert!(refused(|s| s.teams[2].name = "a b".into()).contains("cannot name runs"));
    assert!(refused(|s| s.teams[2].name = "a".into()).contains("`a` is a duplicate"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// For any counts the fit either gives valid constants or returns an error.
    #[test]
    fn any_counts_give_a_valid_twin(
        relevant in prop::collection::vec(1_u32..1500, 1..4),
        nonrelevant in 0.0..3000.0_f64,
        unique in prop::collection::vec((0.0..800.0_f64, 0.0..1.0_f64, 1_usize..3, 0.0..1.0_f64), 2..4),
        by_level in [0.0..5.0_f64, 0.0..5.0_f64, 0.1..5.0_f64],
        length in 1_u32..1200,
        depth in 1_u32..1200,
    ) {
        let teams: Vec<_> = unique.iter().enumerate().map(|(number, &(unique, share, runs, ap))| TeamStatistics {
            name: format!("t{number}"), runs, pooled: runs, unique, unique_relevant: unique * share, average_precision: ap,
        }).collect();
        let rows = |from: f64| teams.iter().flat_map(|team| vec![vec![from * team.average_precision; relevant.len()]; team.runs]).collect();
        let targets = Statistics {
            pool_depth: depth,
            ranking_length: length,
            empty_topics: 0,
            nonrelevant: vec![nonrelevant; relevant.len()],
            relevant: relevant.iter().map(|&r| f64::from(r)).collect(),
            by_level,
            highest_level: 3,
            average_precision: rows(1.0),
            precision_at_10: rows(0.5),
            teams,
        };
        match fit(&targets, 5, 2, |_| ()) {
            Ok(fitted) => prop_assert_eq!(fitted.parameters.check(), []),
            // A shallow pool may not find any relevant document, which is an error.
            Err(error) => prop_assert!(error.to_string().starts_with("no topic has a relevant"), "{}", error),
        }
    }
}
