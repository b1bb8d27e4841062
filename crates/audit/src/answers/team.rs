//! What leaving a team out does to its own runs.

use std::collections::BTreeMap;

use rejudge_stats::mean;

use super::super::inspection::Inspection;
use super::super::numbers::Numbers;
use rejudge_exec::Subject;
use rejudge_grid::Judgments;

/// A run of a team that is left out.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    pub run: String,
    /// Relative change of its score; `None` where it was 0.
    pub change: Option<f64>,
    /// By how many ranks it rises.
    pub rise: f64,
}

/// A team that is left out, with those of its runs that pooled.
#[derive(Clone, Debug)]
pub struct TeamLeftOut {
    pub name: String,
    pub runs: Vec<Moved>,
    /// Its runs that did not pool.
    pub others: Vec<Moved>,
}

impl TeamLeftOut {
    /// Mean size of the relative changes of its pooled runs; `None` where all of them scored 0.
    pub fn size(&self) -> Option<f64> {
        size(self.runs.iter())
    }

    /// The most ranks that one of its pooled runs moves, up or down.
    pub fn moves(&self) -> f64 {
        self.runs.iter().map(|run| run.rise.abs()).fold(0.0, f64::max)
    }
}

/// Mean size of the relative changes of runs.
pub fn size<'a>(runs: impl Iterator<Item = &'a Moved>) -> Option<f64> {
    mean(&runs.filter_map(|run| run.change.map(f64::abs)).collect::<Vec<_>>())
}

/// The teams that are left out, by one measure.
pub fn teams(numbers: &Numbers<'_>, files: &Inspection, measure: usize) -> Vec<TeamLeftOut> {
    let mut found: BTreeMap<String, BTreeMap<String, Moved>> = BTreeMap::new();
    for component in ["relative", "rank-rise"] {
        for number in numbers.of("change", component, measure).into_iter().filter(|found| found.draw == 1) {
            let (Judgments::LeaveOneTeamOut { team }, Subject::Run(run)) = (number.judgments, number.of)
            else {
                continue;
            };
            let moved = found.entry(team.clone()).or_default().entry(run.clone()).or_default();
            moved.run = run.clone();
            match component {
                "relative" => moved.change = Some(number.value),
                _ => moved.rise = number.value,
            }
        }
    }
    let team = |(name, runs): (String, BTreeMap<String, Moved>)| {
        let (runs, others) = runs.into_values().partition(|moved| files.pooled(&moved.run));
        TeamLeftOut { name, runs, others }
    };
    found.into_iter().map(team).collect()
}
