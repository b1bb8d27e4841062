//! The names of a confusion matrix: which decisions each of its cells counts.

use rejudge_stats::{ConfusionMatrix, confusion_matrix};
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::select::Select;
use rejudge_spec::yaml::YamlError;

/// A cell whose row says `accepted` or `rejected` of the full judgments and whose column says it of fewer
/// holds the name of that cell, by the function that the experiments use, which counts one such decision
/// there and none elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConfusionNames {
    /// The cells that hold names.
    cells: Select,
}

impl ConfusionNames {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |cell: &'e PrintedCell| {
            let verdict = name(cell);
            Instance::new(Site::from(&cell.address), &cell.at, vec![cell], Vec::new(), verdict)
        };
        Ok(self.cells.cells(expected)?.into_iter().map(instance).collect())
    }
}

fn name(cell: &PrintedCell) -> Result<(), String> {
    let rejected = |label: &str| match (label.contains("rejected"), label.contains("accepted")) {
        (true, false) => Ok(true),
        (false, true) => Ok(false),
        _ => Err(format!("`{label}` says neither accepted nor rejected")),
    };
    let (full, fewer) = (rejected(&cell.address.row)?, rejected(&cell.address.column)?);
    let ConfusionMatrix { c11, c12, c21, c22 } = confusion_matrix(&[full], &[fewer]);
    let counts = [("C(1,1)", c11), ("C(1,2)", c12), ("C(2,1)", c21), ("C(2,2)", c22)];
    let counted: Vec<&str> = counts.iter().filter(|(_, count)| *count == 1).map(|(name, _)| *name).collect();
    match counted.as_slice() {
        [name] if cell.text == *name => Ok(()),
        _ => Err(format!("`{}` is printed, such a decision is counted in {}", cell.text, counted.join(", "))),
    }
}
