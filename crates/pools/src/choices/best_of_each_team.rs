//! The best run of each team.

use super::one_per_team::standing_for;
use super::top::best_first;
use super::{BY, Needs, RunRule};
use crate::{RunIx, TeamIx, TestCollection};

/// See [`best_run_per_team`].
pub(super) static BEST_OF_EACH_TEAM: RunRule = RunRule {
    name: "best-of-each-team",
    summary: "The best run of each analysed team.",
    source: "",
    parameters: &[BY],
    is_drawn: false,
    is_averaged: false,
    needs: Needs::Teams,
    choose: |arguments, from| {
        let ranks = from.ranks(&arguments.measure(BY.name))?;
        Ok(best_run_per_team(from.collection(), &ranks))
    },
};

/// Returns the best run of every analysed team by `ranks` (one per run of the collection, as in
/// [`top_runs`](crate::top_runs)), in the order of the teams; of tied runs the one whose name comes first.
/// The candidates of a team are those of [`one_run_per_team`](crate::one_run_per_team).
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, best_run_per_team};
///
/// let run = |name: &str, team, eligible| Run { name: name.into(), team, pooled: true, eligible };
/// let team = |name: &str| Team { name: name.into(), analysed: true };
/// let runs = vec![run("a2", 0, true), run("b1", 1, true), run("a1", 0, true), run("b2", 1, false)];
/// let collection = TestCollection::new(vec![], runs, vec![team("a"), team("b")], vec![vec![]; 4])?;
/// assert_eq!(best_run_per_team(&collection, &[2, 4, 2, 1]), [2, 1]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// If there are not as many ranks as runs.
#[must_use]
pub fn best_run_per_team(collection: &TestCollection, ranks: &[usize]) -> Vec<RunIx> {
    let best = best_first(collection, ranks);
    let of_team = |team: TeamIx| {
        let runs = standing_for(collection, team);
        best.iter().copied().find(|run| runs.contains(run))
    };
    (0..collection.teams().len()).filter_map(of_team).collect()
}
