//! The form of the drawing of a figure, as written.

use rejudge_tables::figures::{Axis, Reference, Spread};
use schemars::JsonSchema;
use serde::Deserialize;

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
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Horizontal lines to compare with.
    pub references: Vec<Reference>,
    /// The form in which the deviation over the draws is shown.
    pub spread: Spread,
}
