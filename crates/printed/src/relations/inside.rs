//! An average lies between the smallest and the largest value printed beside it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use rejudge_spec::yaml::{Spanned, YamlError};

/// In every column, the average in row `average` is no less than the lower and no more than the upper end
/// of row `range`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Inside {
    /// The table.
    table: Spanned<String>,
    /// The row of averages.
    average: String,
    /// The row of ranges.
    range: Spanned<String>,
}

impl Inside {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let is_average =
            |cell: &&PrintedCell| cell.address.table == self.table.value && cell.address.row == self.average;
        expected.cells.iter().filter(is_average).map(|average| self.instance(expected, average)).collect()
    }

    fn instance<'e>(
        &self,
        expected: &'e Expected,
        average: &'e PrintedCell,
    ) -> Result<Instance<'e>, YamlError> {
        let site = Site::from(&average.address);
        let there = Site { row: Some(self.range.value.clone()), ..site.clone() };
        let range = expected
            .at(&there)
            .ok_or_else(|| self.range.error(format!("{there} is not among the printed cells")))?;
        Ok(Instance::new(site, &average.at, vec![average, range], Vec::new(), lies_in(average, range)))
    }
}

fn lies_in(average: &PrintedCell, range: &PrintedCell) -> Result<(), String> {
    let Printed::Range { low, high } = range.value else {
        return Err(format!("`{}` is not a range", range.text));
    };
    let interval = average.value.interval().ok_or_else(|| format!("`{}` is not a number", average.text))?;
    if interval.high >= Ratio::whole(low) && interval.low <= Ratio::whole(high) {
        return Ok(());
    }
    Err(format!("the average {} is outside of {}", average.text, range.text))
}
