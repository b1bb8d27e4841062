//! Printed values that must be among others: a knee is one of the sampling rates.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::super::printed_decimal::PrintedDecimal;
use super::Instance;
use super::select::Select;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each of the cells says the same as a cell of `of`, or is `or`.
///
/// Many a wrong number would be a member too, so that the relation binds nothing: the cells are given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Members {
    /// The values.
    cells: Select,
    /// What they are to be among.
    of: Select,
    /// A number that they may be besides.
    or: Spanned<String>,
}

impl Members {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let or = PrintedDecimal::parse(&self.or.value).map(PrintedDecimal::ratio);
        let or = or.ok_or_else(|| self.or.error(format!("`{}` is no number", self.or.value)))?;
        let of = self.of.cells(expected)?;
        let instance = |cell: &'e PrintedCell| {
            let known = of.iter().any(|member| member.value.says_the_same(&cell.value))
                || cell.value.interval().is_some_and(|printed| printed.contains(or));
            let verdict = match known {
                true => Ok(()),
                false => {
                    Err(format!("`{}` is none of the {} values, nor {}", cell.text, of.len(), self.or.value))
                }
            };
            Instance::new(Site::from(&cell.address), &cell.at, Vec::new(), vec![cell], verdict)
        };
        Ok(self.cells.cells(expected)?.into_iter().map(instance).collect())
    }
}
