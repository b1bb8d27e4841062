//! Keeps the documents of one team, or of a few, as if no other team had contributed to the pool.

use super::judges::{BY, FILL, JUDGE};
use super::shallower::{self, DEPTH};
use super::teams::{self, DRAW, FEWEST_UNIQUE, MIN_UNIQUE, RANDOM, TEAM, TEAMS};
use super::{FULL, Manipulation};
use crate::{Contributions, Mask, TeamIx, TestCollection, View};

/// See [`take_teams`].
pub(crate) const TAKE_ONE_TEAM: Manipulation = Manipulation {
    name: "take-one-team",
    summary: "Documents that one team contributed.",
    parameters: &[TEAM, DEPTH, JUDGE, FILL, BY],
    depends_on_runs: |_| true,
    apply: |arguments, material| {
        shallower::within_depth(arguments, material, |material| {
            Ok(take_teams(
                material.collection,
                material.base,
                material.contributions,
                &teams::chosen_teams(arguments, material)?,
            ))
        })
    },
    ..FULL
};

/// See [`take_teams`] and [`fewest_unique`].
pub(crate) const TAKE_TEAMS: Manipulation = Manipulation {
    name: "take-teams",
    summary: "Documents that a few teams contributed.",
    parameters: &[TEAMS, FEWEST_UNIQUE, MIN_UNIQUE, RANDOM, DRAW, DEPTH, JUDGE, FILL, BY],
    is_drawn: teams::is_drawn,
    check: teams::check,
    ..TAKE_ONE_TEAM
};

/// Keeps the judgments of documents that `teams` contributed: the judged documents `J` intersected with the union of
/// the teams' `D_t` (Sakai, IPSJ 2009, section 4). Without teams nothing is judged; a team named twice counts once.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View, take_teams};
///
/// let topic = Topic {
///     name: "1".into(),
///     verdicts: vec![Level(1), Level(0), Level(2), Level(1)],
///     documents: 5,
/// };
/// let run = |name: &str, team| Run { name: name.into(), team, pooled: true, eligible: true };
/// let team = |name: &str| Team { name: name.into(), analysed: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1", 0), run("b1", 1), run("b2", 1)],
///     vec![team("a"), team("b")],
///     vec![vec![vec![0, 1]], vec![vec![2, 4]], vec![vec![0, 2]]],
/// );
/// let full = View::full(&collection);
/// let contributions = Contributions::new(&collection, &full, 2);
/// // Document 4 has no judgment; no run has document 3.
/// let taken = |teams| {
///     take_teams(&collection, &full, &contributions, teams).mask(0).iter().collect::<Vec<_>>()
/// };
/// assert_eq!((taken(&[0][..]), taken(&[1]), taken(&[0, 1])), (vec![0, 1], vec![0, 2], vec![0, 1, 2]));
/// ```
///
/// # Panics
/// If a team is out of range, or `base` or `contributions` belong to another collection.
pub fn take_teams(
    collection: &TestCollection,
    base: &View,
    contributions: &Contributions,
    teams: &[TeamIx],
) -> View {
    base.restricted(collection, |topic| {
        let none = Mask::none(collection.topic(topic).verdicts.len());
        teams.iter().fold(none, |union, &team| union.or(contributions.pooled(team, topic)))
    })
}

/// Returns the `count` analysed teams with the fewest unique contributions over all topics ("ordinary" teams,
/// Sakai, IPSJ 2009, section 4), in the order of their numbers. If two teams have the same number of unique
/// contributions, the first by name is taken, and for equal names the team with the lower number. A team with
/// fewer than `min_unique` unique contributions is skipped: teams with hardly any often repeat each other, so
/// three such teams are like one.
///
/// A team without a pooled run is skipped too. It contributed nothing, so it would come first and leave the pool
/// empty. If there are fewer teams than `count`, all are taken.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View, fewest_unique};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1); 4], documents: 4 };
/// let run = |name: &str, team, pooled| Run { name: name.into(), team, pooled, eligible: true };
/// let team = |name: &str| Team { name: name.into(), analysed: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("c1", 0, true), run("b1", 1, true), run("a1", 2, true), run("late", 3, false)],
///     vec![team("c"), team("b"), team("a"), team("late")],
///     vec![vec![vec![0, 1]], vec![vec![0, 2]], vec![vec![0]], vec![vec![3]]],
/// );
/// let contributions = Contributions::new(&collection, &View::full(&collection), 10);
/// // Unique documents: c one, b one, a none; `late` was not pooled.
/// assert_eq!(fewest_unique(&collection, &contributions, 1, 0), [2]);
/// assert_eq!(fewest_unique(&collection, &contributions, 2, 0), [1, 2]);
/// assert_eq!(fewest_unique(&collection, &contributions, 9, 0), [0, 1, 2]);
/// assert_eq!(fewest_unique(&collection, &contributions, 1, 1), [1]);
/// ```
///
/// # Panics
/// If `contributions` belong to a collection with fewer teams.
#[must_use]
pub fn fewest_unique(
    collection: &TestCollection,
    contributions: &Contributions,
    count: usize,
    min_unique: usize,
) -> Vec<TeamIx> {
    let mut teams = teams::pooling_teams(collection);
    teams.retain(|&team| contributions.unique_total(team) as usize >= min_unique);
    teams.sort_by_key(|&t| (contributions.unique_total(t), &collection.teams()[t].name));
    teams.truncate(count);
    teams.sort_unstable();
    teams
}
