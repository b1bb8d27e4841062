//! Marked rows are those with the smallest values: the teams chosen for take-three-teams.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::Instance;
use super::select::{Select, grouped, rows_of};
use rejudge_spec::yaml::YamlError;

/// In each panel the rows that bear `mark` are the `how_many` with the smallest values in the selected
/// column.
///
/// Each row is judged by itself, so that an erratum in one does not hide another: a marked row has fewer than
/// `how_many` others below it, an unmarked one has at least as many that are not above it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fewest {
    /// The column of values.
    cells: Select,
    /// The mark of the chosen rows.
    mark: String,
    /// How many rows of a panel are chosen.
    how_many: usize,
}

impl Fewest {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for (_, panel) in grouped(self.cells.cells(expected)?, |site| site.row = None) {
            for cell in &panel {
                let address = &cell.address;
                let mut rows = rows_of(expected, &address.table, address.panel.as_deref());
                let marked =
                    rows.any(|row| row.label == address.row && row.flags.contains(self.mark.as_str()));
                let others: Vec<&PrintedCell> =
                    panel.iter().filter(|other| other.address != *address).copied().collect();
                let verdict = self.verdict(cell, &others, marked);
                instances.push(Instance::new(Site::from(address), &cell.at, vec![cell], others, verdict));
            }
        }
        Ok(instances)
    }

    fn verdict(&self, cell: &PrintedCell, others: &[&PrintedCell], marked: bool) -> Result<(), String> {
        let own = number(cell)?;
        let (mut below, mut not_above) = (0, 0);
        for other in others {
            let value = number(other)?;
            below += usize::from(value < own);
            not_above += usize::from(value <= own);
        }
        let (mark, how_many) = (&self.mark, self.how_many);
        if marked && below >= how_many {
            return Err(format!("bears `{mark}` but {below} rows have less than {}", cell.text));
        }
        if !marked && not_above < how_many {
            return Err(format!(
                "is among the {how_many} smallest ({}) but does not bear `{mark}`",
                cell.text
            ));
        }
        Ok(())
    }
}

/// The printed number; its rounding is the same for all rows.
fn number(cell: &PrintedCell) -> Result<Ratio, String> {
    let interval = cell.value.interval().ok_or_else(|| format!("`{}` is not a number", cell.text))?;
    Ok(interval.low)
}
