//! Tests the choices of runs and teams.

use proptest::prelude::*;
use rejudge_pools::{
    Contributions, Run, Team, TestCollection, TopicRef, View, best_run_per_team, complete_runs,
    fewest_unique, one_run_per_team, top_runs,
};

use crate::model::collection;

/// Returns the candidate runs of `team`.
fn candidates(c: &TestCollection, team: usize) -> Vec<usize> {
    let is_candidate = |run: &Run| run.team == team && run.pooled && run.eligible;
    (0..c.runs().len()).filter(|&run| is_candidate(&c.runs()[run])).collect()
}

/// Returns the collection with its teams in reverse order. Their runs and rankings do not change.
fn with_teams_reversed(c: &TestCollection) -> TestCollection {
    let last = c.teams().len() - 1;
    let runs = c.runs().iter().map(|run| Run { team: last - run.team, ..run.clone() }).collect();
    let ranking = |run| (0..c.topics().len()).map(|at| c.ranking(run, at).to_vec()).collect();
    let rankings = (0..c.runs().len()).map(ranking).collect();
    let teams = c.teams().iter().rev().cloned().collect();
    TestCollection::new(c.topics().map(TopicRef::into_owned).collect(), runs, teams, rankings)
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
        let has_candidate = |team: &usize| c.teams()[*team].analysed && !candidates(&c, *team).is_empty();
        prop_assert_eq!(&teams, &(0..c.teams().len()).filter(has_candidate).collect::<Vec<_>>());
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
    fn one_candidate_is_chosen_for_each_analysed_team(c in collection(), seed in any::<u64>()) {
        let chosen = one_run_per_team(&c, seed, &["x"]);
        let has_candidate = |team: &usize| c.teams()[*team].analysed && !candidates(&c, *team).is_empty();
        let teams: Vec<usize> = (0..c.teams().len()).filter(has_candidate).collect();
        prop_assert_eq!(chosen.len(), teams.len());
        for (run, team) in chosen.iter().zip(teams) {
            prop_assert!(candidates(&c, team).contains(run));
        }
    }

    #[test]
    fn the_teams_with_the_fewest_unique_contributions(c in collection(), depth in 0_usize..20, count in 0_usize..6, min in 0_usize..3) {
        let contributions = Contributions::new(&c, &View::full(&c), depth);
        let teams = fewest_unique(&c, &contributions, count, min);
        prop_assert!(teams.is_sorted());
        let pooled = |team: usize| c.runs().iter().any(|run| run.team == team && run.pooled);
        let has_enough_unique = |team: usize| contributions.unique_total(team) as usize >= min;
        let is_eligible = |team: usize| c.teams()[team].analysed && pooled(team) && has_enough_unique(team);
        let eligible: Vec<usize> = (0..c.teams().len()).filter(|&team| is_eligible(team)).collect();
        prop_assert!(teams.iter().all(|team| eligible.contains(team)));
        prop_assert_eq!(teams.len(), count.min(eligible.len()));
        let key = |team: usize| (contributions.unique_total(team), &c.teams()[team].name);
        for &out in eligible.iter().filter(|team| !teams.contains(team)) {
            prop_assert!(teams.iter().all(|&taken| key(taken) < key(out)));
        }
        // Ties are broken by name, so the order of the teams makes no difference.
        let reversed = with_teams_reversed(&c);
        let others = fewest_unique(&reversed, &Contributions::new(&reversed, &View::full(&reversed), depth), count, min);
        let mut others: Vec<usize> = others.into_iter().map(|team| c.teams().len() - 1 - team).collect();
        others.sort_unstable();
        prop_assert_eq!(teams, others);
    }
}

/// Returns a collection of one team with 4 pooled and eligible runs.
fn team_of_four() -> TestCollection {
    let run = |name: usize| Run { name: name.to_string(), team: 0, pooled: true, eligible: true };
    let teams = vec![Team { name: "a".into(), analysed: true }];
    TestCollection::new(vec![], (0..4).map(run).collect(), teams, vec![vec![]; 4])
}

/// This test fails if a change to the random draws would change every random choice of runs of the project.
#[test]
fn chosen_runs_do_not_change() {
    let c = team_of_four();
    let of = |draw: usize| one_run_per_team(&c, 20_090_107, &["twin", &draw.to_string()])[0];
    assert_eq!((1..=8).map(of).collect::<Vec<_>>(), [2, 0, 0, 3, 0, 1, 2, 0]);
}
