//! A summary against the roster of teams: how many teams, how many runs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use super::select::{Fact, Roster, whole_number};
use rejudge_spec::yaml::YamlError;

/// For each collection, the teams of the roster are as many as the summary says, and their runs sum
/// to its number of runs.
///
/// `10(12)` teams are ten listed and two that are not (they have no monolingual run). An unlisted
/// team submitted at least one run, so that the sum stays that much below the summary's number.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RosterTotals {
    /// The teams.
    roster: Roster,
    /// The column of the roster that holds a team's number of runs.
    column: String,
    /// For which collections.
    collections: Vec<String>,
    /// The summary's number of teams.
    teams: Fact,
    /// The summary's number of runs.
    runs: Fact,
}

impl RosterTotals {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for collection in &self.collections {
            let rows = self.roster.rows(expected, collection)?;
            let listed = i64::try_from(rows.len()).unwrap_or(i64::MAX);
            let mut of_teams = Vec::new();
            for row in rows {
                let site = Site {
                    table: row.table.clone(),
                    panel: row.panel.clone(),
                    row: Some(row.label.clone()),
                    column: Some(self.column.clone()),
                    quantity: None,
                };
                let cell = expected.at(&site);
                of_teams
                    .push(cell.ok_or_else(|| YamlError::here(&row.at, format!("{site} is not printed")))?);
            }
            let teams = self.teams.of(expected, collection)?;
            let runs = self.runs.of(expected, collection)?;
            let site = Site::from(&teams.address);
            instances.push(Instance::new(site, &teams.at, vec![teams], Vec::new(), count(teams, listed)));
            let verdict = add(runs, &of_teams, unlisted(teams));
            let bound = [vec![runs], of_teams].concat();
            instances.push(Instance::new(Site::from(&runs.address), &runs.at, bound, vec![teams], verdict));
        }
        Ok(instances)
    }
}

/// Teams that took part but are not listed.
fn unlisted(teams: &PrintedCell) -> i64 {
    match teams.value {
        Printed::OfAll { used, all } => all - used,
        _ => 0,
    }
}

fn count(teams: &PrintedCell, listed: i64) -> Result<(), String> {
    let printed = whole_number(teams)?;
    if printed == listed && unlisted(teams) >= 0 {
        return Ok(());
    }
    Err(format!("`{}` teams, {listed} are listed", teams.text))
}

fn add(runs: &PrintedCell, of_teams: &[&PrintedCell], unlisted: i64) -> Result<(), String> {
    let total = whole_number(runs)?;
    let mut sum = 0;
    for cell in of_teams {
        sum += whole_number(cell)?;
    }
    let holds = if unlisted == 0 { sum == total } else { sum + unlisted <= total };
    if holds {
        return Ok(());
    }
    Err(format!("`{}` runs, the listed teams have {sum} and {unlisted} teams are not listed", runs.text))
}
