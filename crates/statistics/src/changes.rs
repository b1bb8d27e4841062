//! How the runs of the team that a judgment set is about are over- or underestimated (Sakai, IPSJ 2009,
//! Tables 3 and 4).

use std::sync::Arc;

use rejudge_spec::yaml::Spanned;
use rejudge_stats::{Matrix, Ranking};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::{Read, written};
use crate::{Entry, Inputs, Number, Outcome, Statistic, Subject, SumOf, Versus};

/// Change of the score and rank of a team's run.
pub(crate) static SCORE_CHANGE: Entry = entry(
    "score-change",
    "Change of the score and rank of a team's run, of several the first by name.",
    |node, _, errors| {
        Ok(Arc::new(Changes { versus: written::<Written>(node)?.versus(errors), of_each_run: false }))
    },
);

/// Change of the score and rank of each run of a team.
pub(crate) static RUN_CHANGES: Entry =
    entry("run-changes", "Change of the score and rank of each run of a team.", |node, _, errors| {
        Ok(Arc::new(Changes { versus: written::<Written>(node)?.versus(errors), of_each_run: true }))
    });

const fn entry(name: &'static str, summary: &'static str, read: Read) -> Entry {
    Entry {
        name,
        summary,
        version: 2,
        components: &["relative", "before", "after", "rank-before", "rank-after", "rank-rise"],
        has_measure: true,
        has_judgments: true,
        is_of_compared_runs: true,
        is_of_a_team: true,
        read,
        schema: |generator| generator.subschema_for::<Written>(),
    }
}

/// `score-change`, `run-changes`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Changes")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The judgments to compare with.
    versus: Spanned<String>,
    /// Whose: `judgments.team`.
    of: Spanned<String>,
}

impl Written {
    fn versus(self, errors: &mut Vec<rejudge_spec::yaml::YamlError>) -> Versus {
        if self.of.value != "judgments.team" {
            errors.push(self.of.error(format!("found `{}`, expected `judgments.team`", self.of.value)));
        }
        Versus::by_judgments(self.versus.value)
    }
}

#[derive(Debug)]
struct Changes {
    versus: Versus,
    /// Of each run of the team; else of its first, since a paper compares one a team.
    of_each_run: bool,
}

impl Statistic for Changes {
    fn entry(&self) -> &'static Entry {
        if self.of_each_run { &RUN_CHANGES } else { &SCORE_CHANGE }
    }

    fn parameters(&self, versus: Option<&str>, _of: Option<&str>) -> String {
        format!("versus={}", versus.unwrap_or_default())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn sums(&self) -> &'static [SumOf] {
        &[("rank-rise", &[("rank-before", 1.0), ("rank-after", -1.0)])]
    }

    fn unit(&self, component: &str) -> Option<&'static str> {
        Some(match component {
            "relative" => "share of the score",
            "before" | "after" => "score",
            _ => "ranks",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let own = own_runs(inputs)?;
        let change = Change::new(inputs, &self.versus)?;
        if !self.of_each_run {
            return Ok(Outcome::of(&change.of(own[0])).over(&change.over));
        }
        let roster = inputs.roster();
        let mut outcome = Outcome::of(&[]).over(&change.over);
        for at in own {
            let run = &roster.runs[roster.chosen[at] as usize];
            let number = |(component, value): (&str, f64)| Number {
                component: component.to_owned(),
                of: Subject::Run(run.clone()),
                value,
            };
            outcome.numbers.extend(change.of(at).into_iter().map(number));
        }
        Ok(outcome)
    }
}

/// Scores and ranks of all compared runs before and after.
struct Change {
    scores: [Vec<f64>; 2],
    rankings: [Ranking; 2],
    over: Matrix,
}

impl Change {
    fn new(inputs: &dyn Inputs, versus: &Versus) -> Result<Self, Outcome> {
        let [scores, reference] = inputs.compared(Some(versus))?;
        let both = [&reference, &scores].map(|scores| inputs.run_scores(scores, None));
        Ok(Self { rankings: both.each_ref().map(|scores| Ranking::of(scores)), scores: both, over: scores })
    }

    /// Score and rank of a run; a score of 0 has no relative change.
    fn of(&self, run: usize) -> Vec<(&'static str, f64)> {
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

/// The compared runs of the team that the judgments are about; at least one.
fn own_runs(inputs: &dyn Inputs) -> Result<Vec<usize>, Outcome> {
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
