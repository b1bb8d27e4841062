//! Leave one team out: what a new team would find.

use crate::{Contributions, TeamIx, TestCollection, View};

/// `J - U_t`: the judgments without the documents that only `team` brought. Judged documents that
/// no run brought stay (Sakai, IPSJ 2009, section 4; Zobel, SIGIR 1998).
pub fn leave_one_team_out(
    collection: &TestCollection,
    base: &View,
    contributions: &Contributions,
    team: TeamIx,
) -> View {
    let masks = (0..base.topics()).map(|t| base.mask(t).without(contributions.unique(team, t))).collect();
    View::of_masks(collection, masks)
}
