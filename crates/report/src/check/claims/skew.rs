//! Finds the quantities whose mean and median over the teams have different signs: a few teams (often
//! only one) decide the sign of the mean.

use std::collections::BTreeMap;

use rejudge_experiment::exec::{Status, Subject};
use rejudge_experiment::spec::{Condition, Take};
use rejudge_stats::{mean, median};

use super::operand::{Cells, Taken};
use crate::table::draw_of;

/// A quantity whose mean and median over the teams have different signs.
#[derive(Clone, Debug, PartialEq)]
pub struct Skew {
    /// The measures, as the claim names them.
    pub measures: String,
    pub mean: f64,
    pub median: f64,
    /// The team that contributes most to the mean.
    pub team: String,
    /// The mean over the other teams.
    pub without: f64,
}

/// Returns a skew for each mean or median over teams that the condition compares with 0, if the mean and
/// the median have different signs. A team's number is the mean over its cells and draws.
pub(super) fn skews<'a>(condition: &Condition<Taken<'_>>, cells: &dyn Fn(u32) -> Cells<'a>) -> Vec<Skew> {
    condition.signed_operands().into_iter().filter_map(|taken| skew(taken, cells)).collect()
}

fn skew<'a>(taken: &Taken<'_>, cells: &dyn Fn(u32) -> Cells<'a>) -> Option<Skew> {
    let operand = taken.operand;
    if !matches!(operand.take, Take::Mean | Take::Median) {
        return None;
    }
    let mut by_team: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for draw in 1..=taken.draws {
        let Cells { grid, cell_table, .. } = cells(draw);
        for (point, draws) in &taken.points {
            let drawn = draw_of(draws, draw).filter(|drawn| drawn.status == Status::Ok);
            let Some(drawn) = drawn else { continue };
            let is_eligible = cell_table.eligible(grid, point, operand.relevant_for, draw).ok()?;
            let number = cell_table.number(drawn, operand.component, &Subject::Whole);
            by_team.entry(grid.set(point)?.team()?).or_default().extend(number.filter(|_| is_eligible));
        }
    }
    by_team.retain(|_, numbers| !numbers.is_empty());
    let teams: Vec<(&str, f64)> =
        by_team.iter().filter_map(|(team, numbers)| Some((*team, mean(numbers)?))).collect();
    let parts = operand.selector.parts.iter().filter(|(axis, _)| axis == "measure");
    let measures: Vec<&str> = parts.flat_map(|(_, names)| names).map(String::as_str).collect();
    Skew::new(measures.join(", "), &teams)
}

impl Skew {
    /// Returns the skew of the teams' numbers. Returns `None` if their mean and median have the same sign, or
    /// if one of the two is 0.
    fn new(measures: String, teams: &[(&str, f64)]) -> Option<Self> {
        let numbers: Vec<f64> = teams.iter().map(|(_, number)| *number).collect();
        let (mean_of_all, median) = (mean(&numbers)?, median(&numbers)?);
        if mean_of_all * median >= 0.0 {
            return None;
        }
        let share = |number: f64| number * mean_of_all.signum();
        let (team, _) = teams.iter().max_by(|a, b| share(a.1).total_cmp(&share(b.1)))?;
        let others = teams.iter().filter(|(other, _)| other != team);
        let without = mean(&others.map(|(_, number)| *number).collect::<Vec<_>>())?;
        Some(Self { measures, mean: mean_of_all, median, team: (*team).to_owned(), without })
    }
}

#[cfg(test)]
mod tests {
    use super::Skew;

    #[test]
    fn a_team_can_make_the_signs_of_mean_and_median_differ() {
        let teams = [("a", -0.01), ("nict", 0.09), ("b", -0.02), ("c", -0.03)];
        let skew = Skew::new("Q".to_owned(), &teams).expect("mean .0075, median -.015");
        assert_eq!((skew.team.as_str(), skew.measures.as_str()), ("nict", "Q"));
        assert!((skew.mean - 0.0075).abs() < 1e-15 && (skew.median + 0.015).abs() < 1e-15);
        assert!((skew.without + 0.02).abs() < 1e-15);
        assert_eq!(Skew::new(String::new(), &teams[2..]), None);
        assert_eq!(Skew::new(String::new(), &[]), None);
    }
}
