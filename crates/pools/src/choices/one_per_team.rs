//! One run a team.

use rejudge_stats::Draw;

use super::{Needs, RunRule};
use crate::{Absent, Domain, Parameter, RunIx, Team, TeamIx, TestCollection};

/// See [`one_run_per_team`].
pub static ONE_PER_TEAM: RunRule = RunRule {
    name: "one-per-team",
    summary: "One random run a team, or the known choice of a file (run, tab, team).",
    source: "Sakai, IPSJ 2009, section 4",
    parameters: &[
        Parameter {
            name: "file",
            meaning: "A file that pins the choice.",
            domain: Domain::File,
            absent: Absent::None,
        },
        Parameter {
            name: "draws",
            meaning: "Number of draws for a collection of files; that of the experiment by default.",
            domain: Domain::Positive,
            absent: Absent::None,
        },
    ],
    is_drawn: true,
    is_averaged: false,
    needs: Needs::Teams,
    choose: |arguments, from| match arguments.get("file") {
        Some(file) => from.named_in(file),
        None => {
            let (seed, key) = from.draw();
            Ok(one_run_per_team(from.collection(), seed, &key))
        }
    },
};

/// One random run of every analysed team (Sakai, IPSJ 2009, section 4: "we randomly selected one
/// monolingual run per team"), in the order of the teams. Only runs that are `eligible` and pooled
/// are drawn from: the papers' runs formed the pools. A team without such a run is left out.
///
/// Each team has a draw of its own under `seed`, `key` and its name, so that no team's choice
/// depends on which other teams there are.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, one_run_per_team};
///
/// let run = |name: &str, team, pooled, eligible| Run { name: name.into(), team, pooled, eligible };
/// let team = |name: &str, analysed| Team { name: name.into(), analysed };
/// let runs = vec![
///     run("a1", 0, true, true),
///     run("a2", 0, false, true), // not pooled
///     run("a3", 0, true, false), // not eligible
///     run("b1", 1, true, true),  // its team is not analysed
///     run("c1", 2, true, false),
///     run("d1", 3, true, true),
/// ];
/// let teams = vec![team("a", true), team("b", false), team("c", true), team("d", true)];
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 6])?;
/// assert_eq!(one_run_per_team(&collection, 1, &["draw 1"]), [0, 5]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
#[must_use]
pub fn one_run_per_team(collection: &TestCollection, seed: u64, key: &[&str]) -> Vec<RunIx> {
    let of_team = |team: TeamIx| {
        let runs = standing_for(collection, team);
        if runs.is_empty() {
            return None;
        }
        let mut parts = vec!["one-per-team"];
        parts.extend(key);
        parts.push(&collection.teams()[team].name);
        Some(runs[Draw::new(seed, &parts).below(runs.len() as u32) as usize])
    };
    (0..collection.teams().len()).filter_map(of_team).collect()
}

/// Returns the candidate runs of a team; none for a team that is not analysed.
pub(super) fn standing_for(collection: &TestCollection, team: TeamIx) -> Vec<RunIx> {
    let Team { analysed, .. } = collection.teams()[team];
    let may_stand = |&r: &RunIx| {
        let run = &collection.runs()[r];
        analysed && run.team == team && run.eligible && run.pooled
    };
    (0..collection.runs().len()).filter(may_stand).collect()
}
