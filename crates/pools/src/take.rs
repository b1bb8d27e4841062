//! Take one team, or a few: judgments as if nobody else had pooled.

use crate::{Contributions, Mask, TeamIx, TestCollection, View};

/// The judgments of the documents that the given teams brought: `J` intersected with the union of
/// their `D_t` (Sakai, IPSJ 2009, section 4).
pub fn take_teams(
    collection: &TestCollection,
    base: &View,
    contributions: &Contributions,
    teams: &[TeamIx],
) -> View {
    let of_topic = |topic: usize| {
        let none = Mask::none(collection.topics()[topic].verdicts.len());
        let union = teams.iter().fold(none, |union, &team| union.or(contributions.pooled(team, topic)));
        base.mask(topic).and(&union)
    };
    View::of_masks(collection, (0..base.topics()).map(of_topic).collect())
}

/// The `count` analysed teams with the fewest unique contributions over all topics ("ordinary"
/// teams, Sakai, IPSJ 2009, section 4), in the order of their numbers; ties by name.
pub fn fewest_unique(collection: &TestCollection, contributions: &Contributions, count: usize) -> Vec<TeamIx> {
    let mut teams: Vec<TeamIx> =
        (0..collection.teams().len()).filter(|&t| collection.teams()[t].analysed).collect();
    teams.sort_by_key(|&t| (contributions.unique_total(t), &collection.teams()[t].name));
    teams.truncate(count);
    teams.sort_unstable();
    teams
}
