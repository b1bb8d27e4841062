//! What a figure is: plain numbers and words.

/// A figure: panels side by side that share their axes, marks and legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Its name; ids within the SVG begin with it.
    pub name: String,
    /// What it shows: the title that a screen reader reads.
    pub caption: String,
    /// What else is to be known of it: the description that a screen reader reads.
    pub description: String,
    /// The panels, one a collection; without one the figure says so.
    pub panels: Vec<Panel>,
    /// The horizontal axis; an automatic range is each panel's own.
    pub x: Axis,
    /// The vertical axis; an automatic range is that of all panels together.
    pub y: Axis,
    /// Horizontal lines to compare with.
    pub references: Vec<Reference>,
    /// How points are drawn.
    pub marks: Marks,
    /// How the spread of points is drawn.
    pub spread: Spread,
    /// True if marks say their numbers to those who point at them: for pages, larger than a picture on paper.
    pub values: bool,
    /// Width and height of the field of a single panel; absent: what suits a page of a paper.
    pub field: Option<(f64, f64)>,
}

/// One panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// Names of the places 0, 1, .. of a horizontal axis of categories; empty for numbers.
    pub categories: Vec<String>,
    /// Its curves. Curves of one label look alike in all panels.
    pub curves: Vec<Curve>,
    /// Why it is empty, where it is.
    pub note: String,
}

/// A curve, or the bars or dots of one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// What the legend calls it.
    pub label: String,
    /// Its points in the order of x.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Number, or index of the category.
    pub x: f64,
    /// Number; without one the curve has a gap.
    pub y: Option<f64>,
    /// How far its spread reaches below and above `y`.
    pub spread: Option<f64>,
}

impl Point {
    /// A point without spread.
    pub fn at(x: f64, y: f64) -> Self {
        Self { x, y: Some(y), spread: None }
    }

    /// Lowest and highest number of the point with its spread.
    pub(crate) fn reach(&self) -> Option<(f64, f64)> {
        let spread = self.spread.unwrap_or(0.0);
        self.y.map(|y| (y - spread, y + spread))
    }
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it measures, as the field says it.
    pub label: String,
    /// Where it begins; absent: with the data.
    pub from: Option<f64>,
    /// Where it ends; absent: with the data.
    pub to: Option<f64>,
    /// How numbers become places.
    pub scale: Scale,
    /// Whether its numbers grow downwards, as those of ranks do, or to the left.
    pub reversed: bool,
}

/// How numbers become places on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps for equal differences.
    #[default]
    Linear,
    /// Equal steps for equal ratios.
    Log,
    /// One place a category of the panel.
    Categories,
}

/// A horizontal line to compare with.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Where.
    pub y: f64,
    /// What it is: `alpha = 0.05`.
    pub label: String,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// Joined by lines.
    #[default]
    Curves,
    /// Bars side by side.
    Bars,
    /// Markers side by side, not joined.
    Dots,
}

/// How the spread of points is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Spread {
    /// A band along curves over numbers, error bars else.
    #[default]
    Automatic,
    /// A light band along a curve.
    Band,
    /// An error bar at each point.
    Bars,
    /// Not at all.
    Hidden,
}
