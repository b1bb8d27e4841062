//! The cells of one table are below those of another.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::Instance;
use super::select::Select;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each selected cell is less than the cell at its address in table `than`; or both are 1, the largest
/// correlation there is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Below {
    /// What is to be below.
    cells: Select,
    /// The other table.
    than: Spanned<String>,
}

impl Below {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |cell: &'e PrintedCell| {
            let site = Site::from(&cell.address);
            let there = Site { table: self.than.value.clone(), ..site.clone() };
            let other = expected
                .at(&there)
                .ok_or_else(|| self.than.error(format!("{there} is not among the printed cells")))?;
            Ok(Instance::new(site, &cell.at, vec![cell, other], Vec::new(), is_below(cell, other)))
        };
        self.cells.cells(expected)?.into_iter().map(instance).collect()
    }
}

fn is_below(cell: &PrintedCell, other: &PrintedCell) -> Result<(), String> {
    let number = |cell: &PrintedCell| {
        let interval = cell.value.interval().ok_or_else(|| format!("`{}` is not a number", cell.text))?;
        Ok::<_, String>((interval.low + interval.high) / Ratio::whole(2))
    };
    let (own, others) = (number(cell)?, number(other)?);
    let one = Ratio::whole(1);
    if own < others || (own == one && others == one) {
        return Ok(());
    }
    Err(format!("`{}` is not below `{}`", cell.text, other.text))
}
