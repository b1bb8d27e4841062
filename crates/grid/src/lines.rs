//! Tables with references resolved: which cells stand in which row, column and panel.

use super::{Axis, Grid, Plot, Point, Selector};
use rejudge_spec::Take;
use rejudge_statistics::TEAM_FACTS;

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
}

impl Dimension {
    /// The place of a point on a curve over a parameter that is a number: the sampling rate of its judgments,
    /// say, or the size of its sets of topics.
    pub fn place_of(&self, grid: &Grid, point: &Point) -> Option<f64> {
        match self {
            Self::Parameter(Axis::Judgments, name) => grid.set(point)?.number(name),
            Self::Parameter(Axis::TopicSets, name) => grid.topic_sets(point)?.number(name),
            _ => None,
        }
    }
}

/// Panels, rows or columns.
#[derive(Clone, Debug)]
pub enum Lines {
    /// One line a value.
    Axis(Dimension),
    /// Written out.
    Listed(Vec<Line>),
}

/// A line that is written out.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Its label.
    pub label: String,
    /// The quantity, where several lines share a label.
    pub quantity: String,
    /// What it selects and shows.
    pub selection: Selection,
    /// The axis that it follows, before it is written out.
    pub each: Option<Dimension>,
    /// Its place in the list as written.
    pub written: usize,
}

/// What a table, or a line of it, says about its cells.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Which points.
    pub selector: Selector,
    /// Which statistics.
    pub cells: Option<Cells>,
    /// Averaged over this dimension.
    pub over: Option<Dimension>,
    /// What is taken of the cells instead of their mean.
    pub take: Option<Take>,
    /// Only teams that brought a relevant document for this share of the topics.
    pub relevant_for: Option<f64>,
    /// Digits after the point.
    pub decimals: Option<u8>,
    /// True if a share is shown as a percentage.
    pub percent: bool,
}

/// Quantities of a cell; a single one has no name.
pub type Cells = Vec<Quantity>;

/// A statistic's component, and its name in the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The name; empty for a single quantity.
    pub name: String,
    /// Index of the statistic.
    pub statistic: usize,
    /// Its component.
    pub component: &'static str,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// What all cells have in common.
    pub common: Selection,
    /// Panels, where it has any.
    pub panels: Option<Lines>,
    /// Rows.
    pub rows: Lines,
    /// Columns.
    pub columns: Lines,
    /// How several quantities share a cell of the report.
    pub show: Option<String>,
    /// How it is drawn, where it is a figure.
    pub plot: Option<Plot>,
}

impl Selection {
    /// This selection, with what a line says laid over it.
    #[must_use]
    pub fn refined(&self, line: &Selection) -> Selection {
        Selection {
            selector: self.selector.and(&line.selector),
            cells: line.cells.clone().or_else(|| self.cells.clone()),
            over: line.over.clone().or_else(|| self.over.clone()),
            take: line.take.or(self.take),
            relevant_for: line.relevant_for.or(self.relevant_for),
            decimals: line.decimals.or(self.decimals),
            percent: line.percent || self.percent,
        }
    }

    /// Which points a cell is of. If neither its selection nor its lines name sets of topics (`runs_over_sets`), it is
    /// of all topics.
    pub fn points(&self, grid: &Grid, runs_over_sets: bool) -> Selector {
        let is_over_sets =
            runs_over_sets || matches!(self.over, Some(Dimension::Parameter(Axis::TopicSets, _)));
        match is_over_sets || self.selector.names("topic-sets") {
            true => self.selector.clone(),
            false => self.selector.and(&grid.without_topic_subsets()),
        }
    }
}

impl Lines {
    /// Returns true if they are values of sets of topics.
    fn are_of_sets(&self) -> bool {
        matches!(self, Lines::Axis(Dimension::Parameter(Axis::TopicSets, _)))
    }

    /// The selections of the lines; an axis selects nothing by itself.
    fn selections(&self) -> Vec<Selection> {
        match self {
            Lines::Axis(_) => vec![Selection::default()],
            Lines::Listed(lines) => lines.iter().map(|line| line.selection.clone()).collect(),
        }
    }
}

impl Table {
    /// Which statistics are asked for at which points.
    pub fn demands(&self, grid: &Grid) -> Vec<(usize, Selector)> {
        let mut out = Vec::new();
        let lines = [self.panels.as_ref(), Some(&self.rows), Some(&self.columns)];
        let are_of_sets = lines.into_iter().flatten().any(Lines::are_of_sets);
        let panels = self.panels.as_ref().map_or_else(|| vec![Selection::default()], Lines::selections);
        for panel in &panels {
            for row in &self.rows.selections() {
                for column in &self.columns.selections() {
                    let cell = self.common.refined(panel).refined(row).refined(column);
                    let points = cell.points(grid, are_of_sets);
                    for quantity in cell.cells.iter().flatten() {
                        out.push((quantity.statistic, points.clone()));
                    }
                    if cell.relevant_for.is_some() {
                        let facts = grid.statistics.iter().position(|s| s.is(&TEAM_FACTS));
                        out.extend(facts.map(|facts| (facts, points.clone())));
                    }
                }
            }
        }
        out
    }
}
