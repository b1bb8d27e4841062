//! A table of an experiment as written: its lines, and the cells that they select.

use schemars::JsonSchema;
use serde::Deserialize;

use super::axes::Selector;
use super::experiment::Named;
use super::figure::PlotWire;
use super::take::{OnlyWire, Take};
use crate::spec::yaml::{Shaped, Spanned};

/// The content of a cell: one statistic, or several named quantities.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>")]
pub struct CellsWire(pub Vec<(String, Spanned<String>)>);

impl From<Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>> for CellsWire {
    fn from(written: Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>) -> Self {
        Self(match written {
            Shaped::Scalar(one) | Shaped::List(one) => vec![(String::new(), one)],
            Shaped::Map(Named(cells)) => cells.into_iter().map(|(name, cell)| (name.value, cell)).collect(),
        })
    }
}

/// One line (row, column or panel) that is written out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LineWire {
    /// The axis that it follows: there is such a line for each of its values, in place of `{}` in the label.
    pub each: Option<Spanned<String>>,
    /// Its label.
    pub label: String,
    /// The quantity, where several lines share a label.
    #[serde(default)]
    pub quantity: String,
    /// The cells that it selects.
    #[serde(default)]
    pub r#where: Selector,
    /// The content of its cells.
    pub cell: Option<CellsWire>,
    /// The dimension that its cells are averaged over.
    pub over: Option<Spanned<String>>,
    /// Aggregate of them instead of the mean.
    pub take: Option<Spanned<Take>>,
    /// The teams that the average is over.
    pub only: Option<OnlyWire>,
    /// Digits after the point.
    pub decimals: Option<u8>,
    /// True if a share is shown as a percentage.
    pub percent: Option<bool>,
}

/// The rows, columns or panels of a table: the values of a dimension, or lines written out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "Shaped<Spanned<String>, Vec<LineWire>, OfLines>")]
pub enum LinesWire {
    /// One line a value.
    Axis(Spanned<String>),
    /// One line a measure of each task of a file.
    Tasks(Spanned<String>),
    /// Written out.
    Listed(Vec<LineWire>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum OfLines {
    /// A line for each value of this axis
    Axis(Spanned<String>),
    /// A line for each measure of each task of this file
    Tasks(Spanned<String>),
}

impl From<Shaped<Spanned<String>, Vec<LineWire>, OfLines>> for LinesWire {
    fn from(written: Shaped<Spanned<String>, Vec<LineWire>, OfLines>) -> Self {
        match written {
            Shaped::Scalar(axis) | Shaped::Map(OfLines::Axis(axis)) => Self::Axis(axis),
            Shaped::Map(OfLines::Tasks(file)) => Self::Tasks(file),
            Shaped::List(lines) => Self::Listed(lines),
        }
    }
}

/// A table as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableWire {
    /// Its caption.
    pub caption: String,
    /// Selection that all its cells share.
    #[serde(default)]
    pub r#where: Selector,
    /// One panel a line; absent: one panel.
    pub panels: Option<LinesWire>,
    /// Its rows.
    pub rows: LinesWire,
    /// Its columns.
    pub columns: LinesWire,
    /// The content of a cell, unless a line names another.
    pub cell: Option<CellsWire>,
    /// The dimension that its cells are averaged over, unless a line names another.
    pub over: Option<Spanned<String>>,
    /// Format of a cell of the report that shows several quantities: `{change:+2}% {before:1}->{after:1}`.
    pub show: Option<Spanned<String>>,
    /// The form of the drawing, of a figure.
    pub plot: Option<Spanned<PlotWire>>,
    /// Digits after the point.
    #[serde(default = "three")]
    pub decimals: u8,
}

/// The default number of digits after the point.
fn three() -> u8 {
    3
}
