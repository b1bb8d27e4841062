//! Numbers in the headings of panels equal those of a table: pool depth, number of runs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::select::{Fact, collection};
use rejudge_spec::yaml::{Spanned, YamlError};

/// The number `number` in the headings of the tables is what `equals` prints.
///
/// Binds the headings, which are no cells; the table's cell is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Headings {
    /// The tables with headings.
    tables: Vec<Spanned<String>>,
    /// Name of the number in their `heading`.
    number: String,
    /// What it equals.
    equals: Fact,
}

impl Headings {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for table in &self.tables {
            let of_table = |heading: &&PrintedCell| {
                heading.address.table == table.value && heading.address.column == self.number
            };
            let headings: Vec<&PrintedCell> = expected.headings.iter().filter(of_table).collect();
            if headings.is_empty() {
                return Err(table.error(format!("no heading of `{}` has `{}`", table.value, self.number)));
            }
            for heading in headings {
                instances.push(self.instance(expected, heading)?);
            }
        }
        Ok(instances)
    }

    fn instance<'e>(
        &self,
        expected: &'e Expected,
        heading: &'e PrintedCell,
    ) -> Result<Instance<'e>, YamlError> {
        let there = self.equals.of(expected, collection(heading))?;
        let same = heading.value.integer().is_some() && heading.value.integer() == there.value.integer();
        let verdict = match same {
            true => Ok(()),
            false => {
                Err(format!("the heading says {}, {} is `{}`", heading.text, self.equals.row(), there.text))
            }
        };
        Ok(Instance::new(Site::from(&heading.address), &heading.at, vec![heading], vec![there], verdict))
    }
}
