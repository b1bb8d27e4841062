//! Lines that follow an axis: `{each: judgments.depth, label: "pd={}", ..}` becomes a line for each depth on the axis.

use super::{Dimension, Grid, Line, Lines, Selector};

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
