//! Leaves one team out, or a few, to show how new teams would be scored.

use super::judges::{BY, FILL, JUDGE};
use super::shallower::{self, DEPTH, FORMED_BY, OUTSIDE, SIZE};
use super::teams::{self, DRAW, FEWEST_UNIQUE, MIN_UNIQUE, RANDOM, TEAM, TEAMS};
use super::{FULL, Manipulation, ManipulationError};
use crate::{Contributions, TeamIx, TestCollection, View};

/// See [`leave_teams_out`].
pub(crate) const LEAVE_ONE_TEAM_OUT: Manipulation = Manipulation {
    name: "leave-one-team-out",
    summary: "All but the unique contributions of a team.",
    parameters: &[TEAM, DEPTH, FORMED_BY, SIZE, OUTSIDE, JUDGE, FILL, BY],
    depends_on_runs: |_| true,
    is_drawn: shallower::draws_teams,
    check: shallower::check,
    apply: |arguments, material| {
        shallower::within_depth(arguments, material, |material| {
            Ok(leave_teams_out(
                material.collection,
                material.base,
                material.contributions,
                &teams::chosen_teams(arguments, material)?,
            ))
        })
    },
    ..FULL
};

/// See [`leave_teams_out`].
pub(crate) const LEAVE_TEAMS_OUT: Manipulation = Manipulation {
    name: "leave-teams-out",
    summary: "All but the documents that only these teams contributed.",
    parameters: &[TEAMS, FEWEST_UNIQUE, MIN_UNIQUE, RANDOM, DRAW, DEPTH, JUDGE, FILL, BY],
    is_drawn: teams::is_drawn,
    check: teams::check,
    ..LEAVE_ONE_TEAM_OUT
};

/// Scores every run without the unique contributions of its own team, as a new team's runs would be scored
/// (Zobel, SIGIR 1998). Each team has its own judgment set, so there is no single view.
pub(crate) const LEAVE_OWN_TEAM_OUT: Manipulation = Manipulation {
    name: "leave-own-team-out",
    summary: "For the runs of each team, all but the unique contributions of that team.",
    parameters: &[DEPTH, JUDGE, FILL, BY],
    is_drawn: |_| false,
    check: |_| Ok(()),
    for_each_team: Some(&LEAVE_ONE_TEAM_OUT),
    apply: |_, _| {
        let fault =
            "each team's runs have their own judgments: name a team with `leave-one-team-out(team=..)`";
        Err(ManipulationError(fault.to_owned()))
    },
    ..LEAVE_ONE_TEAM_OUT
};

/// Removes the judgments of documents that only `teams` contributed. If `teams` is one team t, the judgments
/// J - U_t are left (Sakai, IPSJ 2009, section 4; Zobel, SIGIR 1998). A document that two of these
/// teams contributed, but no other team, is removed too. So leaving several teams out together can remove more
/// than leaving out each of them separately. Judged documents that no run contributed stay.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View, leave_teams_out};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1); 4], documents: 4 };
/// let run = |name: &str, team| Run { name: name.into(), team, pooled: true, eligible: true };
/// let team = |name: &str| Team { name: name.into(), analysed: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1", 0), run("b1", 1), run("c1", 2)],
///     vec![team("a"), team("b"), team("c")],
///     vec![vec![vec![0, 1]], vec![vec![0, 2]], vec![vec![2]]],
/// );
/// let full = View::full(&collection);
/// let contributions = Contributions::new(&collection, &full, 2);
/// let remaining = |teams: &[usize]| {
///     leave_teams_out(&collection, &full, &contributions, teams).mask(0).iter().collect::<Vec<_>>()
/// };
/// // `a` and `b` both contributed document 0, so it stays unless both are left out. No run contributed document 3.
/// assert_eq!((remaining(&[0]), remaining(&[1])), (vec![0, 2, 3], vec![0, 1, 2, 3]));
/// assert_eq!(remaining(&[0, 1]), [2, 3]);
/// ```
///
/// # Panics
/// If a team is out of range, or `base` or `contributions` belong to another collection.
pub fn leave_teams_out(
    collection: &TestCollection,
    base: &View,
    contributions: &Contributions,
    teams: &[TeamIx],
) -> View {
    base.restricted(collection, |topic| {
        base.pool(topic).without(&teams::unique_documents(collection, contributions, teams, topic))
    })
}
