//! The rank correlation of a measure with itself is 1.

use rejudge_stats::{Ranking, kendall_tau_a};
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::agree::Scale;
use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::select::{Fact, Select, collection, whole_number};
use rejudge_spec::yaml::YamlError;

/// Each selected cell is the correlation of a ranking of `runs` runs with itself, which their number
/// determines.
///
/// Both coefficients count the pairs that stand in the same order, all of them here; Kendall's is computed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Itself {
    /// The correlations.
    cells: Select,
    /// How many runs are ranked.
    runs: Fact,
}

impl Itself {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |cell: &'e PrintedCell| {
            let runs = self.runs.of(expected, collection(cell))?;
            let verdict = whole_number(runs).and_then(|runs| is_of_itself(cell, runs));
            Ok(Instance::new(Site::from(&cell.address), &cell.at, vec![cell], vec![runs], verdict))
        };
        self.cells.cells(expected)?.into_iter().map(instance).collect()
    }
}

fn is_of_itself(cell: &PrintedCell, runs: i64) -> Result<(), String> {
    let ranking = Ranking::of(&(0..runs).map(|run| run as f64).collect::<Vec<_>>());
    let tau = kendall_tau_a(&ranking, &ranking).ok_or_else(|| format!("{runs} runs have no pairs"))?;
    if cell.value.agrees(tau, Scale::Proportion) == Some(true) {
        return Ok(());
    }
    Err(format!("`{}` is printed for a ranking of {runs} runs with itself, which is {tau}", cell.text))
}
