//! A figure as written: a table, and how it is drawn.

use rejudge_tables::figures::Spread;
use schemars::JsonSchema;
use serde::Deserialize;

use super::shape::{CellsWire, LinesWire, TableWire, Where, three};
use crate::spec::yaml::Spanned;

/// A figure.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FigureWire {
    /// Its caption.
    pub caption: String,
    /// Selection that all its points share.
    #[serde(default)]
    pub r#where: Where,
    /// One panel a line; absent: one panel.
    pub panels: Option<LinesWire>,
    /// Its horizontal axis: numbers where every label is one, categories else.
    pub rows: LinesWire,
    /// Its curves.
    pub columns: LinesWire,
    /// Statistic to draw, unless a line names another.
    pub cell: Option<CellsWire>,
    /// Digits after the point, where the report shows the numbers.
    #[serde(default = "three")]
    pub decimals: u8,
    /// The form of the drawing.
    pub plot: Spanned<PlotWire>,
}

impl FigureWire {
    /// Returns the table behind it.
    pub fn table(&self) -> TableWire {
        TableWire {
            caption: self.caption.clone(),
            r#where: self.r#where.clone(),
            panels: self.panels.clone(),
            rows: self.rows.clone(),
            columns: self.columns.clone(),
            cell: self.cell.clone(),
            over: None,
            show: None,
            decimals: self.decimals,
        }
    }
}

/// The form in which points are drawn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlotWire {
    /// Joined by lines, one a column.
    Curves(AxesOfPlotWire),
    /// Bars side by side, a group a row.
    Bars(AxesOfPlotWire),
    /// Markers side by side, a group a row.
    Dots(AxesOfPlotWire),
}

/// The axes of a plot, and what is drawn besides the points.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AxesOfPlotWire {
    /// The horizontal axis.
    pub x: AxisOfPlotWire,
    /// The vertical axis.
    pub y: AxisOfPlotWire,
    /// Horizontal lines to compare with.
    pub references: Vec<ReferenceWire>,
    /// The form in which the deviation over the draws is shown.
    pub spread: Spread,
}

/// An axis of a plot.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AxisOfPlotWire {
    /// Its label.
    pub label: String,
    /// Its lower end; absent: that of the points.
    pub from: Option<Spanned<f64>>,
    /// Its upper end; absent: that of the points.
    pub to: Option<Spanned<f64>>,
    /// Its scale.
    pub scale: Option<Spanned<ScaleWire>>,
    /// True if its numbers grow downwards (ranks) or to the left.
    pub reversed: bool,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScaleWire {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios.
    Log,
    /// Equal steps from label to label, numbers or not.
    Categories,
}

/// A horizontal line to compare with.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ReferenceWire {
    /// The number at which it is drawn.
    pub at: Spanned<f64>,
    /// Its label.
    #[serde(default)]
    pub label: String,
}
