//! Over- and underestimation of the runs of the team that a judgment set is about (Sakai, IPSJ 2009, Tables 3
//! and 4).

use rejudge_stats::{Matrix, Ranking};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Outcome, Statistic, Subject, Versus, versus_judgments};

/// Change of the score and rank of a team's first run, because a paper compares one run per team.
pub(crate) static SCORE_CHANGE: Entry = Entry {
    summary: "Change of the score and rank of a team's run, of several the first by name.",
    ..entry::<false>("score-change")
};

/// Change of the score and rank of each run of a team.
pub(crate) static RUN_CHANGES: Entry =
    Entry { summary: "Change of the score and rank of each run of a team.", ..entry::<true>("run-changes") };

const fn entry<const OF_EACH_RUN: bool>(name: &'static str) -> Entry {
    Entry {
        version: 2,
        components: &["relative", "before", "after", "rank-before", "rank-after", "rank-rise"],
        is_of_a_team: true,
        resamples_topics: true,
        units: &[("relative", "share of the score"), ("before", "score"), ("after", "score"), ("", "ranks")],
        sums: &[("rank-rise", &[("rank-before", 1.0), ("rank-after", -1.0)])],
        ..Entry::new::<Changes<OF_EACH_RUN>>(name)
    }
}

/// `score-change`, and `run-changes` of each run.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Changes")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Changes<const OF_EACH_RUN: bool> {
    /// The judgments to compare with.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
    /// The team whose runs are compared: that of the judgments.
    of: Team,
}

/// The team whose runs are compared.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Team {
    /// Those of the team that the judgments are about.
    #[serde(rename = "judgments.team")]
    OfTheJudgments,
}

impl<const OF_EACH_RUN: bool> Statistic for Changes<OF_EACH_RUN> {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let own = own_runs(inputs)?;
        let change = Change::new(inputs, &self.versus)?;
        if !OF_EACH_RUN {
            return Ok(Outcome::new(&change.components(own[0])).over(&change.over));
        }
        let roster = inputs.roster();
        let mut outcome = Outcome::new(&[]).over(&change.over);
        for at in own {
            let run = &roster.runs[roster.chosen[at] as usize];
            outcome.add(&Subject::Run(run.clone()), change.components(at));
        }
        Ok(outcome)
    }
}

/// Scores and ranks of all compared runs before and after.
pub(crate) struct Change {
    scores: [Vec<f64>; 2],
    rankings: [Ranking; 2],
    /// The scores after, which a cell is over.
    pub over: Matrix,
}

impl Change {
    pub fn new(inputs: &dyn Inputs, versus: &Versus) -> Result<Self, Outcome> {
        let [scores, reference] = inputs.compared(Some(versus))?;
        let both = [&reference, &scores].map(|scores| inputs.run_scores(scores, None));
        Ok(Self { rankings: both.each_ref().map(|scores| Ranking::new(scores)), scores: both, over: scores })
    }

    /// Score and rank of a run; a score of 0 has no relative change.
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

/// Returns the compared runs of the team that the judgments are about; at least one.
pub(crate) fn own_runs(inputs: &dyn Inputs) -> Result<Vec<usize>, Outcome> {
    let team = inputs.team().ok_or_else(|| Outcome::undefined("no team"))?;
    let roster = inputs.roster();
    let is_own = |at: &usize| roster.teams[roster.chosen[*at] as usize] == team;
    let own: Vec<usize> = (0..roster.chosen.len()).filter(is_own).collect();
    if own.is_empty() {
        Err(Outcome::undefined(format!("no compared run is of team {team}")))
    } else {
        Ok(own)
    }
}
