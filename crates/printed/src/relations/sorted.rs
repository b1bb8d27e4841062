//! The rows of a table are sorted by one of its columns.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::largest::share;
use super::select::{Select, grouped};
use rejudge_spec::yaml::YamlError;

/// From row to row the selected cells of a panel and column do not rise.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sorted {
    /// The column that the rows are sorted by.
    cells: Select,
}

impl Sorted {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let groups = grouped(self.cells.cells(expected)?, |site| site.row = None);
        let instance = |(site, cells): (Site, Vec<&'e PrintedCell>)| {
            let verdict = do_not_rise(&cells);
            let at = cells[0].at.clone();
            Instance::new(site, &at, cells, Vec::new(), verdict)
        };
        Ok(groups.into_iter().map(instance).collect())
    }
}

fn do_not_rise(cells: &[&PrintedCell]) -> Result<(), String> {
    for pair in cells.windows(2) {
        if share(pair[1])? > share(pair[0])? {
            return Err(format!("`{}` stands below `{}`", pair[1].text, pair[0].text));
        }
    }
    Ok(())
}
