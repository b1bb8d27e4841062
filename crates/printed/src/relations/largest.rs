//! A cell that the running text calls the largest is the largest.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{Address, PrintedCell, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use super::select::Select;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Of the selected cells `is` has the largest number, and no other has it too.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Largest {
    /// What is compared.
    cells: Select,
    /// The largest of them.
    is: Spanned<Address>,
}

impl Largest {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let cells = self.cells.cells(expected)?;
        let address = &self.is.value;
        let missing = || self.is.error(format!("{address} is not among the selected cells"));
        let largest = cells.iter().find(|cell| cell.address == *address).copied().ok_or_else(missing)?;
        let others: Vec<&PrintedCell> =
            cells.into_iter().filter(|cell| !std::ptr::eq(*cell, largest)).collect();
        let verdict = is_above_all(largest, &others);
        Ok(vec![Instance::new(Site::from(address), &largest.at, vec![largest], others, verdict)])
    }
}

fn is_above_all(largest: &PrintedCell, others: &[&PrintedCell]) -> Result<(), String> {
    let own = share(largest)?;
    for other in others {
        if share(other)? >= own {
            return Err(format!("`{}` is not above `{}` of {}", largest.text, other.text, other.address));
        }
    }
    Ok(())
}

/// The number of a cell; of a fraction the quotient, which no rounding makes equal to another.
pub(super) fn share(cell: &PrintedCell) -> Result<Ratio, String> {
    match (cell.value, cell.value.interval()) {
        (Printed::Fraction { part, whole, .. }, _) => Ok(Ratio::whole(part) / Ratio::whole(whole)),
        (_, Some(interval)) => Ok((interval.low + interval.high) / Ratio::whole(2)),
        _ => Err(format!("`{}` is not a number", cell.text)),
    }
}
