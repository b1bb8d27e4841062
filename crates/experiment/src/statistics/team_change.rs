//! The change of a team's own runs if its unique contributions are not judged.

use crate::spec::yaml::Fraction;
use rejudge_stats::mean;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::changes::{Change, Team, own_runs};
use crate::statistics::{Entry, Inputs, Outcome, Statistic, Versus, versus_judgments};

/// Change of the scores and ranks of the pooled runs of the team that the judgments are about (Zobel, SIGIR 1998).
/// One team among many hardly moves a correlation over all runs; its own runs show the change.
pub(crate) static TEAM_CHANGE: Entry = Entry {
    summary: "Change of the scores and ranks of a team's pooled runs: the mean size of the relative changes, \
              the most ranks that one moves and falls, and whether that is more than the limits.",
    components: &["change", "ranks", "fall", "is-beyond"],
    is_of_a_team: true,
    needs_collection: true,
    units: &[("change", "share of the score"), ("is-beyond", "teams"), ("", "ranks")],
    ..Entry::new::<TeamChange>("team-change")
};

/// `team-change`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TeamChange {
    /// The judgments to compare with.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
    /// The team whose runs are compared: that of the judgments.
    of: Team,
    /// By how much the scores of the team's runs may change on average, up or down.
    change: Fraction<false>,
    /// By which share of the ranks one of its runs may move, up or down. One rank is always allowed.
    ranks: Fraction<false>,
}

impl Statistic for TeamChange {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let roster = inputs.roster();
        let collection = inputs.judged()?.collection;
        let is_pooled = |at: &usize| {
            let name = &roster.runs[roster.chosen[*at] as usize];
            collection.runs().iter().any(|run| run.pooled && run.name == *name)
        };
        let own: Vec<usize> = own_runs(inputs)?.into_iter().filter(is_pooled).collect();
        if own.is_empty() {
            return Err(Outcome::undefined("no compared run of the team is pooled"));
        }
        let change = Change::new(inputs, &self.versus)?;
        let of = |component: &str| -> Vec<f64> {
            let numbers = own.iter().flat_map(|&run| change.components(run));
            numbers.filter(|(name, _)| *name == component).map(|(_, value)| value).collect()
        };
        // Runs that scored 0 have no relative change.
        let size = mean(&of("relative").into_iter().map(f64::abs).collect::<Vec<_>>());
        let rises = of("rank-rise");
        let ranks = rises.iter().map(|rise| rise.abs()).fold(0.0, f64::max);
        let fall = rises.iter().map(|rise| -rise).fold(0.0, f64::max);
        let allowed = (self.ranks.get() * roster.chosen.len() as f64).max(1.0);
        let is_beyond = size.unwrap_or(0.0) > self.change.get() || ranks > allowed;
        let mut numbers =
            vec![("ranks", ranks), ("fall", fall), ("is-beyond", f64::from(u8::from(is_beyond)))];
        numbers.extend(size.map(|size| ("change", size)));
        Ok(Outcome::new(&numbers).over(&change.over))
    }
}
