//! How many teams are left for an experiment, and that a table lists just those.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::Site;
use super::super::expected::Expected;
use super::Instance;
use super::select::{Roster, rows_of};
use rejudge_spec::yaml::{Spanned, YamlError};

/// The rows of the roster that bear no mark are so many, and a table's rows are those rows.
///
/// Binds no cell: marks and row labels are none.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UsedTeams {
    /// The teams.
    roster: Roster,
    /// How many teams are left, for each collection.
    leaves: BTreeMap<String, Spanned<usize>>,
    /// Panels whose rows are the teams left, as `table-4/ntcir6-j`.
    #[serde(default)]
    listed_in: Vec<Spanned<String>>,
}

impl UsedTeams {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for (collection, number) in &self.leaves {
            let left = self.roster.rows(expected, collection)?;
            let verdict = match left.len() == number.value {
                true => Ok(()),
                false => Err(format!("{} teams are left, not {}", left.len(), number.value)),
            };
            let first =
                left.first().ok_or_else(|| number.error(format!("no team of {collection} is left")))?;
            let site = Site { table: first.table.clone(), panel: first.panel.clone(), ..Site::default() };
            instances.push(Instance::new(site, &first.at, Vec::new(), Vec::new(), verdict));
        }
        for key in &self.listed_in {
            instances.push(self.listing(expected, key)?);
        }
        Ok(instances)
    }

    fn listing<'e>(&self, expected: &'e Expected, key: &Spanned<String>) -> Result<Instance<'e>, YamlError> {
        let (table, panel) =
            key.value.split_once('/').ok_or_else(|| key.error("a panel is named `table/collection`"))?;
        let names = |rows: &[&super::super::cell::PrintedRow]| -> Vec<String> {
            let mut names: Vec<String> = rows.iter().map(|row| row.label.clone()).collect();
            names.sort_unstable();
            names
        };
        let listed: Vec<_> = rows_of(expected, table, Some(panel)).collect();
        let first = listed.first().ok_or_else(|| key.error(format!("`{}` has no rows", key.value)))?;
        let (listed_names, left) = (names(&listed), names(&self.roster.rows(expected, panel)?));
        let verdict = match listed_names == left {
            true => Ok(()),
            false => {
                Err(format!("lists {}; the teams left are {}", listed_names.join(", "), left.join(", ")))
            }
        };
        let site = Site { table: table.to_owned(), panel: Some(panel.to_owned()), ..Site::default() };
        Ok(Instance::new(site, &first.at, Vec::new(), Vec::new(), verdict))
    }
}
