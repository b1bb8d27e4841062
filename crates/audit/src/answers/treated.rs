//! How a team would have been treated that had not pooled, by what becomes of its runs when it is left out.

use super::super::left_out::TeamLeftOut;

/// Up to which mean size of the changes of its runs, and up to which share of the ranks that one of them
/// moves, a team is treated fairly: no reader of a table would see it. A rank is always allowed.
pub const FAIR: (f64, f64) = (0.01, 0.05);
/// The same for nearly.
pub const NEARLY: (f64, f64) = (0.05, 0.1);

/// How a team would have been treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treated {
    Fairly,
    Nearly,
    Unfairly,
}

impl Treated {
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
    fn a_team_is_judged_by_its_own_runs_whichever_way_they_move() {
        let treated = |changes: &[(f64, f64)]| Treated::of(&team(changes), 40);
        assert_eq!(treated(&[(0.005, -2.0)]), Treated::Fairly);
        // Signs do not cancel.
        assert_eq!(treated(&[(0.2, 0.0), (-0.2, 0.0)]), Treated::Unfairly);
        // A rise is as unfair as a fall, to the others.
        assert_eq!(treated(&[(0.0, 3.0)]), Treated::Nearly);
        assert_eq!(treated(&[(0.0, 5.0)]), Treated::Unfairly);
        assert_eq!(treated(&[(-1.0, -39.0)]), Treated::Unfairly);
    }
}
