//! How the runs of the team that a judgment set is about are over- or underestimated (Sakai, IPSJ 2009,
//! Tables 3 and 4).

use rejudge_stats::{Matrix, Ranking};

use super::outcome::{Number, Outcome, Roster, Subject};
use super::statistics::{Inputs, none};
use rejudge_grid::Versus;

/// Scores and ranks of all compared runs before and after.
struct Change {
    scores: [Vec<f64>; 2],
    rankings: [Ranking; 2],
    over: Matrix,
}

impl Change {
    fn new(inputs: &Inputs<'_>, versus: &Versus) -> Result<Self, Outcome> {
        let (scores, reference) = inputs.compared(Some(versus))?;
        let both = [&reference, &scores].map(|scores| inputs.run_scores(scores));
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

/// The compared runs of the team that the judgments are about.
fn own_runs(inputs: &Inputs<'_>, roster: &Roster) -> Result<Vec<usize>, Outcome> {
    let sets = &inputs.grid.collections[inputs.task.point.collection as usize].judgments;
    let team = sets[inputs.task.point.judgments as usize].team().ok_or_else(|| none("no team"))?;
    let is_own = |at: &usize| roster.teams[roster.chosen[*at] as usize] == team;
    let own: Vec<usize> = (0..roster.chosen.len()).filter(is_own).collect();
    if own.is_empty() { Err(none(format!("no compared run is of team {team}"))) } else { Ok(own) }
}

/// The change of the team's run; of several the first, since a paper compares one a team.
pub fn of_team(inputs: &Inputs<'_>, versus: &Versus, roster: &Roster) -> Result<Outcome, Outcome> {
    let own = own_runs(inputs, roster)?[0];
    let change = Change::new(inputs, versus)?;
    Ok(Outcome::of(&change.of(own)).over(&change.over))
}

/// The change of each of the team's runs.
pub fn of_runs(inputs: &Inputs<'_>, versus: &Versus, roster: &Roster) -> Result<Outcome, Outcome> {
    let own = own_runs(inputs, roster)?;
    let change = Change::new(inputs, versus)?;
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
