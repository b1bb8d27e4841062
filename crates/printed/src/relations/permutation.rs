//! The original ranks in a column are 1 to n, each once.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::PrintedCell;
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use super::select::{Fact, Select, collection, grouped, whole_number};
use rejudge_spec::yaml::YamlError;

/// In every column of a table that lists all runs, the ranks before the change are a permutation of
/// 1..n.
///
/// The ranks after it are not: each row is evaluated with other judgments.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Permutation {
    /// Rank changes.
    cells: Select,
    /// How many runs are ranked.
    runs: Fact,
}

impl Permutation {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let groups = grouped(self.cells.cells(expected)?, |site| site.row = None);
        let mut instances = Vec::new();
        for (site, cells) in groups {
            let runs = self.runs.of(expected, collection(cells[0]))?;
            let verdict = whole_number(runs).and_then(|runs| each_once(&cells, runs));
            let at = cells[0].at.clone();
            instances.push(Instance::new(site, &at, cells, vec![runs], verdict));
        }
        Ok(instances)
    }
}

fn each_once(cells: &[&PrintedCell], runs: i64) -> Result<(), String> {
    let mut ranks = Vec::new();
    for cell in cells {
        match cell.value {
            Printed::Ranks { before, .. } => ranks.push(i64::from(before)),
            _ => return Err(format!("`{}` is not a rank change", cell.text)),
        }
    }
    let listed = |rank: &i64| ranks.iter().filter(|r| *r == rank).count();
    let missing: Vec<String> =
        (1..=runs).filter(|rank| listed(rank) == 0).map(|rank| rank.to_string()).collect();
    if missing.is_empty() && i64::try_from(ranks.len()) == Ok(runs) {
        return Ok(());
    }
    Err(format!("{} ranks that are not 1 to {runs}, each once; missing: {}", ranks.len(), missing.join(", ")))
}
