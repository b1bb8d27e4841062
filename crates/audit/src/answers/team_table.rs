//! What leaving a team out does to its own runs.

use std::collections::BTreeMap;

use super::super::inspection::{Inspection, Origin};
use super::super::left_out::{Moved, TeamLeftOut, size};
use super::super::numbers::Numbers;
use super::fairness::Fairness;
use super::{AnswerTable, listed};
use rejudge_exec::Subject;

/// The teams that are left out, by one measure.
pub fn teams(numbers: &Numbers<'_>, files: &Inspection, measure: usize) -> Vec<TeamLeftOut> {
    let mut found: BTreeMap<String, BTreeMap<String, Moved>> = BTreeMap::new();
    for component in ["relative", "rank-rise"] {
        for number in numbers
            .of("change", component, measure)
            .into_iter()
            .filter(|found| found.draw == 1 && found.judgments.is_of_people())
        {
            let (Some(team), Subject::Run(run)) = (number.judgments.team(), number.of) else { continue };
            let moved = found.entry(team.to_owned()).or_default().entry(run.clone()).or_default();
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

/// The teams, the worst first.
pub fn table(teams: &[TeamLeftOut], files: &Inspection, measure: &str, runs: usize) -> AnswerTable {
    let treated: Vec<Fairness> = teams.iter().map(|team| Fairness::of(team, runs)).collect();
    let mut order: Vec<usize> = (0..teams.len()).collect();
    let size_of = |at: usize| teams[at].size().unwrap_or(0.0);
    order.sort_by(|&a, &b| treated[b].cmp(&treated[a]).then(size_of(b).total_cmp(&size_of(a))));
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |s| format!("{:.2}%", 100.0 * s));
    let row = |at: usize| {
        let team = &teams[at];
        let rise = team.runs.iter().map(|run| run.rise).fold(0.0, f64::max);
        let falls = team.falls().into_iter().map(|(run, ranks)| format!("{run} by {ranks}"));
        vec![
            team.name.clone(),
            treated[at].verdict().to_owned(),
            team.runs.len().to_string(),
            percent(team.size()),
            format!("{}", team.deepest_fall()),
            listed(&falls.collect::<Vec<_>>()),
            format!("{rise}"),
            team.others.len().to_string(),
            percent(size(team.others.iter())),
        ]
    };
    AnswerTable {
        caption: match files.origin() {
            Origin::Unknown => {
                format!(
                    "Each team without the judged documents that it alone has {}, by {measure}",
                    files.tops()
                )
            }
            _ => format!("How each team would have been treated had it come late, by {measure}"),
        },
        header: vec![
            "team",
            "fairly",
            if files.origin() == Origin::Unknown { "runs" } else { "pooled runs" },
            "mean size of the change",
            "deepest fall",
            "runs that fall in rank",
            "highest rise",
            "other runs",
            "mean size of their change",
        ],
        rows: order.into_iter().map(row).collect(),
    }
}
