//! A table of an experiment: its lines, the cells that they select, and the form of its drawing.
//!
//! It is read as it is written. `grid` finds the dimensions and statistics that it names, so that all names that are
//! wrong are reported together, and writes out lines that stand for several.

use std::ops::Deref;

use rejudge_pools::{Manipulation, Rule, TopicSetRule};
use rejudge_tables::figures::{Axis as PlotAxis, Marks, Reference, Spread};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::axes::{Axis, Selector};
use super::experiment::Named;
use super::take::{Only, Take};
use crate::spec::yaml::{OneOrMany, Shaped, Spanned, YamlError};

/// A dimension that a table may run over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// An axis.
    Axis(Axis),
    /// A parameter of its values: `judgments.depth`, `topic-sets.size`.
    Parameter(Axis, &'static str),
    /// Teams of a collection.
    Team,
    /// Runs of a collection.
    Run,
    /// Ranks of a run.
    Rank,
    /// Items that assessors labelled.
    Item,
    /// Draws of a cell; only `over` may name them.
    Draw,
    /// Its name as written, until the table is resolved.
    Unresolved(Spanned<String>),
}

impl<'de> Deserialize<'de> for Dimension {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Self::Unresolved)
    }
}

/// The dimensions that cells are averaged over, one or a list; empty if a cell shows one cell of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMany<Dimension>")]
pub struct Over(Vec<Dimension>);

impl From<OneOrMany<Dimension>> for Over {
    fn from(OneOrMany(dimensions): OneOrMany<Dimension>) -> Self {
        Self(dimensions)
    }
}

impl Deref for Over {
    type Target = [Dimension];

    fn deref(&self) -> &[Dimension] {
        &self.0
    }
}

impl Over {
    /// Returns true if collections are among them.
    pub fn has_collections(&self) -> bool {
        self.contains(&Dimension::Axis(Axis::Collection))
    }

    /// Replaces the names by the dimensions, which must have cells, each once.
    pub(crate) fn resolve(&mut self) -> Vec<YamlError> {
        let mut errors = Vec::new();
        for at in 0..self.0.len() {
            let name = match &self.0[at] {
                Dimension::Unresolved(name) => name.clone(),
                _ => continue,
            };
            match self.0[at].resolve(Dimension::has_cells) {
                Ok(()) if self.0[..at].contains(&self.0[at]) => {
                    errors.push(name.error(format!("`{}` is listed twice", name.value)));
                }
                Ok(()) => {}
                Err(error) => errors.push(error),
            }
        }
        errors
    }
}

impl Dimension {
    /// Returns true if lines may run over it: there is no line for a draw.
    pub(crate) fn has_lines(&self) -> bool {
        *self != Self::Draw
    }

    /// Returns true if a line may follow it.
    pub(crate) fn is_of_axis(&self) -> bool {
        matches!(self, Self::Axis(_) | Self::Parameter(..))
    }

    /// Returns true if cells may be averaged over it: runs, teams and ranks are no cells of their own.
    pub(crate) fn has_cells(&self) -> bool {
        self.is_of_axis() || *self == Self::Draw
    }

    /// Replaces its name by the dimension, one of those that fit its place.
    pub(crate) fn resolve(&mut self, fits: fn(&Self) -> bool) -> Result<(), YamlError> {
        let Self::Unresolved(name) = self else { return Ok(()) };
        let mut known: Vec<(String, Self)> = dimensions().filter(|(_, of)| fits(of)).collect();
        if let Some(at) = known.iter().position(|(known, _)| *known == name.value) {
            *self = known.swap_remove(at).1;
            return Ok(());
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
        let message = format!("`{}` is no dimension here, expected one of {}", name.value, names.join(", "));
        Err(name.error(message).suggesting(&name.value, names))
    }
}

/// Returns the dimensions by their names: axes, parameters of their values, and the subjects of numbers.
fn dimensions() -> impl Iterator<Item = (String, Dimension)> {
    let own = [
        ("collection", Dimension::Axis(Axis::Collection)),
        ("measure", Dimension::Axis(Axis::Measure)),
        ("judgments", Dimension::Axis(Axis::Judgments)),
        ("team", Dimension::Team),
        ("run", Dimension::Run),
        ("rank", Dimension::Rank),
        ("item", Dimension::Item),
        ("draw", Dimension::Draw),
    ];
    let judgments = Manipulation::parameter_names().into_iter().map(|name| (Axis::Judgments, name));
    let sets = TopicSetRule::parameter_names().into_iter().map(|name| (Axis::TopicSets, name));
    let parameter =
        |(axis, name): (Axis, _)| (format!("{}.{name}", axis.name()), Dimension::Parameter(axis, name));
    own.map(|(name, of)| (name.to_owned(), of)).into_iter().chain(judgments.chain(sets).map(parameter))
}

/// The content of a cell: one statistic, or several named quantities.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>")]
pub struct Cells(#[schemars(with = "Vec<String>")] pub Vec<Quantity>);

/// A statistic's component, and its name in the cell.
#[derive(Clone, Debug)]
pub struct Quantity {
    /// The name; empty for a single quantity.
    pub name: String,
    /// The statistic and its component, as written: `tau`, `dp.power`.
    pub written: Spanned<String>,
    /// Index of the statistic, once it is found.
    pub statistic: usize,
    /// Its component.
    pub component: &'static str,
}

impl From<Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>> for Cells {
    fn from(written: Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>) -> Self {
        let quantity = |name, written| Quantity { name, written, statistic: usize::MAX, component: "" };
        Self(match written {
            Shaped::Scalar(one) | Shaped::List(one) => vec![quantity(String::new(), one)],
            Shaped::Map(Named(cells)) => {
                cells.into_iter().map(|(name, cell)| quantity(name.value, cell)).collect()
            }
        })
    }
}

/// One line (row, column or panel) that is written out.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Line {
    /// The axis that it follows: there is such a line for each of its values, in place of `{}` in the label.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub each: Option<Spanned<Dimension>>,
    /// Its label.
    pub label: String,
    /// The quantity, where several lines share a label.
    #[serde(default)]
    pub quantity: String,
    /// The cells that it selects.
    #[serde(default)]
    pub r#where: Selector,
    /// The content of its cells.
    pub cell: Option<Cells>,
    /// The dimensions that its cells are averaged over.
    #[serde(default)]
    #[schemars(with = "OneOrMany<String>")]
    pub over: Over,
    /// Aggregate of them instead of the mean.
    pub take: Option<Spanned<Take>>,
    /// The teams that the average is over.
    pub only: Option<Only>,
    /// Digits after the point.
    pub decimals: Option<u8>,
    /// True if a share is shown as a percentage.
    pub percent: Option<bool>,
    /// Its place in the list as written.
    #[serde(skip)]
    pub written: usize,
}

impl Line {
    /// Returns this line, narrowed by another one within it.
    #[must_use]
    pub fn refined(&self, line: &Self) -> Self {
        Self {
            label: line.label.clone(),
            quantity: line.quantity.clone(),
            r#where: self.r#where.and(&line.r#where),
            cell: line.cell.clone().or_else(|| self.cell.clone()),
            over: if line.over.is_empty() { self.over.clone() } else { line.over.clone() },
            take: line.take.clone().or_else(|| self.take.clone()),
            only: line.only.or(self.only),
            decimals: line.decimals.or(self.decimals),
            percent: line.percent.filter(|percent| *percent).or(self.percent),
            ..Self::default()
        }
    }

    /// Returns the content of its cells.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.cell.iter().flat_map(|cells| &cells.0)
    }

    /// Returns the aggregate of its cells, or `None` for their mean.
    pub fn taken(&self) -> Option<Take> {
        self.take.as_ref().map(|take| take.value)
    }

    /// Returns the share of the topics for which a team must have contributed a relevant document.
    pub fn relevant_for(&self) -> Option<f64> {
        self.only.map(|only| only.relevant_for)
    }
}

/// The rows, columns or panels of a table: the values of a dimension, or lines written out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "Shaped<AlongAxis, Vec<Line>, OfLines>")]
pub enum Lines {
    /// One line a value.
    Axis(#[schemars(with = "String")] Dimension),
    /// Written out.
    Listed(Vec<Line>),
    /// One line a measure of each task of this file, until the table is resolved.
    Tasks(Spanned<String>),
}

#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(transparent)]
struct AlongAxis(#[schemars(with = "String")] Dimension);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum OfLines {
    /// A line for each value of this axis
    Axis(AlongAxis),
    /// A line for each measure of each task of this file
    Tasks(Spanned<String>),
}

impl From<Shaped<AlongAxis, Vec<Line>, OfLines>> for Lines {
    fn from(written: Shaped<AlongAxis, Vec<Line>, OfLines>) -> Self {
        match written {
            Shaped::Scalar(AlongAxis(axis)) | Shaped::Map(OfLines::Axis(AlongAxis(axis))) => Self::Axis(axis),
            Shaped::Map(OfLines::Tasks(file)) => Self::Tasks(file),
            Shaped::List(lines) => Self::Listed(lines),
        }
    }
}

impl Lines {
    /// Returns the lines that are written out.
    pub fn listed(&self) -> &[Line] {
        match self {
            Self::Axis(_) | Self::Tasks(_) => &[],
            Self::Listed(lines) => lines,
        }
    }
}

/// A table as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Table {
    /// The key of its entry.
    #[serde(skip)]
    pub name: String,
    /// Its caption.
    pub caption: String,
    /// Selection that all its cells share.
    #[serde(default)]
    pub r#where: Selector,
    /// One panel a line; absent: one panel.
    pub panels: Option<Lines>,
    /// Its rows.
    pub rows: Lines,
    /// Its columns.
    pub columns: Lines,
    /// The content of a cell, unless a line names another.
    pub cell: Option<Cells>,
    /// The dimensions that its cells are averaged over, unless a line names others.
    #[serde(default)]
    #[schemars(with = "OneOrMany<String>")]
    pub over: Over,
    /// Format of a cell of the report that shows several quantities: `{change:+2}% {before:1}->{after:1}`.
    pub show: Option<Spanned<String>>,
    /// The form of the drawing, of a figure.
    pub plot: Option<Spanned<Plot>>,
    /// Digits after the point.
    #[serde(default = "three")]
    pub decimals: u8,
}

/// The default number of digits after the point.
fn three() -> u8 {
    3
}

impl Table {
    /// Returns the settings that all its cells share, as a line around them.
    pub fn common(&self) -> Line {
        Line {
            r#where: self.r#where.clone(),
            cell: self.cell.clone(),
            over: self.over.clone(),
            decimals: Some(self.decimals),
            ..Line::default()
        }
    }

    /// Returns its panels, rows and columns.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Lines> {
        [self.panels.as_ref(), Some(&self.rows), Some(&self.columns)].into_iter().flatten()
    }

    /// The same, to be changed.
    pub(crate) fn lines_mut(&mut self) -> impl Iterator<Item = &mut Lines> {
        [self.panels.as_mut(), Some(&mut self.rows), Some(&mut self.columns)].into_iter().flatten()
    }

    /// Returns the contents of cells: that of the table, and those of its lines.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &Cells> {
        let of_lines = self.lines().flat_map(Lines::listed).filter_map(|line| line.cell.as_ref());
        self.cell.iter().chain(of_lines)
    }
}

/// The form in which points are drawn.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plot {
    /// Joined by lines, one a column.
    Curves(PlotAxes),
    /// Bars side by side, a group a row.
    Bars(PlotAxes),
    /// Markers side by side, a group a row.
    Dots(PlotAxes),
}

/// The axes of a plot, and what is drawn besides the points.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PlotAxes {
    /// The horizontal axis.
    pub x: PlotAxis,
    /// The vertical axis.
    pub y: PlotAxis,
    /// Horizontal lines to compare with.
    pub references: Vec<Reference>,
    /// The form in which the deviation over the draws is shown.
    pub spread: Spread,
}

impl Plot {
    /// Returns the marks of points.
    pub fn marks(&self) -> Marks {
        match self {
            Self::Curves(_) => Marks::Curves,
            Self::Bars(_) => Marks::Bars,
            Self::Dots(_) => Marks::Dots,
        }
    }

    /// Returns its axes.
    pub fn axes(&self) -> &PlotAxes {
        let (Self::Curves(axes) | Self::Bars(axes) | Self::Dots(axes)) = self;
        axes
    }

    pub(crate) fn axes_mut(&mut self) -> &mut PlotAxes {
        let (Self::Curves(axes) | Self::Bars(axes) | Self::Dots(axes)) = self;
        axes
    }
}
