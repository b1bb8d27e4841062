//! Tables with references resolved: the cells of each row, column and panel.

use super::{Axis, Grid, Plot, Point, Selector};
use crate::spec::Take;
use crate::statistics::TEAM_FACTS;

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
    /// Returns the position of a point on a curve over a numeric parameter, for example the sampling rate of
    /// its judgments or the size of its sets of topics.
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
    /// The quantity, if several lines share a label.
    pub quantity: String,
    /// The selected cells and their display.
    pub selection: Selection,
    /// The axis that it follows, before it is written out.
    pub each: Option<Dimension>,
    /// Its place in the list as written.
    pub written: usize,
}

/// The settings of a table, or of a line of it, for its cells.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The selector of points.
    pub selector: Selector,
    /// The selected statistics.
    pub cells: Option<Cells>,
    /// Averaged over this dimension.
    pub over: Option<Dimension>,
    /// The summary taken of the cells instead of their mean.
    pub take: Option<Take>,
    /// Selects only teams that contributed a relevant document for this share of the topics.
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
    /// The caption.
    pub caption: String,
    /// The settings that all cells share.
    pub common: Selection,
    /// Panels, if it has any.
    pub panels: Option<Lines>,
    /// Rows.
    pub rows: Lines,
    /// Columns.
    pub columns: Lines,
    /// The format by which several quantities share a cell of the report.
    pub show: Option<String>,
    /// The settings of the plot, if it is a figure.
    pub plot: Option<Plot>,
}

impl Selection {
    /// Returns this selection, overridden by the settings of a line.
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

    /// Returns the points of a cell. If neither its selection nor its lines name sets of topics (`runs_over_sets`),
    /// they are those of all topics.
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
    /// Returns the lines that are written out.
    pub fn listed(&self) -> &[Line] {
        match self {
            Lines::Axis(_) => &[],
            Lines::Listed(lines) => lines,
        }
    }
}

impl Table {
    /// Returns its panels, rows and columns.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Lines> {
        [self.panels.as_ref(), Some(&self.rows), Some(&self.columns)].into_iter().flatten()
    }

    /// Returns the settings of the table, and those of each line that is written out.
    pub(super) fn selections(&self) -> impl Iterator<Item = &Selection> {
        let of_lines = self.lines().flat_map(Lines::listed).map(|line| &line.selection);
        std::iter::once(&self.common).chain(of_lines)
    }

    /// Returns the settings of each panel, row and column together; an axis selects nothing by itself.
    pub(super) fn of_cells(&self) -> Vec<Selection> {
        self.lines().fold(vec![self.common.clone()], |cells, lines| match lines {
            Lines::Axis(_) => cells,
            Lines::Listed(lines) => {
                let refined = |cell: &Selection| -> Vec<Selection> {
                    lines.iter().map(|line| cell.refined(&line.selection)).collect()
                };
                cells.iter().flat_map(refined).collect()
            }
        })
    }

    /// Returns the statistics that are needed at which points.
    pub fn demands(&self, grid: &Grid) -> Vec<(usize, Selector)> {
        let mut out = Vec::new();
        let is_of_sets =
            |lines: &Lines| matches!(lines, Lines::Axis(Dimension::Parameter(Axis::TopicSets, _)));
        let are_of_sets = self.lines().any(is_of_sets);
        for cell in self.of_cells() {
            let points = cell.points(grid, are_of_sets);
            for quantity in cell.cells.iter().flatten() {
                out.push((quantity.statistic, points.clone()));
            }
            if cell.relevant_for.is_some() {
                let facts = grid.statistics.iter().position(|s| s.is(&TEAM_FACTS));
                out.extend(facts.map(|facts| (facts, points)));
            }
        }
        out
    }
}

/// Writes out the lines that follow an axis. Neighbours that follow the same one alternate: all of them for its
/// first value, then all for the second.
pub(super) fn write_out(grid: &mut Grid) {
    let mut tables = std::mem::take(&mut grid.tables);
    for table in &mut tables {
        let common = table.common.selector.clone();
        let lines = [table.panels.as_mut(), Some(&mut table.rows), Some(&mut table.columns)];
        for lines in lines.into_iter().flatten() {
            if let Lines::Listed(lines) = lines {
                *lines = written_out(grid, lines, &common);
            }
        }
    }
    grid.tables = tables;
}

fn written_out(grid: &Grid, lines: &[Line], common: &Selector) -> Vec<Line> {
    let mut out = Vec::new();
    for group in lines.chunk_by(|one, next| one.each.is_some() && one.each == next.each) {
        let Some(dimension) = &group[0].each else {
            out.extend(group.iter().cloned());
            continue;
        };
        let before = out.len();
        for (value, selector) in values(grid, dimension) {
            let of_value = group.iter().map(|line| line.of_value(&value, &selector));
            out.extend(of_value.filter(|line| common.and(&line.selection.selector).on(grid).takes_a_point()));
        }
        if out.len() == before {
            // A line that nothing fits, so that it is named as one that stays empty.
            let nothing = dimension.pattern();
            out.extend(group.iter().map(|line| line.of_value("*", &nothing)));
        }
    }
    out
}

/// Returns the values of a dimension in the order of its axis, each with its selector.
fn values(grid: &Grid, dimension: &Dimension) -> Vec<(String, Selector)> {
    let (axis, named) = match *dimension {
        Dimension::Axis(axis) => {
            // Tables show the last name.
            let shown = |names: Vec<String>| Some((names.last()?.clone(), names.into_iter().next()?));
            (axis, grid.values_of(axis.name()).into_iter().filter_map(shown).collect())
        }
        Dimension::Parameter(axis, parameter) => (axis, grid.arguments(axis, parameter)),
        _ => return Vec::new(),
    };
    let mut out: Vec<(String, Selector)> = Vec::new();
    for (value, name) in named {
        match out.iter_mut().find(|(known, _)| *known == value) {
            Some((_, selector)) => selector.parts[0].1.push(name),
            None => out.push((value, Selector { parts: vec![(axis.name().to_owned(), vec![name])] })),
        }
    }
    out
}

impl Line {
    /// The mark in a label that the value takes the place of.
    pub(super) const VALUE: &str = "{}";

    /// The line of one value of the axis that it follows.
    fn of_value(&self, value: &str, selector: &Selector) -> Self {
        let mut selection = self.selection.clone();
        selection.selector = selection.selector.and(selector);
        Self {
            label: self.label.replace(Self::VALUE, value),
            quantity: self.quantity.replace(Self::VALUE, value),
            selection,
            each: None,
            ..self.clone()
        }
    }
}

impl Dimension {
    /// Returns a selector of everything that has a value of it: `judgments=*depth=*`.
    fn pattern(&self) -> Selector {
        match self {
            Self::Parameter(axis, name) => {
                Selector { parts: vec![(axis.name().to_owned(), vec![format!("*{name}=*")])] }
            }
            _ => Selector::default(),
        }
    }
}
