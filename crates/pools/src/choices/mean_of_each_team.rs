//! The mean of each team's runs.

use super::one_per_team::standing_for;
use super::{Needs, RunRule};

/// All runs of every analysed team, in the order of the teams. Those of a team are seeds or folds of one system: their
/// mean on a topic is its score. The candidates of a team are those of [`one_run_per_team`](crate::one_run_per_team).
pub(super) static MEAN_OF_EACH_TEAM: RunRule = RunRule {
    name: "mean-of-each-team",
    summary: "Every analysed team as one system: on each topic the mean score of its runs.",
    source: "",
    parameters: &[],
    is_averaged: true,
    is_drawn: false,
    needs: Needs::Teams,
    choose: |_, from| {
        let collection = from.collection();
        Ok((0..collection.teams().len()).flat_map(|team| standing_for(collection, team)).collect())
    },
};
