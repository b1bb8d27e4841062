//! Over- and underestimation of a team's runs, for example if the team is left out of the pool (Sakai, IPSJ 2009, Tables 3
//! and 4).

use rejudge_stats::{Matrix, Ranking};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Subject, Versus, versus_judgments};

/// Change of score and rank for a team's first run. Other runs of the team are ignored, because papers compare one run
/// per team.
pub(crate) static SCORE_CHANGE: StatisticEntry = StatisticEntry {
    summary: "Change of the score and rank of a team's run. If the team has several runs, the first by name \
              is used.",
    ..entry::<false>("score-change")
};

/// Change of score and rank for each of a team's runs.
pub(crate) static RUN_CHANGES: StatisticEntry = StatisticEntry {
    summary: "Change of the score and rank of each run of a team.",
    ..entry::<true>("run-changes")
};

const fn entry<const FOR_EACH_RUN: bool>(name: &'static str) -> StatisticEntry {
    StatisticEntry {
        version: 2,
        components: &["relative", "before", "after", "rank-before", "rank-after", "rank-rise"],
        needs_team: true,
        resamples_topics: true,
        units: &[("relative", "share of the score"), ("before", "score"), ("after", "score"), ("", "ranks")],
        sums: &[("rank-rise", &[("rank-before", 1.0), ("rank-after", -1.0)])],
        ..StatisticEntry::new::<Changes<FOR_EACH_RUN>>(name)
    }
}

/// The parameters of `score-change` and `run-changes`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Changes")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Changes<const FOR_EACH_RUN: bool> {
    /// The judgments to compare with.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
    /// The team whose runs are compared.
    of: Team,
}

/// The team whose runs are compared.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Team {
    /// The team that the judgments are about.
    #[serde(rename = "judgments.team")]
    OfTheJudgments,
}

impl<const FOR_EACH_RUN: bool> StatisticKind for Changes<FOR_EACH_RUN> {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let team_runs = team_runs(inputs)?;
        let change = Change::new(inputs, &self.versus)?;
        if !FOR_EACH_RUN {
            return Ok(Outcome::new(&change.components(team_runs[0])).over(&change.scores_after));
        }
        let roster = inputs.roster();
        let mut outcome = Outcome::new(&[]).over(&change.scores_after);
        for run in team_runs {
            let name = &roster.runs[roster.chosen[run] as usize];
            outcome.add(&Subject::Run(name.clone()), change.components(run));
        }
        Ok(outcome)
    }
}

/// Scores and ranks of all compared runs, under the reference judgments (before) and under the cell's judgments
/// (after).
pub(crate) struct Change {
    scores: [Vec<f64>; 2],
    rankings: [Ranking; 2],
    /// The scores after the change. Their topics are the topics of the cell.
    pub scores_after: Matrix,
}

impl Change {
    pub fn new(inputs: &dyn Inputs, versus: &Versus) -> Result<Self, Outcome> {
        let [after, before] = inputs.compared_scores(Some(versus))?;
        let scores = [&before, &after].map(|scores| inputs.run_scores(scores, None));
        Ok(Self {
            rankings: scores.each_ref().map(|scores| Ranking::new(scores)),
            scores,
            scores_after: after,
        })
    }

    /// Returns the quantities of a run. There is no relative change if the score under the reference
    /// judgments is 0.
    pub fn components(&self, run: usize) -> Vec<(&'static str, f64)> {
        let [before, after] = self.scores.each_ref().map(|scores| scores[run]);
        let ranks = self.rankings.each_ref().map(|ranking| ranking.ranks()[run] as f64);
        let mut numbers = vec![
            ("before", before),
            ("after", after),
            ("rank-before", ranks[0]),
            ("rank-after", ranks[1]),
            ("rank-rise", ranks[0] - ranks[1]),
        ];
        if before != 0.0 {
            numbers.push(("relative", (after - before) / before));
        }
        numbers
    }
}

/// Returns the compared runs of the team that the judgments are about. There is at least one.
pub(crate) fn team_runs(inputs: &dyn Inputs) -> Result<Vec<usize>, Outcome> {
    let team = inputs.team().ok_or_else(|| Outcome::undefined("the judgments are not about a team"))?;
    let roster = inputs.roster();
    let is_of_team = |run: &usize| roster.teams[roster.chosen[*run] as usize] == team;
    let runs: Vec<usize> = (0..roster.chosen.len()).filter(is_of_team).collect();
    if runs.is_empty() {
        return Err(Outcome::undefined(format!("no compared run belongs to team {team}")));
    }
    Ok(runs)
}
