//! Accuracy and g-mean of printed confusion matrices.

use rejudge_stats::ConfusionMatrix;
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::agree::Scale;
use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::Instance;
use super::select::{Select, grouped, whole_number};
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each row of a table holds a matrix, `C(1,1)` to `C(2,2)` in its columns; the row of the same label in
/// another table holds what follows from it, by the functions that the experiments use.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Confusion {
    /// The cells of the matrices.
    matrices: Select,
    /// The table with the columns `accuracy` and `g-mean`.
    rates: Spanned<String>,
}

type Rate = fn(&ConfusionMatrix) -> Option<f64>;

const RATES: [(&str, Rate); 2] =
    [("accuracy", ConfusionMatrix::accuracy), ("g-mean", ConfusionMatrix::g_mean)];

impl Confusion {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let rows = grouped(self.matrices.cells(expected)?, |site| site.column = None);
        let mut instances = Vec::new();
        for (site, cells) in rows {
            let matrix = matrix(&cells);
            for (column, rate) in RATES {
                let table = self.rates.value.clone();
                let there = Site { table, column: Some(column.to_owned()), ..site.clone() };
                let printed = expected
                    .at(&there)
                    .ok_or_else(|| self.rates.error(format!("{there} is not among the printed cells")))?;
                let verdict = matrix.clone().and_then(|matrix| {
                    let made = rate(&matrix).ok_or("the matrix has no such rate")?;
                    match printed.value.agrees(made, Scale::Proportion) {
                        Some(true) => Ok(()),
                        _ => Err(format!("the {column} is {made:.4}, not {}", printed.text)),
                    }
                });
                let mut bound = cells.clone();
                bound.push(printed);
                instances.push(Instance::new(there, &printed.at, bound, Vec::new(), verdict));
            }
        }
        Ok(instances)
    }
}

/// The matrix whose cells these are.
fn matrix(cells: &[&PrintedCell]) -> Result<ConfusionMatrix, String> {
    let count = |column: &str| {
        let cell = cells.iter().find(|cell| cell.address.column == column);
        let cell = cell.ok_or_else(|| format!("there is no column {column}"))?;
        usize::try_from(whole_number(cell)?).map_err(|_| format!("`{}` is no count", cell.text))
    };
    Ok(ConfusionMatrix {
        c11: count("C(1,1)")?,
        c12: count("C(1,2)")?,
        c21: count("C(2,1)")?,
        c22: count("C(2,2)")?,
    })
}
