//! Leave one team out: what a new team would find.

use super::Manipulation;
use super::judges::{BY, FILL, JUDGE};
use crate::{Absent, Contributions, Domain, Parameter, TeamIx, TestCollection, View};

/// The team that judgments are about.
pub(super) const TEAM: Parameter = Parameter {
    name: "team",
    meaning: "The team; `all` sweeps over every analysed team.",
    domain: Domain::Team,
    absent: Absent::Refused,
};

/// See [`leave_one_team_out`].
pub static LEAVE_ONE_TEAM_OUT: Manipulation = Manipulation {
    name: "leave-one-team-out",
    summary: "All but the unique contributions of a team.",
    source: "Zobel, SIGIR 1998; Sakai, IPSJ 2009, section 4",
    parameters: &[TEAM, JUDGE, FILL, BY],
    is_drawn: false,
    is_of_runs: |_| true,
    check: |_| Ok(()),
    apply: |arguments, m| {
        let team = m.team(arguments.text("team"))?;
        Ok(leave_one_team_out(m.collection, m.base, m.contributions, team))
    },
};

/// `J - U_t`: the judgments without the documents that only `team` brought. Judged documents that
/// no run brought stay (Sakai, IPSJ 2009, section 4; Zobel, SIGIR 1998).
///
/// A team that brought nothing of its own leaves `base` as it is.
///
/// ```
/// use rejudge_levels::Verdict::Level;
/// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View, leave_one_team_out};
///
/// let topic = Topic {
///     name: "1".into(),
///     verdicts: vec![Level(1), Level(0), Level(2), Level(1)],
///     documents: 4,
/// };
/// let run = |name: &str, team| Run { name: name.into(), team, pooled: true, eligible: true };
/// let team = |name: &str| Team { name: name.into(), analysed: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1", 0), run("b1", 1)],
///     vec![team("a"), team("b")],
///     vec![vec![vec![0, 1]], vec![vec![2, 0]]],
/// )?;
/// let full = View::full(&collection);
/// let contributions = Contributions::new(&collection, &full, 2);
/// // Only `a` brought document 1; nobody brought document 3, which stays judged.
/// let view = leave_one_team_out(&collection, &full, &contributions, 0);
/// assert_eq!(view.mask(0).iter().collect::<Vec<_>>(), [0, 2, 3]);
/// assert_eq!((view.ideal(0), view.judged_nonrelevant(0)), (&[2, 1, 1][..], 0));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `team` is out of range, or `base` or `contributions` are of another collection.
pub fn leave_one_team_out(
    collection: &TestCollection,
    base: &View,
    contributions: &Contributions,
    team: TeamIx,
) -> View {
    base.restricted(collection, |topic| base.pool(topic).without(contributions.unique(team, topic)))
}
