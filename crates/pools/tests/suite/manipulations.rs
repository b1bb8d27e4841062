//! Compares pools of a depth, and the sets that leave out or take teams, with their definitions. Also tests
//! shallower pools that only some of the runs form, and the arguments of shallower pools.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rejudge_metrics::Verdict::Level;
use rejudge_pools::{
    Contributions, JudgmentSet, Material, Run, Team, TestCollection, Topic, View, leave_teams_out,
    pool_depth, repooled, take_teams,
};

use crate::model::{
    Docs, collection, collection_and_view, collection_where, contributed_documents, docs, level, tops,
    with_level,
};

/// Checks that `view` is `base` restricted to `pool`, topic by topic, and that `R`, `N` and the ideal list agree
/// with it.
fn check_base_within(
    c: &TestCollection,
    view: &View,
    base: &View,
    pool: impl Fn(usize) -> Docs,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(view.topics(), c.topics().len());
    for at in 0..c.topics().len() {
        let pool = pool(at);
        prop_assert_eq!(docs(view.mask(at)), &docs(base.mask(at)) & &pool);
        prop_assert_eq!(docs(view.pool(at)), &docs(base.pool(at)) & &pool);
    }
    counts_match_the_mask(c, view)
}

fn counts_match_the_mask(c: &TestCollection, view: &View) -> Result<(), TestCaseError> {
    for (at, topic) in c.topics().enumerate() {
        let judged = docs(view.mask(at));
        let levels: Vec<u8> = judged.iter().map(|&doc| level(topic, doc)).collect();
        let mut ideal: Vec<u8> = levels.iter().copied().filter(|&level| level > 0).collect();
        ideal.sort_by(|a, b| b.cmp(a));
        prop_assert_eq!(view.ideal(at), &ideal[..]);
        prop_assert_eq!(view.judged_nonrelevant(at) as usize, levels.len() - ideal.len());
        for min_rel in 0..5 {
            let relevant = ideal.iter().filter(|&&level| level >= min_rel).count();
            prop_assert_eq!(view.relevant(at, min_rel), relevant);
        }
        for doc in (0..topic.documents).chain([u32::MAX]) {
            prop_assert_eq!(view.keeps(at, doc), judged.contains(&doc));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn leaving_a_team_out_is_pooling_without_it(c in collection(), depth in 0_usize..60) {
        let base = pool_depth(&c, &View::full(&c), depth);
        let contributions = Contributions::new(&c, &base, depth);
        for team in 0..c.teams().len() {
            let left = leave_teams_out(&c, &base, &contributions, &[team]);
            check_base_within(&c, &left, &base, |at| tops(&c, at, depth, |run| run.team != team))?;
        }
    }

    #[test]
    fn leaving_teams_out_keeps_the_documents_of_other_teams(
        (c, base) in collection_and_view(),
        depth in 0_usize..60,
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let contributions = Contributions::new(&c, &base, depth);
        let teams: Vec<usize> = chosen.iter().map(|team| team.index(c.teams().len())).collect();
        let left = leave_teams_out(&c, &base, &contributions, &teams);
        check_base_within(&c, &left, &base, |at| {
            let is_contributed = |is_theirs: bool, doc: u32| {
                (0..c.teams().len()).any(|team| {
                    teams.contains(&team) == is_theirs && contributions.pooled(team, at).contains(doc)
                })
            };
            base.pool(at).iter().filter(|&doc| !is_contributed(true, doc) || is_contributed(false, doc)).collect()
        })?;
        for &team in &teams {
            let one = leave_teams_out(&c, &base, &contributions, &[team]);
            check_base_within(&c, &one, &base, |at| {
                &docs(base.pool(at)) - &docs(contributions.unique(team, at))
            })?;
        }
    }

    #[test]
    fn taking_teams_keeps_their_documents(
        (c, base) in collection_and_view(),
        depth in 0_usize..60,
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let contributions = Contributions::new(&c, &base, depth);
        let teams: Vec<usize> = chosen.iter().map(|team| team.index(c.teams().len())).collect();
        let taken = take_teams(&c, &base, &contributions, &teams);
        check_base_within(&c, &taken, &base, |at| {
            teams.iter().flat_map(|&team| contributed_documents(&c, &base, team, at, depth)).collect()
        })?;
        let all: Vec<usize> = (0..c.teams().len()).collect();
        prop_assert_eq!(take_teams(&c, &base, &contributions, &all), pool_depth(&c, &base, depth));
    }

    /// Leaving out (or taking) a team with the argument `depth` gives the same set as making a pool of that
    /// depth and then leaving out (or taking) the team. If `depth` is greater than the collection's depth,
    /// the pool goes down to `depth`, but teams contribute only down to the collection's depth.
    #[test]
    fn a_depth_beside_a_team_is_a_shallower_pool_first(
        (c, base) in collection_and_view(),
        depth in 1_usize..60,
        of_collection in 0_usize..60,
    ) {
        let view = |set: &str, base: &View, depth: usize| {
            let contributions = Contributions::new(&c, base, depth);
            let (collection, key) = (&c, Material::KEY_OF_FILES);
            let material = Material { collection, base, contributions: &contributions, seed: 1, key, draw: 1 };
            set.parse::<JudgmentSet>().expect("a set").view(&material).expect("a view")
        };
        let shallow = pool_depth(&c, &base, depth);
        for team in c.teams() {
            for set in ["leave-one-team-out(team", "take-one-team(team", "leave-teams-out(teams", "take-teams(teams"] {
                let both = view(&format!("{set}={},depth={depth})", team.name), &base, of_collection);
                prop_assert_eq!(both, view(&format!("{set}={})", team.name), &shallow, depth.min(of_collection)));
            }
        }
    }

    #[test]
    fn a_shallow_pool_contains_the_tops_of_all_pooled_runs((c, base) in collection_and_view(), depth in 0_usize..60) {
        let shallow = pool_depth(&c, &base, depth);
        check_base_within(&c, &shallow, &base, |at| tops(&c, at, depth, |_| true))?;
        // At the depth of the longest run, or deeper, the pool contains all that pooled runs retrieved.
        let longest = (0..c.runs().len()).flat_map(|run| (0..c.topics().len()).map(move |at| (run, at)));
        let longest = longest.map(|(run, at)| c.ranking(run, at).len()).max().unwrap_or(0);
        let bottom = pool_depth(&c, &base, longest);
        check_base_within(&c, &bottom, &base, |at| tops(&c, at, usize::MAX, |_| true))?;
        prop_assert_eq!(pool_depth(&c, &base, usize::MAX), bottom);
    }

    #[test]
    fn coverage_is_the_judged_share_of_the_pool(c in collection_where(true), depth in 0_usize..60) {
        let (view, coverage) = repooled(&c, depth);
        prop_assert_eq!(&view, &pool_depth(&c, &View::full(&c), depth));
        let (mut judged, mut pooled) = (0, 0);
        for (at, topic) in c.topics().enumerate() {
            let pool = tops(&c, at, depth, |_| true);
            pooled += pool.len();
            judged += (&pool & &with_level(topic)).len();
        }
        prop_assert_eq!(coverage, (pooled > 0).then(|| judged as f64 / pooled as f64));
    }
}

/// Returns a collection of five teams with a run each. The fifth run has the same top two documents as the
/// first.
fn five_teams() -> TestCollection {
    let run = |name: &str, team| Run { name: name.into(), team, pooled: true, eligible: true };
    let names = ["a", "b", "c", "d", "e"];
    let teams = names.map(|name| Team { name: name.into(), analysed: true }).to_vec();
    let runs = names.iter().enumerate().map(|(team, name)| run(&format!("{name}1"), team)).collect();
    let topic = Topic { name: "1".into(), verdicts: vec![Level(1); 9], documents: 9 };
    let rankings = [[0, 1, 8], [0, 2, 8], [3, 4, 8], [5, 6, 8], [0, 1, 7]];
    let rankings = rankings.map(|ranking| vec![ranking.to_vec()]).to_vec();
    TestCollection::new(vec![topic], runs, teams, rankings)
}

fn judged_documents(c: &TestCollection, set: &str, draw: u32) -> Vec<u32> {
    let base = View::full(c);
    let contributions = Contributions::new(c, &base, 3);
    let material = Material {
        collection: c,
        base: &base,
        contributions: &contributions,
        seed: 1,
        key: Material::KEY_OF_FILES,
        draw,
    };
    let view = set.parse::<JudgmentSet>().expect("a set").view(&material).expect("a view");
    view.mask(0).iter().collect()
}

#[test]
fn a_copy_of_a_run_makes_no_difference_to_a_pool_but_takes_its_unique_documents() {
    let c = five_teams();
    let pool = |set: &str| judged_documents(&c, set, 1);
    assert_eq!(pool("pool-depth(depth=2)"), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(pool("pool-depth(depth=2,formed-by=distinct-runs)"), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(pool("leave-one-team-out(depth=2,team=a)"), [0, 1, 2, 3, 4, 5, 6]);
    // The copy, run `e1`, does not form the pool, so only team `a` contributes document 1.
    assert_eq!(pool("leave-one-team-out(depth=2,formed-by=distinct-runs,team=a)"), [0, 2, 3, 4, 5, 6]);
}

#[test]
fn judgments_from_outside_of_a_shallower_pool_stay_if_they_are_kept() {
    let c = five_teams();
    assert_eq!(judged_documents(&c, "leave-one-team-out(depth=2,team=d)", 1), [0, 1, 2, 3, 4]);
    assert_eq!(
        judged_documents(&c, "leave-one-team-out(depth=2,outside=kept,team=d)", 1),
        [0, 1, 2, 3, 4, 7, 8]
    );
}

#[test]
fn a_pool_of_few_teams_is_drawn_and_similar_teams_share_documents() {
    let c = five_teams();
    let tops = [[0, 1], [0, 2], [3, 4], [5, 6], [0, 1]];
    let mut different = BTreeSet::new();
    for draw in 1..=40 {
        let teams = judged_documents(&c, "pool-depth(depth=2,formed-by=teams,size=2)", draw);
        let of_two = |a: usize, b: usize| tops[a].iter().chain(&tops[b]).copied().collect::<BTreeSet<u32>>();
        let teams: BTreeSet<u32> = teams.into_iter().collect();
        assert!((0..5).any(|a| (0..a).any(|b| of_two(a, b) == teams)), "{teams:?}");
        different.insert(teams);
        // Only teams `a`, `b` and `e` share documents. If team `c` or `d` is drawn, all other teams are
        // equally similar to it, and `a`, the first by name, is taken.
        let similar = judged_documents(&c, "pool-depth(depth=2,formed-by=similar-teams,size=2)", draw);
        assert!(
            [&[0, 1][..], &[0, 1, 2], &[0, 1, 3, 4], &[0, 1, 5, 6]].contains(&&similar[..]),
            "{similar:?}"
        );
        // With one draw number, `similar-teams` starts from the team that `teams` draws with `size=1`.
        let one = judged_documents(&c, "pool-depth(depth=2,formed-by=similar-teams,size=1)", draw);
        assert_eq!(one, judged_documents(&c, "pool-depth(depth=2,formed-by=teams,size=1)", draw));
    }
    assert!(different.len() > 5, "{different:?}");
    assert_eq!(
        judged_documents(&c, "pool-depth(depth=2,formed-by=teams,size=5)", 1),
        judged_documents(&c, "pool-depth(depth=2)", 1)
    );
}

#[test]
fn arguments_about_a_shallower_pool_are_checked_together() {
    let message = |set: &str| set.parse::<JudgmentSet>().unwrap_err().message;
    let needs_size = "`formed-by` needs `size`, the number of teams: `size: 12`";
    assert_eq!(message("pool-depth(depth=2,formed-by=teams)"), needs_size);
    let without = "`size` needs `formed-by: teams` or `formed-by: similar-teams`";
    assert_eq!(message("pool-depth(depth=2,formed-by=distinct-runs,size=3)"), without);
    let without = "`outside` needs `depth`, the depth of the shallower pool";
    assert_eq!(message("leave-one-team-out(team=a,outside=kept)"), without);
    let view = |set: &str| {
        let c = five_teams();
        let base = View::full(&c);
        let contributions = Contributions::new(&c, &base, 3);
        let (collection, key) = (&c, Material::KEY_OF_FILES);
        let material =
            Material { collection, base: &base, contributions: &contributions, seed: 1, key, draw: 1 };
        set.parse::<JudgmentSet>().unwrap().view(&material).unwrap_err().to_string()
    };
    assert_eq!(
        view("pool-depth(depth=2,formed-by=teams,size=6)"),
        "`size: 6`: only 5 analysed teams have a pooled run"
    );
}
