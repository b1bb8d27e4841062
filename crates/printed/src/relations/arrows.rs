//! An arrow points the way the ranks beside it go.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::super::printed::{Arrow, Printed};
use super::Instance;
use super::select::{Fact, Select, collection, whole_number};
use rejudge_spec::yaml::YamlError;

/// `6↑5` goes up, `4→4` stays, `6↓8` goes down, and no rank is beyond the number of runs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arrows {
    /// Rank changes.
    cells: Select,
    /// How many runs are ranked.
    runs: Fact,
}

impl Arrows {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |cell: &'e PrintedCell| {
            let runs = self.runs.of(expected, collection(cell))?;
            let verdict = whole_number(runs).and_then(|runs| points_right(cell, runs));
            Ok(Instance::new(Site::from(&cell.address), &cell.at, vec![cell], vec![runs], verdict))
        };
        self.cells.cells(expected)?.into_iter().map(instance).collect()
    }
}

fn points_right(cell: &PrintedCell, runs: i64) -> Result<(), String> {
    let Printed::Ranks { before, after, arrow } = cell.value else {
        return Err(format!("`{}` is not a rank change", cell.text));
    };
    let direction = match after.cmp(&before) {
        std::cmp::Ordering::Less => Arrow::Up,
        std::cmp::Ordering::Equal => Arrow::Level,
        std::cmp::Ordering::Greater => Arrow::Down,
    };
    if direction != arrow {
        return Err(format!("the arrow of `{}` points the wrong way", cell.text));
    }
    if i64::from(before.max(after)) > runs {
        return Err(format!("`{}` has a rank beyond {runs}", cell.text));
    }
    Ok(())
}
