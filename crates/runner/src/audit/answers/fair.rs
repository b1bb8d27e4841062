//! Would a new team be treated fairly? By leaving each team out (Zobel, SIGIR 1998; Sakai, IPSJ 2009, section 5).

use std::collections::BTreeSet;

use rejudge_stats::mean;

use super::super::numbers::{Found, Numbers};
use super::{AGREE, Answer};
use crate::exec::Subject;
use crate::grid::Judgments;

/// A mean change of scores below this is none that a reader of a table would see.
const SMALL: f64 = 0.01;
/// A fall by more than this share of the ranks is one that a team would complain of.
const FALL: f64 = 0.05;

/// What leaving teams out does to the runs of the team that is left out, by one measure.
struct Effect {
    /// Mean relative change of their scores.
    mean: f64,
    /// Share of them that score less.
    falling: f64,
    /// The run that falls deepest, and by how many ranks; 0 where none falls.
    deepest: (String, f64),
    /// Smallest tau between the rankings with and without a team.
    tau: f64,
    /// Mean of the same.
    mean_tau: f64,
}

impl Effect {
    fn new(numbers: &Numbers<'_>, measure: usize) -> Option<Self> {
        let left_out = |found: &Found<'_>| {
            matches!(found.judgments, Judgments::LeaveOneTeamOut { .. }) && found.draw == 1
        };
        let of =
            |statistic, component| numbers.of(statistic, component, measure).into_iter().filter(left_out);
        let relative: Vec<f64> = of("change", "relative").map(|found| found.value).collect();
        let mut deepest = (String::new(), 0.0);
        for found in of("change", "rank-rise") {
            if let Subject::Run(run) = found.of
                && -found.value > deepest.1
            {
                deepest = (run.clone(), -found.value);
            }
        }
        let taus: Vec<f64> = of("tau", "tau").map(|found| found.value).collect();
        let falling =
            relative.iter().filter(|change| **change < 0.0).count() as f64 / relative.len().max(1) as f64;
        let tau = taus.iter().copied().reduce(f64::min)?;
        Some(Self { mean: mean(&relative)?, falling, deepest, tau, mean_tau: mean(&taus)? })
    }

    /// Whether a team would hardly notice that it had not been pooled, of so many `runs`.
    fn is_fair(&self, runs: usize) -> bool {
        self.mean.abs() < SMALL && self.tau > AGREE && self.deepest.1 <= (FALL * runs as f64).max(1.0)
    }

    fn fall(&self) -> String {
        match &self.deepest {
            (_, fall) if *fall == 0.0 => "no run falls in rank".to_owned(),
            (run, fall) => format!("the deepest fall is by {fall} ranks ({run})"),
        }
    }
}

pub(super) fn answer(numbers: &Numbers<'_>) -> Answer {
    let question = "Would a new team be treated fairly?";
    let measures = numbers.measures();
    let scored = numbers.of("scores", "score", 0);
    let runs = scored.iter().filter(|f| f.draw == 1).map(|f| f.of).collect::<BTreeSet<_>>().len();
    let effects: Vec<(usize, Effect)> =
        (0..measures.len()).filter_map(|at| Some((at, Effect::new(numbers, at)?))).collect();
    let Some((_, main)) = effects.first().filter(|(at, _)| *at == 0) else {
        let short =
            "Cannot be said: there is no second team that pooled, so none can be left out.".to_owned();
        return Answer { question, short, figures: Vec::new(), shown: &[] };
    };
    let verdict = if main.is_fair(runs) {
        "yes"
    } else if main.tau > AGREE {
        "nearly"
    } else {
        "no"
    };
    let short = format!(
        "For {}, {verdict}: a run whose team is left out of the pool changes by {:+.2}% on average, {}, and the ranking \
         with and without a team agrees by a tau of {:.3} at least. {}",
        measures[0],
        100.0 * main.mean,
        main.fall(),
        main.tau,
        one_team(numbers)
    );
    let line = |(at, effect): &(usize, Effect)| {
        format!(
            "{}: scores change by {:+.2}% on average ({:.0}% of the runs fall), {}; tau {:.3} at least, {:.3} on average",
            measures[*at],
            100.0 * effect.mean,
            100.0 * effect.falling,
            effect.fall(),
            effect.tau,
            effect.mean_tau
        )
    };
    let shown = &["unique", "teams", "rankings", "left-out"];
    Answer { question, short, figures: effects.iter().map(line).collect(), shown }
}

/// What one team's pool would have told.
fn one_team(numbers: &Numbers<'_>) -> String {
    let measures = numbers.measures();
    let alone = |at: usize| {
        let found = numbers.of("tau", "tau", at).into_iter();
        let found = found.filter(|f| matches!(f.judgments, Judgments::TakeOneTeam { .. }) && f.draw == 1);
        mean(&found.map(|f| f.value).collect::<Vec<_>>())
    };
    let mut all: Vec<(usize, f64)> = (0..measures.len()).filter_map(|at| Some((at, alone(at)?))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    match all.first() {
        None => String::new(),
        Some((best, tau)) => format!(
            "Judgments of a single team's pool rank the runs best by {} (mean tau {tau:.3}).",
            measures[*best]
        ),
    }
}
