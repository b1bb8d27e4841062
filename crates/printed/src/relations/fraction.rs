//! A percentage follows from the fraction printed with it, and its denominator counts all pairs of runs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use super::select::{Fact, Select, collection, whole_number};
use rejudge_spec::yaml::YamlError;

/// In `77/120=64.2%` of 16 runs, 120 is 16 * 15 / 2 and 77/120 rounds to 64.2%. With `in-parentheses` the
/// runs that are tested are the 15 of `30 (15)`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fractions {
    /// The percentages with their fractions.
    cells: Select,
    /// How many runs are tested.
    runs: Fact,
    /// Whether their number stands in parentheses behind another.
    #[serde(default)]
    in_parentheses: bool,
}

impl Fractions {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |cell: &'e PrintedCell| {
            let runs = self.runs.of(expected, collection(cell))?;
            let verdict = self.tested(runs).and_then(|runs| follows(cell, runs));
            Ok(Instance::new(Site::from(&cell.address), &cell.at, vec![cell], vec![runs], verdict))
        };
        self.cells.cells(expected)?.into_iter().map(instance).collect()
    }

    fn tested(&self, runs: &PrintedCell) -> Result<i64, String> {
        match runs.value {
            Printed::OfAll { all, .. } if self.in_parentheses => Ok(all),
            _ if self.in_parentheses => Err(format!("`{}` has no number in parentheses", runs.text)),
            _ => whole_number(runs),
        }
    }
}

fn follows(cell: &PrintedCell, runs: i64) -> Result<(), String> {
    let Printed::Fraction { part, whole, percent: Some(percent) } = cell.value else {
        return Err(format!("`{}` is not a fraction with its percentage", cell.text));
    };
    let pairs = runs * (runs - 1) / 2;
    if whole != pairs {
        return Err(format!("`{}` is out of {whole}; {runs} runs have {pairs} pairs", cell.text));
    }
    let share = Ratio::new(i128::from(part) * 100, i128::from(whole));
    if part > whole || !percent.interval().contains(share) {
        return Err(format!("{part}/{whole} does not round to the percentage of `{}`", cell.text));
    }
    Ok(())
}
