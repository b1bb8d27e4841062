//! Choices of runs and teams.

use proptest::prelude::*;
use rejudge_pools::{
    Contributions, Run, Team, TestCollection, View, best_run_per_team, complete_runs, fewest_unique,
    one_run_per_team, random_runs, top_runs,
};

use crate::model::collection;

/// The candidate runs of `team`.
fn candidates(c: &TestCollection, team: usize) -> Vec<usize> {
    let may_stand = |run: &Run| run.team == team && run.pooled && run.eligible;
    (0..c.runs().len()).filter(|&run| may_stand(&c.runs()[run])).collect()
}

/// The teams in the opposite order, with their runs and rankings as they were.
fn with_teams_turned(c: &TestCollection) -> TestCollection {
    let last = c.teams().len() - 1;
    let runs = c.runs().iter().map(|run| Run { team: last - run.team, ..run.clone() }).collect();
    let ranking = |run| (0..c.topics().len()).map(|at| c.ranking(run, at).to_vec()).collect();
    let rankings = (0..c.runs().len()).map(ranking).collect();
    let teams = c.teams().iter().rev().cloned().collect();
    TestCollection::new(c.topics().to_vec(), runs, teams, rankings).expect("the parts fit")
}

proptest! {
    #[test]
    fn no_run_that_is_left_out_is_better(c in collection(), count in 0_usize..12, ranks in prop::collection::vec(1_usize..5, 40)) {
        let ranks: Vec<usize> = ranks.into_iter().cycle().take(c.runs().len()).collect();
        let key = |run: &usize| (ranks[*run], c.runs()[*run].name.as_str());
        let top = top_runs(&c, &ranks, count);
        prop_assert!(top.is_sorted());
        prop_assert_eq!(top.len(), count.min(c.runs().len()));
        for out in (0..c.runs().len()).filter(|run| !top.contains(run)) {
            prop_assert!(top.iter().all(|run| key(run) < key(&out)));
        }
        let best = best_run_per_team(&c, &ranks);
        let teams: Vec<usize> = best.iter().map(|&run| c.runs()[run].team).collect();
        let stands = |team: &usize| c.teams()[*team].analysed && !candidates(&c, *team).is_empty();
        prop_assert_eq!(&teams, &(0..c.teams().len()).filter(stands).collect::<Vec<_>>());
        for (run, team) in best.iter().zip(teams) {
            prop_assert!(candidates(&c, team).iter().all(|other| key(run) <= key(other)));
        }
    }

    #[test]
    fn complete_runs_retrieved_enough(c in collection(), hundredths in 0_usize..=100, max_rank in 0_usize..20) {
        let topics: Vec<usize> = (0..c.topics().len()).collect();
        let share = format!("{}.{:02}", hundredths / 100, hundredths % 100).parse().expect("a share");
        let complete = complete_runs(&c, &topics, max_rank, share);
        let count = |run: usize| topics.iter().map(|&t| c.ranking(run, t).len().min(max_rank)).sum::<usize>();
        let most = (0..c.runs().len()).map(count).max().unwrap_or(0);
        for run in 0..c.runs().len() {
            prop_assert_eq!(complete.contains(&run), 100 * count(run) >= hundredths * most);
        }
    }

    #[test]
    fn one_candidate_stands_for_each_analysed_team(c in collection(), seed in any::<u64>()) {
        let chosen = one_run_per_team(&c, seed, &["x"]);
        let stand_for = |team: &usize| c.teams()[*team].analysed && !candidates(&c, *team).is_empty();
        let teams: Vec<usize> = (0..c.teams().len()).filter(stand_for).collect();
        prop_assert_eq!(chosen.len(), teams.len());
        for (run, team) in chosen.iter().zip(teams) {
            prop_assert!(candidates(&c, team).contains(run));
        }
    }

    #[test]
    fn a_choice_does_not_depend_on_other_teams(c in collection(), seed in any::<u64>()) {
        let mut turned = one_run_per_team(&with_teams_turned(&c), seed, &["x"]);
        turned.reverse();
        prop_assert_eq!(one_run_per_team(&c, seed, &["x"]), turned);
    }

    #[test]
    fn the_teams_with_the_fewest_unique_contributions(c in collection(), depth in 0_usize..20, count in 0_usize..6) {
        let contributions = Contributions::new(&c, &View::full(&c), depth);
        let teams = fewest_unique(&c, &contributions, count);
        prop_assert!(teams.is_sorted());
        let pooled = |team: usize| c.runs().iter().any(|run| run.team == team && run.pooled);
        let ordinary = |team: usize| c.teams()[team].analysed && pooled(team);
        let eligible: Vec<usize> = (0..c.teams().len()).filter(|&team| ordinary(team)).collect();
        prop_assert!(teams.iter().all(|team| eligible.contains(team)));
        prop_assert_eq!(teams.len(), count.min(eligible.len()));
        let key = |team: usize| (contributions.unique_total(team), &c.teams()[team].name);
        for &out in eligible.iter().filter(|team| !teams.contains(team)) {
            prop_assert!(teams.iter().all(|&taken| key(taken) < key(out)));
        }
        // Ties go by name, so that the order of the teams makes no difference.
        let turned = with_teams_turned(&c);
        let others = fewest_unique(&turned, &Contributions::new(&turned, &View::full(&turned), depth), count);
        let mut others: Vec<usize> = others.into_iter().map(|team| c.teams().len() - 1 - team).collect();
        others.sort_unstable();
        prop_assert_eq!(teams, others);
    }
}

/// Teams `names` that all retrieved the same document.
fn tied(names: &[&str]) -> TestCollection {
    let topic = rejudge_pools::Topic { name: "1".into(), verdicts: vec![], documents: 1 };
    let run = |team| Run { name: format!("run {team}"), team, pooled: true, eligible: true };
    let runs: Vec<Run> = (0..names.len()).map(run).collect();
    let teams = names.iter().map(|&name| Team { name: name.into(), analysed: true }).collect();
    TestCollection::new(vec![topic], runs, teams, vec![vec![vec![0]]; names.len()]).expect("the parts fit")
}

#[test]
fn ties_go_by_name_and_then_by_number() {
    let of = |names: &[&str], count| {
        let c = tied(names);
        fewest_unique(&c, &Contributions::new(&c, &View::full(&c), 1), count)
    };
    assert_eq!(of(&["d", "b", "c", "a"], 2), [1, 3]);
    assert_eq!(of(&["b", "a", "a", "a"], 2), [1, 2]);
    assert_eq!(of(&["b", "a"], 0), [0_usize; 0]);
}

/// A team of 4 runs, all of which are eligible.
fn team_of_four() -> TestCollection {
    let run = |name: usize| Run { name: name.to_string(), team: 0, pooled: true, eligible: true };
    let teams = vec![Team { name: "a".into(), analysed: true }];
    TestCollection::new(vec![], (0..4).map(run).collect(), teams, vec![vec![]; 4]).expect("the parts fit")
}

#[test]
fn every_run_is_as_likely_as_every_other() {
    let (c, mut chosen) = (team_of_four(), [0_i32; 4]);
    (0..4000).for_each(|seed| chosen[one_run_per_team(&c, seed, &["x"])[0]] += 1);
    // Binomial: 1000 of 4000, with a standard deviation of 27.4.
    assert!(chosen.iter().all(|count| (count - 1000).abs() < 110), "{chosen:?}");
}

/// Fails when a change would move every choice of runs of the project.
#[test]
fn the_draw_is_the_one_that_made_the_results() {
    let c = team_of_four();
    let of = |draw: usize| one_run_per_team(&c, 20_090_107, &["twin", &draw.to_string()])[0];
    assert_eq!((1..=8).map(of).collect::<Vec<_>>(), [2, 0, 0, 3, 0, 1, 2, 0]);
}

/// Of five runs every set of two is as likely.
#[test]
fn every_set_of_random_runs_is_as_likely() {
    let run = |name: &str| Run { name: name.to_owned(), team: 0, pooled: true, eligible: true };
    let runs = ["a", "b", "c", "d", "e"].map(run).to_vec();
    let teams = vec![Team { name: "t".to_owned(), analysed: true }];
    let c = TestCollection::new(vec![], runs, teams, vec![vec![]; 5]).expect("a collection");
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..5000 {
        let chosen = random_runs(&c, 2, seed, &["x"]);
        assert!(chosen.is_sorted() && chosen.len() == 2);
        *counts.entry(chosen).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 10);
    // The variance of a count is 5000 x 0.1 x 0.9: four deviations are 85.
    assert!(counts.values().all(|&n| n.abs_diff(500) < 85), "{counts:?}");
    assert_eq!(random_runs(&c, 9, 1, &["x"]), [0, 1, 2, 3, 4]);
}
