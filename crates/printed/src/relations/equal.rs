//! The same number is printed in two tables.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use super::select::Select;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each selected cell says the same as the cell at its address in another table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Equal {
    /// What is compared.
    cells: Select,
    /// The other table; `sakai-ncu:table-3` for a quoted one.
    to: Spanned<String>,
    /// What is compared; the whole cell unless said otherwise.
    #[serde(default)]
    only: Only,
}

/// The part of the cells that must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Only {
    /// All that both print.
    #[default]
    Whole,
    /// The rank before the change: the original ranking is the same whatever it is compared with.
    RankBefore,
}

impl Equal {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        self.cells.cells(expected)?.into_iter().map(|cell| self.instance(expected, cell)).collect()
    }

    fn instance<'e>(&self, expected: &'e Expected, cell: &'e PrintedCell) -> Result<Instance<'e>, YamlError> {
        let site = Site::from(&cell.address);
        let there = Site { table: self.to.value.clone(), ..site.clone() };
        let other = expected.at(&there).ok_or_else(|| {
            self.to
                .error(format!("{site} has no counterpart: {there} is not among the printed or quoted cells"))
        })?;
        let verdict = match self.agree(&cell.value, &other.value) {
            true => Ok(()),
            false => Err(format!("`{}` here, `{}` in {}", cell.text, other.text, self.to.value)),
        };
        Ok(Instance::new(site, &cell.at, vec![cell, other], Vec::new(), verdict))
    }

    fn agree(&self, a: &Printed, b: &Printed) -> bool {
        match (self.only, a, b) {
            (Only::Whole, ..) => a.says_the_same(b),
            (Only::RankBefore, Printed::Ranks { before: a, .. }, Printed::Ranks { before: b, .. }) => a == b,
            (Only::RankBefore, ..) => false,
        }
    }
}
