//! The rows that are printed in bold are those above a reference in every table.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::largest::share;
use super::select::{Select, grouped};
use rejudge_spec::yaml::{Spanned, YamlError};

/// The rows named by `rows` are strictly above row `than` in all of the selected tables, and no other row is.
///
/// Each row is judged by itself, as in `fewest`, so that an erratum in one does not hide another. Its site
/// is its cell in the first of the tables.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Beats {
    /// What is compared.
    cells: Select,
    /// The row that they are held against.
    than: Spanned<String>,
    /// The rows in bold.
    rows: Vec<Spanned<String>>,
}

impl Beats {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let across_tables = |site: &mut Site| site.table.clear();
        let groups = grouped(self.cells.cells(expected)?, across_tables);
        let known: Vec<&str> = groups.iter().filter_map(|(site, _)| site.row.as_deref()).collect();
        for named in self.rows.iter().chain([&self.than]) {
            if !known.contains(&named.value.as_str()) {
                let error = named.error(format!("no row is labelled `{}` here", named.value));
                return Err(error.suggesting(&named.value, known));
            }
        }
        let is_reference = |site: &Site| site.row.as_deref() == Some(self.than.value.as_str());
        let reference: Vec<&PrintedCell> = groups
            .iter()
            .filter(|(site, _)| is_reference(site))
            .flat_map(|(_, cells)| cells.clone())
            .collect();
        let others = groups.into_iter().filter(|(site, _)| !is_reference(site));
        let instance = |(site, cells): (Site, Vec<&'e PrintedCell>)| {
            let named = self.rows.iter().any(|row| Some(&row.value) == site.row.as_ref());
            let verdict = self.verdict(&cells, &reference, named);
            let first = cells[0];
            Instance::new(Site::from(&first.address), &first.at, cells, reference.clone(), verdict)
        };
        Ok(others.map(instance).collect())
    }

    fn verdict(&self, cells: &[&PrintedCell], reference: &[&PrintedCell], named: bool) -> Result<(), String> {
        let mut not_above = None;
        for cell in cells {
            let beside = reference.iter().find(|other| other.address.table == cell.address.table);
            let beside =
                beside.ok_or_else(|| format!("{} has no row `{}`", cell.address.table, self.than.value))?;
            if share(cell)? <= share(beside)? {
                not_above.get_or_insert((*cell, *beside));
            }
        }
        match (named, not_above) {
            (true, Some((cell, beside))) => Err(format!(
                "is named, but its `{}` in {} is not above `{}` of {}",
                cell.text, cell.address.table, beside.text, self.than.value
            )),
            (false, None) => Err(format!("is above {} in every table, but not named", self.than.value)),
            _ => Ok(()),
        }
    }
}
