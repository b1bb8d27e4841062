//! The contents of a figure, as numbers and text.

/// A figure: panels side by side with the same vertical axis, marks and legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The name. Ids within the SVG are made from it.
    pub name: String,
    /// The caption, which is also the title for screen readers. If it is empty, the name is the title.
    pub caption: String,
    /// The description for screen readers.
    pub description: String,
    /// The panels, for example one for each collection.
    pub panels: Vec<Panel>,
    /// The horizontal axis. If its ends are `None`, each panel has the range of its own points.
    pub x: Axis,
    /// The vertical axis. If its ends are `None`, its range includes the points and spreads of all panels,
    /// and the references.
    pub y: Axis,
    /// Horizontal lines to compare with, for example a threshold.
    pub references: Vec<Reference>,
    /// The kind of mark at each point.
    pub marks: Marks,
    /// The way in which spreads are drawn.
    pub spread: Spread,
    /// True if each mark has a title with its numbers, which a browser shows when you point at it. This makes the SVG
    /// larger.
    pub has_titles: bool,
    /// Width and height of each plot area if the panels are in one column. Many categories make it wider.
    /// The default is a size for a printed page.
    pub plot_area: Option<(f64, f64)>,
}

/// One panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    pub title: String,
    /// The categories on the horizontal axis: category i is at x = i. Empty if the axis has numbers.
    pub categories: Vec<String>,
    /// The curves. Curves with the same label look the same in all panels.
    pub curves: Vec<Curve>,
    /// The text to show if the panel has no values.
    pub note: String,
}

impl Panel {
    /// Returns true if no point has a value. The panel then shows its note instead of marks.
    pub fn is_empty(&self) -> bool {
        self.curves.iter().flat_map(|curve| &curve.points).all(|point| point.y.is_none())
    }
}

/// A curve, or bars or dots of the same colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The name in the legend.
    pub label: String,
    /// The points, ordered by x.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The number on the horizontal axis, or the index of the category.
    pub x: f64,
    /// The number on the vertical axis. If it is `None`, the curve has a gap here.
    pub y: Option<f64>,
    /// The half-width of the spread, which goes from `y - spread` to `y + spread`.
    pub spread: Option<f64>,
}

impl Point {
    /// Returns a point without spread.
    pub fn at(x: f64, y: f64) -> Self {
        Self { x, y: Some(y), spread: None }
    }

    /// Returns both ends of the spread, or `None` if the point has no `y`. Without a spread, both ends are
    /// `y`.
    pub(crate) fn spread_ends(&self) -> Option<(f64, f64)> {
        let spread = self.spread.unwrap_or(0.0);
        self.y.map(|y| (y - spread, y + spread))
    }
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq, schemars::JsonSchema, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Axis {
    /// The label of the measured quantity.
    pub label: String,
    /// The start of the axis. By default an axis includes all numbers, and the vertical axis also spreads and references.
    pub from: Option<f64>,
    /// The end of the axis. The default is as for the start.
    pub to: Option<f64>,
    /// The scale.
    pub scale: Scale,
    /// True if the numbers grow downwards, like ranks, or to the left.
    pub reversed: bool,
}

/// The mapping from numbers to positions on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, schemars::JsonSchema, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal steps for equal differences.
    #[default]
    Linear,
    /// Equal steps for equal ratios.
    Log,
    /// One place for each category of the panel.
    Categories,
}

/// A horizontal line to compare with.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The number at which it is drawn.
    #[serde(rename = "at")]
    pub y: f64,
    /// The label, such as `alpha = 0.05`.
    #[serde(default)]
    pub label: String,
}

/// The kind of mark at each point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// Points joined by lines.
    #[default]
    Curves,
    /// Bars side by side.
    Bars,
    /// Markers side by side, not joined.
    Dots,
}

/// The way in which spreads are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, schemars::JsonSchema, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// A band along each curve if the horizontal axis has numbers, otherwise error bars.
    #[default]
    Automatic,
    /// A light band along a curve.
    Band,
    /// An error bar at each point.
    Bars,
    /// The spread is not drawn.
    Hidden,
}
