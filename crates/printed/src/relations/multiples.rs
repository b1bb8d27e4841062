//! An average over n topics of whole numbers is a multiple of 1/n.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::select::{Fact, Select, collection, whole_number};
use rejudge_spec::yaml::YamlError;

/// Each selected cell is a whole number divided by the number of topics of its collection, rounded.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Multiples {
    /// The averages.
    cells: Select,
    /// How many topics they are over.
    topics: Fact,
}

impl Multiples {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |cell: &'e PrintedCell| {
            let topics = self.topics.of(expected, collection(cell))?;
            let verdict = is_average(cell, topics);
            Ok(Instance::new(Site::from(&cell.address), &cell.at, vec![cell], vec![topics], verdict))
        };
        self.cells.cells(expected)?.into_iter().map(instance).collect()
    }
}

fn is_average(cell: &PrintedCell, topics: &PrintedCell) -> Result<(), String> {
    let topics = whole_number(topics)?;
    let interval = cell.value.interval().ok_or_else(|| format!("`{}` is not a number", cell.text))?;
    if interval.multiples(topics).is_empty() {
        return Err(format!("no multiple of 1/{topics} rounds to `{}`", cell.text));
    }
    Ok(())
}
