//! How a team would have been treated that had not pooled, by what becomes of its runs when it is left out.

use super::super::left_out::TeamLeftOut;
use super::listed;

/// Up to which mean size of the changes of its runs, and up to which share of the ranks that one of them
/// moves, a team is treated fairly: no reader of a table would see it. A rank is always allowed.
pub const FAIR: (f64, f64) = (0.01, 0.05);
/// The same for nearly.
pub const NEARLY: (f64, f64) = (0.05, 0.1);

/// How a team would have been treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fairness {
    Fairly,
    Nearly,
    Unfairly,
}

impl Fairness {
    /// How `team` would have been among so many `runs`.
    pub fn of(team: &TeamLeftOut, runs: usize) -> Self {
        let within = |(size, ranks): (f64, f64)| {
            team.size().unwrap_or(0.0) <= size && team.moves() <= (ranks * runs as f64).max(1.0)
        };
        match () {
            () if within(FAIR) => Self::Fairly,
            () if within(NEARLY) => Self::Nearly,
            () => Self::Unfairly,
        }
    }

    /// In a word.
    pub fn verdict(self) -> &'static str {
        match self {
            Self::Fairly => "yes",
            Self::Nearly => "nearly",
            Self::Unfairly => "no",
        }
    }
}

/// Most teams that a verdict names.
const NAMED: usize = 5;

/// How teams would have been treated, in words. Where some would not have been treated fairly, and these are
/// at most half of all, they are named.
pub fn verdict(teams: &[(&str, Fairness)]) -> String {
    let Some(mut unfair) = some_unfair(teams) else { return worst(teams).to_owned() };
    let (some, all) = (unfair.len(), teams.len());
    let more = if some > NAMED { format!(" and {} more", some - NAMED) } else { String::new() };
    unfair.truncate(NAMED);
    let names = if more.is_empty() { listed(&unfair) } else { unfair.join(", ") };
    format!("not for every team: no for {names}{more} ({some} of {all})")
}

/// The same with the number of such teams in place of their names.
pub fn verdict_in_short(teams: &[(&str, Fairness)]) -> String {
    some_unfair(teams).map_or_else(
        || worst(teams).to_owned(),
        |unfair| format!("no for {} of {} teams", unfair.len(), teams.len()),
    )
}

/// The teams that would not have been treated fairly, where these are some, but at most half of all.
fn some_unfair(teams: &[(&str, Fairness)]) -> Option<Vec<String>> {
    let is_unfair =
        |(team, treated): &(&str, Fairness)| (*treated == Fairness::Unfairly).then(|| (*team).to_owned());
    let unfair: Vec<String> = teams.iter().filter_map(is_unfair).collect();
    (!unfair.is_empty() && 2 * unfair.len() <= teams.len()).then_some(unfair)
}

/// How the worst treated team fares.
fn worst(teams: &[(&str, Fairness)]) -> &'static str {
    teams.iter().map(|(_, treated)| *treated).max().unwrap_or(Fairness::Fairly).verdict()
}

/// How many ranks a share of them allows.
pub fn limit(share: f64, runs: usize) -> usize {
    (share * runs as f64).max(1.0) as usize
}

#[cfg(test)]
mod tests {
    use super::super::super::left_out::Moved;
    use super::*;

    fn team(changes: &[(f64, f64)]) -> TeamLeftOut {
        let run = |&(change, rise): &(f64, f64)| Moved { run: "r".to_owned(), change: Some(change), rise };
        TeamLeftOut { name: "T".to_owned(), runs: changes.iter().map(run).collect(), others: Vec::new() }
    }

    #[test]
    fn a_few_teams_are_named_and_do_not_speak_for_all() {
        let said = |treated: &[Fairness]| {
            verdict(&["a", "b", "c", "d"].into_iter().zip(treated.iter().copied()).collect::<Vec<_>>())
        };
        let (fair, nearly, not) = (Fairness::Fairly, Fairness::Nearly, Fairness::Unfairly);
        assert_eq!(said(&[fair; 4]), "yes");
        assert_eq!(said(&[fair, nearly, fair, fair]), "nearly");
        assert_eq!(said(&[fair, nearly, not, fair]), "not for every team: no for c (1 of 4)");
        assert_eq!(said(&[not, nearly, not, fair]), "not for every team: no for a and c (2 of 4)");
        assert_eq!(said(&[not, nearly, not, not]), "no");
    }

    #[test]
    fn a_team_is_judged_by_its_own_runs_whichever_way_they_move() {
        let treated = |changes: &[(f64, f64)]| Fairness::of(&team(changes), 40);
        assert_eq!(treated(&[(0.005, -2.0)]), Fairness::Fairly);
        // Signs do not cancel.
        assert_eq!(treated(&[(0.2, 0.0), (-0.2, 0.0)]), Fairness::Unfairly);
        // A rise is as unfair as a fall, to the others.
        assert_eq!(treated(&[(0.0, 3.0)]), Fairness::Nearly);
        assert_eq!(treated(&[(0.0, 5.0)]), Fairness::Unfairly);
        assert_eq!(treated(&[(-1.0, -39.0)]), Fairness::Unfairly);
    }
}
