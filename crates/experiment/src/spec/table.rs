//! A table of an experiment: its lines, the cells that they select, and the plot of a figure.
//!
//! A table is read as it is written. `grid` finds the dimensions and statistics that the table names, so that
//! all wrong names are reported together, and replaces each line that follows an axis with a line for each value.

use std::ops::Deref;

use rejudge_pools::{Manipulation, Rule, TopicSetRule};
use rejudge_tables::figures::{Axis as PlotAxis, Marks, Reference, Spread};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::axes::{Axis, Selector};
use super::experiment::Named;
use super::take::{Only, Take};
use crate::spec::yaml::{OneOrMany, Shaped, Spanned, YamlError};

/// A dimension over which a table may have lines or averages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dimension {
    Axis(Axis),
    /// A parameter of an axis's values: `judgments.depth`, `topic-sets.size`.
    Parameter(Axis, &'static str),
    /// The teams of a collection.
    Team,
    /// The runs of a collection.
    Run,
    /// The ranks within a cell, for example of a run's documents.
    Rank,
    /// The items that assessors labelled.
    Item,
    /// The draws of a cell, which only `over` may name.
    Draw,
    /// The name as it is written, until the table is resolved.
    Unresolved(Spanned<String>),
}

impl<'de> Deserialize<'de> for Dimension {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Self::Unresolved)
    }
}

/// The dimensions over which cells are averaged. The list is empty if a cell of the table shows a single cell of the
/// grid.
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
    /// Returns true if cells are averaged over collections.
    pub fn has_collections(&self) -> bool {
        self.contains(&Dimension::Axis(Axis::Collection))
    }

    /// Replaces the names by dimensions. Returns an error for each name that is not a dimension with cells, or is
    /// listed twice.
    pub(crate) fn resolve(&mut self) -> Vec<YamlError> {
        let mut errors = Vec::new();
        for index in 0..self.0.len() {
            let name = match &self.0[index] {
                Dimension::Unresolved(name) => name.clone(),
                _ => continue,
            };
            match self.0[index].resolve(Dimension::has_cells) {
                Ok(()) if self.0[..index].contains(&self.0[index]) => {
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
    /// Returns true if the dimension can have lines. A draw has no line.
    pub(crate) fn has_lines(&self) -> bool {
        *self != Self::Draw
    }

    /// Returns true if `each` of a line may name the dimension.
    pub(crate) fn is_along_axis(&self) -> bool {
        matches!(self, Self::Axis(_) | Self::Parameter(..))
    }

    /// Returns true if cells can be averaged over the dimension. Teams, runs, ranks and items only
    /// distinguish the numbers within a cell.
    pub(crate) fn has_cells(&self) -> bool {
        self.is_along_axis() || *self == Self::Draw
    }

    /// Replaces the name by the dimension. `fits` returns true for the dimensions that are allowed here.
    pub(crate) fn resolve(&mut self, fits: fn(&Self) -> bool) -> Result<(), YamlError> {
        let Self::Unresolved(name) = self else { return Ok(()) };
        let mut allowed: Vec<(String, Self)> =
            dimensions().filter(|(_, dimension)| fits(dimension)).collect();
        if let Some(index) = allowed.iter().position(|(other, _)| *other == name.value) {
            *self = allowed.swap_remove(index).1;
            return Ok(());
        }
        let names: Vec<&str> = allowed.iter().map(|(name, _)| name.as_str()).collect();
        let message =
            format!("`{}` cannot be a dimension here, expected one of {}", name.value, names.join(", "));
        Err(name.error(message).suggesting(&name.value, names))
    }
}

/// Returns the dimensions that a table may name, with their names: the axes `collection`, `measure` and
/// `judgments`, the parameters of judgment sets and topic sets, the dimensions within a cell, such as teams,
/// and the draws.
fn dimensions() -> impl Iterator<Item = (String, Dimension)> {
    let without_parameters = [
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
    let parameters = judgments.chain(sets).map(parameter);
    without_parameters.map(|(name, dimension)| (name.to_owned(), dimension)).into_iter().chain(parameters)
}

/// The content of a cell: one statistic, or several named quantities.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "Shaped<Spanned<String>, Spanned<String>, Named<Spanned<String>>>")]
pub struct Cells(#[schemars(with = "Vec<String>")] pub Vec<Quantity>);

/// A component of a statistic, with its name in the cell.
#[derive(Clone, Debug)]
pub struct Quantity {
    /// The name, which is empty if the cell has only one quantity.
    pub name: String,
    /// The statistic and its component as they are written: `tau`, `dp.power`.
    pub written: Spanned<String>,
    /// The index of the statistic, once the table is resolved.
    pub statistic: usize,
    /// The component, once the table is resolved.
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

/// A line: a row, a column or a panel.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Line {
    /// The axis, or the parameter of an axis, that the line follows. There is a line for each value, which
    /// replaces `{}` in the label and in the quantity.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub each: Option<Spanned<Dimension>>,
    /// The label of the line.
    pub label: String,
    /// The name of the quantity, if several lines have the same label.
    #[serde(default)]
    pub quantity: String,
    /// The selected cells.
    #[serde(default)]
    pub r#where: Selector,
    /// The content of the line's cells.
    pub cell: Option<Cells>,
    /// The dimensions over which the cells are averaged, or aggregated by `take`.
    #[serde(default)]
    #[schemars(with = "OneOrMany<String>")]
    pub over: Over,
    /// The aggregate of the cells, if it is not the mean.
    pub take: Option<Spanned<Take>>,
    /// The teams over which the cells are averaged.
    pub only: Option<Only>,
    /// The number of digits after the point.
    pub decimals: Option<u8>,
    /// True if a share is shown as a percentage.
    pub percent: Option<bool>,
    /// The index of the line in the file's list.
    #[serde(skip)]
    pub index_in_file: usize,
}

impl Line {
    /// Returns the settings of `line` within this line. The label and the quantity are from the inner `line`, and the
    /// selections of both lines are combined. Every other setting is from `line` if it has the setting, and otherwise
    /// from this line. An inner `percent: false` counts as no setting.
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

    /// Returns the quantities of the line's cells.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.cell.iter().flat_map(|cells| &cells.0)
    }

    /// Returns the aggregate of the cells, or `None` for the mean.
    pub fn aggregate(&self) -> Option<Take> {
        self.take.as_ref().map(|take| take.value)
    }

    /// Returns the share of topics that a team must reach to count ([`Only::relevant_for`]).
    pub fn relevant_for(&self) -> Option<f64> {
        self.only.map(|only| only.relevant_for)
    }
}

/// The rows, columns or panels of a table: the values of a dimension, a list of lines, or the measures of a
/// file of tasks.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "Shaped<AlongAxis, Vec<Line>, OfLines>")]
pub enum Lines {
    /// A line for each value of the dimension.
    Axis(#[schemars(with = "String")] Dimension),
    /// A list of lines.
    Listed(Vec<Line>),
    /// The lines of the tasks in this file, until the table is resolved.
    Tasks(Spanned<String>),
}

#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(transparent)]
struct AlongAxis(#[schemars(with = "String")] Dimension);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum OfLines {
    /// A line for each value of this dimension
    Axis(AlongAxis),
    /// A line for each measure of each task in this file, and for each collection on which the measure is
    /// scored
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
    /// Returns the lines of a list. Other forms return no lines.
    pub fn listed(&self) -> &[Line] {
        match self {
            Self::Axis(_) | Self::Tasks(_) => &[],
            Self::Listed(lines) => lines,
        }
    }
}

/// A table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Table {
    /// The name of the table, which is the key in the file.
    #[serde(skip)]
    pub name: String,
    /// The caption.
    pub caption: String,
    /// The selection that all cells share.
    #[serde(default)]
    pub r#where: Selector,
    /// The panels. By default the table has one panel.
    pub panels: Option<Lines>,
    /// The rows.
    pub rows: Lines,
    /// The columns.
    pub columns: Lines,
    /// The content of a cell, unless a line sets another.
    pub cell: Option<Cells>,
    /// The dimensions over which cells are averaged, unless a line sets others.
    #[serde(default)]
    #[schemars(with = "OneOrMany<String>")]
    pub over: Over,
    /// The format of a cell with several quantities in the report: `{change:+2}% {before:1}->{after:1}`.
    pub show: Option<Spanned<String>>,
    /// The plot of a figure.
    pub plot: Option<Spanned<Plot>>,
    /// The number of digits after the point, unless a line sets another.
    #[serde(default = "default_decimals")]
    pub decimals: u8,
}

fn default_decimals() -> u8 {
    3
}

impl Table {
    /// Returns the settings that all cells share, as a line that every other line refines.
    pub fn common(&self) -> Line {
        Line {
            r#where: self.r#where.clone(),
            cell: self.cell.clone(),
            over: self.over.clone(),
            decimals: Some(self.decimals),
            ..Line::default()
        }
    }

    /// Returns the panels, rows and columns.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Lines> {
        [self.panels.as_ref(), Some(&self.rows), Some(&self.columns)].into_iter().flatten()
    }

    /// Returns the panels, rows and columns, so that they can be changed.
    pub(crate) fn lines_mut(&mut self) -> impl Iterator<Item = &mut Lines> {
        [self.panels.as_mut(), Some(&mut self.rows), Some(&mut self.columns)].into_iter().flatten()
    }

    /// Returns the contents of cells that the table sets, and the contents that its lines set.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &Cells> {
        let cells_of_lines = self.lines().flat_map(Lines::listed).filter_map(|line| line.cell.as_ref());
        self.cell.iter().chain(cells_of_lines)
    }
}

/// The plot of a figure, by the form in which points are drawn.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plot {
    /// Points joined by lines, with a curve for each column.
    Curves(PlotAxes),
    /// Bars side by side, with a group for each row.
    Bars(PlotAxes),
    /// Markers side by side, with a group for each row.
    Dots(PlotAxes),
}

/// The axes of a plot, and the lines and ranges that are drawn besides the points.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PlotAxes {
    /// The horizontal axis.
    pub x: PlotAxis,
    /// The vertical axis.
    pub y: PlotAxis,
    /// Horizontal reference lines.
    pub references: Vec<Reference>,
    /// The form in which the deviation over draws is shown.
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

    pub fn axes(&self) -> &PlotAxes {
        let (Self::Curves(axes) | Self::Bars(axes) | Self::Dots(axes)) = self;
        axes
    }

    pub(crate) fn axes_mut(&mut self) -> &mut PlotAxes {
        let (Self::Curves(axes) | Self::Bars(axes) | Self::Dots(axes)) = self;
        axes
    }
}
