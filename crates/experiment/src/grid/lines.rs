//! The lines of tables: written out along the axes, and the points that their cells select.

use super::{Axis, Dimension, Grid, Line, Lines, Point, Selector, Table};
use crate::statistics::TEAM_FACTS;

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

    /// Returns the label of the line at each place of its axis, or `None` if there is no line. Judgments are those of
    /// a collection.
    pub fn labels<'g>(&self, grid: &'g Grid, collection: u32) -> Vec<Option<&'g str>> {
        let of = &grid.collections[collection as usize];
        match self {
            Self::Axis(Axis::Collection) => {
                grid.collections.iter().map(|of| Some(of.name.as_str())).collect()
            }
            Self::Axis(Axis::Measure) => grid.measures.iter().map(|of| Some(of.label.as_str())).collect(),
            Self::Axis(Axis::Judgments) => of.judgment_names.iter().map(|name| Some(name.as_str())).collect(),
            Self::Parameter(Axis::Judgments, name) => {
                of.judgments.iter().map(|set| set.argument(name)).collect()
            }
            Self::Parameter(Axis::TopicSets, name) => {
                grid.topic_sets.iter().map(|sets| sets.argument(name)).collect()
            }
            _ => Vec::new(),
        }
    }

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

impl Line {
    /// Returns true if its cells are of sets of topics by its selection, or because they are averaged over these.
    pub fn names_sets(&self) -> bool {
        self.r#where.names("topic-sets")
            || self.over.iter().any(|over| matches!(over, Dimension::Parameter(Axis::TopicSets, _)))
    }

    /// The mark in a label that the value takes the place of.
    pub(super) const VALUE: &str = "{}";

    /// The line of one value of the axis that it follows.
    fn of_value(&self, value: &str, selector: &Selector) -> Self {
        Self {
            label: self.label.replace(Self::VALUE, value),
            quantity: self.quantity.replace(Self::VALUE, value),
            r#where: self.r#where.and(selector),
            each: None,
            ..self.clone()
        }
    }
}

impl Table {
    /// Returns the settings of each panel, row and column together; an axis selects nothing by itself.
    pub(super) fn of_cells(&self) -> Vec<Line> {
        self.lines().fold(vec![self.common()], |cells, lines| match lines {
            Lines::Axis(_) | Lines::Tasks(_) => cells,
            Lines::Listed(lines) => {
                cells.iter().flat_map(|cell| lines.iter().map(|line| cell.refined(line))).collect()
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
            // Otherwise they are those of all topics.
            let points = match are_of_sets || cell.names_sets() {
                true => cell.r#where.clone(),
                false => cell.r#where.and(&grid.without_topic_subsets()),
            };
            for quantity in cell.quantities() {
                out.push((quantity.statistic, points.clone()));
            }
            if cell.only.is_some() {
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
        let common = table.r#where.clone();
        for lines in table.lines_mut() {
            if let Lines::Listed(lines) = lines {
                *lines = written_out(grid, lines, &common);
            }
        }
    }
    grid.tables = tables;
}

fn written_out(grid: &Grid, lines: &[Line], common: &Selector) -> Vec<Line> {
    let mut out = Vec::new();
    fn followed(line: &Line) -> Option<&Dimension> {
        line.each.as_ref().map(|each| &each.value)
    }
    for group in lines.chunk_by(|one, next| one.each.is_some() && followed(one) == followed(next)) {
        let Some(dimension) = followed(&group[0]) else {
            out.extend(group.iter().cloned());
            continue;
        };
        let before = out.len();
        for (value, selector) in values(grid, dimension) {
            let of_value = group.iter().map(|line| line.of_value(&value, &selector));
            out.extend(of_value.filter(|line| common.and(&line.r#where).on(grid).takes_a_point()));
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
