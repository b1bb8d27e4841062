//! One collection, worked out on paper, with a case of everything.
//!
//! Topic 1: documents 0 (level 2), 1 (0), 2 (1), 3 (0), 4 (1), 5 (withheld), 6 (0); 7, 8 unjudged.
//! Topic 2: documents 0 (level 0), 1 (1), 2 (0); 3 unjudged.
//!
//! | run | team | topic 1 | topic 2 | |
//! |---|---|---|---|---|
//! | a1 | a | 0 1 4 7 | 1 0 | |
//! | a2 | a | 5 0 | (none) | |
//! | b1 | b | 0 2 3 | 0 3 | |
//! | c1 | c | 1 7 | 2 | not eligible, so that c is not analysed |
//! | d1 | d | 6 4 8 | 1 | not pooled |
//!
//! The pool depth is 2. No pooled run has documents 3, 4 and 6 of topic 1 in its top 2, and they are
//! judged nevertheless.

use rejudge_metrics::{Judged, Verdict};
use rejudge_pools::{
    Buffers, Contributions, JoinedRun, Run, Team, TestCollection, Topic, View, fewest_unique,
    leave_one_team_out, one_run_per_team, pool_depth, repooled, sample, take_teams,
};

use crate::model::rule;
use Verdict::{Level, Pooled};

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const D: usize = 3;

fn collection() -> TestCollection {
    let topic = |name: &str, verdicts: &[Verdict], documents| Topic {
        name: name.into(),
        verdicts: verdicts.to_vec(),
        documents,
    };
    let topics = vec![
        topic("1", &[Level(2), Level(0), Level(1), Level(0), Level(1), Pooled, Level(0)], 9),
        topic("2", &[Level(0), Level(1), Level(0)], 4),
    ];
    let run = |name: &str, team, pooled, eligible| Run { name: name.into(), team, pooled, eligible };
    let runs = vec![
        run("a1", A, true, true),
        run("a2", A, true, true),
        run("b1", B, true, true),
        run("c1", C, true, false),
        run("d1", D, false, true),
    ];
    let team = |name: &str| Team { name: name.into(), analysed: name != "c" };
    let rankings = vec![
        vec![vec![0, 1, 4, 7], vec![1, 0]],
        vec![vec![5, 0], vec![]],
        vec![vec![0, 2, 3], vec![0, 3]],
        vec![vec![1, 7], vec![2]],
        vec![vec![6, 4, 8], vec![1]],
    ];
    TestCollection::new(topics, runs, ["a", "b", "c", "d"].map(team).to_vec(), rankings).expect("fits")
}

fn contributions(c: &TestCollection) -> Contributions {
    Contributions::new(c, &View::full(c), 2)
}

/// Judged documents of both topics.
fn judged(view: &View) -> [Vec<u32>; 2] {
    [0, 1].map(|topic| view.mask(topic).iter().collect())
}

/// Documents in the pools of both topics.
fn pool(view: &View) -> [Vec<u32>; 2] {
    [0, 1].map(|topic| view.pool(topic).iter().collect())
}

#[test]
fn what_each_team_brought() {
    let c = collection();
    let contributions = contributions(&c);
    let of = |team: usize| {
        let pooled = [0, 1].map(|topic| contributions.pooled(team, topic).iter().collect::<Vec<_>>());
        let unique = [0, 1].map(|topic| contributions.unique(team, topic).iter().collect::<Vec<_>>());
        (pooled, unique)
    };
    // Document 1 of topic 1 is not unique to a: c contributed it too, analysed or not.
    assert_eq!(of(A), ([vec![0, 1, 5], vec![0, 1]], [vec![5], vec![1]]));
    assert_eq!(of(B), ([vec![0, 2], vec![0]], [vec![2], vec![]]));
    assert_eq!(of(C), ([vec![1], vec![2]], [vec![], vec![2]]));
    assert_eq!(of(D), ([vec![], vec![]], [vec![], vec![]]));
    assert_eq!([A, B, C, D].map(|team| contributions.unique_total(team)), [2, 1, 1, 0]);
    let relevant = |min_rel| [A, B, C, D].map(|team| contributions.unique_relevant_total(&c, team, min_rel));
    assert_eq!((relevant(0), relevant(1), relevant(2)), ([1, 1, 0, 0], [1, 1, 0, 0], [0; 4]));
    let full = View::full(&c);
    let with =
        |min_rel| [A, B, C, D].map(|team| contributions.topics_with_relevant(&c, &full, team, min_rel));
    assert_eq!(with(1), [(2, 2), (1, 2), (0, 2), (0, 2)]);
    assert_eq!(with(2), [(1, 1), (1, 1), (0, 1), (0, 1)]);
}

#[test]
fn leaving_one_team_out_keeps_what_nobody_brought() {
    let c = collection();
    let (full, contributions) = (View::full(&c), contributions(&c));
    let without = |team| leave_one_team_out(&c, &full, &contributions, team);
    assert_eq!(judged(&without(A)), [vec![0, 1, 2, 3, 4, 6], vec![0, 2]]);
    assert_eq!(pool(&without(A)), judged(&without(A)));
    assert_eq!(judged(&without(B)), [vec![0, 1, 3, 4, 6], vec![0, 1, 2]]);
    assert_eq!(pool(&without(B))[0], [0, 1, 3, 4, 5, 6]);
    assert_eq!(without(D), full);
    let numbers = |view: &View, at| (view.ideal(at).to_vec(), view.judged_nonrelevant(at));
    assert_eq!(numbers(&without(A), 0), (vec![2, 1, 1], 3));
    assert_eq!(numbers(&without(A), 1), (vec![], 2));
    assert_eq!(numbers(&without(B), 0), (vec![2, 1], 3));
}

#[test]
fn taking_teams() {
    let c = collection();
    let (full, contributions) = (View::full(&c), contributions(&c));
    let of = |teams: &[usize]| take_teams(&c, &full, &contributions, teams);
    assert_eq!(judged(&of(&[A])), [vec![0, 1], vec![0, 1]]);
    assert_eq!(pool(&of(&[A])), [vec![0, 1, 5], vec![0, 1]]);
    assert_eq!(judged(&of(&[B, A, B])), [vec![0, 1, 2], vec![0, 1]]);
    assert_eq!(judged(&of(&[D])), [[0_u32; 0]; 2]);
    assert_eq!(of(&[]), of(&[D]));
    // d contributed the fewest, none, because it did not pool; c is not analysed.
    assert_eq!(fewest_unique(&c, &contributions, 1), [B]);
    assert_eq!(fewest_unique(&c, &contributions, 3), [A, B]);
}

#[test]
fn shallow_pools() {
    let c = collection();
    let of = |depth| judged(&pool_depth(&c, &View::full(&c), depth));
    assert_eq!(of(0), [[0_u32; 0]; 2]);
    assert_eq!(of(1), [vec![0, 1], vec![0, 1, 2]]);
    assert_eq!(of(2), [vec![0, 1, 2], vec![0, 1, 2]]);
    assert_eq!(of(3), [vec![0, 1, 2, 3, 4], vec![0, 1, 2]]);
    assert_eq!(of(usize::MAX), of(3));
    assert_eq!(pool(&pool_depth(&c, &View::full(&c), 1))[0], [0, 1, 5]);
}

#[test]
fn the_pool_of_the_stored_runs() {
    let c = collection();
    // Topic 1: 0, 1 and 2 of 0, 1, 2, 5, 7; topic 2: 0, 1 and 2 of 0, 1, 2, 3.
    let (view, coverage) = repooled(&c, 2);
    assert_eq!(judged(&view), [vec![0, 1, 2], vec![0, 1, 2]]);
    assert_eq!(coverage, Some(6.0 / 9.0));
    assert_eq!(repooled(&c, 1).1, Some(5.0 / 6.0));
    assert_eq!(repooled(&c, 0).1, None);
}

#[test]
fn one_run_stands_for_a_team() {
    let c = collection();
    for seed in 0..20 {
        let chosen = one_run_per_team(&c, seed, &["draw"]);
        assert!(chosen == [0, 2] || chosen == [1, 2], "{chosen:?}");
    }
}

#[test]
fn lists_of_runs() {
    let c = collection();
    let (full, contributions) = (View::full(&c), contributions(&c));
    let without_a = leave_one_team_out(&c, &full, &contributions, A);
    let nothing = sample(&c, &full, rule("0", 0, 0), 1, &[]);
    let mut buffers = Buffers::default();
    let mut of = |view: &View, run: usize, topic: usize, max_rank: usize| {
        let joined = JoinedRun::new(&c, run, max_rank);
        let lists = buffers.lists(view.judgments(topic), &joined, topic);
        let entries =
            |list: &[Judged]| list.iter().map(|entry| (entry.rank, entry.verdict)).collect::<Vec<_>>();
        let retrieved = (lists.raw.retrieved, lists.condensed.retrieved);
        (entries(lists.raw.ranking), entries(lists.condensed.ranking), retrieved)
    };
    let a1 = vec![(1, Level(2)), (2, Level(0)), (3, Level(1))];
    assert_eq!(of(&full, 0, 0, 1000), (a1.clone(), a1.clone(), (4, 3)));
    assert_eq!(of(&full, 0, 0, 2), (a1[..2].to_vec(), a1[..2].to_vec(), (2, 2)));
    assert_eq!(of(&full, 1, 0, 1000), (vec![(1, Pooled), (2, Level(2))], vec![(1, Level(2))], (2, 1)));
    assert_eq!(of(&full, 1, 1, 1000), (vec![], vec![], (0, 0)));
    // Out of the pool, the withheld document leaves a gap.
    assert_eq!(of(&without_a, 1, 0, 1000), (vec![(2, Level(2))], vec![(1, Level(2))], (2, 1)));
    // Out of the sample, documents stay in the pool.
    let in_the_pool = vec![(1, Pooled), (2, Pooled), (3, Pooled)];
    assert_eq!(of(&nothing, 0, 0, 1000), (in_the_pool, vec![], (4, 0)));
}
