//! A row is the sum of others: R = S + A + B, as averages over the same topics.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::select::{Fact, collection};
use rejudge_spec::yaml::{Spanned, YamlError};

/// In every column, the average in row `total` is the sum of those in `parts`; a dash counts as none.
///
/// An average over n topics is a whole number divided by n. The relation holds when whole numbers exist
/// that round to what is printed and add up.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sum {
    /// The table.
    table: Spanned<String>,
    /// The row of totals.
    total: String,
    /// The rows that add up to it.
    parts: Vec<Spanned<String>>,
    /// How many topics the averages are over.
    topics: Fact,
}

impl Sum {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let is_total =
            |cell: &&PrintedCell| cell.address.table == self.table.value && cell.address.row == self.total;
        expected.cells.iter().filter(is_total).map(|total| self.instance(expected, total)).collect()
    }

    fn instance<'e>(
        &self,
        expected: &'e Expected,
        total: &'e PrintedCell,
    ) -> Result<Instance<'e>, YamlError> {
        let topics = self.topics.of(expected, collection(total))?;
        let site = Site::from(&total.address);
        let mut cells = vec![total];
        for row in &self.parts {
            let there = Site { row: Some(row.value.clone()), ..site.clone() };
            let part = expected
                .at(&there)
                .ok_or_else(|| row.error(format!("{there} is not among the printed cells")))?;
            if expected.is_own(part) {
                cells.push(part);
            }
        }
        let verdict = adds_up(&cells, topics);
        Ok(Instance::new(site, &total.at, cells, vec![topics], verdict))
    }
}

/// Whether the first cell can be the sum of the others.
fn adds_up(cells: &[&PrintedCell], topics: &PrintedCell) -> Result<(), String> {
    let topics = super::select::whole_number(topics)?;
    let mut counts = Vec::new();
    for cell in cells {
        let interval = cell.value.interval().ok_or_else(|| format!("`{}` is not a number", cell.text))?;
        let range = interval.multiples(topics);
        if range.is_empty() {
            return Err(format!("`{}` is not an average over {topics} topics", cell.text));
        }
        counts.push(range);
    }
    let (total, parts) = counts.split_first().ok_or("nothing to add")?;
    let low: i128 = parts.iter().map(|range| range.start()).sum();
    let high: i128 = parts.iter().map(|range| range.end()).sum();
    if low <= *total.end() && *total.start() <= high {
        return Ok(());
    }
    let parts: Vec<&str> = cells[1..].iter().map(|cell| cell.text.as_str()).collect();
    Err(format!("{} is not {}, rounding allowed for", cells[0].text, parts.join(" + ")))
}
