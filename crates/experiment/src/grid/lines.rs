//! The lines of tables. A line that follows an axis becomes one line for each value of the axis, and each cell selects
//! its points.

use super::{Axis, Dimension, Grid, Line, Lines, Point, Selector, Table};
use crate::statistics::TEAM_FACTS;

impl Dimension {
    /// Returns a point's position on a curve over a numeric parameter, for example the sampling rate of judgments or the
    /// size of sets of topics.
    pub fn curve_position(&self, grid: &Grid, point: &Point) -> Option<f64> {
        match self {
            Self::Parameter(Axis::Judgments, name) => grid.set(point)?.number(name),
            Self::Parameter(Axis::TopicSets, name) => grid.topic_sets(point)?.number(name),
            _ => None,
        }
    }

    /// Returns the label of the line for each value of this dimension, or `None` for a value without a
    /// line. Collections, measures, judgment sets, and the parameters of judgment sets and of topic sets
    /// have labels. Any other dimension, such as teams, has none. Collections differ in their judgment
    /// sets, so the sets of `collection` are used.
    pub fn labels<'g>(&self, grid: &'g Grid, collection: u32) -> Vec<Option<&'g str>> {
        let collection = &grid.collections[collection as usize];
        match self {
            Self::Axis(Axis::Collection) => {
                grid.collections.iter().map(|collection| Some(collection.name.as_str())).collect()
            }
            Self::Axis(Axis::Measure) => {
                grid.measures.iter().map(|measure| Some(measure.label.as_str())).collect()
            }
            Self::Axis(Axis::Judgments) => {
                collection.judgment_names.iter().map(|name| Some(name.as_str())).collect()
            }
            Self::Parameter(Axis::Judgments, name) => {
                collection.judgments.iter().map(|set| set.argument(name)).collect()
            }
            Self::Parameter(Axis::TopicSets, name) => {
                grid.topic_sets.iter().map(|sets| sets.argument(name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns a selector of all values that have the parameter: `judgments=*depth=*`. A dimension without a
    /// parameter selects everything.
    fn pattern(&self) -> Selector {
        match self {
            Self::Parameter(axis, name) => {
                Selector { parts: vec![(axis.name().to_owned(), vec![format!("*{name}=*")])] }
            }
            _ => Selector::default(),
        }
    }
}

impl Line {
    /// Returns true if the line selects sets of topics, or is averaged over them.
    pub fn uses_topic_sets(&self) -> bool {
        self.r#where.names("topic-sets")
            || self.over.iter().any(|over| matches!(over, Dimension::Parameter(Axis::TopicSets, _)))
    }

    /// The text in a label or a quantity that is replaced by the value.
    pub(super) const PLACEHOLDER: &str = "{}";

    /// Returns the line for one value of the axis that this line follows.
    fn with_value(&self, value: &str, selector: &Selector) -> Self {
        Self {
            label: self.label.replace(Self::PLACEHOLDER, value),
            quantity: self.quantity.replace(Self::PLACEHOLDER, value),
            r#where: self.r#where.and(selector),
            each: None,
            ..self.clone()
        }
    }
}

impl Table {
    /// Returns the settings of each cell, which combine the settings of its panel, row and column. Lines along an axis
    /// have no settings.
    pub(super) fn cell_settings(&self) -> Vec<Line> {
        self.lines().fold(vec![self.common()], |cells, lines| match lines {
            Lines::Axis(_) | Lines::Tasks(_) => cells,
            Lines::Listed(lines) => {
                cells.iter().flat_map(|cell| lines.iter().map(|line| cell.refined(line))).collect()
            }
        })
    }

    /// Returns each statistic that the table needs, with a selector of the points at which it is needed.
    pub fn demands(&self, grid: &Grid) -> Vec<(usize, Selector)> {
        let mut out = Vec::new();
        let has_lines_of_sets =
            self.lines().any(|lines| matches!(lines, Lines::Axis(Dimension::Parameter(Axis::TopicSets, _))));
        for cell in self.cell_settings() {
            // If neither the lines nor the cell mention sets of topics, the cell covers all topics.
            let points = if has_lines_of_sets || cell.uses_topic_sets() {
                cell.r#where.clone()
            } else {
                cell.r#where.and(&grid.default_topic_sets())
            };
            for quantity in cell.quantities() {
                out.push((quantity.statistic, points.clone()));
            }
            if cell.only.is_some() {
                let facts = grid.statistics.iter().position(|statistic| statistic.is(&TEAM_FACTS));
                out.extend(facts.map(|facts| (facts, points)));
            }
        }
        out
    }
}

/// Replaces each line that follows an axis by a line for each value that has points. Neighbouring lines that
/// follow the same axis alternate: all of them for the first value come before all of them for the second.
pub(super) fn expand_lines(grid: &mut Grid) {
    let mut tables = std::mem::take(&mut grid.tables);
    for table in &mut tables {
        let common = table.r#where.clone();
        for lines in table.lines_mut() {
            if let Lines::Listed(lines) = lines {
                *lines = expanded_lines(grid, lines, &common);
            }
        }
    }
    grid.tables = tables;
}

fn expanded_lines(grid: &Grid, lines: &[Line], common: &Selector) -> Vec<Line> {
    let mut out = Vec::new();
    fn followed_axis(line: &Line) -> Option<&Dimension> {
        line.each.as_ref().map(|each| &each.value)
    }
    let follow_one_axis =
        |one: &Line, next: &Line| one.each.is_some() && followed_axis(one) == followed_axis(next);
    for group in lines.chunk_by(follow_one_axis) {
        let Some(dimension) = followed_axis(&group[0]) else {
            out.extend(group.iter().cloned());
            continue;
        };
        let before = out.len();
        for (value, selector) in values(grid, dimension) {
            let with_value = group.iter().map(|line| line.with_value(&value, &selector));
            out.extend(with_value.filter(|line| common.and(&line.r#where).on(grid).takes_a_point()));
        }
        if out.len() == before {
            // If no point fits any of these lines, we keep each of them once, with the value `*`, so that it is
            // reported as an empty line.
            let pattern = dimension.pattern();
            out.extend(group.iter().map(|line| line.with_value("*", &pattern)));
        }
    }
    out
}

/// Returns the values of a dimension in the order of its axis, each with its selector.
fn values(grid: &Grid, dimension: &Dimension) -> Vec<(String, Selector)> {
    let (axis, values) = match *dimension {
        Dimension::Axis(axis) => {
            let values = grid.values_of(axis.name()).into_iter();
            // Tables show the last name, and selectors use the first.
            let values = values.filter_map(|names| Some((names.last()?.clone(), names.into_iter().next()?)));
            (axis, values.collect())
        }
        Dimension::Parameter(axis, parameter) => (axis, grid.arguments(axis, parameter)),
        _ => return Vec::new(),
    };
    let mut out: Vec<(String, Selector)> = Vec::new();
    for (value, name) in values {
        match out.iter_mut().find(|(other, _)| *other == value) {
            Some((_, selector)) => selector.parts[0].1.push(name),
            None => out.push((value, Selector { parts: vec![(axis.name().to_owned(), vec![name])] })),
        }
    }
    out
}
