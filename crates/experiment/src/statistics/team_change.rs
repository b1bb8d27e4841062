//! The change of the scores and ranks of a team's runs, for example if its unique contributions are not judged.

use crate::spec::yaml::Fraction;
use rejudge_stats::mean;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::changes::{Change, Team, team_runs};
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Versus, versus_judgments};

/// Change of the scores and ranks of a team's pooled runs under judgments that are about this team (Zobel, SIGIR 1998).
/// A correlation over all runs hardly shows this change, because one team has few of the runs.
pub(crate) static TEAM_CHANGE: StatisticEntry = StatisticEntry {
    summary: "Change of the scores and ranks of a team's pooled runs: the mean of the absolute relative \
              score changes, the largest number of ranks that a run moves, the largest number that a run \
              falls, and whether a limit is exceeded.",
    components: &["change", "ranks", "fall", "is-beyond"],
    needs_team: true,
    needs_collection: true,
    units: &[("change", "share of the score"), ("is-beyond", "teams"), ("", "ranks")],
    ..StatisticEntry::new::<TeamChange>("team-change")
};

/// `team-change`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TeamChange {
    /// The judgments to compare with.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
    /// The team whose runs are compared.
    of: Team,
    /// The limit of the mean of the absolute relative score changes.
    change: Fraction<false>,
    /// The limit of a run's move, up or down, as a share of the ranks. One rank is always allowed.
    ranks: Fraction<false>,
}

impl StatisticKind for TeamChange {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let roster = inputs.roster();
        let collection = inputs.judged_collection()?.collection;
        let is_pooled = |run: &usize| {
            let name = &roster.runs[roster.chosen[*run] as usize];
            collection.runs().iter().any(|run| run.pooled && run.name == *name)
        };
        let pooled_runs: Vec<usize> = team_runs(inputs)?.into_iter().filter(is_pooled).collect();
        if pooled_runs.is_empty() {
            return Err(Outcome::undefined("no compared run of the team is pooled"));
        }
        let change = Change::new(inputs, &self.versus)?;
        let values = |component: &str| -> Vec<f64> {
            let numbers = pooled_runs.iter().flat_map(|&run| change.components(run));
            numbers.filter(|(name, _)| *name == component).map(|(_, value)| value).collect()
        };
        // Runs that scored 0 have no relative change.
        let mean_change = mean(&values("relative").into_iter().map(f64::abs).collect::<Vec<_>>());
        let rises = values("rank-rise");
        let ranks = rises.iter().map(|rise| rise.abs()).fold(0.0, f64::max);
        let fall = rises.iter().map(|rise| -rise).fold(0.0, f64::max);
        let allowed = (self.ranks.get() * roster.chosen.len() as f64).max(1.0);
        let is_beyond = mean_change.unwrap_or(0.0) > self.change.get() || ranks > allowed;
        let mut numbers =
            vec![("ranks", ranks), ("fall", fall), ("is-beyond", f64::from(u8::from(is_beyond)))];
        numbers.extend(mean_change.map(|change| ("change", change)));
        Ok(Outcome::new(&numbers).over(&change.scores_after))
    }
}
